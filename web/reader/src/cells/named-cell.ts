// Finds the cells that a question names by words of their row and of their column, and says how well it names them. The
// twin of Python's `wherein.reading.cells.named_cell`; the cases are in contracts/table-cells.json.

import { stripped } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";
import { type AskedKind, askedKind, kindOf } from "./cell-kind.ts";
import {
  covered,
  groupMatch,
  isSpecific,
  match,
  NO_WORDS,
  questionTerms,
  type Term,
  type Words,
  wordsOf,
} from "./cell-terms.ts";
import { isLonger, type Table, type TableRow } from "./table-rows.ts";

const {
  longest_cell: LONGEST_CELL,
  beside: BESIDE,
  above: ABOVE,
  kind: KIND,
  itself: ITSELF,
  missed: MISSED,
  number_beside: NUMBER_BESIDE,
  number_weight: NUMBER_WEIGHT,
} = LEXICON.numbers;
const SUPERLATIVE = pattern(LEXICON, "superlative");
const BLANK = pattern(LEXICON, "blank");
// Scores that differ only by rounding are equal, in whatever order they were summed.
const SCORE_STEPS = 1e9;
const MOST = 3;

/** A cell with the measures from which its probability is computed, each 0 to 1 unless said otherwise. */
export interface NamedCell {
  readonly span: Span;
  /** The share of the question's words that the row, the column and what stands above the table have. */
  readonly named: number;
  readonly rowNamed: number;
  readonly columnNamed: number;
  /** The share of the header's own words that the question has. */
  readonly rowWhole: number;
  readonly columnWhole: number;
  /** How much less the best cell of another row, and of another column, is named; negative where it is named better. */
  readonly otherRows: number;
  readonly otherColumns: number;
  /** 1 where the cell has the kind of thing that is asked for, -1 where it can't have it, 0 where that is open. */
  readonly kind: number;
  /** The share of the question's numbers, days, months and names that neither row nor column nor the lines above have. */
  readonly missed: number;
}

interface Scored {
  readonly row: TableRow;
  readonly place: number;
  readonly score: number;
  readonly byRow: number;
  readonly byColumn: number;
  readonly kind: number;
  readonly missed: number;
}

/** The kind of thing that a question asks for, the terms that may name a row or a column, and what each counts. */
class Asked {
  readonly kind: AskedKind | null;
  readonly terms: readonly Term[];
  readonly #weights: readonly number[];
  readonly #total: number;

