// The texts of the panel, in plain words with rounded numbers. Decides nothing.

import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import { confidenceWord } from "@wherein/reader/grading/grades.ts";
import { blockAt } from "@wherein/reader/page/table-cell.ts";
import { isEnglish } from "@wherein/reader/prepared/prepared-page.ts";
import { foreignLanguage } from "@wherein/reader/question/question-language.ts";
import type { FoundAnswer } from "@wherein/reader/reading.ts";
import { enterDoes, isQuestion } from "./enter.ts";
import {
  answersOf,
  isForReader,
  items,
  type PanelState,
  perhapsOf,
  place,
  same,
  serverAnswers,
} from "./panel-state.ts";

const NUMBER = new Intl.NumberFormat("en");

export function count(number: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(number)} ${number === 1 ? one : many}`;
}

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
  if (page.kind === "attaching") return "Opening the page…";
  if (page.kind === "closed") return "";
  if (plain.invalid !== null)
    return `Not a regular expression yet: ${expressionFault(plain.invalid)}.`;
  const matches = plainMatches(state);
  if (asked?.trouble || state.readerTrouble) return matches;
  if (asked && !asked.reading) {
    return [state.readerReady ? "Reading…" : "Preparing the reader…", matches]
      .filter(Boolean)
      .join(" · ");
  }
  const reading = asked?.reading;
  if (!reading) return matches;
  const answers = answersOf(state);
  const one = reading.several ? "sentence" : "answer";
  const found =
    answers.length > 0
      ? count(answers.length, one)
      : reading.done
        ? perhapsOf(state).length > 0
          ? "No clear answer"
          : "Not found"
        : "";
  const read = reading.when
    ? `${reading.told ? "marked by you" : "answered before"} (${day(reading.when)}), text unchanged`
    : reading.done
      ? `read all ${count(reading.words, "word")} in ${seconds(reading.milliseconds)}`
      : `reading…${shareRead(reading.wordsRead / Math.max(1, reading.words))}`;
  const server = asked.server && serverStatus(state);
  const line = [found, read, server].filter(Boolean).join(" · ");
  return line[0]?.toUpperCase() + line.slice(1);
}

// Browsers' errors for a regular expression, and the same in words for the person who typed it.
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/unterminated (?:group|parenthetical)/i, "a “(” is not closed"],
  [/unmatched '?\)/i, "a “)” has no “(” before it"],
  [/unterminated character class|missing terminating \]/i, "a “[” is not closed"],
  [/range out of order/i, "the range in “[ ]” runs backwards"],
  [/numbers? out of order/i, "the numbers in “{ }” run backwards"],
  [/nothing to repeat/i, "“*”, “+”, “?” or “{ }” has nothing before it to repeat"],
  [
    /lone quantifier|incomplete quantifier|raw bracket/i,
    "write \\{, \\} or \\] for the sign itself",
  ],
  [/\\ at end/i, "a “\\” stands at its end"],
  [/invalid (?:\w+ )?escape/i, "a “\\” stands before a letter that needs none"],
];

/** In place of "Invalid regular expression: /(/giu: Unterminated group". */
function expressionFault(reason: string): string {
  return FAULTS.find(([said]) => said.test(reason))?.[1] ?? "look at its brackets and backslashes";
}

/** "asked the server: the small reader was unsure (0.31)". */
function serverStatus(state: PanelState): string {
  const { server, unsure } = state.asked ?? {};
  const why =
    typeof unsure === "number" ? `: the small reader was unsure (${unsure.toFixed(2)})` : "";
  if (server?.kind === "asking") return `asking the server${why}…`;
  if (server?.kind !== "answered") return "";
  const nothing = serverAnswers(state).length === 0 ? "; it found nothing either" : "";
  return `asked the server${why}${nothing}`;
}

function plainMatches(state: PanelState): string {
  const { plain } = state;
  if (state.question.trim() === "") return "";
  const asks = enterDoes(state) === "ask";
  if (plain.spans.length > 0) {
    const number = NUMBER.format(plain.spans.length);
    const matches = plain.more
      ? `More than ${number} matches`
      : count(plain.spans.length, "match", "matches");
    return asks ? `${matches} · Press Enter to ask` : matches;
  }
  // Said at once, so that nothing is blank until the pause asks.
  if (asks)
    return isQuestion(state.question)
      ? "Press Enter to ask"
      : "Not found as written · Press Enter to ask";
  return isForReader(state) || !plain.looked ? "" : "No matches";
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
  const more = kind === "plain" && state.plain.more ? "more than " : "";
  const of = `${more}${NUMBER.format(alike.length)}`;
  const n = alike.findIndex((item) => same(item, state.current)) + 1;
  const isMixed = alike.length < all.length;
  const name = !isMixed || kind === "answer" ? "" : kind === "perhaps" ? "perhaps " : "match ";
  return n === 0 ? of : `${name}${n} of ${of}`;
}

/** The text before and after the question's correction; null without one. */
export function correctionNote({
  asked,
}: PanelState): { before: string; correction: string; after: string } | null {
  const correction = asked?.meant;
  if (!correction) return null;
  const { reading } = asked;
  if (reading?.meant === undefined) {
    return { before: "Did you mean ", correction, after: correction.endsWith("?") ? "" : "?" };
  }
  const stop = /[?!.]$/.test(correction) ? "" : ".";
  return { before: "Showing results for ", correction, after: stop };
}

/**
 * The note on a page or question in another language, as in the terminal: the reader learned English. Null until a
 * passage is read.
 */
export function languageNote({ page, asked }: PanelState): string | null {
  if (page.kind !== "open" || !asked?.reading) return null;
  const { language = "" } = page.content;
  if (!isEnglish(language)) {
    return `The text is in another language (${language}). The reader learned English only, so its confidence is less reliable.`;
  }
  return foreignLanguage(asked.question) === null
    ? null
    : "The question is in another language. The reader learned English only, so ask in English if you can.";
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
  const said = reading && !reading.done ? "Reading…" : status(state);
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
  const wrapped = state.wrapped ? (n === 1 ? "From the top: " : "From the end: ") : "";
  const cell = answer ? [cellNames(state, answer).join(" · ")].filter(Boolean) : [];
  if (current.kind === "plain" || !answer) return `${wrapped}match ${n} of ${of}`;
  return `${wrapped}answer ${n} of ${of}: ${[...cell, answer.text].join(": ")}, ${confidenceWord(answer.confidence)}`;
}
