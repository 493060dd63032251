// Extends a marked span by the kind of question: a few words for "who", a sentence for "why" and "how". The twin of
// Python's `wherein.reading.marking`; the cases are in contracts/marking.json.

import {
  countWords,
  isSpace,
  squeezed,
  withoutTrailing,
  words,
} from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/marking.json" with { type: "json" };
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { sentenceAround } from "./sentences.ts";

/**
 * The extent of a mark: the reader's own span; a clause for yes or no; the sentence, which for a reason applies only
 * where the reader's own span is a doubtful part of it.
 */
export type Extent = "words" | "clause" | "reason" | "procedure";

const LONGEST_WORDS = LEXICON.numbers.longest_words;
const PROCEDURE = pattern(LEXICON, "procedure");
const REASON = pattern(LEXICON, "reason");
const CLAUSE = pattern(LEXICON, "clause");
const FRAGMENT = pattern(LEXICON, "fragment");
const DATE = pattern(LEXICON, "date_and_time", "g");
const ITEM_NUMBER = pattern(LEXICON, "item_number");
// More than any number with the white space before it.
const LONGEST_WORD = LEXICON.numbers.longest_word;
const MOST_SIGNS = 2;
const INSIDE_NUMBERS = LEXICON.characters.inside_numbers;
const INSIDE_NAMES = LEXICON.characters.inside_names;
const INSIDE = INSIDE_NUMBERS + INSIDE_NAMES;
const WORD_SIGNS = LEXICON.characters.word_signs;
const CURRENCIES = LEXICON.characters.currencies;
const UNITS = LEXICON.characters.units;
const SIGNS = LEXICON.characters.signs;
const BEFORE_SIGNS = LEXICON.characters.before_signs;
const PARTNERS = (LEXICON.characters.partners.match(/../g) ?? []).map((two) => ({
  opens: two.charAt(0),
  closes: two.charAt(1),
}));
const DIGIT = /^\p{Nd}$/u;
const LETTER_OR_DIGIT = /^[\p{L}\p{Nd}]$/u;
export const LONGEST_NUMBER = 40;
const CLAUSE_NUMBER = pattern(LEXICON, "clause_number");
const RUN_IN_HEADING = pattern(LEXICON, "run_in_heading");
// Characters after a clause's number in which its heading and the first words after it stand.
const LONGEST_HEADING = 160;
// A span that begins like this says why or how by itself.
const LINKS = wordSet(LEXICON, "links");
// The first end a clause when white space follows, the others always.
const STOPS_BEFORE = LEXICON.characters.stops_before;
const STOPS = LEXICON.characters.stops;

/** Whether a text can't be an answer: lone quotation marks or bullets, or several numbered headings. */
export function isFragment(text: string): boolean {
  return FRAGMENT.test(text);
}

/**
 * Where the words of a line begin that starts at `start`: after the number of its clause ("4.2", "(b)") and a heading that
 * runs into them ("4.2 Notice Tenant must …"); `start` itself where there is no number.
 */
export function afterClauseNumber(text: string, start: number): number {
  const number = CLAUSE_NUMBER.exec(text.slice(start, start + LONGEST_NUMBER));
  if (!number) return start;
  const begins = start + number[0].length;
  const heading = RUN_IN_HEADING.exec(text.slice(begins, begins + LONGEST_HEADING));
  return begins + (heading?.[0].length ?? 0);
}

/** The extent of the mark that a question asks for, by its words. */
export function extent(question: string): Extent {
  const asked = squeezed(question.toLowerCase());
  if (PROCEDURE.test(asked)) return "procedure";
  if (REASON.test(asked)) return "reason";
  return CLAUSE.test(asked) ? "clause" : "words";
}

/**
 * The span extended by the part of its sentence that belongs to it; unchanged where that would be too long. The number of
 * the next item of a list is no part of an item.
 */
export function extended(text: string, found: Span, wanted: Extent, margin: number): Span {
  const span = whole(text, withoutNextNumber(text, found));
  if (wanted === "words") return span;
  const own = text.slice(span.start, span.end);
  if (wanted === "reason" && (margin >= 0 || LINKS.has(words(own.toLowerCase())[0] ?? ""))) {
    return span;
  }
  const sentence = sentenceAround(text, span);
  const wide = wanted === "clause" ? clause(text, span, sentence) : sentence;
  return countWords(text.slice(wide.start, wide.end)) > LONGEST_WORDS ? span : wide;
}

/** The span without the number of the list item after it: "to the brim.\n5". */
function withoutNextNumber(text: string, span: Span): Span {
  const line = text.slice(span.start, span.end).lastIndexOf("\n");
  if (line < 0) return span;
  const from = span.start + line + 1;
  const number = ITEM_NUMBER.exec(text.slice(from, from + LONGEST_NUMBER))?.[0];
  const end = span.start + withoutTrailing(text.slice(span.start, from - 1)).length;
  if (number === undefined || from + number.length < span.end || end === span.start) return span;
  return { start: span.start, end };
}

