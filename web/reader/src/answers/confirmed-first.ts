// Puts the answer or perhaps that the person called right first. The twin of Python's `confirmed_first` in
// `wherein.answering.remembering.judgements`; the cases are in contracts/confirmed-first.json.

import { overlaps, type Span } from "@wherein/anchoring/span.ts";
import type { FoundAnswer } from "../reading.ts";

interface Shown {
  readonly answers: readonly FoundAnswer[];
  readonly perhaps: readonly FoundAnswer[];
}

/**
 * What is shown where `right` are the places that were called right: the first of these comes before the other answers,
 * and where it was a perhaps, or not yet the first, no perhaps is shown.
 */
export function confirmedFirst({ answers, perhaps }: Shown, right: readonly Span[]): Shown {
  const confirmed = [...answers, ...perhaps].find(({ span }) =>
    right.some((place) => overlaps(span, place)),
  );
  if (!confirmed || answers[0] === confirmed) return { answers, perhaps };
  const others = answers.filter((answer) => answer !== confirmed);
  return { answers: [{ ...confirmed, confidence: 1 }, ...others], perhaps: [] };
}
