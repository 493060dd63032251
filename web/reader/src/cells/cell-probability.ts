// The probability that a named cell is the answer: a logistic regression over its measures. The twin of Python's
// `wherein.reading.cells.cell_probability`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import type { NamedCell } from "./named-cell.ts";

// A cell that is further ahead of other rows or columns is no likelier.
const MOST_AHEAD = LEXICON.numbers.most_ahead;
const { weights: WEIGHTS, intercept: INTERCEPT } = LEXICON.fitted.cell;

/** The numbers that the weights belong to. */
export function measuresOf(cell: NamedCell): number[] {
  return [
    cell.named,
    cell.rowNamed,
    cell.columnNamed,
    cell.rowWhole,
    cell.columnWhole,
    Math.min(cell.otherRows, MOST_AHEAD),
    Math.min(cell.otherColumns, MOST_AHEAD),
    cell.kind,
    cell.missed,
    Math.min(cell.rowNamed, cell.columnNamed),
  ];
}

/** The probability that the cell is the answer, 0 to 1. */
export function probability(cell: NamedCell): number {
  const odds = measuresOf(cell).reduce(
    (sum, measure, n) => sum + measure * (WEIGHTS[n] as number),
    INTERCEPT,
  );
  return 1 / (1 + Math.exp(-odds));
}
