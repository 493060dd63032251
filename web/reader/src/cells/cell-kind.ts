// Compares the kind of a cell (a number, a time, money, a name) with the kind that a question asks for. The twin of
// Python's `wherein.reading.cells.cell_kind`; the cases are in contracts/table-cells.json.

import LEXICON from "../../../../contracts/lexicon/table-cells.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";

const MONEY = pattern(LEXICON, "money");
const TIME = pattern(LEXICON, "time");
const DATE = pattern(LEXICON, "date");
const WHEN_WORDS = pattern(LEXICON, "when_words");
const ASKS_AMOUNT = pattern(LEXICON, "asks_amount");
const ASKS_COUNT = pattern(LEXICON, "asks_count");
const ASKS_SIZE = pattern(LEXICON, "asks_size");
const ASKS_TIME = pattern(LEXICON, "asks_time");
const ASKS_PERSON = pattern(LEXICON, "asks_person");
const DIGIT = /\p{Nd}/u;

/** 1 where a cell has the kind of thing that the question asks for, -1 where it can't have it, 0 where that is open. */
export function kindOf(question: string, cell: string): -1 | 0 | 1 {
  const hasDigit = DIGIT.test(cell);
  const isTime = TIME.test(cell);
  const isMoney = MONEY.test(cell);
  if (ASKS_COUNT.test(question)) return hasDigit && !isMoney && !isTime ? 1 : -1;
  if (ASKS_PERSON.test(question)) return hasDigit ? -1 : 1;
  if (ASKS_TIME.test(question)) {
    if ((isTime || DATE.test(cell)) && !isMoney) return 1;
    return WHEN_WORDS.test(cell) ? 0 : -1;
  }
  if (ASKS_AMOUNT.test(question)) return hasDigit && (isMoney || !isTime) ? 1 : -1;
  if (ASKS_SIZE.test(question)) return hasDigit ? 1 : -1;
  return 0;
}
