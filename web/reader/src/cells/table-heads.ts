// Says under which headers each cell of a table stands, also where a page's own headers are none. The twin of Python's
// `wherein.reading.cells.table_heads`; the cases are in contracts/table-cells.json.
//
// A page's headers are followed but for two kinds of table: a first row of numbers above cells of another kind (the
// journeys of a timetable) is a row of headers, and rows of label, value, label, value (a form) have labels and no columns.

import { stripped } from "@wherein/anchoring/canonical/white-space.ts";
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import type { Table, TableRow } from "./table-rows.ts";

const BLANK = pattern(LEXICON, "blank");
const WHOLE = pattern(LEXICON, "whole");
const FORMS = (["clock", "money", "date", "numeral"] as const).map(
  (name) => [name, pattern(LEXICON, name)] as const,
);
// Between the names of a row, or the headers of a column, outermost first.
export const JOINT = " / ";
// Columns of a form with two or three labels in each row.
const PAIR_COLUMNS = [4, 6];
const FEWEST_ROWS = 3;
// Rows that show what a column without a header holds.
const SAMPLED = 8;
const WORD = pattern(LEXICON, "token", "g");
const COMMON = wordSet(LEXICON, "common");
const DIGIT = /\p{Nd}/u;

/** A place of a row where an answer may stand. */
export interface Slot {
  /** Which cell of the row it is, from 0; null where the row has no cell in the column. */
  readonly place: number | null;
  /** The headers of its row and of its column; "" without one. */
  readonly key: string;
  readonly column: string;
  /** The key is a label beside it, and the row's other cells say nothing of it. */
  readonly isValue: boolean;
  /** Some of what stands in a column without a header; "" where it has one. */
  readonly sample: string;
}

/** A row with its slots; none in a row of headers. */
export interface HeadedRow {
  readonly row: TableRow;
  readonly slots: readonly Slot[];
}

/** Whether a cell says nothing: no text, a dash, "n/a". */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Whether a row's header says that its cells are sums; where such a row is blank, nothing is missing. */
export function isSum(header: string): boolean {
  return (folded(header).match(WORD) ?? []).some((word) => COMMON.has(word));
}

/** The rows of a table with their slots. */
export function headed(table: Table): HeadedRow[] {
  const { rows } = table;
  if (isForm(rows)) return rows.map((row) => ({ row, slots: [...valuesOf(row)] }));
  if (hasLabelsBeside(rows)) return rows.map((row) => ({ row, slots: [...beside(row)] }));
  const above = headersOfNumbers(rows);
  if (above) return rows.map((row, n) => ({ row, slots: n === 0 ? [] : [...below(row, above)] }));
  const samples = samplesOf(rows);
  if (samples.length > 0) return rows.map((row) => ({ row, slots: recorded(row, samples) }));
  const columns = new Set<string>();
  for (const { cells } of rows) for (const { column } of cells) if (column) columns.add(column);
  const expected = filled(rows);
  const spanned = spannedIn(rows);
  return rows.map((row) => ({ row, slots: [...own(row, columns, expected, spanned)] }));
}

type Spanned = ReadonlyMap<string, ReadonlySet<string | undefined>>;

/** For the name of each row the columns in which a cell of a row above covers it too: that one has both names. */
function spannedIn(rows: readonly TableRow[]): Spanned {
  const names = new Set(rows.map(({ texts }) => texts[0]));
  const found = new Map<string, Set<string | undefined>>();
  for (const { cells, texts } of rows) {
    for (const { row = "", column } of cells) {
      for (const name of row.split(JOINT).slice(1)) {
        if (!names.has(name) || name === texts[0]) continue;
        const columns = found.get(name) ?? new Set();
        found.set(name, columns.add(column));
      }
    }
  }
  return found;
}

/** The slots of a row by the page's own headers. */
function* own(
  { cells, texts }: TableRow,
  columns: ReadonlySet<string>,
  expected: readonly string[],
  spanned: Spanned,
): Generator<Slot> {
  const first = cells.find(({ row }) => row)?.row ?? (texts[0] as string);
  // The first cell stands below a section, the others beside it too.
  const inSection = `${first}${JOINT}${texts[0]}`;
  const key = cells.some(({ row }) => row === inSection) ? inSection : first;
  const hasNoHeader = cells.every(({ row, column }) => row === undefined && column === undefined);
  const hasSums = isSum(key);
  for (const [place, { row, column }] of cells.entries()) {
    if (hasSums && isBlank(texts[place] as string)) continue;
    const hasHeader = row !== undefined || column !== undefined;
    // In a row without headers, a cell to the right of another is the value of a label.
    if (hasHeader || (hasNoHeader && place > 0 && !columns.has(stripped(texts[place] as string)))) {
      const further = (row ?? "").split(JOINT).slice(1);
      const isShared = further.some((name) => spanned.get(name)?.has(column));
      const its = row && isShared ? row : key;
      yield { place, key: its, column: column ?? "", isValue: false, sample: "" };
    }
  }
  if (hasNoHeader || hasSums) return;
  const its = new Set(cells.map(({ column }) => column));
  for (const { column } of cells) for (const one of merged(column, expected)) its.add(one);
  for (const column of expected)
    if (!its.has(column) && !spanned.get(key)?.has(column))
      yield { place: null, key, column, isValue: false, sample: "" };
}

/** The columns that a cell covers whose header has those of all: "Saturday" and "Sunday" for "Saturday / Sunday". */
function merged(column: string | undefined, expected: readonly string[]): readonly string[] {
  if (!column?.includes(JOINT) || expected.includes(column)) return [];
  const parts = new Set(column.split(JOINT));
  return expected.filter((one) => one.split(JOINT).every((part) => parts.has(part)));
}

