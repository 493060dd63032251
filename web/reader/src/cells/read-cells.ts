// Makes sentences of the rows that a question names, each cell in one of its own, for a reader to read once more, and chooses
// the cell that names and reader say together. The twin of Python's `wherein.reading.cells.read_cells`; the cases are in
// contracts/table-cells.json. Knows no reader.

import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { logistic } from "./cell-probability.ts";
import {
  beginningOf,
  EXACT,
  IN_RANGE,
  match,
  questionTerms,
  type Term,
  wordsOf,
} from "./cell-terms.ts";
import type { ScoredCell } from "./named-cell.ts";
import { isBlank, JOINT } from "./table-heads.ts";
import { isLonger, type Table } from "./table-rows.ts";

const {
  // The rows that are read, and the cells of each, the best named ones; and the names of a row.
  most_rows_read: MOST_ROWS,
  most_cells_read: MOST_OF_ROW,
  // How much worse than the best one a row may be named to be read: a reader knows no ranges.
  rows_behind: ROWS_BEHIND,
  // The margin of a cell in which the reader marks nothing.
  unmarked: UNMARKED,
  most_ahead: MOST_AHEAD,
  longest_name: LONGEST_NAME,
  // What a reader's margin counts beside the score by the names.
  margin_counts: COUNTS,
} = LEXICON.numbers;
// A probability by names is taken for no less than this, and for no more than what it leaves of 1.
const LEAST = 0.005;

/** A row as sentences, one for each of its cells. */
export interface RowText {
  readonly cells: readonly ScoredCell[];
  readonly text: string;
  /** The span of each cell in the text. */
  readonly places: readonly Span[];
}

/** A span of a row's text that the reader marked; `row` is the row's number among those that were read. */
export interface Marked {
  readonly row: number;
  readonly span: Span;
  readonly margin: number;
}

/** A cell that was read in a sentence of its own. */
export interface ReadCell {
  readonly cell: ScoredCell;
  /** Of the reader's best span in it. */
  readonly margin: number;
  /** What the names and the reader say together; only orders the cells of one question. */
  readonly score: number;
}

/** The rows that the question names best, as sentences. */
export function rowsToRead(
  question: string,
  scored: readonly ScoredCell[],
  tables: readonly Table[],
): RowText[] {
  const terms = questionTerms(question);
  return bestRows(scored).map((cells) => sentences(tables, cells, terms));
}

/** The cells of the rows with the best margins that the reader gave them, best first. */
export function withMargins(rows: readonly RowText[], marked: readonly Marked[]): ReadCell[] {
  const margins = rows.map(({ places }) => places.map(() => UNMARKED));
  for (const { row, span, margin } of marked) {
    const own = margins[row] as number[];
    for (const [at, place] of (rows[row] as RowText).places.entries())
      if (overlaps(place, span)) own[at] = Math.max(own[at] as number, margin);
  }
  const read = rows.flatMap(({ cells }, row) =>
    cells.map((cell, at) => {
      const margin = margins[row]?.[at] as number;
      return { cell, margin, score: cell.score + COUNTS * margin };
    }),
  );
  return read.sort((a, b) => b.score - a.score);
}

/**
 * Whether rows can be read as sentences: the best named cell says something below a header, and no range of its headers
 * holds a number of the question, since a reader does not know that 8 is between 6 and 9.
 */
export function areRead(question: string, { slot, text }: ScoredCell): boolean {
  if (isBlank(text) || slot.column === "") return false;
  const headers = [wordsOf(slot.key), wordsOf(slot.column)];
  return !questionTerms(question).some((term) =>
    headers.some((words) => match(term, words) === IN_RANGE),
  );
}

/**
 * The probability that a cell is the answer, from that by its names, the reader's margin, and how far it is ahead of the
 * others that say something else.
 */
export function readProbability(
  read: ReadCell,
  others: readonly ReadCell[],
  byNames: number,
): number {
  let behind = Number.NEGATIVE_INFINITY;
  for (const { cell, score } of others)
    if (cell.text !== read.cell.text) behind = Math.max(behind, score);
  const named = Math.min(Math.max(byNames, LEAST), 1 - LEAST);
  const ahead = Math.min(read.score - behind, MOST_AHEAD);
  const measures = [Math.log(named / (1 - named)), read.margin, ahead];
  return logistic(LEXICON.fitted.read_cell, measures);
}

/** The cells of the best named rows from left to right, each by the headers that name it best. */
function bestRows(scored: readonly ScoredCell[]): ScoredCell[][] {
  const rows = new Map<string, Map<number, ScoredCell>>();
  for (const one of scored) {
    if (one.slot.place === null || isBlank(one.text)) continue;
    const key = `${one.table} ${one.row}`;
    const cells = rows.get(key) ?? new Map<number, ScoredCell>();
    rows.set(key, cells);
    const other = cells.get(one.span.start);
    if (!other || one.score > other.score) cells.set(one.span.start, one);
  }
  const best = Array.from(rows.values(), (cells) => byScore([...cells.values()]));
  best.sort(([a], [b]) => scoreOf(b) - scoreOf(a));
  const least = scoreOf(best[0]?.[0]) - ROWS_BEHIND;
  return best
    .slice(0, MOST_ROWS)
    .filter(([first]) => scoreOf(first) >= least)
    .map((cells) => cells.slice(0, MOST_OF_ROW).sort((a, b) => a.span.start - b.span.start));
}

function byScore(cells: ScoredCell[]): ScoredCell[] {
  return cells.sort((a, b) => b.score - a.score);
}

function scoreOf(cell: ScoredCell | undefined): number {
  return cell?.score ?? Number.NEGATIVE_INFINITY;
}

function sentences(
  tables: readonly Table[],
  cells: readonly ScoredCell[],
  terms: readonly Term[],
): RowText {
  const [first] = cells as readonly [ScoredCell];
  const table = tables[first.table] as Table;
  const names = namesOf(table, first, terms);
  let text = table.heading === "" ? "" : `${table.heading}\n`;
  const places: Span[] = [];
  for (const cell of cells) {
    text += `The ${columnOf(cell.slot.column)}${ofRow(cell, names)} is `;
    places.push({ start: text.length, end: text.length + cell.text.length });
    text += `${cell.text}. `;
  }
  return { cells, text, places };
}

/**
 * The texts in a cell's row that share words with the question. They tell the row from others where its header is only a code
 * or a day.
 */
function namesOf({ rows }: Table, { span }: ScoredCell, terms: readonly Term[]): string[] {
  const row = rows.find(({ cells }) =>
    cells.some(({ start, end }) => start === span.start && end === span.end),
  );
  return (row?.texts ?? []).filter((text) => isName(text, terms)).slice(0, MOST_OF_ROW);
}

function isName(text: string, terms: readonly Term[]): boolean {
  if (isLonger(text, LONGEST_NAME)) return false;
  const words = wordsOf(text);
  return terms.some((term) => match(term, words) === EXACT);
}

/** Of what row a cell is, in words: its header, and the names that say something else. */
function ofRow({ text, slot }: ScoredCell, names: readonly string[]): string {
  const key = beginningOf(slot.key);
  const besides = names.filter((name) => name !== text && !key.includes(name));
  const of = [...(key === "" ? [] : [key]), ...besides].join(", ");
  return of === "" ? "" : ` of ${of}`;
}

/** A column's own header before those above it. */
function columnOf(header: string): string {
  return beginningOf(header.split(JOINT).reverse().join(", ")) || "value";
}
