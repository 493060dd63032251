// The probability that a named cell is the answer: a logistic regression over its measures. The twin of Python's
// `wherein.reading.cells.cell_probability`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import {
  COLUMN_WHOLE_MEASURE,
  NAMED_MEASURE,
  type NamedCell,
  ROW_MEASURE,
  ROW_WHOLE_MEASURE,
} from "./named-cell.ts";
import { isBlank } from "./table-heads.ts";

// A cell that is further ahead of other rows or columns is no likelier.
const MOST_AHEAD = LEXICON.numbers.most_ahead;
// The most that a cell reaches, just short of *sure*, where the table lacks a word beside one of its row's or where another
// column is less than this behind.
const { most_doubtful: MOST_DOUBTFUL, least_ahead: LEAST_AHEAD } = LEXICON.numbers;
// A row none of whose name's words the question has, and that is named less than `FAINT` by likeness ("Tea" for coffee), is a
// *perhaps* at most.
const { faint: FAINT, most_faint: MOST_FAINT } = LEXICON.numbers;

/** The numbers that the weights belong to. */
export function measuresOf(named: NamedCell, inTables: number): number[] {
  return [
    ...named.cell.measures,
    Math.max(-MOST_AHEAD, Math.min(named.otherRows, MOST_AHEAD)),
    Math.max(-MOST_AHEAD, Math.min(named.otherColumns, MOST_AHEAD)),
    isBlank(named.cell.text) ? 1 : 0,
    inTables,
  ];
}

/** The probability that the cell is the answer, 0 to 1, where this share of what was read stands in tables. */
export function probability(named: NamedCell, inTables: number): number {
  const likely = logistic(LEXICON.fitted.cell, measuresOf(named, inTables));
  const { measures, text } = named.cell;
  const isFaint = measures[ROW_WHOLE_MEASURE] === 0 && (measures[ROW_MEASURE] as number) < FAINT;
  if (isFaint && !isBlank(text)) return Math.min(likely, MOST_FAINT);
  return withoutDoubt(likely, named);
}

/**
 * The probability, short of *sure* where the question has a word that its headers lack ("trans fat" and the column "Fat"), its
 * column has one that the question lacks ("Closed on", "Population excluding suburbs"), or another column is near.
 */
export function withoutDoubt(likely: number, { cell, otherColumns }: NamedCell): number {
  const { measures, slot, lacking } = cell;
  const isNamed = measures[NAMED_MEASURE] === 1;
  const isWhole = isNamed && (measures[COLUMN_WHOLE_MEASURE] === 1 || slot.column === "");
  const isDoubtful = lacking || otherColumns < LEAST_AHEAD || !isWhole;
  return isDoubtful ? Math.min(likely, MOST_DOUBTFUL) : likely;
}

interface Fitted {
  readonly weights: readonly number[];
  readonly intercept: number;
}

/** The probability by a logistic regression of the lexicon. */
export function logistic({ weights, intercept }: Fitted, measures: readonly number[]): number {
  const odds = measures.reduce((sum, one, n) => sum + one * (weights[n] as number), intercept);
  return 1 / (1 + Math.exp(-odds));
}
