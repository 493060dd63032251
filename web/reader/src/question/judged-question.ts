// Decides whether a verdict on an answer holds for a question. The twin of `holds_for` in Python's
// `wherein.memory.answers.judged_places`; the cases are in contracts/verdicts.json. Stores nothing.

import { sameWording } from "./question-wording.ts";

/** The question as it was understood and as it was typed. */
export interface AskedQuestion {
  readonly question: string;
  readonly typed: string;
}

/**
 * Whether a verdict was given on this question, in this wording or one that asks the same. Where two different questions
 * were typed alike ("and the second?"), only what was understood counts.
 */
export function holdsFor(given: AskedQuestion, { question, typed }: AskedQuestion): boolean {
  return (
    sameWording(given.question, question) ||
    sameWording(given.question, typed) ||
    (given.typed !== "" && sameWording(given.typed, question))
  );
}
