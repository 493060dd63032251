// Localizes candidates: cuts them to one table cell, adds the sentence around, and keeps each wording once. The twin of
// Python's `wherein.answering.grading.localize`; the cases are in contracts/grading.json. Gets probabilities, computes none.

import { isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import { squeezed } from "@wherein/anchoring/canonical/white-space.ts";
import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import type { Candidate } from "../grading/candidate.ts";
import { MOST_BESIDE, MOST_PERHAPS } from "../grading/grades.ts";
import { eachSentenceOnce } from "../grading/sentence-once.ts";
import { withoutNumber, wordsBegin } from "../page/clause-number.ts";
import { folded } from "../page/heading-prefix.ts";
import { isFragment } from "../page/marking.ts";
import { blockAt, withinAskedCell } from "../page/table-cell.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import { isYesNo } from "../question/yes-no.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";

export const MOST_ANSWERS = 9;

/** A candidate with the probability that it is right. */
export interface Sure {
  readonly candidate: Candidate;
  readonly confidence: number;
}

/**
 * Whether whole sentences answer, as evidence. Never on a page in another language: "Was kostet das Boot?" only looks
 * like a question for yes or no.
 */
export function wantsEvidence(question: string, page: PreparedPage): boolean {
  return isEnglish(page.language) && isYesNo(question);
}

/**
 * Answers by falling probability without fragments, those below `bound` as perhaps; of answers with equal words only
 * the likeliest is kept. With `evidence`, the whole sentence is the answer. Of the first MOST_BESIDE, one with at least
 * `beside` times the first answer's probability is an answer too. What overlaps a span of `without` is left out.
 */
export function localize(
  question: string,
  page: PreparedPage,
  sure: readonly Sure[],
  bound: number,
  evidence: boolean,
  beside = 1,
  without: readonly Span[] = [],
): ReaderAnswers {
  let least = bound;
  const seen = new Set<string>();
  const answers: FoundAnswer[] = [];
  const perhaps: FoundAnswer[] = [];
  for (const { candidate, confidence } of [...sure].sort((a, b) => b.confidence - a.confidence)) {
    const marked = evidence ? candidate.span : withinAskedCell(page, candidate.span, question);
    const block = blockAt(page.blocks, marked.start);
    const quoteSpan = withoutNumber(page, page.sentences.around(marked, block));
    const span = evidence ? quoteSpan : withoutNumber(page, marked);
    if (without.some((wrong) => overlaps(span, wrong))) continue;
    const text = page.text.slice(span.start, span.end);
    const words = squeezed(folded(text));
    if (seen.has(words) || isFragment(text) || wordsBegin(page, span) >= span.end) continue;
    seen.add(words);
    (confidence >= least ? answers : perhaps).push({
      text,
      span,
      quote: page.text.slice(quoteSpan.start, quoteSpan.end),
      quoteSpan,
      section: candidate.passage.section,
      confidence,
      evidence,
      ...(block && !isMain(block) && { main: false }),
    });
    // The first answer decides which of the first few may be shown beside it.
    const first = answers[0];
    if (first)
      least = answers.length < MOST_BESIDE ? Math.min(bound, beside * first.confidence) : bound;
  }
  return {
    answers: answers.slice(0, MOST_ANSWERS),
    perhaps: eachSentenceOnce(answers, perhaps).slice(0, MOST_PERHAPS),
  };
}
