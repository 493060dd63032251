// The stage that weighs answers by the kind of their source: converts the confidences of answers on a page that things are
// looked up in, and grades them by the bounds for such pages. The twin of Python's
// `wherein.answering.attempts.weigh_source`; the cases are in contracts/source-kinds.json.

import { BESIDE, type DocumentBounds, MOST_BESIDE, MOST_PERHAPS } from "../grading/grades.ts";
import { eachSentenceOnce } from "../grading/sentence-once.ts";
import { inDocument, isRunningText } from "../grading/source-kind.ts";
import type { PreparedPage } from "../prepared/prepared-page.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";

const running = new WeakMap<PreparedPage, boolean>();

/** What was found, weighed anew unless the page is running text. */
export function weighSource(
  page: PreparedPage,
  found: ReaderAnswers,
  bounds: DocumentBounds,
): ReaderAnswers {
  if (found.answers.length + found.perhaps.length === 0) return found;
  const isRunning = running.get(page) ?? isRunningText(page.text, page.blocks);
  running.set(page, isRunning);
  return isRunning ? found : weighed(found, bounds);
}

/**
 * What is shown of a page that things are looked up in, graded anew with the confidences that hold there. What was made a
 * perhaps before stays one, however sure its reader was: another stage knows why.
 */
export function weighed(found: ReaderAnswers, bounds: DocumentBounds): ReaderAnswers {
  const answering = found.answers.length;
  const shown = [...found.answers, ...found.perhaps]
    .map((one, at) => ({
      one: { ...one, confidence: inDocument(one.confidence, one.foundBy ?? "small") },
      mayAnswer: at < answering,
    }))
    .sort((a, b) => b.one.confidence - a.one.confidence);
  const answers: FoundAnswer[] = [];
  const perhaps: FoundAnswer[] = [];
  for (const { one, mayAnswer } of shown) {
    const first = answers[0];
    const least =
      first && answers.length < MOST_BESIDE
        ? Math.min(bounds.answer, BESIDE * first.confidence)
        : bounds.answer;
    if (mayAnswer && one.confidence >= least) answers.push(one);
    else if (one.confidence >= bounds.perhaps) perhaps.push(one);
  }
  const { unsure } = found;
  return {
    answers,
    perhaps: eachSentenceOnce(answers, perhaps).slice(0, MOST_PERHAPS),
    ...(unsure !== undefined && answers.length > 0 && { unsure }),
  };
}
