// The texts of the panel, in plain words with rounded numbers. Decides nothing.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import { blockAt } from "@wherein/reader/page/table-cell.ts";
import { isEnglish } from "@wherein/reader/prepared/prepared-page.ts";
import { foreignLanguage } from "@wherein/reader/question/question-language.ts";
import type { FoundAnswer } from "@wherein/reader/reading.ts";
import { confidenceWords } from "../messages/fact-words.ts";
import { t } from "../messages/messages.ts";
import { enterDoes, isQuestion } from "./enter.ts";
import {
  answersOf,
  isForReader,
  items,
  markedOf,
  markedWhen,
  type PanelState,
  perhapsOf,
  place,
  same,
  serverAnswers,
} from "./panel-state.ts";

const NUMBER = new Intl.NumberFormat("en");

export { count } from "../messages/counted.ts";

/** "12 Oct", with the year if it is not the current one. */
export function day(when: number, now = Date.now()): string {
  const date = new Date(when);
  const year =
    date.getFullYear() === new Date(now).getFullYear() ? {} : { year: "numeric" as const };
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year });
}

/** "0.4 s", "1.9 s", "12 s". */
export function seconds(milliseconds: number): string {
  const s = milliseconds / 1000;
  return s < 9.95 ? `${Math.max(0.1, s).toFixed(1)} s` : `${Math.round(s)} s`;
}

export function percent(share: number): string {
  // 100 % is said only of a page that was read to its end.
  return `${share >= 1 ? 100 : Math.min(99, Math.floor(share * 100))} %`;
}

/** " 62 %"; nothing at the beginning, which takes longest. */
export function shareRead(share: number): string {
  return share < 0.01 ? "" : ` ${percent(share)}`;
}

/** The status line, which is correct in every state. */
export function status(state: PanelState): string {
  const { page, asked, plain } = state;
  if (page.kind === "attaching") return t.openingThePage;
  if (page.kind === "closed") return "";
  if (plain.invalid !== null) return t.notARegularExpressionYet(expressionFault(plain.invalid));
  const matches = plainMatches(state);
  if (asked?.trouble || state.readerTrouble) return matches;
  if (asked && !asked.reading) {
    return [state.readerReady ? t.readingNow : t.preparingTheReader, matches]
      .filter(Boolean)
      .join(" · ");
  }
  const reading = asked?.reading;
  if (!reading) return matches;
  const answers = answersOf(state);
  const found =
    answers.length > 0
      ? (reading.several ? t.sentenceCount : t.answerCount)(answers.length)
      : reading.done
        ? perhapsOf(state).length > 0
          ? t.noClearAnswer
          : t.notFound
        : "";
  const isMarked = markedOf(state) !== null;
  const when = isMarked ? markedWhen(state) : reading.when;
  const read = when
    ? t.dayTextUnchanged(
        isMarked || reading.told ? t.markedByYouFact : t.answeredBeforeFact,
        day(when),
      )
    : reading.done
      ? t.readAllIn(t.countedWords(reading.words), seconds(reading.milliseconds))
      : t.readingOfPage(shareRead(reading.wordsRead / Math.max(1, reading.words)));
  const server = asked.server && serverStatus(state);
  const line = [found, read, server].filter(Boolean).join(" · ");
  return line[0]?.toUpperCase() + line.slice(1);
}

// Browsers' errors for a regular expression, and the same in words for the person who typed it.
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/unterminated (?:group|parenthetical)/i, t.aParenthesisIsNotClosed],
  [/unmatched '?\)/i, t.aHasNoBeforeIt],
  [/unterminated character class|missing terminating \]/i, t.aBracketIsNotClosed],
  [/range out of order/i, t.theRangeInRunsBackwards],
  [/numbers? out of order/i, t.theNumbersInRunBackwards],
  [/nothing to repeat/i, t.orHasNothingBeforeItTo],
  [/lone quantifier|incomplete quantifier|raw bracket/i, t.writeOrForTheSignItself],
  [/\\ at end/i, t.aStandsAtItsEnd],
  [/invalid (?:\w+ )?escape/i, t.aStandsBeforeALetterThat],
];

/** In place of "Invalid regular expression: /(/giu: Unterminated group". */
function expressionFault(reason: string): string {
  return FAULTS.find(([said]) => said.test(reason))?.[1] ?? t.lookAtItsBracketsAndBackslashes;
}

/** "asked the server: the small reader was unsure (0.31)". */
function serverStatus(state: PanelState): string {
  const { server, unsure } = state.asked ?? {};
  const why = typeof unsure === "number" ? t.readerWasUnsure(unsure.toFixed(2)) : "";
  if (server?.kind === "asking") return t.askingTheServer(why);
  if (server?.kind !== "answered") return "";
  const nothing = serverAnswers(state).length === 0 ? t.itFoundNothingEither : "";
  return t.askedTheServer(why, nothing);
}

