// Says how far a value reaches beyond the words that a reader marks: "14 June" of "up to 14 June", "40%" of "40% of what
// you earn". The twin of Python's `wherein.answering.grading.value_extent`; the cases are in contracts/value-extents.json.

import { countWords, isSpace } from "@wherein/anchoring/canonical/white-space.ts";
import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/value-extents.json" with { type: "json" };
import { pattern } from "../lexicon/lexicon.ts";

const VALUE = pattern(LEXICON, "value");
const LIMIT = pattern(LEXICON, "limit");
const DEADLINE = pattern(LEXICON, "deadline");
const DATED = pattern(LEXICON, "dated");
const SUM = pattern(LEXICON, "sum");
const GOES_ON = pattern(LEXICON, "goes_on", "y");
const BARE = pattern(LEXICON, "bare");
const COUNTED = pattern(LEXICON, "counted");
const TIME_UNIT = pattern(LEXICON, "time_unit");
const ITS = pattern(LEXICON, "its");
const SHARE = pattern(LEXICON, "share");
const OF_IT = pattern(LEXICON, "of_it");
const FORMULA = pattern(LEXICON, "formula");
const OPERANDS = pattern(LEXICON, "operands");
const ALWAYS_BEHIND = [
  pattern(LEXICON, "for_each"),
  pattern(LEXICON, "bracket"),
  pattern(LEXICON, "besides"),
];
const { most_words: MOST_WORDS, most_steps: MOST_STEPS } = LEXICON.numbers;
// Characters on each side that are looked at, and of a limit at the beginning of what is marked.
const AROUND = 200;
const LONGEST_LIMIT = 40;

/**
 * The place of a value in its sentence with the limit before it and what belongs to it behind; `span` itself where it is no
 * number or date, has all of that, or would become too long. A formula that is cut is given to its end.
 */
export function wholeValue(sentence: string, span: Span): Span {
  if (FORMULA.test(sentence.slice(span.start, span.end))) {
    const rest = OPERANDS.exec(sentence.slice(span.end))?.[0] ?? "";
    return { start: span.start, end: span.end + rest.length };
  }
  if (!VALUE.test(withoutLimit(sentence.slice(span.start, span.end)))) return span;
  const start = begin(sentence, span);
  const end = endOf(sentence, span);
  return countWords(sentence.slice(start, end)) <= MOST_WORDS ? { start, end } : span;
}

/** A text without the limit that it begins with. */
function withoutLimit(text: string): string {
  for (let at = Math.min(text.length, LONGEST_LIMIT); at > 0; at--)
    if (
      isSpace(text.charCodeAt(at - 1)) &&
      [LIMIT, DEADLINE].some((limit) => limit.exec(text.slice(0, at))?.index === 0)
    )
      return text.slice(at);
  return text;
}

/** Where a value begins once the words before it that limit it ("up to") or that it is added to ("£20 plus") belong to it. */
function begin(sentence: string, { start, end }: Span): number {
  GOES_ON.lastIndex = end;
  if (GOES_ON.test(sentence)) return start; // the first end of a range, whose other end is not marked
  const limits = [SUM, LIMIT, ...(DATED.test(sentence.slice(start, end)) ? [DEADLINE] : [])];
  let first = start;
  for (let step = 0; step < MOST_STEPS; step++) {
    const before = sentence.slice(Math.max(0, first - AROUND), first);
    const found = limits.map((one) => one.exec(before)).find((match) => match !== null);
    if (!found) break;
    first -= before.length - found.index;
  }
  return first;
}

/** Where what belongs to a value ends. */
function endOf(sentence: string, { start, end }: Span): number {
  let last = end;
  for (let step = 0; step < MOST_STEPS; step++) {
    const soFar = sentence.slice(start, last);
    const behind = sentence.slice(last, last + AROUND);
    const patterns = [
      ...(BARE.test(soFar) ? [COUNTED] : []),
      ...(TIME_UNIT.test(soFar) ? [ITS] : []),
      ...(SHARE.test(soFar) ? [OF_IT] : []),
      ...ALWAYS_BEHIND,
    ];
    const found = patterns.map((one) => one.exec(behind)).find((match) => match !== null);
    if (!found) break;
    last += found[0].trimEnd().length;
  }
  return last;
}