  constructor(question: string, terms: readonly Term[]) {
    this.kind = askedKind(question);
    this.terms = terms;
    this.#weights = terms.map(({ number }) => (number === null ? 1 : NUMBER_WEIGHT));
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0);
  }

  /** The weighted mean of one value for each term. */
  share(values: readonly number[]): number {
    return (
      values.reduce((sum, value, n) => sum + (this.#weights[n] as number) * value, 0) / this.#total
    );
  }
}

/** The cells that the question names best, best first, at most one of each row; none where it names no row. */
export function namedCells(question: string, tables: readonly Table[], most = MOST): NamedCell[] {
  const terms = questionTerms(question);
  // A superlative is found by comparing rows, not by naming one.
  if (terms.length === 0 || SUPERLATIVE.test(question)) return [];
  const asked = new Asked(question, terms);
  const scored = tables.flatMap((table) => [...scoredIn(asked, table)]);
  scored.sort((a, b) => steps(b.score) - steps(a.score));
  const best: Scored[] = [];
  for (const one of scored) {
    if (best.length === most) break;
    if (best.every(({ row }) => row !== one.row)) best.push(one);
  }
  return best.map((one) => measured(one, scored, terms));
}

function steps(score: number): number {
  return Math.round(score * SCORE_STEPS);
}

/** The cells of one table that the question names by a word of their row; of a single row, by one of their column. */
function* scoredIn(asked: Asked, table: Table): Generator<Scored> {
  const { terms } = asked;
  const about = wordsOf(table.about);
  const above = terms.map((term) => ABOVE * match(term, about));
  const columns = columnsOf(asked, table);
  const isOnlyRow = table.rows.length === 1;
  for (const row of table.rows) {
    const own = waysIn(row, terms);
    for (const place of placesOf(row, columns)) {
      const byColumn = columns.get(row.cells[place]?.column ?? "") as readonly number[];
      const byRow = own.map((ways, n) => rowMatch(ways, place, terms[n]?.number !== null));
      if (!byRow.some(Boolean) && !(isOnlyRow && byColumn.some(Boolean))) continue;
      const best = byRow.map((value, n) =>
        Math.max(value, byColumn[n] as number, above[n] as number),
      );
      // A cell that repeats the question is no answer.
      const beyond = own.map(({ values }, n) => {
        const itself = values[place] as number;
        return itself > (best[n] as number) ? itself : 0;
      });
      const kind = kindOf(asked.kind, row.texts[place] as string);
      const missed = missedOf(terms, best);
      yield {
        row,
        place,
        score: asked.share(best) + KIND * kind - ITSELF * asked.share(beyond) - MISSED * missed,
        byRow: asked.share(byRow),
        byColumn: asked.share(byColumn),
        kind,
        missed,
      };
    }
  }
}

/** How well each column's header names each term; "" is the header of columns without one. */
function columnsOf({ terms }: Asked, table: Table): ReadonlyMap<string, readonly number[]> {
  const found = new Map([["", terms.map(() => 0)]]);
  for (const { cells } of table.rows) {
    for (const { column } of cells) {
      if (!column || found.has(column)) continue;
      const words = wordsOf(column);
      found.set(
        column,
        terms.map((term) => Math.max(match(term, words), groupMatch(term, words))),
      );
    }
  }
  return found;
}

/** The places of a row's cells that can be an answer: no header, no prose, not blank. */
function* placesOf(
  { cells, texts }: TableRow,
  columns: ReadonlyMap<string, unknown>,
): Generator<number> {
  const isBare = cells.every(({ row, column }) => row === undefined && column === undefined);
  for (const [place, { row, column }] of cells.entries()) {
    const text = texts[place] as string;
    if (isLonger(text, LONGEST_CELL) || BLANK.test(text)) continue;
    const hasHeader = row !== undefined || column !== undefined;
    // In a row without headers, a cell to the right of another is the value of a label.
    if (hasHeader || (isBare && place > 0 && !columns.has(stripped(text)))) yield place;
  }
}

/** The share of the specific terms that nothing names. */
function missedOf(terms: readonly Term[], best: readonly number[]): number {
  const specific = best.filter((_, n) => isSpecific(terms[n] as Term));
  return specific.length > 0 ? specific.filter((value) => value === 0).length / specific.length : 0;
}

/** How well each cell of a row names one term, and its header does. */
interface Ways {
  readonly values: readonly number[];
  readonly header: number;
  /** The best value, the first place that has it, and the best value of the other places. */
  readonly best: number;
  readonly at: number;
  readonly second: number;
}

/** How well a row names each term; its first cell stands for a header that it lacks. */
function waysIn({ cells, texts }: TableRow, terms: readonly Term[]): Ways[] {
  const own = texts.map((text) => (isLonger(text, LONGEST_CELL) ? NO_WORDS : wordsOf(text)));
  const named = cells.find(({ row }) => row)?.row;
  const head = named ? wordsOf(named) : (own[0] as Words);
  return terms.map((term) => waysOf(term, own, head));
}

function waysOf(term: Term, cells: readonly Words[], head: Words): Ways {
  const values = cells.map((words) => match(term, words));
  let [best, at, second] = [-1, -1, 0];
  for (const [place, value] of values.entries()) {
    if (value > best) [second, best, at] = [Math.max(best, 0), value, place];
    else if (value > second) second = value;
  }
  return { values, header: match(term, head), best, at, second };
}

/** How well the row names a term apart from the cell at `place`: its header, the cell to the left, the others. */
function rowMatch({ values, header, best, at, second }: Ways, place: number, isNumber: boolean) {
  const others = place === at ? second : best;
  const own = place > 0 ? header : 0;
  if (isNumber) return Math.max(own, NUMBER_BESIDE * others);
  return Math.max(own, values[place - 1] ?? 0, BESIDE * others);
}

function measured(one: Scored, scored: readonly Scored[], terms: readonly Term[]): NamedCell {
  const { row, place, score, kind } = one;
  const block = row.cells[place] as (typeof row.cells)[number];
  const header = block.row || (row.texts[place - 1] ?? "");
  let [otherRow, otherColumn] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const other of scored) {
    if (other.row !== row) otherRow = Math.max(otherRow, other.score);
    else if (other.place !== place) otherColumn = Math.max(otherColumn, other.score);
  }
  return {
    span: { start: block.start, end: block.end },
    named: score - KIND * kind + MISSED * one.missed,
    rowNamed: one.byRow,
    columnNamed: one.byColumn,
    rowWhole: covered(wordsOf(header), terms),
    columnWhole: covered(wordsOf(block.column ?? ""), terms),
    otherRows: score - (Number.isFinite(otherRow) ? otherRow : 0),
    otherColumns: score - (Number.isFinite(otherColumn) ? otherColumn : 0),
    kind,
    missed: one.missed,
  };
}
