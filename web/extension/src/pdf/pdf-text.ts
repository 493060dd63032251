// Makes a canonical text with lines, paragraphs and headings of a PDF's pieces of text. Knows numbers and strings, not
// pdf.js.

import { CanonicalText } from "@wherein/anchoring/canonical/canonical-text.ts";
import { TracedText } from "@wherein/anchoring/canonical/traced-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";

/** One piece of text as it was drawn; lengths in PDF points, y upwards. */
export interface PdfPiece {
  readonly text: string;
  /** Place of its first unit in the source space. */
  readonly source: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly endsLine: boolean;
}

export interface PdfTextPage {
  readonly number: number;
  readonly pieces: readonly PdfPiece[];
}

export interface PdfText {
  readonly canonical: CanonicalText;
  readonly pages: readonly (Span & { readonly number: number })[];
  /** Pages without text: scans or pictures. */
  readonly withoutText: readonly number[];
  /** Pages with rows of a table, which are lines here: a cell does not know its headers. */
  readonly withTables: readonly number[];
}

interface Line {
  readonly pieces: readonly PdfPiece[];
  readonly y: number;
  readonly height: number;
}

// A paragraph's lines stand closer than this many heights; a taller line is a heading.
const LINE_GAP = 1.75;
const OTHER_SIZE = 1.12;
const LARGE_HEADING = 1.5;
const LONGEST_HEADING = 200;
// Lines with a gap of so many heights, so many of them one below the other, are rows of a table.
const CELL_GAP = 2;
const FEWEST_ROWS = 3;

const SPACES = /[ \t\n\f\r]+/g;
// A word divided at the end of a line; "-" between capitals or digits belongs to the word.
const CUT_WORD = /\p{Ll}[-\u00ad]$/u;
const GOES_ON = /^\p{Ll}/u;

export function pdfText(pages: readonly PdfTextPage[]): PdfText {
  const byPage = pages.map((page) => ({ number: page.number, lines: linesOf(page.pieces) }));
  const body = bodyHeight(byPage.flatMap(({ lines }) => lines));
  const canonical = new CanonicalText();
  const spans: (Span & { number: number })[] = [];
  for (const { number, lines } of byPage) {
    let start: number | null = null;
    let end = 0;
    for (const block of blocksOf(lines)) {
      const height = block[0]?.height ?? body;
      const text = joined(block);
      const isHeading =
        height >= body * OTHER_SIZE &&
        text.text.length <= LONGEST_HEADING &&
        !/[.:;,]\s*$/u.test(text.text);
      const span = isHeading
        ? canonical.add("heading", text, { level: height >= body * LARGE_HEADING ? 1 : 2 })
        : canonical.add("paragraph", text);
      if (!span) continue;
      start ??= span.start;
      end = span.end;
    }
    if (start !== null) spans.push({ number, start, end });
  }
  const withText = new Set(spans.map(({ number }) => number));
  return {
    canonical,
    pages: spans,
    withoutText: pages.map(({ number }) => number).filter((number) => !withText.has(number)),
    withTables: byPage.filter(({ lines }) => hasTable(lines)).map(({ number }) => number),
  };
}

function linesOf(pieces: readonly PdfPiece[]): Line[] {
  const lines: Line[] = [];
  let line: PdfPiece[] = [];
  const end = () => {
    const drawn = line.filter(({ text }) => text.trim() !== "");
    if (drawn.length > 0) {
      lines.push({
        pieces: line,
        y: drawn[0]?.y ?? 0,
        height: Math.max(...drawn.map(({ height }) => height)),
      });
    }
    line = [];
  };
  for (const piece of pieces) {
    line.push(piece);
    if (piece.endsLine) end();
  }
  end();
  return lines;
}

/** Whether lines below each other leave wide gaps between their words. */
function hasTable(lines: readonly Line[]): boolean {
  let rows = 0;
  for (const { pieces, height } of lines) {
    const drawn = pieces.filter(({ text }) => text.trim() !== "");
    const gap = (piece: PdfPiece, i: number) => {
      const before = drawn[i - 1];
      return before !== undefined && piece.x - before.x - before.width > CELL_GAP * height;
    };
    rows = drawn.some(gap) ? rows + 1 : 0;
    if (rows >= FEWEST_ROWS) return true;
  }
  return false;
}

/** The most frequent height of a character. */
function bodyHeight(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { pieces, height } of lines) {
    const rounded = Math.round(height * 2) / 2;
    const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
    counts.set(rounded, (counts.get(rounded) ?? 0) + length);
  }
  let best = 0;
  let most = 0;
  for (const [height, count] of counts) {
    if (count > most) [best, most] = [height, count];
  }
  return best;
}

function* blocksOf(lines: readonly Line[]): Generator<Line[]> {
  let block: Line[] = [];
  for (const line of lines) {
    const last = block.at(-1);
    if (last) {
      const down = last.y - line.y;
      const tall = Math.max(last.height, line.height);
      const other = tall > OTHER_SIZE * Math.min(last.height, line.height);
      // Upwards: another column, or the footer of the previous page.
      if (other || down > LINE_GAP * tall || down < -0.5 * tall) {
        yield block;
        block = [];
      }
    }
    block.push(line);
  }
  if (block.length > 0) yield block;
}

function joined(block: readonly Line[]): TracedText {
  const pieces: { text: string; source: number }[] = [];
  block.forEach((line, i) => {
    const own = line.pieces.map(({ text, source }) => ({ text, source }));
    const next = block[i + 1]?.pieces.map(({ text }) => text).join("") ?? "";
    const text = own.map((piece) => piece.text).join("");
    const last = own.findLast((piece) => piece.text !== "");
    pieces.push(...own);
    if (next === "" || !last) return;
    if (CUT_WORD.test(text) && GOES_ON.test(next)) {
      pieces[pieces.lastIndexOf(last)] = { ...last, text: last.text.slice(0, -1) };
    } else pieces.push({ text: " ", source: last.source + last.text.length - 1 });
  });
  return TracedText.join(pieces).replace(SPACES, " ");
}
