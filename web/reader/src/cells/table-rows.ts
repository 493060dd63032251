// Puts the cell blocks of a page back into tables and rows. The twin of Python's `wherein.reading.cells.table_rows`; the
// cases are in contracts/table-cells.json. Knows blocks; matches no words.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };

// Cells that are looked at for one question: bounds the time in tables without end.
export const MOST_CELLS = LEXICON.numbers.most_cells;
// Characters of a line above a table that is about it; a longer one is prose.
const LONGEST_LINE = LEXICON.numbers.longest_line;

/** The cells of one row, from left to right, with their texts. */
export interface TableRow {
  readonly cells: readonly Block[];
  readonly texts: readonly string[];
}

/** Rows in reading order. `about` is what stands above the table: the nearest heading and a caption or line. */
export interface Table {
  readonly rows: readonly TableRow[];
  readonly about: string;
}

export interface Page {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** Whether a text has more code points than `most`. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && [...text.slice(0, 2 * most + 2)].length > most;
}

/**
 * The tables whose cells lie in these stretches of the text; at most MOST_CELLS cells. Cells of one row are parted by a
 * tab, rows of one table by a line break, and tables by an empty line, as canonical text has it.
 */
export function tablesOf(page: Page, within: readonly Span[]): Table[] {
  const tables: Table[] = [];
  let rows: Block[][] = [];
  let about: readonly string[] = [];
  let last: Block | null = null;
  let left = MOST_CELLS;
  const close = () => {
    if (rows.length > 0)
      tables.push({ rows: rows.map((row) => rowOf(page, row)), about: about.join(" ") });
    rows = [];
  };
  for (const { block, isInside } of each(page, within)) {
    if (block.kind !== "cell") {
      close();
      last = null;
      about = aboutAfter(about, page, block);
      continue;
    }
    if (!isInside) continue;
    if (left-- === 0) break;
    const between = last === null ? "" : page.text.slice(last.end, block.start);
    if (last === null || between.includes("\n\n")) {
      close();
      rows.push([block]);
    } else if (between.includes("\t") || isSameCell(block, last)) rows.at(-1)?.push(block);
    else rows.push([block]);
    last = block;
  }
  close();
  return tables;
}

/** Whether two blocks have the same headers, of which at least one is there: lines of one cell. */
function isSameCell(block: Block, last: Block): boolean {
  if (block.row !== last.row || block.column !== last.column) return false;
  return block.row !== undefined || block.column !== undefined;
}

/** The blocks up to the end of the last stretch, and whether each begins in one of the stretches. */
function* each(
  { blocks }: Page,
  within: readonly Span[],
): Generator<{ readonly block: Block; readonly isInside: boolean }> {
  const stretches = [...within].sort((a, b) => a.start - b.start || a.end - b.end);
  let at = 0;
  for (const block of blocks) {
    while ((stretches[at]?.end ?? Number.POSITIVE_INFINITY) <= block.start) at++;
    const stretch = stretches[at];
    if (!stretch) return;
    yield { block, isInside: stretch.start <= block.start };
  }
}

function rowOf({ text }: Page, cells: readonly Block[]): TableRow {
  return { cells, texts: cells.map(({ start, end }) => text.slice(start, end)) };
}

/** What stands above the next table, after one more block: the last heading, and one short line below it. */
function aboutAfter(about: readonly string[], page: Page, block: Block): readonly string[] {
  const text = page.text.slice(block.start, block.end);
  if (block.kind === "heading") return [text];
  const heading = about.slice(0, 1);
  return isLonger(text, LONGEST_LINE) ? heading : [...heading, text];
}

/** The share of these stretches that the cells of their tables take up, 0 to 1; counted in code points. */
export function shareIn(tables: readonly Table[], text: string, within: readonly Span[]): number {
  let whole = 0;
  for (const { start, end } of within) whole += lengthOf(text.slice(start, end));
  let cells = 0;
  for (const { rows } of tables)
    for (const { texts } of rows) for (const one of texts) cells += lengthOf(one) + 1;
  return whole > 0 ? Math.min(1, cells / whole) : 0;
}

function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
