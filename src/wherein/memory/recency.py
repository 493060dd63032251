"""How use and recency become one number that orders questions and never has to be computed again."""

from __future__ import annotations

import math

HALF_LIFE_SECONDS = 30 * 86_400.0
"""A question asked twice a month ago counts as much as one asked once today."""


def score_after(score: float | None, uses: int, when: float) -> float:
    """The score after `uses` more at a time in seconds since 1970; `score` None at the first.

    A use at time t weighs 2^(t / half-life) for ever: weights of all questions fade alike, so their
    order at any moment is that of the sums. Kept as the sum's logarithm to base 2, which stays
    small; with times that run backwards it only grows less.
    """
    added = when / HALF_LIFE_SECONDS + math.log2(uses)
    if score is None:
        return added
    high, low = max(score, added), min(score, added)
    return high + math.log2(1.0 + math.pow(2.0, low - high))


def uses_now(score: float, now: float) -> float:
    """The sum of uses that a score stands for, each halved for every half-life since."""
    return math.pow(2.0, min(64.0, score - now / HALF_LIFE_SECONDS))
