// The state of a question: what was found so far and how far the page was read. Values alone.

import type { Span } from "@wherein/anchoring/span.ts";

export interface FoundAnswer {
  readonly text: string;
  readonly span: Span;
  readonly quote: string;
  readonly quoteSpan: Span;
  readonly section: readonly string[];
  /** The probability that it is right. */
  readonly confidence: number;
  /** A sentence that bears on a yes/no question without deciding it. */
  readonly evidence: boolean;
}

export interface NearPassage {
  readonly span: Span;
  readonly text: string;
  readonly section: readonly string[];
}

/** "as it stands" is for comparison: what reading from the top would cost. */
export type ReadingOrder = "likeliest first" | "as it stands";

/** The answers of one reader, those above its bound and those below. */
export interface Found {
  readonly answers: readonly FoundAnswer[];
  readonly perhaps: readonly FoundAnswer[];
  /**
   * The confidence of the model's best answer, where it has none above its bound and the answers are
   * whole sentences, found by their words and meaning.
   */
  readonly unsure?: number;
}

/** The state of a question after another passage was read. */
export interface Reading extends Found {
  readonly nearest: readonly NearPassage[];
  readonly wordsRead: number;
  readonly words: number;
  readonly done: boolean;
  /**
   * The other spelling that was searched for too: the answers are for it, or there are none for either
   * spelling.
   */
  readonly meant?: string;
  /** The question asked for several things: the answers are whole sentences, in reading order. */
  readonly several?: boolean;
}
