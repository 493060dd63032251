// The texts of the app, in plain words with rounded numbers. Decides nothing.

import type { AskResponse } from "@wherein/api-client/server.ts";
import { confidenceWords } from "@wherein/ui/messages/fact-words.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { seconds, shareRead } from "@wherein/ui/state/words.ts";
import { inScope } from "../scope.ts";
import { type AskState, isAnswered, isSame, placesOf, position } from "./ask-state.ts";

const ASKS = t.pressEnterToAsk;

/** The one line that is always true. */
export function status(state: AskState): string {
  const { asked, question, found, hits, opened } = state;
  if (question.trim() === "" || !isAnswered(state) || !asked) {
    if (question.trim() === "") return "";
    if (found.length > 0 && opened.kind === "open") {
      return t.countInThisDocument(t.countedMatches(found.length), ASKS);
    }
    if (hits === null || state.isLooking) return ASKS;
    if (hits.length === 0) return t.noMatches(ASKS);
    return t.withTheseWords(t.countedPassages(hits.length), ASKS);
  }
  if (asked.trouble) return "";
  const { result, answers } = asked;
  if (!result) {
    const already = answers.length > 0 ? t.soFar(t.countedAnswers(answers.length)) : "";
    return t.reading(already, shareRead(asked.fraction));
  }
  if (result.no_question) return "";
  const counted = result.several ? t.sentenceCount : t.answerCount;
  const found_ = answers.length > 0 ? counted(answers.length) : nothing(state);
  // It is said below.
  if (isNothingThere(state)) return "";
  const read = result.read.stopped
    ? t.readTheLikeliest(t.countedWords(result.read.words))
    : t.readWords(t.countedWords(result.read.words));
  const remembered = result.steps.some(
    ({ step, outcome }) => step === "memory" && outcome === "answered",
  );
  const isOld = answers.some(({ file_change }) => file_change);
  const how = remembered
    ? t.answeredBefore(isOld ? "" : t.textUnchanged)
    : t.readIn(read, seconds(result.milliseconds));
  return `${found_} · ${how}`;
}

/** Nothing could be read: the scope has no document, or none that is dated in the period. */
function isNothingThere({ asked }: AskState): boolean {
  const result = asked?.result;
  return !!result && !result.answered && result.read.words === 0 && result.nearest.length === 0;
}

function nothing({ asked }: AskState): string {
  return asked && asked.perhaps.length > 0 ? t.noClearAnswer : t.notFound;
}

/** The server's notes, without what verdicts left out where that is said beside the button that takes them back. */
export function notesOf({ notes, steps }: AskResponse, isJudged: boolean): readonly string[] {
  const left = isJudged ? steps.find(({ step }) => step === "verdicts")?.reason : undefined;
  return notes.filter((note) => note !== left);
}

/** What is said where there is no answer. */
export function refusal(state: AskState): string {
  const { asked } = state;
  if (!asked?.result) return "";
  if (asked.result.no_question) return "";
  if (isNothingThere(state)) return t.notHereNoTextWasFound;
  const where = inScope(asked.scope);
  if (asked.perhaps.length > 0) return t.noClearAnswerClosest;
  return asked.result.read.stopped ? t.notInTheLikeliestPartOf : t.notAsFarAsICan(where);
}

/**
 * "2 of 5", counted as the status line counts: answers and *perhaps* each by themselves; "5" while none of them is shown.
 * Empty when there is nothing to count.
 */
export function counter(state: AskState): string {
  const { asked, current } = state;
  const perhaps = asked && isAnswered(state) ? asked.perhaps : [];
  const answers = asked && isAnswered(state) ? asked.answers : [];
  const isPerhaps =
    perhaps.some((each) => isSame(each, current)) || (answers.length === 0 && perhaps.length > 0);
  const counted = isPerhaps ? perhaps : answers.length > 0 ? answers : placesOf(state);
  if (counted.length === 0) return "";
  const n = counted.findIndex((each) => isSame(each, current)) + 1;
  if (n === 0) return String(counted.length);
  return (isPerhaps && answers.length > 0 ? t.perhapsPlaceOf : t.placeOf)(n, counted.length);
}

/** What a screen reader hears: the status when it means something new, and the current place. */
export function spoken(state: AskState): string {
  const { asked } = state;
  const said =
    asked && isAnswered(state) && !asked.result && !asked.trouble ? t.readingNow : status(state);
  const answer = [...(asked?.answers ?? []), ...(asked?.perhaps ?? [])].find((each) =>
    isSame(each, state.current),
  );
  const { n, of } = position(state);
  const at =
    answer && placesOf(state).includes(answer)
      ? t.answerOfIn(n, of, answer.text, confidenceWords(answer.confidence), answer.title)
      : "";
  return [at, said].filter(Boolean).join(". ");
}

/** "3.2 MB". */
export function size(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** "20 seconds", "3 minutes", "2 hours": rounded up. */
export function duration(seconds: number): string {
  if (seconds < 60) return t.countedSeconds(Math.ceil(seconds));
  if (seconds < 5400) return t.countedMinutes(Math.ceil(seconds / 60));
  return t.countedHours(Math.ceil(seconds / 3600));
}

/** The headings above a place, without one that says the title again. */
export function headings(section: readonly string[], title: string): readonly string[] {
  return section.filter((each) => each !== title).slice(-2);
}
