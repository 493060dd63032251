// Splits a text into sentences. The twin of Python's `wherein.passages.sentences`; the cases are in
// contracts/sentences.json.

import { isSpace, SPACE_CLASS, stripped } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/sentences.json" with { type: "json" };
import { pattern, sourceOf, wordSet } from "../lexicon/lexicon.ts";
import { compiled } from "../lexicon/pattern.ts";

// A full stop after one of these does not end a sentence.
const ABBREVIATIONS = wordSet(LEXICON, "abbreviations");
// Also words ("He sat."): abbreviations only where a number or lower-case letter follows.
const ALSO_WORDS = wordSet(LEXICON, "also_words");
const CLOSING = `["'\\u2019\\u201d\\u00bb)\\]]*`;
const SPACE = `[${SPACE_CLASS}]`;
const NOT_SPACE = `[^${SPACE_CLASS}]`;
// `\s` but not "\n".
const SPACE_IN_LINE = `[${SPACE_CLASS.replace("\\t-\\r", "\\t\\x0b-\\r")}]`;
const MARK = "[.!?\\u2026\\u061f\\u06d4\\u0964]";
// Latin terminators need white space after them, or numbers of notes ("was signed.[38][39] It"); CJK ones end a
// sentence by themselves. A run of marks is tried once, from its beginning, or a line of dots takes quadratic time.
const END = new RegExp(
  `(?<!${MARK})${MARK}+${CLOSING}(?:\\[[^\\[\\]\\n]{1,24}\\])*(?=${SPACE})` +
    `|[\\u3002\\uff01\\uff1f]+["\\u300d\\u300f\\u201d)\\uff09]*` +
    `|\\n${SPACE_IN_LINE}*\\n` +
    `|\\n(?=${SPACE}*${NOT_SPACE})`,
  "gu",
);
const LAST_WORD = new RegExp(
  `([\\p{L}\\p{N}](?:[\\p{L}\\p{N}_.]*[\\p{L}\\p{N}])?)\\.${CLOSING}$`,
  "u",
);
const LETTERS_WITH_STOPS = /^(?:[\p{L}\p{Nl}\p{No}]\.)+[\p{L}\p{Nl}\p{No}]$/u;
// The nouns that follow a German ordinal ("1. März"); other languages write these in lower case.
const COUNTED = pattern(LEXICON, "counted");
const ORDINAL = pattern(LEXICON, "ordinal");
const LIST_NUMBER = compiled(`^${sourceOf(LEXICON, "list_number")}$`);
// White space before it included.
const LIST_NUMBER_LENGTH = LEXICON.numbers.list_number_length;
const LOWER_NEXT = pattern(LEXICON, "lower_next");
// "12. 5. 2001", after its first and after its second number.
const DATE_NEXT = pattern(LEXICON, "date_next");
const YEAR_NEXT = pattern(LEXICON, "year_next");
const DAY_BEFORE = pattern(LEXICON, "day_before");
const NUMBER_NEXT = /^.\p{Nd}/su;
// Mail and plain-text files are wrapped at 60 to 80; an address or a verse has shorter lines.
const WRAPPED_LINE = LEXICON.numbers.wrapped_line;
const LOWER = /^\p{Lowercase}/u;
const ONE_LETTER = /^\p{L}$/u;
const CAPITAL = /^\p{Uppercase}/u;

/**
 * The sentences of `text` in order, without the white space between. A line end separates sentences unless the next
 * line begins with a small letter; in `wrapped` text, only a blank line does.
 */
export function sentenceSpans(text: string, wrapped = false): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (match[0][0] === "." && goesOn(text, start, end)) continue;
    if (match[0] === "\n" && (wrapped || LOWER.test(withoutIndent(text.slice(end, end + 40)))))
      continue;
    appendTrimmed(spans, text, start, end);
    start = end;
  }
  appendTrimmed(spans, text, start, text.length);
  return spans;
}

/**
 * The smallest run of whole sentences that covers `span`; `span` itself if none does. `within` is the block of `span`;
 * without it, the line serves as the block.
 */
export function sentenceAround(text: string, span: Span, within?: Span): Span {
  return new SentencesOf(text).around(span, within);
}

