"""A score of use and recency that orders questions and never has to be recomputed. Pure."""

from __future__ import annotations

import math

HALF_LIFE_SECONDS = 30 * 86_400.0
"""Half-life: two uses a month ago count as much as one today."""


def score_after(score: float | None, uses: int, when: float) -> float:
    """The score after `uses` more uses at a time in seconds since 1970; `score` is None at the first use.

    A use at time t has the constant weight 2^(t / half-life). All weights decay at the same rate, so the sums give
    the order at any moment. The score is the base-2 logarithm of the sum, which stays small; a time that runs
    backwards only makes it grow less.
    """
    added = when / HALF_LIFE_SECONDS + math.log2(uses)
    if score is None:
        return added
    high, low = max(score, added), min(score, added)
    return high + math.log2(1.0 + math.pow(2.0, low - high))


def uses_now(score: float, now: float) -> float:
    """The recency-weighted uses of a score: each use is halved for every half-life since."""
    return math.pow(2.0, min(64.0, score - now / HALF_LIFE_SECONDS))
