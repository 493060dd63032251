// The stage of named terms: answers with what stands under the question's term, beside what readers marked. The twin of
// Python's `wherein.answering.stages.name_terms`; the cases are in contracts/named-terms.json.

import { isMain } from "@wherein/anchoring/canonical/canonical-text.ts";
import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/named-terms.json" with { type: "json" };
import { wantsEvidence } from "../answers/localize.ts";
import { type Alike, neverAlike } from "../cells/likeness.ts";
import type { Calibration } from "../grading/calibration.ts";
import { probabilityThere } from "../page/beside-main.ts";
import { withoutNumber } from "../page/clause-number.ts";
import type { Passage } from "../page/passages.ts";
import { blockAt } from "../page/table-cell.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import { requestedTopic } from "../question/topic-request.ts";
import { isOfAnotherKind } from "../question/value-kind.ts";
import type { FoundAnswer, ReaderAnswers } from "../reading.ts";
import { askedTerm } from "../terms/asked-term.ts";
import { type NamedTerm, namedTerms } from "../terms/named-term.ts";
import { MOST_OF_SEVERAL, numberedItems, PROBABILITY } from "../terms/numbered-items.ts";
import { besideReaders, probability } from "../terms/term-probability.ts";
import { joined } from "./joining.ts";

// The most that a place alone is worth: of the likeliest, one in five is another thing's. A reader may be surer of it.
const MOST_LIKELY = LEXICON.numbers.most_likely;
// The probability from which a place is an answer to who asks how or which; below it is a perhaps.
const LEAST_SURE = LEXICON.numbers.least_sure;

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
  alike: Alike = neverAlike,
): ReaderAnswers {
  if (requestedTopic(question) !== null || !isEnglish(page.language)) return found;
  if (wantsEvidence(question, page)) return found;
  const numbered = numberedAnswers(question, page, passages, without);
  if (numbered.length === 1) return { answers: numbered, perhaps: [] };
  if (numbered.length > 1) return { answers: [], perhaps: numbered };
  const form = askedTerm(question)?.form;
  if (form === undefined || form === "other") return found;
  const best = likeliest(question, page, passages, without, alike, (term) => {
    const likely = likelyOf(term, found, perhapsBound);
    const value = page.text.slice(term.span.start, term.span.end);
    return isOfAnotherKind(question, value) ? Math.min(likely, perhapsBound) : likely;
  });
  if (best === null || best.answer.confidence < perhapsBound) return found;
  const named = best.answer;
  // The reader marks the words of that sentence that answer.
  if (best.isWithinOne && found.answers.some(({ span }) => overlaps(span, named.span)))
    return found;
  // Who asks how wants all steps of a likely place, also where a reader is surer of one of them.
  const isWhole = form === "howto" && named.confidence >= answerBound;
  const same = found.answers.filter(({ span }) => isWhole && contains(named.quoteSpan, span));
  const confidence = Math.max(named.confidence, ...same.map((one) => one.confidence));
  return joined(found, { ...named, confidence }, answerBound, { keepsWords: form === "default" });
}

/** The item that the question names by its number, in each list that may be meant. */
function numberedAnswers(
  question: string,
  page: PreparedPage,
  passages: readonly Passage[],
  without: readonly Span[],
): FoundAnswer[] {
  const spans = numberedItems(question, page.text, page.blocks);
  const most = spans.length === 1 ? PROBABILITY : MOST_OF_SEVERAL;
  return spans.flatMap((span) => {
    const passage = passages.find((one) => overlaps(one.span, span));
    if (!passage || without.some((wrong) => overlaps(wrong, span))) return [];
    return [answerOf(page, passage, span, span, Math.min(PROBABILITY / spans.length, most))];
  });
}

function contains(outer: Span, { start, end }: Span): boolean {
  return outer.start <= start && end <= outer.end;
}

/** The probability of a place, where the question asks how or which with what readers marked there and elsewhere. */
function likelyOf(term: NamedTerm, found: ReaderAnswers, perhapsBound: number): number {
  const likely = probability(term);
  // A long list holds something that a reader marks in any case.
  if ((term.form !== "howto" && term.form !== "which") || term.isSteps) return likely;
  const marked = [...found.answers, ...found.perhaps];
  const inside = marked.filter(({ span }) => overlaps(span, term.quote));
  const elsewhere = marked.filter((one) => !inside.includes(one));
  const surest = (some: readonly FoundAnswer[]) =>
    some.length > 0 ? Math.max(...some.map((one) => one.confidence)) : null;
  const sure = besideReaders(likely, term.askedWords, surest(inside), surest(elsewhere));
  return sure >= LEAST_SURE ? sure : Math.min(sure, perhapsBound);
}

interface Likeliest {
  readonly answer: FoundAnswer;
  /** To who asks how or which, it is one place and no list. */
  readonly isWithinOne: boolean;
}

/** The likeliest place that may be an answer; null where the question names none. */
function likeliest(
  question: string,
  page: PreparedPage,
  passages: readonly Passage[],
  without: readonly Span[],
  alike: Alike,
  likelyThere: (term: NamedTerm) => number,
): Likeliest | null {
  const within = passages.map(({ span }) => span);
  const found = namedTerms(question, page, within, alike).map((term) => ({
    ...term,
    likely: Math.min(likelyThere(term), MOST_LIKELY),
  }));
  found.sort((a, b) => b.likely - a.likely);
  for (const { span, quote, likely, form, isSteps } of found) {
    const passage = passages.find(
      (one) => one.span.start <= span.start && span.start < one.span.end,
    );
    if (!passage || without.some((wrong) => overlaps(wrong, span))) continue;
    const answer = answerOf(
      page,
      passage,
      span,
      quote,
      probabilityThere(question, passage, likely),
    );
    return { answer, isWithinOne: (form === "howto" || form === "which") && !isSteps };
  }
  return null;
}

/** The answer that the structure of a page gives, with the words that show that it is one. */
function answerOf(
  page: PreparedPage,
  passage: Passage,
  span: Span,
  quote: Span,
  confidence: number,
): FoundAnswer {
  const own = withoutNumber(page, span);
  const quoteSpan = withoutNumber(page, quote);
  const block = blockAt(page.blocks, span.start);
  return {
    text: page.text.slice(own.start, own.end),
    span: own,
    quote: page.text.slice(quoteSpan.start, quoteSpan.end),
    quoteSpan,
    section: passage.section,
    confidence,
    evidence: false,
    foundBy: "terms",
    ...(block && !isMain(block) && { main: false }),
  };
}