function plainMatches(state: PanelState): string {
  const { plain } = state;
  if (state.question.trim() === "") return "";
  const asks = enterDoes(state) === "ask";
  if (plain.spans.length > 0) {
    const number = NUMBER.format(plain.spans.length);
    const matches = plain.more ? t.moreThanMatches(number) : t.countedMatches(plain.spans.length);
    return asks ? t.matchesPressEnterToAsk(matches) : matches;
  }
  // Said at once, so that nothing is blank until the pause asks.
  if (asks) return isQuestion(state.question) ? t.pressEnterToAsk : t.notFoundAsWrittenPressEnter;
  return isForReader(state) || !plain.looked ? "" : t.noMatchesAtAll;
}

/**
 * "2 of 5", counted as the status line counts: answers, *perhaps* and matches each by themselves; "5" while none of them
 * is current. Empty when there is nothing to count.
 */
export function counter(state: PanelState): string {
  const all = items(state);
  const kind = state.current?.kind ?? all[0]?.kind;
  const alike = all.filter((item) => item.kind === kind);
  if (alike.length === 0) return "";
  const more = kind === "plain" && state.plain.more ? t.moreThan : "";
  const of = `${more}${NUMBER.format(alike.length)}`;
  const n = alike.findIndex((item) => same(item, state.current)) + 1;
  const isMixed = alike.length < all.length;
  const told =
    !isMixed || kind === "answer"
      ? t.placeOf
      : kind === "perhaps"
        ? t.perhapsPlaceOf
        : t.matchPlaceOf;
  return n === 0 ? of : told(n, of);
}

/** The text before and after the question's correction; null without one. */
export function correctionNote({
  asked,
}: PanelState): { before: string; correction: string; after: string } | null {
  const correction = asked?.meant;
  if (!correction) return null;
  const { reading } = asked;
  if (reading?.meant === undefined) {
    return { before: t.didYouMean, correction, after: correction.endsWith("?") ? "" : "?" };
  }
  const stop = /[?!.]$/.test(correction) ? "" : ".";
  return { before: t.showingResultsForBefore, correction, after: stop };
}

/**
 * The note on a page or question in another language, as in the terminal: the reader learned English. Null until a
 * passage is read.
 */
export function languageNote({ page, asked }: PanelState): string | null {
  if (page.kind !== "open" || !asked?.reading) return null;
  const { language = "" } = page.content;
  if (!isEnglish(language)) {
    return t.theTextIsInAnotherLanguage(language);
  }
  return foreignLanguage(asked.question) === null ? null : t.theQuestionIsInAnotherLanguage;
}

/** The row and the column of an answer in a table cell; empty for any other answer. */
export function cellNames({ page }: PanelState, { span, quote }: FoundAnswer): string[] {
  if (page.kind !== "open") return [];
  const block = blockAt(page.content.blocks, span.start);
  if (block?.kind !== "cell" || span.end > block.end) return [];
  // Not repeated where the quote has it already.
  return [block.row, block.column].flatMap((name) =>
    name && !squeezed(quote).includes(squeezed(name)) ? [squeezed(name)] : [],
  );
}

/** The announcement for screen readers: the status when it has changed, and the current item. */
export function spokenStatus(state: PanelState): string {
  const reading = state.asked?.reading;
  // Every passage changes the share read; hearing each would drown the rest.
  const said = reading && !reading.done ? t.readingNow : status(state);
  const note = reading?.meant ? correctionNote(state) : null;
  const meant = note && `${note.before}${note.correction}${note.after}`.replace(/\.$/, "");
  const language = reading?.done ? languageNote(state)?.replace(/\.$/, "") : null;
  return [meant, announcement(state), said, language].filter(Boolean).join(". ");
}

/** The announcement of the current item. */
export function announcement(state: PanelState): string {
  const { n, of } = place(state);
  const { current } = state;
  if (!current || n === 0) return "";
  const answer = [...answersOf(state), ...perhapsOf(state)].find(
    ({ span }) => span.start === current.span.start && span.end === current.span.end,
  );
  const wrapped = state.wrapped ? (n === 1 ? t.fromTheTopBefore : t.fromTheEndBefore) : "";
  const cell = answer ? [cellNames(state, answer).join(" · ")].filter(Boolean) : [];
  if (current.kind === "plain" || !answer) return t.matchOf(wrapped, n, of);
  return t.answerOf(
    wrapped,
    n,
    of,
    [...cell, answer.text].join(": "),
    confidenceWords(answer.confidence),
  );
}
