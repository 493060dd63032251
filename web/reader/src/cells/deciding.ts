// Whether the text of a table's cell answers a yes/no question by itself.
// Python's `wherein.reading.cells.deciding`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";

const DECIDES = pattern(LEXICON, "decides");

/** Whether the cell says yes or no: "Yes", "Not included". */
export function decides(cell: string): boolean {
  return DECIDES.test(cell.trim());
}
