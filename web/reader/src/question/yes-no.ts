// Detects questions for yes or no, and questions that ask why or how. The twin of Python's `wherein.questions.kinds`; the
// cases are in contracts/yes-no.json and calibration.json.

import LEXICON from "../../../../contracts/lexicon/yes-no.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";

const LEAD_IN = pattern(LEXICON, "lead_in");
const AUXILIARY = pattern(LEXICON, "auxiliary");
const CHOICE = pattern(LEXICON, "choice");
const OR_NOT = pattern(LEXICON, "or_not");
const EXPLANATION = pattern(LEXICON, "explanation");

/** True for "Did he…" and "tell me whether…"; a choice ("Is it red or blue?") is not one. */
export function isYesNo(question: string): boolean {
  const lead = LEAD_IN.exec(question);
  const rest = question.slice(lead?.[0].length ?? 0);
  if (CHOICE.test(rest) && !OR_NOT.test(rest)) return false;
  return lead?.groups?.whether !== undefined || AUXILIARY.test(rest);
}

/** Whether the question may name its answer: "Is it red or blue?". */
export function offersChoice(question: string): boolean {
  return CHOICE.test(question);
}

/** True for why and how questions, which need more than a few words. */
export function asksToExplain(question: string): boolean {
  return EXPLANATION.test(question.trim());
}
