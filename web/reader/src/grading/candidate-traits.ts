// What the words of a candidate and of its line say of it: its kind of value, and whether it answers anything. The twin of
// Python's `wherein.reading.candidate_traits`; the cases are in contracts/candidate-traits.json. No model.

import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/candidate-traits.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { folded } from "../page/heading-prefix.ts";
import type { Passage } from "../page/passages.ts";
import { sentenceAround } from "../page/sentences.ts";
import { agreement, askedKind, type Place, type ValueKind } from "../question/value-kind.ts";
import { isYesNo, offersChoice } from "../question/yes-no.ts";
import { blanksIn } from "./unfilled.ts";

const EMPTY = wordSet(LEXICON, "empty");
const WORD = pattern(LEXICON, "word", "g");
const ASKS_ITSELF = pattern(LEXICON, "asks_itself");
const QUESTION_END = pattern(LEXICON, "question_end");
const POINTS = pattern(LEXICON, "points");
const NAMED_QUESTION = pattern(LEXICON, "named_question");
const TELLS = pattern(LEXICON, "tells");
const BEGINS_TELLING = pattern(LEXICON, "begins_telling");
const CAPITAL = /^\p{Lu}/u;
/** Kinds that the question's own words never tell; "one sign" may be how many. */
const TOLD: ReadonlySet<ValueKind> = new Set(["person", "author", "reason", "way"]);
const DENIES = pattern(LEXICON, "denies");
const TECHNICAL = pattern(LEXICON, "technical", "g");
const LEGAL = pattern(LEXICON, "legal", "g");
// Letters before and after a candidate in which the blanks of a form are looked for.
const FORM_AROUND = LEXICON.numbers.form_around;
const {
  stem: STEM,
  least: LEAST,
  least_words: LEAST_WORDS,
  named_share: NAMED_SHARE,
} = LEXICON.numbers;
const DECIMAL = /^\p{Nd}+$/u;
// A sentence that points elsewhere may answer in passing.
const POINTING = 0.5;
// Letters before and after a candidate that are looked at for its line.
const LONGEST_LINE = 2000;

/** Each from 0 to 1; `empty` says how surely it says nothing that is asked for. */
export interface Traits {
  readonly ofKind: number;
  readonly notKind: number;
  readonly repeats: number;
  readonly asks: number;
  readonly points: number;
  readonly heading: number;
  readonly inRow: number;
  readonly technical: number;
  readonly legal: number;
  readonly empty: number;
}

// The same candidates come again with every batch that is read.
const known = new WeakMap<Passage, Map<string, Traits>>();
const sources = new WeakMap<Passage, { technical: number; legal: number }>();

/** The traits of the text at `span`, a place within the passage's text. */
export function traitsOf(question: string, passage: Passage, span: Span): Traits {
  const here = known.get(passage) ?? new Map<string, Traits>();
  known.set(passage, here);
  const key = `${span.start} ${span.end} ${question}`;
  const found = here.get(key) ?? made(question, passage, span);
  here.set(key, found);
  return found;
}

function made(question: string, passage: Passage, span: Span): Traits {
  const { text } = passage;
  const own = text.slice(span.start, span.end);
  const within = lineAround(text, span);
  const line = text.slice(within.start, within.end);
  const sentence = sentenceAround(text, span, within);
  const kind = askedKind(question);
  const value = agreement(question, kind, own, placeOf(passage, span, within));
  const notKind = Math.max(-value, 0);
  const namesAnswer = isYesNo(question) || offersChoice(question);
  const repeats = namesAnswer
    ? 0
    : Math.max(repeated(question, kind, own), unfilled(question, text, span));
  const said = text.slice(sentence.start, sentence.end);
  const before = text.slice(sentence.start, span.start);
  const asks = Number(
    ASKS_ITSELF.test(own) ||
      QUESTION_END.test(said) ||
      namesQuestion(question, kind, said, own, before),
  );
  const points = Number(POINTS.test(said));
  const title = line.trim().split(/\s+/u).join(" ");
  return {
    ofKind: Math.max(value, 0),
    notKind,
    repeats,
    asks,
    points,
    heading: Number(title !== "" && passage.section.includes(title)),
    inRow: Number(line.includes("\t")),
    ...sourceOf(passage),
    empty: Math.max(notKind, repeats, asks, POINTING * points),
  };
}

/** How technical and how legal a passage is. */
function sourceOf(passage: Passage): { technical: number; legal: number } {
  let found = sources.get(passage);
  if (!found) {
    found = sourceOfText(passage.text);
    sources.set(passage, found);
  }
  return found;
}

/** How much of a text are options, names of functions and signs of code, and words of contracts. */
export function sourceOfText(text: string): { technical: number; legal: number } {
  const words = Math.max(LEAST_WORDS, text.trim().split(/\s+/u).length);
  const share = (signs: RegExp, scale: number) =>
    Math.min(1, (scale * (text.match(signs)?.length ?? 0)) / words);
  const { technical, legal } = LEXICON.numbers;
  return { technical: share(TECHNICAL, technical), legal: share(LEGAL, legal) };
}

/**
 * How much of a text only repeats the question: 1 without a new word; a half with one, where a reason or a way is asked
 * for, which one word does not tell and a number never tells; else 0. What denies the question's words tells something, where
 * no value is asked for.
 */
function repeated(question: string, kind: ValueKind | null, text: string): number {
  // "proxy votes": "There is no voting by proxy"
  if (kind === null && DENIES.test(text) && !DENIES.test(question)) return 0;
  const asked = stemsIn(question);
  const own = stemsIn(text);
  const explains = kind === "reason" || kind === "way";
  const said = explains ? own.filter((one) => !DECIMAL.test(one)) : own;
  const added = said.filter((one) => !asked.some((other) => isSame(one, other))).length;
  if (added === 0) return 1;
  return added === 1 && own.length > 1 && explains ? 0.5 : 0;
}

