// The extents of text that belong to the answer: sentences by their probability, neighbours merged. The twin of Python's
// `wherein.reading.evidence.extents`; the cases are in contracts/evidence.json.

import type { Span } from "@wherein/anchoring/span.ts";
import LEXICON from "../../../../contracts/lexicon/evidence.json" with { type: "json" };
import type { Evidence } from "../reading.ts";
import type { SentenceScore } from "./sentence-scores.ts";

/**
 * How much a question wants marked: whatever is about a topic that is searched by several words; several things, steps, a
 * reason, a comparison or two questions in one; what decides it.
 */
export type Amount = "topic" | "several" | "yes_no";

/** The extents of one result. */
export const MOST_EXTENTS = LEXICON.numbers.most_extents;
/** The passages of which the weights were fitted on the sentences. */
export const MOST_PASSAGES = LEXICON.numbers.most_passages;
const { most_margin: MARGIN, most_logit: LOGIT } = LEXICON.numbers;

/**
 * The extents at or above the amount's bound, likeliest first. `sentences` are all that were read, those of a passage in
 * reading order. Sentences of one paragraph that follow one another are one extent; one below the bound parts them.
 */
export function extents(sentences: readonly SentenceScore[], amount: Amount): Evidence[] {
  const bound = LEXICON.bounds[amount];
  const sure = probabilities(sentences, amount);
  const found: Evidence[] = [];
  let last: SentenceScore | null = null;
  for (const [at, sentence] of sentences.entries()) {
    const probability = sure[at] as number;
    if (probability < bound) {
      last = null;
      continue;
    }
    const before: Evidence | undefined =
      last && areNeighbours(last, sentence) ? found.pop() : undefined;
    const span: Span = { start: before?.span.start ?? sentence.span.start, end: sentence.span.end };
    found.push({ span, probability: Math.max(before?.probability ?? 0, probability) });
    last = sentence;
  }
  return found.sort((a, b) => b.probability - a.probability || a.span.start - b.span.start);
}

/** The probability of each sentence that it belongs to the answer. */
export function probabilities(sentences: readonly SentenceScore[], amount: Amount): number[] {
  const { weights, intercept } = LEXICON.fitted[amount === "topic" ? "topic" : "question"];
  return features(sentences).map((row) => {
    const logit = row.reduce((sum, value, i) => sum + value * (weights[i] as number), intercept);
    return 1 / (1 + Math.exp(-logit));
  });
}

/** The rows of features, in the order of the lexicon's names. */
export function features(sentences: readonly SentenceScore[]): number[][] {
  const margins = sentences.map(({ margin }) => within(margin, MARGIN));
  let best = Number.NEGATIVE_INFINITY;
  let top = -MARGIN;
  for (const [at, sentence] of sentences.entries()) {
    best = Math.max(best, sentence.best);
    top = Math.max(top, margins[at] as number);
  }
  return sentences.map((sentence, at) => {
    const [before, after] = [sentences[at - 1], sentences[at + 1]];
    return [
      margins[at] as number,
      Math.max(sentence.best - best, -MARGIN),
      before && areNeighbours(before, sentence) ? (margins[at - 1] as number) : -MARGIN,
      after && areNeighbours(sentence, after) ? (margins[at + 1] as number) : -MARGIN,
      within(sentence.start, LOGIT),
      within(sentence.end, LOGIT),
      top,
    ];
  });
}

function within(value: number, most: number): number {
  return Math.min(Math.max(value, -most), most);
}

/** Whether no blank line parts two sentences that follow one another in a passage. */
function areNeighbours(first: SentenceScore, second: SentenceScore): boolean {
  const { index, span, text } = first.passage;
  if (index !== second.passage.index) return false;
  return !text.slice(first.span.end - span.start, second.span.start - span.start).includes("\n\n");
}
