// Finds the blanks of a form that nobody filled: "Signed by ........", "Name: ____". Dots that lead to a price or a page are
// none. The twin of Python's `wherein.reading.terms.unfilled`; the cases are in contracts/candidate-traits.json and
// contracts/named-terms.json.

import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/candidate-traits.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";

const UNFILLED = pattern(LEXICON, "unfilled", "g");
const BEFORE_BLANK = pattern(LEXICON, "before_blank");
// Characters after a label that are looked at.
const LONGEST = 200;

/** Where each blank begins and ends. */
export function blanksIn(text: string): Span[] {
  return [...text.matchAll(UNFILLED)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

/** Whether a blank follows a label at once, where its value would stand. */
export function isUnfilled(text: string, label: Span): boolean {
  const rest = text.slice(label.end, label.end + LONGEST);
  const gap = BEFORE_BLANK.exec(rest)?.[0].length ?? 0;
  return blanksIn(rest).some(({ start }) => start === gap);
}

/** A place, of which only the lines before a line with a blank count; null where there are none. */
export function beforeBlank(text: string, span: Span): Span | null {
  const [blank] = blanksIn(text.slice(span.start, span.end));
  if (!blank) return span;
  const end = text.slice(span.start, span.start + blank.start).lastIndexOf("\n");
  return end > 0 ? { start: span.start, end: span.start + end } : null;
}
