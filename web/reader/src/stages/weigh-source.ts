// The stage that weighs answers by the kind of their source: converts the confidences of answers on a page that things are
// looked up in, and grades them by the bounds for such pages. The twin of Python's
// `wherein.answering.attempts.weigh_source`; the cases are in contracts/source-kinds.json.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import LEXICON from "../../../../contracts/lexicon/source-kinds.json" with { type: "json" };
import { type Alike, neverAlike } from "../cells/likeness.ts";
import { BESIDE, type DocumentBounds, MOST_BESIDE, MOST_PERHAPS } from "../grading/grades.ts";
import { eachSentenceOnce } from "../grading/sentence-once.ts";
import { agreeing, inDocument, isRunningText, saysYesOrNo } from "../grading/source-kind.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";
import { isQuestion, likestQuestion } from "../terms/question-heading.ts";

// Added to the log odds of what stands under the heading that asks the same, and of a sentence with a sign of yes or no.
const { under_its_question: UNDER_ITS_QUESTION, decides: DECIDES } = LEXICON.numbers;

const running = new WeakMap<PreparedPage, boolean>();

/** What was found, weighed anew unless the page is running text. */
export function weighSource(
  question: string,
  page: PreparedPage,
  found: ReaderAnswers,
  bounds: DocumentBounds,
  alike: Alike = neverAlike,
): ReaderAnswers {
  if (found.answers.length + found.perhaps.length === 0) return found;
  const isRunning = running.get(page) ?? isRunningText(page.text, page.blocks);
  running.set(page, isRunning);
  return isRunning ? found : weighed(found, bounds, askedThere(question, page, found, alike));
}

/** The heading of a list of questions that asks the same, where an answer stands under one that asks. */
function askedThere(
  question: string,
  page: PreparedPage,
  { answers, perhaps }: ReaderAnswers,
  alike: Alike,
): string | null {
  const headingOf = ({ section }: FoundAnswer) => section.at(-1) ?? "";
  const stands = [...answers, ...perhaps].some((one) => isQuestion(headingOf(one)));
  if (!isEnglish(page.language) || !stands) return null;
  const headings = page.blocks
    .filter(({ kind }) => kind === "heading")
    .map(({ start, end }) => squeezed(page.text.slice(start, end)));
  return likestQuestion(question, headings, alike);
}

/**
 * What is shown of a page that things are looked up in, graded anew with the confidences that hold there. What was made a
 * perhaps before stays one, however sure its reader was: another stage knows why. `askedThere` is the heading that asks the
 * same as the question; only what stands under it may become an answer.
 */
export function weighed(
  found: ReaderAnswers,
  bounds: DocumentBounds,
  askedThere: string | null = null,
): ReaderAnswers {
  const answering = found.answers.length;
  const shown = [...found.answers, ...found.perhaps]
    .map((one, at) => weighedOne(one, askedThere, at < answering))
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

/** An answer with the confidence that it has on such a page, and whether it may answer. */
function weighedOne(
  one: FoundAnswer,
  askedThere: string | null,
  isAnswer: boolean,
): { readonly one: FoundAnswer; readonly mayAnswer: boolean } {
  const foundBy = one.foundBy ?? "small";
  const there = inDocument(one.confidence, foundBy);
  const isDecided = one.evidence && saysYesOrNo(one.text);
  const decided = agreeing(there, foundBy, isDecided ? DECIDES : 0);
  const isUnder = askedThere !== null && one.section.at(-1) === askedThere;
  const confidence = isUnder ? agreeing(decided, foundBy, UNDER_ITS_QUESTION) : decided;
  return { one: { ...one, confidence }, mayAnswer: isAnswer || confidence > decided };
}
