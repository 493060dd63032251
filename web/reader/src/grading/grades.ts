// The grade of an answer by its probability, and the word for it. The twin of Python's `wherein.answering.grading.grades`.

import LEXICON from "../../../../contracts/lexicon/grades.json" with { type: "json" };

/** The bounds of normal caution: the probabilities from which a candidate is an answer, and a perhaps. */
export const NORMAL_BOUNDS = LEXICON.bounds.normal;

/** The probabilities from which one is an answer, and a perhaps. */
export interface DocumentBounds {
  readonly answer: number;
  readonly perhaps: number;
}

/** The bounds of normal caution on a page that things are looked up in, for confidences that hold there. */
export const DOCUMENT_BOUNDS: DocumentBounds = LEXICON.document_bounds.normal;

/**
 * The least share of the first answer's probability with which another answer is shown beside it, whatever the bound.
 */
export const BESIDE = LEXICON.numbers.beside;

/** `BESIDE` applies only to this many first answers. */
export const MOST_BESIDE = LEXICON.numbers.most_beside;

/** The most answers graded perhaps that are shown. */
export const MOST_PERHAPS = LEXICON.numbers.most_perhaps;

/** The highest probability that is called likely and not sure, to four places. */
export const HIGHEST_LIKELY = Math.round((LEXICON.numbers.sure - 1e-4) * 1e4) / 1e4;

/** A word for a probability, as in the terminal. */
export function confidenceWord(confidence: number): "sure" | "likely" | "maybe" | "unlikely" {
  const { sure, likely, maybe } = LEXICON.numbers;
  if (confidence >= sure) return "sure";
  if (confidence >= likely) return "likely";
  return confidence >= maybe ? "maybe" : "unlikely";
}
