// Whether a question is understood without the page that it is put to. With `suggested-questions.ts` the twin of Python's
// `wherein.questions.completing.generation` that the app loads without the rest.

import LEXICON from "../../../../contracts/lexicon/suggested-questions.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";

// "How long does it take to …": a word that points to nothing.
const EXPLETIVE = pattern(LEXICON, "expletive", "g");
const REFERS = pattern(LEXICON, "refers", "g");
const ANTECEDENT = pattern(LEXICON, "antecedent");
const POINTS = pattern(LEXICON, "points");

/**
 * Whether who reads only the question knows what it asks about: no "it", "this" or "we" without what it means. "Why do
 * leaves fall when they dry?" names what "they" are, "How do I use it?" does not.
 */
export function standsAlone(question: string): boolean {
  const rest = question
    .replace(EXPLETIVE, " ")
    .replace(REFERS, (referring, at: number, whole: string) =>
      ANTECEDENT.test(whole.slice(0, at)) ? " " : referring,
    );
  return !POINTS.test(rest);
}
