// Cuts a document's text into segments to show: its blocks, grouped into lists and tables, and the text between them.
// Strings in, values out; knows no page.

import { CodePointOffsets } from "@wherein/anchoring/canonical/code-points.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import type { ShownDocument } from "@wherein/api-client/app-server.ts";

/** One stretch of text, in UTF-16 units. */
export interface Piece extends Span {
  readonly heading: boolean;
}

export type Segment =
  | { readonly kind: "heading"; readonly level: number; readonly piece: Piece }
  | { readonly kind: "paragraph" | "caption" | "code"; readonly piece: Piece }
  | { readonly kind: "list"; readonly items: readonly Piece[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly Piece[])[] };

// A longer table or list is cut, so that no part of the page is too large to be laid out at once.
const MOST_ROWS = 200;
/** What no letter and no digit is in. */
const DRAWN = /^[^\p{L}\p{N}]*$/u;

type Block = ShownDocument["blocks"][number];

/** The segments of a document in reading order; together they hold all of its text that shows. */
export function segmentsOf({ text, blocks }: Pick<ShownDocument, "text" | "blocks">): Segment[] {
  const offsets = new CodePointOffsets(text);
  const segments: Segment[] = [];
  let end = 0;
  let cells: Cell[] = [];
  let items: Piece[] = [];
  let level = 1;
  const close = () => {
    if (items.length > 0) segments.push({ kind: "list", items });
    items = [];
    segments.push(...tablesOf(cells, text));
    cells = [];
  };
  const gap = (to: number, isWithin = false) => {
    // Between the cells of a plain text's table there are bars, rules and dotted lines, which a table needs no more.
    if (isWithin && DRAWN.test(text.slice(end, to))) return;
    // What belongs to no block is shown all the same, a paragraph each.
    for (const { index, 0: part } of text.slice(end, to).matchAll(/\S(?:.|\n(?!\s*\n))*/gu)) {
      close();
      const start = end + index;
      segments.push({
        kind: "paragraph",
        piece: { start, end: start + part.trimEnd().length, heading: false },
      });
    }
  };
  for (const block of blocks) {
    const piece = {
      start: offsets.toUnits(block.start),
      end: offsets.toUnits(block.end),
      heading: false,
    };
    gap(piece.start, cells.length > 0 && block.kind === "cell");
    end = piece.end;
    if (block.kind === "list_item") {
      if (cells.length > 0 || items.length >= MOST_ROWS) close();
      items.push(piece);
    } else if (block.kind === "cell") {
      if (items.length > 0) close();
      cells.push({ piece, block });
    } else {
      close();
      if (block.kind === "heading") {
        // No level is left out on the way down: who hears the page counts on that.
        level = Math.min((block.level ?? 1) + 1, level + 1, 6);
        segments.push({ kind: "heading", level, piece });
      } else segments.push({ kind: block.kind, piece });
    }
  }
  gap(text.length);
  close();
  return segments;
}

interface Cell {
  readonly piece: Piece;
  readonly block: Block;
}

/** The characters between two cells show where a row ends: a line end, or more; a rule is between two rows. */
function tablesOf(cells: readonly Cell[], text: string): Segment[] {
  const tables: Piece[][][] = [];
  let last: Cell | null = null;
  const named = new Set(cells.flatMap(({ block }) => block.column ?? []));
  for (const cell of cells) {
    const between = last ? text.slice(last.piece.end, cell.piece.start) : "\n\n";
    const table = tables.at(-1);
    const first = table === undefined || between.includes("\n\n");
    if (first || (between.includes("\n") && table.length >= MOST_ROWS)) tables.push([[]]);
    else if (between.includes("\n")) table.push([]);
    const words = text.slice(cell.piece.start, cell.piece.end);
    const inHead = tables.at(-1)?.length === 1 && cell.block.column === undefined;
    const heading = inHead && named.has(words);
    tables
      .at(-1)
      ?.at(-1)
      ?.push({ ...cell.piece, heading });
    last = cell;
  }
  return tables.map((rows) => ({ kind: "table", rows }));
}
