"""Finds the best spans that do not overlap, from start and end logits. Numbers only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def best_spans(
    start: NDArray[np.float32],
    end: NDArray[np.float32],
    longest: int,
    limit: int,
    paragraphs: Sequence[int] | None = None,
) -> list[tuple[int, int, float]]:
    """The `limit` best token spans as (first, last, score), best first, none overlapping.

    `start` and `end` are the logits of the tokens that a span may use, (n,) each. A span's score is its start logit
    plus its end logit, and it has at most `longest` tokens. Ties go to the earlier, then the shorter span.
    `paragraphs` is each token's paragraph number, (n,); no span crosses paragraphs. None means one paragraph.
    """
    n = len(start)
    if n == 0:
        return []
    width = min(longest, n)
    # scores[i, k] is the span [i, i + k]; ends past the text are impossible.
    padded = np.full(n + width - 1, -np.inf, np.float32)
    padded[:n] = end
    scores = start[:, None] + np.lib.stride_tricks.sliding_window_view(padded, width)
    if paragraphs is not None:
        number = np.full(n + width - 1, -1, np.int64)
        number[:n] = paragraphs
        at_end = np.lib.stride_tricks.sliding_window_view(number, width)
        scores[at_end != number[:n, None]] = -np.inf
    found: list[tuple[int, int, float]] = []
    while len(found) < limit:
        at = int(scores.argmax())
        first, extra = divmod(at, width)
        score = float(scores[first, extra])
        if not np.isfinite(score):
            break
        last = first + extra
        found.append((first, last, score))
        scores[first : last + 1] = -np.inf
        for before in range(max(0, first - width + 1), first):
            scores[before, first - before :] = -np.inf
    return found
