"""The retrieval discount: what an answer found in a few passages of many is worth. Knows no retriever and no reader.

A reader's confidence is calibrated on pages that it reads whole. Of a library it reads the
passages that come first, and where the right one is not among them, something near it is: the more
that was left unread, and the further down a passage came, the less its answer is worth. A logistic
regression over the confidence and the rank, fitted with `wherein train chosen`, says how much less;
it counts by how small a share was read, so that a page read to its end is left as it is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from wherein.core.answer import Candidate
from wherein.core.passage import Passage

WEIGHTS = (-0.038, -0.199, -1.28)
"""Of one, of the confidence's log odds, of log(1 + rank): added to the log odds, times the doubt."""
FULL_STRENGTH = math.log(4000)
"""The doubt is 1 where a four-thousandth was read: 16 passages of 66,000."""
MOST_STRENGTH = 1.5
_LEAST = 1e-4


def discount_strength(share_read: float) -> float:
    """How much of the weights counts, from 0 (all was read) to MOST_DOUBT."""
    return min(MOST_STRENGTH, -math.log(min(1.0, max(share_read, 1e-12))) / FULL_STRENGTH)


def discounted(
    probability: float, rank: int, share_read: float, weights: tuple[float, float, float] = WEIGHTS
) -> float:
    """The probability that an answer is right which a reader holds for `probability`, by itself.

    `rank` counts from 0 in the order the passages were chosen; `share_read` is the share of all
    words there are. Never more than `probability`: that a passage came first is worth something,
    but how much depends on questions being put in the words of their texts, as those of the fit are.
    """
    odds = log_odds(probability)
    constant, slope, per_rank = weights
    added = min(0.0, constant + slope * odds + per_rank * math.log1p(rank))
    # From odds and back a probability may come out a rounding error higher.
    return min(probability, 1.0 / (1.0 + math.exp(-odds - discount_strength(share_read) * added)))


def log_odds(probability: float) -> float:
    """log(p / (1 - p)), of probabilities kept off 0 and 1."""
    kept = min(max(probability, _LEAST), 1.0 - _LEAST)
    return math.log(kept / (1.0 - kept))


class RetrievalDiscount:
    """The passages of one question in the order they were chosen, and how much was left out."""

    def __init__(
        self,
        order: Sequence[Passage],
        share_read: float,
        named: Collection[str] = (),
        prior: float = 0.0,
    ) -> None:
        """`share_read`: the words of `order` of all there are. What is found in a document that the
        question names (`named`) is not doubted: it was not chosen by its words. `prior` is added to the
        log odds of every probability."""
        self._ranks = {(p.document, p.index): rank for rank, p in enumerate(order)}
        self._share = share_read
        self._named = named
        self._prior = prior

    def probabilities(
        self, candidates: Sequence[Candidate], sure: Sequence[float]
    ) -> Sequence[float]:
        """The candidates' probabilities, given those of a reader to which these passages are all."""
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
