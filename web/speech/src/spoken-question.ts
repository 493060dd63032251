// Writes what was heard as a question: a recogniser ends most sentences with a full stop, and people ask. The twin of
// Python's `wherein.speech.spoken_question`.

import { pattern } from "@wherein/reader/lexicon/lexicon.ts";
import LEXICON from "../../../contracts/lexicon/speech.json" with { type: "json" };

const ASKS = pattern(LEXICON, "asks");
const FULL_STOP = pattern(LEXICON, "full_stop");

/** What was heard without its last full stop, and with a question mark where it begins as a question does. */
export function asQuestion(heard: string): string {
  const text = heard.trim().replace(FULL_STOP, "");
  return ASKS.test(text) && !/[?!]$/.test(text) ? `${text}?` : text;
}
