// Compares the kind of a cell (a number, a time, money, a name) with the kind that a question asks for. The twin of
// Python's `wherein.reading.cells.cell_kind`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";

// Of several the first counts.
const KINDS = ["count", "person", "time", "amount", "size"] as const;
/** The kind of thing that a question asks for. */
export type AskedKind = (typeof KINDS)[number];

const ASKS = KINDS.map((kind) => [kind, pattern(LEXICON, `asks_${kind}`)] as const);
const MONEY = pattern(LEXICON, "money");
const TIME = pattern(LEXICON, "time");
const DATE = pattern(LEXICON, "date");
const WHEN_WORDS = pattern(LEXICON, "when_words");
const DIGIT = /\p{Nd}/u;

/** The kind of thing that a question asks for; null where it leaves that open. */
export function askedKind(question: string): AskedKind | null {
  return ASKS.find(([, asks]) => asks.test(question))?.[0] ?? null;
}

/** 1 where a cell has the kind of thing that is asked for, -1 where it can't have it, 0 where that is open. */
export function kindOf(asked: AskedKind | null, cell: string): -1 | 0 | 1 {
  switch (asked) {
    case null:
      return 0;
    case "count":
      return DIGIT.test(cell) && !MONEY.test(cell) && !TIME.test(cell) ? 1 : -1;
    case "person":
      return DIGIT.test(cell) ? -1 : 1;
    case "time":
      if (!MONEY.test(cell) && (TIME.test(cell) || DATE.test(cell))) return 1;
      return WHEN_WORDS.test(cell) ? 0 : -1;
    case "amount":
      return DIGIT.test(cell) && (MONEY.test(cell) || !TIME.test(cell)) ? 1 : -1;
    case "size":
      return DIGIT.test(cell) ? 1 : -1;
  }
}
