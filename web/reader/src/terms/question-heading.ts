// Finds the heading of a list of questions and answers that asks what a person asks in other words. Compares meanings by an
// encoder that the caller gives; no model. The twin of Python's `wherein.reading.terms.question_heading`; the cases are in
// contracts/source-kinds.json.

import LEXICON from "../../../../contracts/lexicon/source-kinds.json" with { type: "json" };
import type { Alike } from "../cells/likeness.ts";

const {
  // Headings that are questions which a list of questions has.
  fewest_questions: FEWEST,
  most_headings: MOST,
  least_alike: LEAST_ALIKE,
} = LEXICON.numbers;
// Letters of a heading that are compared.
const LONGEST = 200;

/** Whether a heading asks; a mark that links to it may follow. */
export function isQuestion(heading: string): boolean {
  return /\?[ ¶#\n]*$/u.test(heading);
}

/**
 * The heading, of the first `most_headings`, that is likest to the question; null where it is none that asks, too little
 * like it, or where few headings ask.
 */
export function likestQuestion(
  question: string,
  headings: readonly string[],
  alike: Alike,
): string | null {
  const some = headings.slice(0, MOST);
  if (some.filter(isQuestion).length < FEWEST) return null;
  let best = "";
  let most = Number.NEGATIVE_INFINITY;
  for (const heading of some) {
    const like = alike(question, heading.slice(0, LONGEST));
    if (like > most) [best, most] = [heading, like];
  }
  return isQuestion(best) && most >= LEAST_ALIKE ? best : null;
}
