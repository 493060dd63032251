// Finds the best spans that do not overlap, from start and end logits. The twin of Python's `wherein.reading.spans`; the
// cases are in contracts/spans.json.

export interface TokenSpan {
  readonly first: number;
  readonly last: number;
  readonly score: number;
}

/**
 * The `limit` best token spans, best first, none overlapping. A span's score is its start logit plus its end logit, and
 * it has at most `longest` tokens. Ties go to the earlier, then the shorter span. `paragraphs` is each token's
 * paragraph number; no span crosses paragraphs. Null means one paragraph.
 */
export function bestSpans(
  start: Float32Array,
  end: Float32Array,
  longest: number,
  limit: number,
  paragraphs: readonly number[] | null = null,
): TokenSpan[] {
  const found: TokenSpan[] = [];
  const n = start.length;
  while (found.length < limit) {
    let best: TokenSpan | null = null;
    for (let first = 0; first < n; first++) {
      const until = Math.min(n, first + longest);
      for (let last = first; last < until; last++) {
        if (paragraphs && paragraphs[last] !== paragraphs[first]) break;
        if (found.some((other) => first <= other.last && last >= other.first)) break;
        // Sums are rounded to single precision, as in numpy, so that ties are the same.
        const score = Math.fround((start[first] as number) + (end[last] as number));
        if (Number.isFinite(score) && (best === null || score > best.score)) {
          best = { first, last, score };
        }
      }
    }
    if (!best) break;
    found.push(best);
  }
  return found;
}
