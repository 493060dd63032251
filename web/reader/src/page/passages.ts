// Cuts a page into passages by its headings. The twin of Python's `wherein.passages.split`; the cases are in
// contracts/passages.json. Knows blocks and sizes, no tokens and no models.

import { type Block, isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import {
  isBlank,
  SPACE_CLASS,
  squeezed,
  withoutLeading,
  withoutTrailing,
} from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/passages.json" with { type: "json" };
import { sourceOf } from "../lexicon/lexicon.ts";
import { isWrapped, sentenceSpans } from "./sentences.ts";

export interface Passage {
  readonly index: number;
  readonly span: Span;
  readonly text: string;
  /** The headings above, outermost first. */
  readonly section: readonly string[];
  /** False where its blocks are beside the main text. */
  readonly main?: boolean;
}

// About 250 word pieces of English: one reader window with question and headings.
export const PASSAGE_UNITS = LEXICON.numbers.passage_units;
// A line or two; anything longer is a box of its own.
const BRIDGED_UNITS = LEXICON.numbers.bridged_units;

// A run of letters or digits is one unit; in scripts without spaces every character is one.
const UNSPACED = new RegExp(`[${sourceOf(LEXICON, "unspaced")}]`, "u");
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const PARAGRAPH = new RegExp(
  `[^${SPACE_CLASS}](?:[^\\n]*(?:\\n(?![${SPACE_CLASS}]*(?:\\n|$))[^\\n]*)*)`,
  "gu",
);

interface Piece extends Span {
  readonly units: number;
}

const BETWEEN = 1;
const IN_WORD = 2;
const ALONE = 3;

/** What each code point of the basic plane is to a unit; 0 while unknown. */
const kinds = new Uint8Array(0x10000);

function kindOf(point: number): number {
  let kind = kinds[point] ?? 0;
  if (kind > 0) return kind;
  const char = String.fromCodePoint(point);
  kind = UNSPACED.test(char) ? ALONE : LETTER_OR_DIGIT.test(char) ? IN_WORD : BETWEEN;
  if (point < kinds.length) kinds[point] = kind;
  return kind;
}

/** The number of units of a text, and where every `each`-th one ends, without an object for each unit. */
function countUnits(
  text: string,
  each: number,
): { readonly count: number; readonly ends: number[] } {
  const ends: number[] = [];
  let count = 0;
  let end = 0;
  const ended = () => {
    if (count > 0 && count % each === 0) ends.push(end);
  };
  let inWord = false;
  for (let i = 0; i < text.length; ) {
    const point = text.codePointAt(i) as number;
    const kind = kindOf(point);
    i += point > 0xffff ? 2 : 1;
    if (kind !== IN_WORD || !inWord) {
      if (inWord) ended();
      if (kind !== BETWEEN) count++;
    }
    if (kind !== BETWEEN) end = i;
    if (kind === ALONE) ended();
    inWord = kind === IN_WORD;
  }
  if (inWord) ended();
  return { count, ends };
}

/** The size of a text in units: words, or characters in scripts without spaces. */
export function units(text: string): number {
  return countUnits(text, text.length + 1).count;
}

/**
 * The passages in reading order. Every block is in exactly one, except that a block larger than `PASSAGE_UNITS` is cut
 * at sentences (a sentence that is still larger: at white space, else anywhere). In a text without blocks, blank lines
 * separate paragraphs. A passage has either main blocks or others, except for a short box between two main blocks; the
 * headings above a main passage are main headings.
 */
export function split(text: string, blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = [];
  for (const { section, pieces, main } of sections(
    text,
    blocks.length ? blocks : paragraphBlocks(text),
  )) {
    for (const span of fill(pieces)) {
      passages.push({
        index: passages.length,
        span,
        text: text.slice(span.start, span.end),
        section,
        ...(!main && { main }),
      });
    }
  }
  return passages;
}

/** Paragraphs of plain text: runs of lines that are not blank. */
export function paragraphBlocks(text: string): Block[] {
  return [...text.matchAll(PARAGRAPH)].map((match) => ({
    kind: "paragraph" as const,
    start: match.index,
    end: match.index + withoutTrailing(match[0]).length,
  }));
}

interface Section {
  readonly section: readonly string[];
  readonly pieces: readonly Piece[];
  readonly main: boolean;
}

type HeadingPath = readonly { readonly level: number; readonly title: string }[];

function* sections(text: string, blocks: readonly Block[]): Generator<Section> {
  // Text beside the main text has all headings above it.
  let mainPath: HeadingPath = [];
  let fullPath: HeadingPath = [];
  let pieces: Piece[] = [];
  let hasBody = false;
  let main = true;
  const cutOff = (): Section => ({
    section: (main ? mainPath : fullPath).map(({ title }) => title),
    pieces,
    main,
  });
  for (const { block, content, withMain } of bridged(text, blocks)) {
    const starts = block.kind === "heading";
    if (pieces.length > 0 && (withMain !== main || (starts && hasBody))) {
      yield cutOff();
      pieces = [];
      hasBody = false;
    }
    main = withMain;
    if (starts) {
      const level = block.level || 1;
      const below = (path: HeadingPath): HeadingPath => [
        ...path.filter((above) => above.level < level),
        { level, title: headingTitle(content) },
      ];
      fullPath = below(fullPath);
      if (main) mainPath = below(mainPath);
    } else hasBody = true;
    // One by one: a huge block has more pieces than a call takes arguments.
    for (const piece of cut(text, block)) pieces.push(piece);
  }
  if (pieces.length > 0) yield cutOff();
}

interface Bridged {
  readonly block: Block;
  readonly content: string;
  /** True where it goes into a main passage. */
  readonly withMain: boolean;
}

/**
 * Each visible block, with whether it goes into a main passage. It does if it is main, or in a run of at most
 * `BRIDGED_UNITS` without a heading between two main blocks, the second of which is no heading.
 *
 * An article's "Paragraph 1", a box "Read also", "Paragraph 2" are all in one passage; a box after the last paragraph, or a
 * long one between two, is in a passage of its own.
 */
function* bridged(text: string, blocks: readonly Block[]): Generator<Bridged> {
  // Not main, after a main block.
  let held: { readonly block: Block; readonly content: string }[] = [];
  let size = 0;
  let afterMain = false;
  for (const block of blocks) {
    const content = text.slice(block.start, block.end);
    if (isBlank(content)) continue;
    const heading = block.kind === "heading";
    const main = isMain(block);
    if (!main) {
      held.push({ block, content });
      if (afterMain && !heading) {
        size += units(content);
        if (size <= BRIDGED_UNITS) continue;
      }
      afterMain = false;
    }
    const withMain = main && afterMain && !heading;
    for (const box of held) yield { ...box, withMain };
    held = [];
    size = 0;
    if (main) {
      yield { block, content, withMain: true };
      afterMain = true;
    }
  }
  for (const box of held) yield { ...box, withMain: false };
}

function cut(text: string, span: Span): Piece[] {
  const content = text.slice(span.start, span.end);
  const size = units(content);
  if (size <= PASSAGE_UNITS) return [{ start: span.start, end: span.end, units: size }];
  return sentenceSpans(content, isWrapped(content)).flatMap((sentence) =>
    cutSentence(text, { start: sentence.start + span.start, end: sentence.end + span.start }),
  );
}

function cutSentence(text: string, span: Span): Piece[] {
  const content = text.slice(span.start, span.end);
  const { count, ends } = countUnits(content, PASSAGE_UNITS);
  // The last mark is the end, and cut there already.
  if (count % PASSAGE_UNITS === 0) ends.pop();
  const pieces: Piece[] = [];
  let start = 0;
  for (const mark of ends) {
    const space = start + content.slice(start, mark + 1).lastIndexOf(" ");
    const end = space > start ? space : mark;
    pieces.push({
      start: span.start + start,
      end: span.start + end,
      units: units(content.slice(start, end)),
    });
    start = end;
  }
  const rest = withoutLeading(content.slice(start));
  if (rest) pieces.push({ start: span.end - rest.length, end: span.end, units: units(rest) });
  return pieces;
}

/** Runs of pieces of nearly equal size, none above the limit unless one piece is. */
function* fill(pieces: readonly Piece[]): Generator<Span> {
  let rest = pieces.reduce((sum, piece) => sum + piece.units, 0);
  let target = 0;
  let start: number | null = null;
  let end = 0;
  let size = 0;
  for (const piece of pieces) {
    const grown = size + piece.units;
    // Stop where that is nearer to the target than continuing.
    if (start !== null && size > 0 && (grown > PASSAGE_UNITS || grown - target > target - size)) {
      yield { start, end };
      start = null;
      rest -= size;
    }
    if (start === null) {
      // The target is recomputed each time, so that rounding never leaves a small rest at the end.
      target = rest / Math.max(1, Math.ceil(rest / PASSAGE_UNITS));
      start = piece.start;
      size = 0;
    }
    end = piece.end;
    size += piece.units;
  }
  if (start !== null) yield { start, end };
}

/** A heading as the passages below it keep it: on one line, cut at its end where it is longer than any heading. */
function headingTitle(content: string): string {
  const title = squeezed(content);
  if (title.length <= LEXICON.numbers.longest_heading) return title;
  const start = [...title.slice(0, 2 * LEXICON.numbers.longest_heading)];
  return start.slice(0, LEXICON.numbers.longest_heading).join("");
}
