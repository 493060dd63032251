// Quotations and sentences of legal prose: what stands in quotation marks is one thing, whatever full stops it has. The twin
// of Python's `wherein.documents.clauses.quoting`; the cases are in contracts/amendments.json.

import { isSpace } from "@wherein/anchoring/canonical/white-space.ts";
import { type Span, shifted } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/clauses.json" with { type: "json" };

import { LatePattern, searchAll, searchFrom } from "../lexicon/matching.ts";

/** Characters of a quotation that may hold a whole clause. */
const LONGEST_QUOTE = 6_000;
/** Characters of a quotation between single marks. */
const LONGEST_SINGLE = 300;
/** Quotations within a quotation. */
const MOST_NESTED = 5;
/** Stands for each character of a quotation in `Masked.text`. */
export const HIDDEN = "\u0001";
/** The closing mark of each opening one. */
export const PAIRS: Readonly<Record<string, string>> = {
  "“": "”",
  "„": "“",
  "«": "»",
  "‘": "’",
  '"': '"',
  "'": "'",
};
const OPENS = new LatePattern(LEXICON, "quote_opens", "g");
const SINGLE_CLOSES = /['’](?![\p{L}\p{N}_])/gu;
const STOP = new LatePattern(LEXICON, "sentence_end", "g");
const QUOTE_END = new LatePattern(LEXICON, "quote_end", "g");
const ABBREVIATION = new LatePattern(LEXICON, "abbreviation", "g");
/** Characters before a full stop that may be an abbreviation. */
const LONGEST_ABBREVIATION = 16;

/** A text whose quotations are hidden, in the same length, and the insides of these quotations in order. */
export interface Masked {
  readonly text: string;
  readonly quotes: readonly Span[];
}

/** Hides the quotations of a text. A mark that is not closed within LONGEST_QUOTE hides nothing. */
export function masked(text: string): Masked {
  const out: string[] = [];
  const quotes: Span[] = [];
  const marks = new Marks(text);
  let at = 0;
  for (;;) {
    const opened = searchFrom(OPENS, text, at);
    if (opened === null) break;
    const start = opened.index + opened[0].length;
    const end = closingOf(marks, opened[0], start);
    if (end === null || isBlankBetween(text, start, end)) {
      out.push(text.slice(at, start));
      at = start;
      continue;
    }
    out.push(text.slice(at, start), HIDDEN.repeat(end - start), text[end] as string);
    quotes.push({ start, end });
    at = end + 1;
  }
  if (at === 0) return { text, quotes };
  out.push(text.slice(at));
  return { text: out.join(""), quotes };
}

/** The sentences of a text, none of which ends within a quotation. */
export function sentences(text: string): Span[] {
  const shown = masked(text).text;
  const spans: Span[] = [];
  let start = 0;
  for (const stop of searchAll(STOP, shown)) {
    const from = Math.max(start, stop.index - LONGEST_ABBREVIATION);
    // "No. 4", and "3." at the beginning of a line
    if (stop[0][0] === "." && searchFrom(ABBREVIATION, shown, from, stop.index + 1)) continue;
    const end = stop.index + stop[0].length;
    append(spans, text, start, end);
    start = end;
  }
  // A quotation that ends with a full stop ends its sentence where another begins.
  append(spans, text, start, text.length);
  return spans.flatMap((span) => afterQuotes(text, shown, span));
}

/** The sentence cut behind quotations that end it: '… “The fee is $5.” Clause 7 is deleted'. */
function afterQuotes(text: string, shown: string, span: Span): Span[] {
  const parts: Span[] = [];
  let { start } = span;
  for (const found of searchAll(QUOTE_END, shown.slice(span.start, span.end))) {
    const at = span.start + found.index;
    if (!".!?".includes(text[at] as string)) continue;
    append(parts, text, start, at + found[0].length);
    start = at + found[0].length;
  }
  append(parts, text, start, span.end);
  return parts;
}

/** Where the quotation that begins at `start` ends: before its closing mark; null without one. */
function closingOf(marks: Marks, opening: string, start: number): number | null {
  const { text } = marks;
  const closing = PAIRS[opening] as string;
  const till = Math.min(text.length, start + LONGEST_QUOTE);
  if (opening === "‘" || opening === "'")
    return (
      searchFrom(SINGLE_CLOSES, text, start, Math.min(till, start + LONGEST_SINGLE))?.index ?? null
    );
  let end = marks.within(closing, start, till);
  if (opening === closing) return end >= 0 ? end : null;
  for (let nested = 0; nested < MOST_NESTED; nested++) {
    if (end < 0) return null;
    if (count(text, opening, start, end) <= count(text, closing, start, end)) return end;
    end = marks.within(closing, end + 1, till);
  }
  return null;
}

/** Where signs stand in a text. Remembers the last place of each, so that looking for one that is nowhere takes no longer. */
class Marks {
  readonly text: string;
  readonly #last = new Map<string, { readonly from: number; readonly at: number }>();

  constructor(text: string) {
    this.text = text;
  }

  /** Where a sign stands first in [start, end); -1 where it does not. */
  within(sign: string, start: number, end: number): number {
    let last = this.#last.get(sign);
    if (!last || start < last.from || (last.at >= 0 && last.at < start)) {
      last = { from: start, at: this.text.indexOf(sign, start) };
      this.#last.set(sign, last);
    }
    return last.at < end ? last.at : -1;
  }
}

function count(text: string, sign: string, start: number, end: number): number {
  let found = 0;
  for (let at = start; at < end; at++) if (text[at] === sign) found++;
  return found;
}

function isBlankBetween(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(text.charCodeAt(at))) return false;
  return true;
}

/** [start, end) of a text without white space at either end. */
export function trimmedSpan(text: string, start: number, end: number): Span {
  let from = start;
  let to = end;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return { start: from, end: to };
}

function append(spans: Span[], text: string, start: number, end: number): void {
  const span = trimmedSpan(text, start, end);
  if (span.end > span.start) spans.push(span);
}

/** The first sentence of [start, end) of a text; null without one. */
export function firstSentence(text: string, start: number, end: number): Span | null {
  const [first] = sentences(text.slice(start, end));
  return first ? shifted(first, start) : null;
}
