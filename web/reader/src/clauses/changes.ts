// Finds in a sentence what a value was and what it is: "has risen from £890 to £1,240", "was 20 MB and is now 50 MB". The
// twin of Python's `wherein.documents.clauses.changes`; the cases are in contracts/amendments.json. Pure.

import { contains, type Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/amendments.json" with { type: "json" };

import { groupSpan, LatePattern, searchAll } from "../lexicon/matching.ts";
import { isDoubtful, isHedged } from "./amending-text.ts";

/** Characters of a sentence that are looked at. */
const LONGEST = 1_000;
const PATTERNS = ["changed_from_to", "was_and_is", "is_not_was"].map(
  (name) => new LatePattern(LEXICON, name, "dg"),
);
const FORMERLY = new LatePattern(LEXICON, "formerly");
const NUMBERS = /\p{Nd}+(?:[.,]\p{Nd}+)*/gu;
const NUMBER = /\p{Nd}/u;

/** The places of a value in a sentence: what it was, and what it is. */
interface Change {
  readonly old: Span;
  readonly new: Span;
}

/** What a sentence says of values that changed: of two numbers, or of two names. Linear in the sentence. */
export function changesIn(sentence: string): Change[] {
  const said = sentence.slice(0, LONGEST);
  const found: Change[] = [];
  for (const one of PATTERNS)
    for (const match of searchAll(one, said)) {
      const { old = "", new: now = "" } = match.groups ?? {};
      const [was, is] = [groupSpan(match, "old"), groupSpan(match, "new")];
      if (!was || !is || NUMBER.test(old) !== NUMBER.test(now)) continue;
      const verbEnd = Math.min(was.start, is.start);
      const isSo = !isHedged(said, match.index, verbEnd) && !isDoubtful(said);
      if (isSo) found.push({ old: was, new: is });
    }
  return found;
}

/**
 * What a sentence says that holds instead of a part of it that only tells what was; null where that part holds, or where
 * the question asks for what was: by a word ("before", "was"), or by a number such as a year of the sentence.
 */
export function newerThan(question: string, sentence: string, old: Span): Span | null {
  const asked = numbersOf(question);
  if (FORMERLY.test(question)) return null;
  if (numbersOf(sentence.slice(0, LONGEST)).some((one) => asked.includes(one))) return null;
  return changesIn(sentence).find((one) => contains(one.old, old))?.new ?? null;
}

function numbersOf(text: string): string[] {
  return text.match(NUMBERS) ?? [];
}
