// Puts an answer that a page's structure gives among those that readers marked. The twin of Python's
// `wherein.answering.stages.joining`; the cases are in contracts/table-cells.json and contracts/named-terms.json.

import { overlaps } from "@wherein/anchoring/span.ts";
import { MOST_ANSWERS } from "../answers/localize.ts";
import { MOST_PERHAPS } from "../grading/grades.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";

export interface Joining {
  /**
   * An answer that overlaps the new one keeps its words and takes the higher confidence; otherwise the surer one of both
   * is kept.
   */
  readonly keepsWords: boolean;
  /** Which answers are no longer shown beside the new one. */
  readonly givesWay?: (answer: FoundAnswer) => boolean;
}

/** Answers that become a *perhaps*, with at most its confidence, so that no later stage takes them for surer. */
export function demoted(answers: readonly FoundAnswer[], most: number): FoundAnswer[] {
  return answers.map((one) => ({ ...one, confidence: Math.min(one.confidence, most) }));
}

/** The answers with one more among them by its confidence; `bound` is the least confidence of an answer. */
export function joined(
  before: ReaderAnswers,
  found: FoundAnswer,
  bound: number,
  { keepsWords, givesWay = () => false }: Joining,
): ReaderAnswers {
  const { answers, perhaps, unsure } = before;
  const isSame = ({ span }: FoundAnswer) => overlaps(span, found.span);
  const keep = keepsWords ? surer : surest;
  if (answers.some(isSame))
    return { ...before, answers: ranked(keep(answers, found)).slice(0, MOST_ANSWERS) };
  if (found.confidence < bound) {
    if (answers.length > 0) return before;
    const doubtful = perhaps.some(isSame) ? keep(perhaps, found) : [...perhaps, found];
    return { ...before, perhaps: ranked(doubtful).slice(0, MOST_PERHAPS) };
  }
  const rest = answers.filter((answer) => !givesWay(answer));
  const shown = ranked([...rest, found]).slice(0, MOST_ANSWERS);
  const kept = answers.length > 0 ? perhaps.filter((one) => !isSame(one)) : [];
  // What a structure says is no sentence that stands in for the model's answer.
  return {
    answers: shown,
    perhaps: kept,
    ...(unsure !== undefined && shown[0] !== found && { unsure }),
  };
}

/** The answers; those that overlap the new one with the higher of both confidences. */
function surer(shown: readonly FoundAnswer[], found: FoundAnswer): FoundAnswer[] {
  return shown.map((one) =>
    overlaps(one.span, found.span)
      ? { ...one, confidence: Math.max(one.confidence, found.confidence) }
      : one,
  );
}

/** The answers; those that overlap the new one give way to it unless one of them is surer. */
function surest(shown: readonly FoundAnswer[], found: FoundAnswer): FoundAnswer[] {
  const isSame = ({ span }: FoundAnswer) => overlaps(span, found.span);
  const isSurer = shown.filter(isSame).every((one) => one.confidence <= found.confidence);
  return isSurer ? [...shown.filter((one) => !isSame(one)), found] : [...shown];
}

/** The answers, surest first. */
export function ranked(answers: readonly FoundAnswer[]): FoundAnswer[] {
  return [...answers].sort((a, b) => b.confidence - a.confidence);
}
