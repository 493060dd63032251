"""The retrieval discount: lowers the confidence of answers where only a few of many passages were read.

A reader's confidence is calibrated on pages that it reads whole. Of a library it reads the first few passages;
where the right passage is not among them, a similar wrong one is. So confidence falls with the share left unread
and with the passage's rank. The discount is a logistic regression over confidence and rank, fitted with
`wherein train retrieval-discount`, times a strength that grows as the share read shrinks; a page read to its end keeps its
confidence. Knows no retriever and no reader.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from wherein.core.answer import Candidate
from wherein.core.passage import Passage

WEIGHTS = (-0.137, -0.064, -1.447)
"""Coefficients of 1, of the confidence's log odds and of log(1 + rank); their sum, times the strength, is added
to the log odds."""
FULL_STRENGTH = math.log(4000)
"""-log(share read) at which the strength is 1: a four-thousandth was read, 16 passages of 66,000."""
MOST_STRENGTH = 1.5
_LEAST = 1e-4


def discount_strength(share_read: float) -> float:
    """The factor on the coefficients, from 0 (all was read) to MOST_STRENGTH."""
    return min(MOST_STRENGTH, -math.log(min(1.0, max(share_read, 1e-12))) / FULL_STRENGTH)


def discounted(
    probability: float, rank: int, share_read: float, weights: tuple[float, float, float] = WEIGHTS
) -> float:
    """The discounted probability of an answer; `probability` is its reader's own.

    `rank` counts from 0 in the retriever's order; `share_read` is the share of all words that was read. The
    result is never above `probability`: a first rank is worth something, but the fit overstates it, because its
    questions use the words of their texts.
    """
    odds = log_odds(probability)
    constant, slope, per_rank = weights
    added = min(0.0, constant + slope * odds + per_rank * math.log1p(rank))
    # From odds and back a probability may come out a rounding error higher.
    return min(probability, 1.0 / (1.0 + math.exp(-odds - discount_strength(share_read) * added)))


def log_odds(probability: float) -> float:
    """log(p / (1 - p)), with p limited to values away from 0 and 1."""
    kept = min(max(probability, _LEAST), 1.0 - _LEAST)
    return math.log(kept / (1.0 - kept))


class RetrievalDiscount:
    """The discount for one question: its passages in the retriever's order, and the share read."""

    def __init__(
        self,
        order: Sequence[Passage],
        share_read: float,
        named: Collection[str] = (),
        prior: float = 0.0,
    ) -> None:
        """`share_read` is the share of all words that are in `order`. Answers from documents that the question
        names (`named`) keep their confidence: those documents were not retrieved by words. `prior` is added
        to the log odds of every probability."""
        self._ranks = {(p.document, p.index): rank for rank, p in enumerate(order)}
        self._share = share_read
        self._named = named
        self._prior = prior

    def probabilities(
        self, candidates: Sequence[Candidate], sure: Sequence[float]
    ) -> Sequence[float]:
        """The discounted probabilities of the candidates; `sure` are the reader's own."""
        if self._prior:
            sure = [1.0 / (1.0 + math.exp(-log_odds(p) - self._prior)) for p in sure]
        if self._share >= 1.0:
            return sure
        return [
            p
            if c.passage.document in self._named
            else discounted(
                p, self._ranks.get((c.passage.document, c.passage.index), 0), self._share
            )
            for c, p in zip(candidates, sure, strict=True)
        ]