/** The columns but the first in which most rows have a cell: a row without one there has nothing to say. */
function filled(rows: readonly TableRow[]): string[] {
  const counts = new Map<string, number>();
  let headedRows = 0;
  for (const { cells } of rows) {
    if (cells.some(({ column }) => column)) headedRows++;
    for (const { column } of cells) if (column) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  if (headedRows < FEWEST_ROWS) return [];
  return [...counts]
    .slice(1)
    .filter(([, count]) => 2 * count > headedRows)
    .map(([column]) => column);
}

function* valuesOf({ texts }: TableRow): Generator<Slot> {
  for (let place = 1; place < texts.length; place += 2)
    yield { place, key: texts[place - 1] as string, column: "", isValue: true, sample: "" };
}

/**
 * The values of a row whose labels its page says, and a blank one for each label beside others that has none. A cell alone in
 * its row may be a title.
 */
function* beside({ cells, texts }: TableRow): Generator<Slot> {
  for (const [place, { row }] of cells.entries()) {
    const label = texts[place] as string;
    if (row !== undefined) yield { place, key: row, column: "", isValue: true, sample: "" };
    else if (cells.length > 1 && !cells.some((other) => isNamedBy(other.row, label)))
      yield { place: null, key: nameOf(label), column: "", isValue: true, sample: "" };
  }
}

/**
 * Whether the page's own headers of rows are the labels to the left of values, several in one row: a form, some of whose
 * values may be missing.
 */
function hasLabelsBeside(rows: readonly TableRow[]): boolean {
  if (!isBare(rows)) return false;
  const values = rows.map(({ cells }) => cells.filter(({ row }) => row !== undefined).length);
  if (Math.max(...values) < 2) return false;
  return rows.every(({ cells, texts }) =>
    cells.every(
      ({ row }, place) =>
        place === 0 || row === undefined || isNamedBy(row, texts[place - 1] as string),
    ),
  );
}

function isBare(rows: readonly TableRow[]): boolean {
  return rows.every(({ cells }) => cells.every(({ column }) => column === undefined));
}

function isNamedBy(header: string | undefined, label: string): boolean {
  return header !== undefined && nameOf(header) === nameOf(label);
}

function nameOf(label: string): string {
  return stripped(stripped(label).replace(/:+$/, ""));
}

function* below({ texts }: TableRow, above: readonly string[]): Generator<Slot> {
  for (let place = 1; place < texts.length; place++) {
    const column = texts.length === above.length ? (above[place] as string) : "";
    yield { place, key: texts[0] as string, column, isValue: false, sample: "" };
  }
}

function recorded({ texts }: TableRow, samples: readonly string[]): Slot[] {
  return texts.map((_, place) => ({
    place,
    key: texts[0] as string,
    column: "",
    isValue: false,
    sample: samples[place] as string,
  }));
}

/**
 * Some of what stands in each column of a list of records: rows of three cells and more without headers of columns, most of
 * them equally many; none for another table.
 */
function samplesOf(rows: readonly TableRow[]): string[] {
  const width = rows[0]?.texts.length ?? 0;
  if (Math.min(rows.length, width) < FEWEST_ROWS) return [];
  if (!isBare(rows)) return [];
  const full = rows.filter(({ texts }) => texts.length === width);
  if (rows.some(({ texts }) => texts.length > width) || 2 * full.length <= rows.length) return [];
  const first = full.slice(0, SAMPLED);
  return Array.from({ length: width }, (_, place) =>
    [...new Set(first.map(({ texts }) => texts[place]))].join(" "),
  );
}

/**
 * Whether the rows are label, value, label, value: all labels differ and have no digits, the values of a column are of
 * several kinds, and a value stands in the first row.
 */
function isForm(rows: readonly TableRow[]): boolean {
  const width = rows[0]?.texts.length ?? 0;
  if (rows.length < FEWEST_ROWS || rows.some(({ texts }) => texts.length !== width)) return false;
  if (!PAIR_COLUMNS.includes(width)) return false;
  const labels = rows.flatMap(({ texts }) => texts.filter((_, place) => place % 2 === 0));
  if (new Set(labels).size < labels.length || labels.some((label) => DIGIT.test(label)))
    return false;
  const places = Array.from({ length: width / 2 }, (_, n) => 2 * n + 1);
  if (!places.some((place) => DIGIT.test(rows[0]?.texts[place] as string))) return false;
  return places.every(
    (place) => new Set(rows.map(({ texts }) => formOf(texts[place] as string))).size > 1,
  );
}

/** The first row where it is a word and rising numbers, above cells that are mostly of another kind; else null. */
function headersOfNumbers(rows: readonly TableRow[]): readonly string[] | null {
  const first = rows[0]?.texts ?? [];
  const body = rows.slice(1).filter(({ texts }) => texts.length === first.length);
  if (!isBare(rows)) return null;
  if (first.length < 3 || body.length < 2 || DIGIT.test(first[0] as string)) return null;
  const numbers = first.slice(1);
  if (!numbers.every((text) => WHOLE.test(text))) return null;
  if (numbers.some((text, n) => n > 0 && Number(numbers[n - 1]) >= Number(text))) return null;
  const counts = new Map<string, number>();
  for (const { texts } of body)
    for (const text of texts.slice(1))
      if (!isBlank(text)) counts.set(formOf(text), (counts.get(formOf(text)) ?? 0) + 1);
  let most: readonly [form: string, count: number] | null = null;
  for (const one of counts) if (most === null || one[1] > most[1]) most = one;
  return most && most[0] !== formOf(first[1] as string) ? first : null;
}

function formOf(text: string): string {
  return FORMS.find(([, form]) => form.test(text))?.[0] ?? "words";
}
