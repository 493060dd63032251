// The stage of evidence: the sentences, list items, steps and table rows that belong to the answers shown. The twin of Python's
// `wherein.answering.attempts.mark_evidence`; the cases are in contracts/evidence.json. Changes no answer.

import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/evidence.json" with { type: "json" };
import FUNCTION_WORDS from "../../../../contracts/lexicon/function-words.json" with {
  type: "json",
};
import { type Amount, extents, MOST_EXTENTS, MOST_PASSAGES } from "../evidence/extents.ts";
import type { SentenceScore } from "../evidence/sentence-scores.ts";
import { pattern, wordSet } from "../lexicon/lexicon.ts";
import { isEnglish, type PreparedPage } from "../prepared/prepared-page.ts";
import { requestedTopic } from "../question/topic-request.ts";
import { asksToExplain, isYesNo } from "../question/yes-no.ts";
import type { Evidence, FoundAnswer, ReaderAnswers } from "../reading.ts";
import { asksForSeveral, asksHowTo } from "./gathering.ts";

const FUNCTION = wordSet(FUNCTION_WORDS, "function");
const ASKS = pattern(LEXICON, "asks");
const DOUBLES = pattern(LEXICON, "doubles");
const COMPARES = pattern(LEXICON, "compares");
const FEWEST_WORDS = LEXICON.numbers.fewest_words;

/** The evidence of a page's answers; none where nothing belongs to them beyond what they say. */
export function markEvidence(
  question: string,
  page: PreparedPage,
  { answers, perhaps }: ReaderAnswers,
  sentences: readonly SentenceScore[],
  without: readonly Span[] = [],
): Evidence[] {
  if (sentences.length === 0 || !isEnglish(page.language)) return [];
  const amount = amountOf(question);
  if (amount === null) return [];
  return belonging(answers, perhaps, sentences, amount).filter(
    ({ span }) => !without.some((wrong) => overlaps(span, wrong)),
  );
}

/**
 * How much the question wants marked, by its words alone; null for one fact, which the answer says by itself. Of the
 * sentences beside the likeliest one of such a question fewer than half are right at any bound, so none is marked.
 */
export function amountOf(question: string): Amount | null {
  if (requestedTopic(question) !== null) return "topic";
  if (isYesNo(question)) return "yes_no";
  const several =
    asksToExplain(question) ||
    asksForSeveral(question) ||
    asksHowTo(question) ||
    COMPARES.test(question) ||
    DOUBLES.test(question);
  if (several) return "several";
  return searchesTopic(question) ? "topic" : null;
}

/** True for a search by several words that asks nothing: "hate speech dataset annotation". */
function searchesTopic(question: string): boolean {
  const words = question.toLowerCase().split(/\s+/u);
  const telling = words.filter((word) => word !== "" && !FUNCTION.has(word));
  return telling.length >= FEWEST_WORDS && !ASKS.test(question.trim());
}

type Shown = Pick<FoundAnswer, "span" | "quoteSpan" | "confidence">;

/**
 * The extents to mark beside what is shown, in reading order. They belong to the answers; of a search for a topic, which asks
 * nothing that could be answered wrongly, to what is perhaps about it where there are no answers. Without either there are
 * none. Of a yes/no question the first answer's sentence, with the neighbours that belong to it, is the only one. Where more
 * passages were read than the weights were fitted on, only passages with something shown count, and a search that has an
 * answer is one for that alone.
 */
export function belonging(
  answers: readonly Shown[],
  perhaps: readonly Shown[],
  sentences: readonly SentenceScore[],
  amount: Amount,
): Evidence[] {
  const passages = new Map(sentences.map(({ passage }) => [passage.index, passage.span]));
  const isShort = passages.size <= MOST_PASSAGES;
  const shown = answers.length > 0 || amount !== "topic" ? answers : perhaps;
  const [first] = shown;
  if (!first || (amount === "topic" && answers.length > 0 && !isShort)) return [];
  let found = extents(sentences, isShort || amount !== "topic" ? amount : "several");
  if (amount === "yes_no") {
    found = found.filter(({ span }) => overlaps(span, first.span));
    if (found.length === 0) found.push({ span: first.quoteSpan, probability: first.confidence });
  } else if (!isShort) {
    const near = [...passages.values()].filter((place) =>
      shown.some(({ span }) => overlaps(place, span)),
    );
    found = found.filter(({ span }) => near.some((place) => overlaps(place, span)));
  }
  return found.slice(0, MOST_EXTENTS).sort((a, b) => a.span.start - b.span.start);
}
