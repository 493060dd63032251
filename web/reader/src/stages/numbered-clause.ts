// The stage of clause numbers: "section 3.2" and "what does clause 9 say?" are answered with that clause. The twin of
// Python's `wherein.answering.stages.numbered_clause`; the cases are in contracts/numbered-clauses.json. Runs no reader.

import { overlaps, type Span, shifted } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/clauses.json" with { type: "json" };
import { type Reference, references } from "../clauses/labels.ts";
import { trimmedSpan } from "../clauses/quoting.ts";
import { standingOf } from "../clauses/standing.ts";
import { pattern } from "../lexicon/lexicon.ts";
import { LatePattern } from "../lexicon/matching.ts";
import { sectionAt } from "../page/block-place.ts";
import { withoutNumber } from "../page/clause-number.ts";
import { sentenceSpans } from "../page/sentences.ts";
import type { PreparedPage } from "../prepared/prepared-page.ts";
import type { FoundAnswer } from "../reading.ts";

/** Of a clause that the question names by its number: only a page that counts twice makes it the wrong one. */
const CONFIDENCE = 0.95;
/** Characters of a clause that is quoted whole; of a longer one the first paragraph or sentence is. */
const MOST_CHARACTERS = 1_200;
// Every number of a clause has one of these words before it: most questions need no other pattern.
const KIND = pattern(LEXICON, "own_kind");
const ASKS = new LatePattern(LEXICON, "asks_for_clause");
const SAYS = new LatePattern(LEXICON, "clause_says");

/** The clause whose number the question names; null for every other question. `without` are places that were judged wrong. */
export function numberedClause(
  question: string,
  page: PreparedPage,
  without: readonly Span[] = [],
): FoundAnswer | null {
  const wanted = page.main.length > 0 ? requestedClause(question) : null;
  if (wanted === null) return null;
  const [clause] = standingOf(page).outline.find(wanted);
  if (!clause) return null;
  const body = quoted(page.text, trimmedSpan(page.text, clause.body, clause.end));
  const span = withoutNumber(page, body);
  if (body.end <= body.start || without.some((wrong) => overlaps(wrong, span))) return null;
  const text = page.text.slice(span.start, span.end);
  return {
    text,
    span,
    quote: text,
    quoteSpan: span,
    section: sectionAt(page.text, page.blocks, body.start),
    confidence: CONFIDENCE,
    evidence: false,
    foundBy: "clause",
  };
}

/** The clause that a question asks to see; null for a question about anything in it. */
export function requestedClause(question: string): Reference | null {
  if (!KIND.test(question)) return null;
  const [named, ...more] = references(question);
  if (!named || more.length > 0 || named.chain.length === 0 || named.last !== null) return null;
  const { start, end } = named.span;
  const asks = ASKS.test(question.slice(0, start)) && SAYS.test(question.slice(end));
  return asks ? named : null;
}

/** What of a clause's text is quoted: all, or its first paragraph or sentence. */
function quoted(text: string, body: Span): Span {
  const { start, end } = body;
  if (end - start <= MOST_CHARACTERS) return body;
  const gap = text.slice(start, end).indexOf("\n\n");
  const first = { start, end: gap < 0 ? end : start + gap };
  if (first.end - start <= MOST_CHARACTERS) return first;
  const [sentence] = sentenceSpans(text.slice(start, first.end));
  return sentence ? shifted(sentence, start) : first;
}
