// A candidate that a reader proposes, and the order of candidates. The twin of the order in Python's
// `wherein.answering.stages.read`; the cases are in contracts/grading.json.

import { overlaps } from "@wherein/anchoring/span.ts";
import type { Judged } from "./calibration.ts";

/** A span that a reader proposes in one passage. */
export type Candidate = Judged;

// Candidates further down never become answers.
const MOST_KEPT = 50;

/** The candidates that can still become answers, best margin first. */
export function best(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort(byMargin).slice(0, MOST_KEPT);
}

/** Best first; of overlapping spans (windows overlap) only the better is kept. */
export function withoutOverlap(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of [...candidates].sort(byMargin)) {
    if (!kept.some((other) => overlaps(candidate.span, other.span))) kept.push(candidate);
  }
  return kept;
}

function byMargin(a: Candidate, b: Candidate): number {
  return b.margin - a.margin || a.span.start - b.span.start || a.span.end - b.span.end;
}
