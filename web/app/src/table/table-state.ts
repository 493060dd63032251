// The state of a table of many questions to many documents, and its sorting. Pure functions: they use no server, page or React.

import type { Table, TableCell, TableRow } from "@wherein/api-client/app-server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import type { Scope } from "../scope.ts";

/** By which column the rows are sorted; null is the order of the library. */
export interface Order {
  readonly column: number;
  readonly falling: boolean;
}

export interface TableState {
  /** As typed, one question per line. */
  readonly lines: string;
  readonly scope: Scope;
  readonly questions: readonly string[];
  readonly rows: readonly TableRow[];
  readonly of: number;
  /** Null until all of it was asked. */
  readonly agreement: Table["agreement"] | null;
  readonly asking: boolean;
  readonly order: Order | null;
  readonly trouble: Trouble | null;
  readonly note: string;
}

export const NO_TABLE: TableState = {
  lines: "",
  scope: null,
  questions: [],
  rows: [],
  of: 0,
  agreement: null,
  asking: false,
  order: null,
  trouble: null,
  note: "",
};

export function questionsIn(lines: string): string[] {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

const RANK: Readonly<Record<TableCell["status"], number>> = {
  answered: 0,
  perhaps: 1,
  refused: 2,
  failed: 3,
};
const WORDS = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The rows in order: answers by their words and numbers, then what is less sure, what is not there, what failed. */
export function sorted(rows: readonly TableRow[], order: Order | null): readonly TableRow[] {
  if (!order) return rows;
  const cell = (row: TableRow) => row.cells[order.column];
  return rows.toSorted((one, other) => {
    const a = cell(one);
    const b = cell(other);
    if (!a || !b) return 0;
    const rank = RANK[a.status] - RANK[b.status];
    if (rank !== 0) return rank;
    const words = WORDS.compare(a.answer, b.answer);
    return order.falling ? -words : words;
  });
}

/** The order after a click on a column's head: ascending, descending, unsorted. */
export function nextOrder(order: Order | null, column: number): Order | null {
  if (order?.column !== column) return { column, falling: false };
  return order.falling ? null : { column, falling: true };
}

/** The number of cells of a column by status. */
export function counts(
  rows: readonly TableRow[],
  column: number,
): Readonly<Record<TableCell["status"], number>> {
  const found = { answered: 0, perhaps: 0, refused: 0, failed: 0 };
  for (const row of rows) {
    const status = row.cells[column]?.status;
    if (status) found[status] += 1;
  }
  return found;
}
