// The stage of named terms: answers with what stands under the question's term, beside what readers marked. The twin of
// Python's `wherein.answering.stages.name_terms`; the cases are in contracts/named-terms.json.

import { isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { wantsEvidence } from "../answers/localize.ts";
import type { Calibration } from "../grading/calibration.ts";
import { probabilityThere } from "../page/beside-main.ts";
import type { Passage } from "../page/passages.ts";
import { blockAt } from "../page/table-cell.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import { requestedTopic } from "../question/topic-request.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";
import { askedTerm } from "../terms/asked-term.ts";
import { namedTerms } from "../terms/named-term.ts";
import { probability } from "../terms/term-probability.ts";
import { joined } from "./joining.ts";

// The most that a place alone is worth: of the likeliest, one in five is another thing's. A reader may be surer of it.
const MOST_LIKELY = LEXICON.numbers.most_likely;

type Bounds = Pick<Calibration, "answerBound" | "perhapsBound">;

/**
 * What was found, with what stands under the question's term in these passages. Topic requests, yes/no questions and other
 * languages are left to the readers, and so are places of `without`.
 */
export function nameTerms(
  question: string,
  page: PreparedPage,
  passages: readonly Passage[],
  found: ReaderAnswers,
  { answerBound, perhapsBound }: Bounds,
  without: readonly Span[] = [],
): ReaderAnswers {
  if (requestedTopic(question) !== null || !isEnglish(page.language)) return found;
  if (wantsEvidence(question, page)) return found;
  const form = askedTerm(question)?.form;
  if (form === undefined || form === "other") return found;
  const named = likeliest(question, page, passages, without);
  if (named === null || named.confidence < perhapsBound) return found;
  // Who asks how wants all steps, also where a reader is sure of one of them.
  const same = found.answers.filter(({ span }) => form === "howto" && contains(named.span, span));
  const confidence = Math.max(named.confidence, ...same.map((one) => one.confidence));
  return joined(found, { ...named, confidence }, answerBound, { keepsWords: form === "default" });
}

function contains(outer: Span, { start, end }: Span): boolean {
  return outer.start <= start && end <= outer.end;
}

/** The likeliest place that may be an answer; null where the question names none. */
function likeliest(
  question: string,
  page: PreparedPage,
  passages: readonly Passage[],
  without: readonly Span[],
): FoundAnswer | null {
  const within = passages.map(({ span }) => span);
  const found = namedTerms(question, page, within).map((term) => ({
    span: term.span,
    likely: Math.min(probability(term), MOST_LIKELY),
  }));
  found.sort((a, b) => b.likely - a.likely);
  for (const { span, likely } of found) {
    const passage = passages.find(
      (one) => one.span.start <= span.start && span.start < one.span.end,
    );
    if (!passage || without.some((wrong) => overlaps(wrong, span))) continue;
    const text = page.text.slice(span.start, span.end);
    const block = blockAt(page.blocks, span.start);
    return {
      text,
      span,
      quote: text,
      quoteSpan: span,
      section: passage.section,
      confidence: probabilityThere(passage, likely),
      evidence: false,
      ...(block && !isMain(block) && { main: false }),
    };
  }
  return null;
}
