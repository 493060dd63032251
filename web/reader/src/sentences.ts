// Where sentences begin and end. The twin of Python's `wherein.passages.sentences`; the cases are in
// contracts/sentences.json.

import type { Span } from "@wherein/anchoring/span.ts";
import { isSpace, SPACE_CLASS, stripped } from "@wherein/anchoring/white-space.ts";

// A full stop after one of these does not end a sentence.
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    "mr mrs ms dr prof sr jr st mt ft gen col capt lt sgt rev hon gov sen rep pres messrs mme mlle " +
    "vs etc cf al ca approx no nos vol vols pp ed eds fig figs eq eqs sec secs ch chs art arts para " +
    "e.g i.e a.m p.m u.s u.k u.n d.c ph.d b.a m.a b.c a.d " +
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun " +
    "inc ltd co corp bros dept univ assn est min max"
  ).split(" "),
);
const CLOSING = `["'\\u2019\\u201d\\u00bb)\\]]*`;
const SPACE = `[${SPACE_CLASS}]`;
const NOT_SPACE = `[^${SPACE_CLASS}]`;
// `\s` but not "\n".
const SPACE_IN_LINE = `[${SPACE_CLASS.replace("\\t-\\r", "\\t\\x0b-\\r")}]`;
// Latin terminators need white space after them; CJK ones end a sentence by themselves.
const END = new RegExp(
  `[.!?\\u2026\\u061f\\u06d4\\u0964]+${CLOSING}(?=${SPACE})` +
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
const ONE_LETTER = /^\p{L}$/u;
const CAPITAL = /^\p{Uppercase}/u;

/** The sentences of `text` in order, without the white space between; a line end separates too. */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (match[0][0] === "." && isAbbreviation(text, start, end)) continue;
    appendTrimmed(spans, text, start, end);
    start = end;
  }
  appendTrimmed(spans, text, start, text.length);
  return spans;
}

/** The smallest run of whole sentences that covers `span`; `span` itself if none does. */
export function sentenceAround(text: string, span: Span): Span {
  // Looking only near the span keeps this constant in the length of the page.
  const low = span.start === 0 ? 0 : text.lastIndexOf("\n", span.start - 1) + 1;
  const next = text.indexOf("\n", span.end);
  const high = next < 0 ? text.length : next;
  const covering = sentenceSpans(text.slice(low, high)).filter(
    (s) => s.start + low < Math.max(span.end, span.start + 1) && s.end + low > span.start,
  );
  const head = covering[0];
  const tail = covering.at(-1);
  if (!head || !tail) return span;
  return {
    start: Math.min(head.start + low, span.start),
    end: Math.max(tail.end + low, span.end),
  };
}

function isAbbreviation(text: string, start: number, end: number): boolean {
  const word = LAST_WORD.exec(text.slice(Math.max(start, end - 24), end))?.[1];
  if (word === undefined || !isAbbreviated(word)) return false;
  const following = stripped([...text.slice(end, end + 4)].slice(0, 2).join(""));
  // "…in the U.S. The …": a multi-letter abbreviation before a capital is taken as an end; a name's
  // initial before a capital never is.
  return !(CAPITAL.test(following) && word.includes("."));
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