/**
 * Whether a sentence names the question why or how that is asked, and a text in it, behind `before`, does not answer that:
 * nothing says that it is a reason or a way, or it has no more new words than old ones.
 */
function namesQuestion(
  question: string,
  kind: ValueKind | null,
  sentence: string,
  text: string,
  before: string,
): boolean {
  const named = NAMED_QUESTION.exec(sentence);
  if (!named || kind !== (named[1] ? "reason" : "way")) return false;
  const asked = stemsIn(question);
  const said = stemsIn(sentence);
  const share = asked.filter((one) => isIn(one, said)).length;
  if (share < Math.max(2, NAMED_SHARE * asked.length)) return false;
  const own = stemsIn(text);
  const old = own.filter((one) => isIn(one, asked)).length;
  const begins = before !== "" && CAPITAL.test(text); // after a label
  const isTold = begins || BEGINS_TELLING.test(text) || TELLS.test(before);
  return !isTold || own.length <= 2 * old;
}

/**
 * Whether an answer says nothing but the words of a question that asks for a person, a reason or a way: "by those
 * who moved it". What asks for nothing of the kind may be answered in its own words ("dogs allowed").
 */
export function onlyRepeats(question: string, text: string): boolean {
  const kind = askedKind(question);
  if (kind === null || !TOLD.has(kind) || isYesNo(question) || offersChoice(question)) return false;
  return stemsIn(text).length > 0 && repeated(question, kind, text) === 1;
}

/**
 * 1 for a text that has an unfilled blank of a form ("Signed by ......"), and for one beside a blank whose label the question
 * asks for, unless the text's own stretch of the form has a word of the question; else 0.
 */
function unfilled(question: string, text: string, span: Span): number {
  const low = Math.max(0, span.start - FORM_AROUND);
  const around = text.slice(low, span.end + FORM_AROUND);
  const [start, end] = [span.start - low, span.end - low];
  const blanks = blanksIn(around);
  if (blanks.some((one) => one.start < end && start < one.end)) return 1;
  const asked = stemsIn(question);
  const labels = blanks.map(({ start: at }, place) => {
    const before = around.slice(place > 0 ? (blanks[place - 1] as Span).end : 0, at);
    return stemsIn(before.slice(before.lastIndexOf("\n") + 1));
  });
  if (!labels.some((label) => label.length > 0 && label.every((one) => isIn(one, asked)))) return 0;
  const before = blanks.filter((one) => one.end <= start).map((one) => one.end);
  const after = blanks.filter((one) => one.start >= end).map((one) => one.start);
  const lineEnd = around.indexOf("\n", end);
  const first = Math.max(around.slice(0, start).lastIndexOf("\n") + 1, ...before);
  const last = Math.min(lineEnd < 0 ? around.length : lineEnd, ...after);
  return stemsIn(around.slice(first, last)).some((one) => isIn(one, asked)) ? 0 : 1;
}

function isIn(stem: string, asked: readonly string[]): boolean {
  return asked.some((other) => isSame(stem, other));
}

/** The stems of a text's words that say something, each once. */
function stemsIn(text: string): string[] {
  const words = (text.match(WORD) ?? []).map(folded).filter((word) => !EMPTY.has(word));
  return [...new Set(words.map(stem))];
}

function stem(word: string): string {
  let letters = Array.from(word);
  for (const ending of ["ing", "ed", "s"]) {
    if (word.endsWith(ending) && letters.length - ending.length >= LEAST) {
      letters = letters.slice(0, letters.length - ending.length);
      break;
    }
  }
  if (letters.at(-1) === "e" && letters.length > LEAST) letters.pop();
  return letters.slice(0, STEM).join("");
}

function isSame(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  return one === other || (Array.from(shorter).length > LEAST && longer.startsWith(shorter));
}

/** The line of a place, from the line of its start to that of its end. */
function lineAround(text: string, span: Span): Span {
  const least = Math.max(0, span.start - LONGEST_LINE);
  const low = text.slice(least, span.start).lastIndexOf("\n");
  const high = text.slice(span.end, span.end + LONGEST_LINE).indexOf("\n");
  return {
    start: low < 0 ? least : least + low + 1,
    end: high < 0 ? Math.min(text.length, span.end + LONGEST_LINE) : span.end + high,
  };
}

function placeOf(passage: Passage, span: Span, line: Span): Place {
  const { text } = passage;
  const before = text.slice(line.start, span.start);
  const after = text.slice(span.end, line.end);
  const first = passage.index === 0;
  if (!before.includes("\t") && !after.includes("\t")) return { before, after, first };
  const cells = before.split("\t");
  return {
    before: cells.at(-1) as string,
    after: after.split("\t")[0] as string,
    headers: headersOf(text, line, cells.length - 1),
    first,
  };
}

/** The first cell of a row, and the cell of its column in the first row of the table. */
function headersOf(text: string, line: Span, column: number): string {
  const label = column > 0 ? (text.slice(line.start, line.end).split("\t")[0] as string) : "";
  let top = line.start;
  while (top > 0 && line.start - top < LONGEST_LINE) {
    const start = text.slice(0, top - 1).lastIndexOf("\n") + 1;
    if (!text.slice(start, top - 1).includes("\t")) break;
    top = start;
  }
  if (top === line.start) return label;
  const cells = text.slice(top, text.indexOf("\n", top)).split("\t");
  return `${label} ${cells[column] ?? ""}`;
}
