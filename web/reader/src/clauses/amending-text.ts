// Cuts old and new words, amounts and replacing texts out of amending sentences. The twin of Python's
// `wherein.documents.clauses.amending_text`; the cases are in contracts/amendments.json. Knows no page.

import {
  isSpace,
  withoutLeading,
  withoutTrailing,
  words,
} from "@wherein/anchoring/canonical/white-space.ts";
import { type Span, shifted } from "@wherein/anchoring/span.ts";
import { groupSpan, searchAll, searchFrom } from "../lexicon/matching.ts";
import { folded } from "../page/heading-prefix.ts";
import {
  AMENDING_WORD,
  BEGINS_ON,
  BEGUN,
  COMES_INTO_FORCE,
  DOUBTFUL,
  ENDS_WITH_MAY,
  HEDGED_VERB,
  HOLDS_FOR_A_TIME,
  MAY_BE,
  MONTHS,
  NEGATED_VERB,
  PHRASE_END,
  STOP_WORDS,
  STRONG_VERB,
  THIS_DOCUMENT,
  UNSURE,
  VALUE_REST,
  VERB,
  VERB_THAT_AMENDS,
} from "./amending-words.ts";
import { labelOf } from "./labels.ts";
import { type Masked, PAIRS } from "./quoting.ts";
import { type Value, values } from "./values.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const DECIMAL = /^\p{Nd}+$/u;
/** The first letters by which words are alike. */
const STEM = 6;
/** Characters before an old amount that may have the new one. */
const LONGEST_BEFORE = 80;
/** Words of a phrase that is quoted whole as what a value changes to. */
const MOST_WORDS = 6;
/** Characters before a verb in which it is denied. */
export const LONGEST_HEDGE = 120;

/** Whether an amount counts what the new one does; a new number without a unit counts what the sentence is about. */
export function isOf(
  { kind }: Value,
  kinds: ReadonlySet<string>,
  about: ReadonlySet<string>,
): boolean {
  if (kinds.has(kind)) return true;
  const isOpen = [...kinds].some((one) => one === "" || one.endsWith(" number"));
  return isOpen && about.has([...kind].slice(0, STEM).join(""));
}

/** The masked text with some of its quotations shown. */
export function revealed(shown: Masked, text: string, quotes: readonly Span[]): string {
  let out = "";
  let at = 0;
  for (const { start, end } of quotes) {
    out += shown.text.slice(at, start) + text.slice(start, end);
    at = end;
  }
  return out + shown.text.slice(at);
}

/** The place of a group, or of those with 2 and 3 behind its name. */
export function group(match: RegExpExecArray, name: string): Span | null {
  return groupSpan(match, name) ?? groupSpan(match, `${name}2`) ?? groupSpan(match, `${name}3`);
}

/** The new amount beside an old one: after "to", or the last one before "instead of". */
export function newOf(match: RegExpExecArray, text: string): Span | null {
  const place = group(match, "new");
  if (place) return valueIn(text, place);
  const start = Math.max(0, match.index - LONGEST_BEFORE);
  const before = values(text.slice(start, match.index)).at(-1);
  return before ? shifted(before.span, start) : null;
}

/** What stands between the marks of a quotation. */
export function inside({ start, end }: Span): Span {
  return { start: start + 1, end: end - 1 };
}

/** The amounts within a stretch with what is between them; the stretch without white space where it has none. */
export function valueIn(text: string, { start, end }: Span): Span {
  const written = text.slice(start, end);
  const [first] = values(written);
  if (first) {
    const rest = searchFrom(VALUE_REST, written.slice(first.span.end))?.[0] ?? "";
    return {
      start: start + first.span.start,
      end: start + first.span.end + withoutTrailing(rest).length,
    };
  }
  const from = start + written.length - withoutLeading(written).length;
  return { start: from, end: Math.max(from, start + written.replace(/[ .,;]+$/, "").length) };
}

/**
 * What a value changes to: "one month's Rent" up to the next sign, where that is short, else the amount alone.
 */
export function phraseIn(text: string, span: Span, hasValue: boolean): Span {
  const stop = searchFrom(PHRASE_END, text, span.start, span.end);
  let end = stop && stop.index > span.start ? stop.index : span.end;
  const [first] = values(text.slice(span.start, span.end));
  if (first) end = Math.max(end, span.start + first.span.end);
  const written = text.slice(span.start, end);
  if (hasValue && words(written).length > MOST_WORDS) return valueIn(text, span);
  const start = span.start + written.length - withoutLeading(written).length;
  const last = span.start + written.replace(/[ .]+$/, "").length;
  return { start, end: Math.max(start + 1, last) };
}

