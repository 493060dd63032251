// What the start and end logits of a passage's windows say of each of its sentences. The twin of Python's
// `wherein.reading.evidence.sentence_scores`; the cases are in contracts/evidence.json. Numbers and places only.

import type { Span } from "@wherein/anchoring/span.ts";
import type { Passage } from "../page/passages.ts";
import { sentenceSpans } from "../page/sentences.ts";
import type { Window } from "../page/windows.ts";

/** What a reader's outputs say of one sentence, list item or table row of a passage. */
export interface SentenceScore {
  readonly passage: Passage;
  /** Its place in the page's text. */
  readonly span: Span;
  /** The score of the best span within the sentence over "not in this window". */
  readonly margin: number;
  /** That span's score, and the highest start and end scores, on the reader's own scale. */
  readonly best: number;
  readonly start: number;
  readonly end: number;
}

/** Start and end logits of a window's tokens. */
export interface TokenLogits {
  readonly start: Float32Array;
  readonly end: Float32Array;
}

/** The places of a window's tokens. */
export type TokenPlaces = Pick<Window, "starts" | "ends">;

/**
 * The scores of the sentences of one passage, over all of its windows. Headings have none. A list item and a table row
 * are lines, so each is a sentence or several.
 */
export class SentenceScores {
  readonly #passage: Passage;
  readonly #spans: readonly Span[];
  readonly #scores: (readonly [number, number, number, number] | undefined)[];

  constructor(passage: Passage) {
    this.#passage = passage;
    this.#spans = sentenceSpans(passage.text).filter(
      ({ start, end }) => !passage.section.includes(passage.text.slice(start, end)),
    );
    this.#scores = new Array(this.#spans.length);
  }

  /**
   * Takes in one window: the places of its tokens, and their logits. `none` is the window's score of "not here". A sentence
   * that two windows hold keeps the higher of each score; one that a window's edge cuts is scored by its tokens there.
   */
  add({ starts, ends }: TokenPlaces, logits: TokenLogits, none: number): void {
    for (const [row, span] of this.#spans.entries()) {
      const first = countUpTo(ends, span.start);
      const after = countUpTo(starts, span.end - 1);
      if (first >= after) continue;
      let [best, start, end] = [
        Number.NEGATIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
      ];
      for (let token = after - 1; token >= first; token--) {
        end = Math.max(end, logits.end[token] as number);
        start = Math.max(start, logits.start[token] as number);
        // `end` is the best one at this token or later.
        best = Math.max(best, Math.fround((logits.start[token] as number) + end));
      }
      const found = [best - none, best, start, end] as const;
      const [margin, ...rest] = this.#scores[row] ?? found;
      this.#scores[row] = [
        Math.max(margin, found[0]),
        Math.max(rest[0], found[1]),
        Math.max(rest[1], found[2]),
        Math.max(rest[2], found[3]),
      ];
    }
  }

  /** The sentences that any window read, in reading order. */
  scored(): SentenceScore[] {
    const base = this.#passage.span.start;
    return this.#spans.flatMap(({ start, end }, row) => {
      const scores = this.#scores[row];
      if (!scores) return [];
      const span = { start: base + start, end: base + end };
      const [margin, best, first, last] = scores;
      return [{ passage: this.#passage, span, margin, best, start: first, end: last }];
    });
  }
}

/** The number of ascending values up to a limit. */
function countUpTo(sorted: Int32Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
