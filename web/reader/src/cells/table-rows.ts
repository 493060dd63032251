// Puts the cell blocks of a page back into tables and rows. The twin of Python's `wherein.reading.cells.table_rows`; the
// cases are in contracts/table-cells.json. Knows blocks; matches no words.

import type { Block } from "@wherein/anchoring/canonical/canonical-text.ts";
import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";

// Cells that are looked at for one question: bounds the time in tables without end.
export const MOST_CELLS = LEXICON.numbers.most_cells;
// Characters of a line above a table that is about it; a longer one is prose.
const LONGEST_LINE = LEXICON.numbers.longest_line;
// Cells in a row from which two tables without headers, one directly below the other, are one table.
const FEWEST_ALIKE = 3;
const SUBJECT_LABELS = wordSet(LEXICON, "subject_labels");
const WORD = pattern(LEXICON, "token", "g");
const LONGEST_NAME = LEXICON.numbers.longest_name;

/** The cells of one row, from left to right, with their texts. */
export interface TableRow {
  readonly cells: readonly Block[];
  readonly texts: readonly string[];
}

/** Rows in reading order. */
export interface Table {
  readonly rows: readonly TableRow[];
  /** What stands above the table: the nearest heading, a caption or line, and the headings above that heading. */
  readonly about: string;
  /** The nearest heading alone; "" without one. */
  readonly heading: string;
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
 * The tables whose cells lie in these stretches of the text; at most MOST_CELLS cells. Cells of one row stand on one
 * line, parted by a tab or, in a plain text, by spaces and bars; rows of one table are parted by a line break, and tables by
 * an empty line.
 */
export function tablesOf(page: Page, within: readonly Span[]): Table[] {
  const tables: Table[] = [];
  let rows: Block[][] = [];
  let above: Above = { headings: [], line: "" };
  let last: Block | null = null;
  let follows = false;
  let left = MOST_CELLS;
  const close = () => {
    if (rows.length === 0) return;
    const own = rows.flatMap((row) => parted(page, row));
    const table = { rows: own.map((row) => rowOf(page, row)), ...textsOf(above) };
    const before = follows ? tables.at(-1) : undefined;
    const joined = before ? continued(before, table) : null;
    if (joined) tables[tables.length - 1] = joined;
    else tables.push(table);
    rows = [];
  };
  for (const { block, isInside } of each(page, within)) {
    if (block.kind !== "cell") {
      const row = rows.at(-1);
      const rest = row && isInside ? rowsIn(page, block, row) : [];
      if (rest.length > 0) {
        rows.push(...rest);
        continue;
      }
      close();
      last = null;
      above = aboveAfter(above, page, block);
      continue;
    }
    if (!isInside) continue;
    if (left-- === 0) break;
    const between = last === null ? "" : page.text.slice(last.end, block.start);
    if (last === null || between.includes("\n\n")) {
      close();
      follows = last !== null;
      rows.push([block]);
    } else if (!between.includes("\n") || isSameCell(block, last)) rows.at(-1)?.push(block);
    else rows.push([block]);
    last = block;
  }
  close();
  return tables;
}

/**
 * The rows in what was joined as one: names of rows without values, one below the other, look like lines of one cell. What
 * follows them is in the row of the last one alone, unless its header has the others too.
 */
function parted(page: Page, row: readonly Block[]): (readonly Block[])[] {
  const first = row[0] as Block;
  let names = 1;
  while (names < row.length && first.row === undefined && isSameCell(row[names] as Block, first))
    names++;
  const named = names < row.length ? (row[names] as Block).row : "";
  const name = page.text.slice(first.start, first.end);
  if (names === 1 || named === undefined || squeezed(named).includes(squeezed(name))) return [row];
  return [...row.slice(0, names - 1).map((block) => [block]), row.slice(names - 1)];
}

/**
 * A table with its rows of the next page, which have no headers of their own; null where the second is another table.
 */
function continued(table: Table, rest: Table): Table | null {
  const columns = (table.rows.at(-1) as TableRow).cells.map(({ column }) => column);
  const width = columns.length;
  if (width < 2 || !isBare(rest, width)) return null;
  if (columns.some(Boolean) && !columns.every(Boolean)) return null;
  if (!columns.some(Boolean) && width < FEWEST_ALIKE) return null;
  const rows = rest.rows.map(({ cells, texts }) => ({
    cells: cells.map((cell, place) => under(cell, columns[place])),
    texts,
  }));
  return { ...table, rows: [...table.rows, ...rows] };
}

function under(cell: Block, column: string | undefined): Block {
  return column === undefined ? cell : { ...cell, column };
}

/**
 * The rows of a table that go on below it as lines of text with its columns, such as the two last ones on the next page of a
 * PDF file; none for any other text.
 */
function rowsIn(page: Page, block: Block, last: readonly Block[]): Block[][] {
  const width = last.length;
  const lines = page.text.slice(block.start, block.end).split("\n");
  if (width < FEWEST_ALIKE || lines.some((line) => line.split("\t").length !== width)) return [];
  let start = block.start;
  return lines.map((line) =>
    line.split("\t").map((text, place) => {
      const cell: Block = { kind: "cell", start, end: start + text.length };
      start += text.length + 1;
      return under(cell, last[place]?.column);
    }),
  );
}

/** Whether all rows have this many cells, none of which stands under a header. */
function isBare({ rows }: Table, width: number): boolean {
  return rows.every(
    ({ cells }) => cells.length === width && cells.every(({ column }) => column === undefined),
  );
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

/** What stands above the next table: the headings with their levels, outermost first, and a short line below them. */
interface Above {
  readonly headings: readonly (readonly [level: number, title: string])[];
  readonly line: string;
}

/** The nearest first: of a long text only the beginning is looked at. */
function textsOf({ headings, line }: Above): Pick<Table, "about" | "heading"> {
  const titles = headings.map(([, title]) => title).reverse();
  const [heading = "", ...outer] = titles;
  return { about: [heading, line, ...outer].filter(Boolean).join(" "), heading };
}

/** What stands above after one more block that is no cell. */
function aboveAfter({ headings }: Above, page: Page, block: Block): Above {
  const text = page.text.slice(block.start, block.end);
  if (block.kind !== "heading") return { headings, line: isLonger(text, LONGEST_LINE) ? "" : text };
  const level = block.level ?? 1;
  const title = [...text.slice(0, 2 * LONGEST_LINE)].slice(0, LONGEST_LINE).join("");
  return { headings: [...headings.filter(([outer]) => outer < level), [level, title]], line: "" };
}

/**
 * The tables of a form with the name that it is about, which its first table says ("Surname | Lindqvist"), above each of its
 * tables of labels and values; other tables as they are.
 */
export function withSubject(tables: readonly Table[]): readonly Table[] {
  const [first] = tables;
  if (!first || !isForm(first)) return tables;
  const names = first.rows
    .filter(({ texts: [label = "", name] }) => {
      return name !== undefined && !isLonger(name, LONGEST_NAME) && isOfSubject(label);
    })
    .map(({ texts }) => texts[1] as string);
  if (names.length === 0) return tables;
  const subject = names.join(" ");
  return tables.map((table) =>
    isForm(table) ? { ...table, about: `${table.about} ${subject}` } : table,
  );
}

function isForm({ rows }: Table): boolean {
  return rows.every(
    ({ cells }) => cells.length <= 2 && cells.every(({ column }) => column === undefined),
  );
}

/** Whether a label has only words for a name: "Surname, first name" is one, "School name" none. */
function isOfSubject(label: string): boolean {
  const words = folded(label).match(WORD) ?? [];
  return words.length > 0 && words.every((word) => SUBJECT_LABELS.has(word));
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