/** The first letters of the words that say something. */
export function content(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [written] of text.matchAll(WORD)) {
    const letters = [...folded(written)];
    const word = letters.join("");
    if (letters.length > 2 && !STOP_WORDS.has(word) && !DECIMAL.test(word))
      found.add(letters.slice(0, STEM).join(""));
  }
  return found;
}

/** How many words two texts share. */
export function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const word of one) if (other.has(word)) count++;
  return count;
}

export function verbAt([match]: RegExpExecArray): number {
  return VERB.exec(match)?.index ?? 0;
}

export function mayBefore(marked: string, match: RegExpExecArray): boolean {
  return ENDS_WITH_MAY.test(marked.slice(0, match.index)) || MAY_BE.test(match[0]);
}

/**
 * Whether the verb that amends in a stretch is denied or only possible: "is never replaced", "would have been increased". "is
 * not deleted but replaced" is neither.
 */
export function isHedged(shown: string, start: number, end: number): boolean {
  let last = -1;
  for (const found of searchAll(HEDGED_VERB, shown, Math.max(0, start - LONGEST_HEDGE), end))
    if (found.index + found[0].length > start) last = found.index + found[0].length;
  return last >= 0 && searchFrom(VERB_THAT_AMENDS, shown, last, end) === null;
}

/** Whether a sentence says no more than that nothing changes: "Section 3 is neither deleted nor replaced". */
export function onlyDenies(shown: string): boolean {
  const rest = shown.replace(NEGATED_VERB.made, " ");
  return rest !== shown && !AMENDING_WORD.test(rest);
}

/**
 * Whether a sentence says something only under a condition or of a day that may be to come, or as what somebody proposes or
 * believes.
 */
export function isDoubtful(shown: string): boolean {
  return DOUBTFUL.test(shown) || beginsLater(shown);
}

/**
 * Whether a sentence, what it puts in place hidden, amends doubtfully, for a time or for some. What it amends holds then, as far
 * as the document says.
 */
export function isUnsure(shown: string): boolean {
  return isDoubtful(shown) || UNSURE.test(shown);
}

/** Whether a text says that something begins on a day that may be to come: "From 1 January 2090". */
export function beginsLater(shown: string): boolean {
  for (const { groups } of searchAll(BEGINS_ON, shown)) if (monthOf(groups) > BEGUN) return true;
  return false;
}

/**
 * Whether an amending part says of itself that it is a draft, holds for a time or comes into force on a day that may be to come:
 * "This amendment is valid until 31 December 2019".
 */
export function isInDoubt(part: string): boolean {
  if (searchFrom(HOLDS_FOR_A_TIME, part)) return true;
  for (const [found] of searchAll(COMES_INTO_FORCE, part)) if (beginsLater(found)) return true;
  return false;
}

/** The year and month of a date, as 202611; 0 without a date. */
function monthOf({ month, year, number, of }: Record<string, string | undefined> = {}): number {
  if (month !== undefined) return Number(year) * 100 + MONTHS.indexOf(month.toLowerCase()) + 1;
  return Number(number ?? 0) * 100 + Number(of ?? 0);
}

/** Whether a sentence of the agreement itself deletes: "is deleted", not "does not apply". */
export function isStrong(verb: string): boolean {
  return STRONG_VERB.test(verb);
}

export function isTheDocument(said: string): boolean {
  return searchFrom(THIS_DOCUMENT, said) !== null;
}

/** Where a quotation over several blocks closes: at the last mark before a line that opens no quotation. */
export function quotedEnd(text: string, start: number, till: number): number | null {
  const closing = PAIRS[text[start] as string] as string;
  let at = text.indexOf(closing, start + 1);
  while (at >= 0 && at < till) {
    let after = at + 1;
    if (after < till && ".;".includes(text[after] as string)) after++;
    let isEnd = after >= till;
    for (; after < till && isSpace(text.charCodeAt(after)); after++) {
      if (text[after] === "\n") isEnd = true;
    }
    if (isEnd || after >= till) return at;
    at = text.indexOf(closing, at + 1);
  }
  return null;
}

/** The replacing text without the clause's own number at its beginning. */
export function afterLabel(text: string, span: Span): Span {
  const label = labelOf(text.slice(span.start, Math.min(span.end, span.start + 200)));
  if (!label || label.end >= span.end - span.start) return span;
  return { start: span.start + label.end, end: span.end };
}

/** A stretch without the quotation marks around it. */
export function unquoted(text: string, span: Span): Span {
  let { start, end } = span;
  if ('“"«„'.includes(text[start] as string)) start++;
  while (end > start && '”"» \n;'.includes(text[end - 1] as string)) end--;
  return end > start ? { start, end } : span;
}