/** The sentences of one text's blocks, each block split once: an answer's block may be the whole of a huge page. */
export class SentencesOf {
  readonly #text: string;
  /** By the start of a block or a line: its end, and its sentences' ends and starts. */
  readonly #known = new Map<number, { end: number; starts: Int32Array; ends: Int32Array }>();

  constructor(text: string) {
    this.#text = text;
  }

  /** As `sentenceAround`. */
  around(span: Span, within?: Span): Span {
    const around =
      within && within.start <= span.start && span.end <= within.end
        ? within
        : lineOf(this.#text, span);
    const { starts, ends } = this.#in(around);
    // The first sentence that ends after the span's start, and the last that begins before its end.
    const first = countUpTo(ends, span.start - around.start);
    const last = countUpTo(starts, Math.max(span.end, span.start + 1) - around.start - 1) - 1;
    if (first > last || first >= ends.length) return span;
    return {
      start: Math.min((starts[first] as number) + around.start, span.start),
      end: Math.max((ends[last] as number) + around.start, span.end),
    };
  }

  #in({ start, end }: Span): { readonly starts: Int32Array; readonly ends: Int32Array } {
    let known = this.#known.get(start);
    if (known?.end !== end) {
      const block = this.#text.slice(start, end);
      const spans = sentenceSpans(block, isWrapped(block));
      const starts = Int32Array.from(spans, (sentence) => sentence.start);
      known = { end, starts, ends: Int32Array.from(spans, (sentence) => sentence.end) };
      this.#known.set(start, known);
    }
    return known as { end: number; starts: Int32Array; ends: Int32Array };
  }
}

/** How many of `sorted` are at most `limit`. */
function countUpTo(sorted: Int32Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True for a paragraph whose every line but the last is about as long as a page is wide. */
export function isWrapped(block: string): boolean {
  const lines = block.split("\n").slice(0, -1);
  return lines.length > 0 && lines.every(isWide);
}

/** Whether a line has at least `WRAPPED_LINE` characters, of which none takes more than two units. */
function isWide(line: string): boolean {
  return line.length >= 2 * WRAPPED_LINE || [...line].length >= WRAPPED_LINE;
}

function lineOf(text: string, span: Span): Span {
  // Looking only near the span keeps this constant in the length of the page.
  const low = span.start === 0 ? 0 : text.lastIndexOf("\n", span.start - 1) + 1;
  const next = text.indexOf("\n", span.end);
  return { start: low, end: next < 0 ? text.length : next };
}

function withoutIndent(text: string): string {
  return text.replace(/^[ \t]+/, "");
}

/** True when the full stop before `end` belongs to an abbreviation or a number. */
function goesOn(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(start, end - 24), end);
  const after = text.slice(end, end + 24);
  const isFirst = start === 0 || text[start - 1] === "\n";
  // Nothing is examined twice, so that time stays linear.
  if (isFirst && end - start <= LIST_NUMBER_LENGTH && LIST_NUMBER.test(text.slice(start, end)))
    return true;
  const word = LAST_WORD.exec(before)?.[1];
  if (word === undefined) return false;
  if (ALSO_WORDS.has(word.toLowerCase())) return LOWER_NEXT.test(after) || NUMBER_NEXT.test(after);
  if (isAbbreviated(word)) {
    const following = stripped([...after].slice(0, 2).join(""));
    // "…in the U.S. The …": a multi-letter abbreviation before a capital is taken as an end; a name's
    // initial before a capital never is.
    return !(CAPITAL.test(following) && word.includes("."));
  }
  if (DAY_BEFORE.test(before) && YEAR_NEXT.test(after)) return true;
  return (
    ORDINAL.test(before) && (LOWER_NEXT.test(after) || COUNTED.test(after) || DATE_NEXT.test(after))
  );
}

function isAbbreviated(word: string): boolean {
  return (
    ABBREVIATIONS.has(word.toLowerCase()) || ONE_LETTER.test(word) || LETTERS_WITH_STOPS.test(word)
  );
}

function appendTrimmed(spans: Span[], text: string, from: number, to: number): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  if (end > start) spans.push({ start, end });
}