/**
 * The span with the rest of a word or number that it cuts, its sign, its unit, and a bracket that lacks its partner: half
 * of such a thing is another thing. A range ("1914-1918") may be cut.
 */
function whole(text: string, span: Span): Span {
  let { start, end } = withItsDate(text, span);
  const least = Math.max(0, start - LONGEST_WORD);
  const most = Math.min(text.length, end + LONGEST_WORD);
  while (start > least && holdsTogether(text, start)) start--;
  while (end < most && holdsTogether(text, end)) end++;
  if (isDigit(text.charAt(start)) && isOneOf(CURRENCIES, text.charAt(start - 1))) start--;
  start = withItsSign(text, start);
  if (isDigit(text.charAt(end - 1)) && isOneOf(UNITS, text.charAt(end))) {
    end++;
    if (text.charAt(end - 1) === "°" && isOneOf("CF", text.charAt(end))) end++;
  }
  for (const { opens, closes } of PARTNERS) {
    const inside = text.slice(start, end);
    const more = count(inside, closes) - count(inside, opens);
    // A bracket on the line above or below is in another sentence.
    if (more > 0 && text.charAt(start - 1) === opens && !inside.startsWith("\n")) start--;
    else if (more < 0 && text.charAt(end) === closes && !inside.endsWith("\n")) end++;
  }
  return { start, end };
}

/** The ends outside of a date of digits that the span cuts, or ends with where a time of day follows. */
function withItsDate(text: string, { start, end }: Span): Span {
  const least = Math.max(0, start - LONGEST_NUMBER);
  for (const found of text.slice(least, end + LONGEST_NUMBER).matchAll(DATE)) {
    const first = least + found.index;
    const last = first + found[0].length;
    if (first < end && start < last) {
      start = Math.min(start, first);
      end = Math.max(end, last);
    }
  }
  return { start, end };
}

/** Whether the characters before and at a place belong to one word, number, name of a file or address. */
function holdsTogether(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const behind = text.charAt(at);
  if (isInWord(before) && isInWord(behind)) return true;
  if (isOneOf(INSIDE, before)) return joins(text.charAt(at - 2), before, behind);
  return isOneOf(INSIDE, behind) && joins(before, behind, text.charAt(at + 1));
}

function joins(before: string, between: string, behind: string): boolean {
  if (isDigit(before) && isDigit(behind)) return isOneOf(INSIDE_NUMBERS, between);
  const inName = (one: string) => isInWord(one) && one === one.toLowerCase();
  return isOneOf(INSIDE_NAMES, between) && inName(before) && inName(behind);
}

/** Whether a character is a Latin letter, a digit, "_", "²" or "³"; scripts without spaces have no ends of words. */
function isInWord(one: string): boolean {
  return isOneOf(WORD_SIGNS, one) || (one < "ɐ" && LETTER_OR_DIGIT.test(one));
}

/** The start with the minus, plus or comparison before a number, or the dashes of an option. */
function withItsSign(text: string, start: number): number {
  const unit = text.charAt(start);
  const isNumber = isDigit(unit) || isOneOf(CURRENCIES, unit);
  if (!isNumber && !isInWord(unit)) return start;
  const signs = isNumber ? SIGNS : "-";
  let first = start;
  while (start - first < MOST_SIGNS && isOneOf(signs, text.charAt(first - 1))) first--;
  const standsApart =
    first === 0 ||
    isSpace(text.charCodeAt(first - 1)) ||
    isOneOf(BEFORE_SIGNS, text.charAt(first - 1));
  return standsApart ? first : start;
}

const isDigit = (one: string) => DIGIT.test(one);
const isOneOf = (units: string, one: string) => one !== "" && units.includes(one);
const count = (text: string, unit: string) => text.split(unit).length - 1;

function clause(text: string, span: Span, sentence: Span): Span {
  let { start, end } = span;
  while (start > sentence.start && !endsBefore(text, start - 1)) start--;
  while (end < sentence.end && !endsAt(text, end)) end++;
  while (start < span.start && isSpace(text.charCodeAt(start))) start++;
  while (end > span.end && isSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

function endsBefore(text: string, at: number): boolean {
  const unit = text.charAt(at);
  if (STOPS.includes(unit)) return true;
  return at > 0 && isSpace(text.charCodeAt(at)) && STOPS_BEFORE.includes(text.charAt(at - 1));
}

function endsAt(text: string, at: number): boolean {
  const unit = text.charAt(at);
  if (`${STOPS})`.includes(unit)) return true;
  const last = at + 1 === text.length || isSpace(text.charCodeAt(at + 1));
  return last && `${STOPS_BEFORE}.!?`.includes(unit);
}
