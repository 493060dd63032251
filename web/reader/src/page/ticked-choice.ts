// Finds the ticked one of the boxes that a mark covers: "Approved" of "☒ Approved ☐ Refused". The twin of Python's
// `wherein.answering.grading.ticked_choice`; the cases are in contracts/ticked-choices.json.

import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/ticked-choices.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";

const CHOICE = pattern(LEXICON, "choice", "g");
const TICKED = pattern(LEXICON, "ticked");
const BEFORE_WORDS = pattern(LEXICON, "before_words");
/** Characters on each side of a mark that belong to its line of boxes. */
const LONGEST_LINE = 500;

/**
 * The words of the one ticked box in the line of a mark; undefined where the line has other than one ticked box, or nothing
 * to choose from, or where the mark does not touch that box.
 */
export function tickedChoice(text: string, span: Span): Span | undefined {
  const first = Math.max(0, span.start - LONGEST_LINE);
  const begin = first + text.slice(first, span.start).lastIndexOf("\n") + 1;
  const rest = text.slice(begin, span.end + LONGEST_LINE);
  const broken = rest.indexOf("\n", span.start - begin);
  const line = broken < 0 ? rest : rest.slice(0, broken);
  if (span.end > begin + line.length) return undefined;
  const choices = [...line.matchAll(CHOICE)];
  const ticked = choices.filter(([words]) => TICKED.test(words));
  const [one] = ticked;
  if (choices.length < 2 || ticked.length !== 1 || !one) return undefined;
  const at = begin + one.index;
  if (at + one[0].length <= span.start || at >= span.end) return undefined;
  const box = BEFORE_WORDS.exec(one[0])?.[0].length ?? 0;
  return { start: at + box, end: at + one[0].trimEnd().length };
}
