"""The retrieval discount: how much an answer is worth where only a few of many passages were read.

A reader's confidence is calibrated on pages that it reads whole. Of a library it reads the first few passages; where the
right passage is not among them, a similar wrong one is. A question that names its subject has a document that stands out:
its best passage scores well above those of all other documents. So confidence falls the more, the less the answer's document
leads. It depends on the document and not on the rank of the passage: a document that leads fills the first ranks itself, and
any of its passages may answer. The discount is a logistic regression over confidence and
lead, of the form that `wherein train retrieval-discount` fits, times a strength that grows as the share read shrinks; a page read to
its end keeps its confidence. Knows no retriever and no reader.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from wherein.core.answer import Candidate
from wherein.core.passage import Passage

WEIGHTS = (-1.043, 0.029, 2.35)
"""Coefficients of 1, of the confidence's log odds and of the document's lead; their sum, times the strength, is added
to the log odds. Fitted by `wherein train retrieval-discount` on 259 questions to a library, with and without their document, and
600 to collections of 500 to 70,000 passages; see docs/answering.md."""
FULL_STRENGTH = math.log(4000)
"""-log(share read) at which the strength is 1: a four-thousandth was read, 16 passages of 66,000."""
MOST_STRENGTH = 1.5
_LEAST = 1e-4


def discount_strength(share_read: float) -> float:
    """The factor on the coefficients, from 0 (all was read) to MOST_STRENGTH."""
    return min(MOST_STRENGTH, -math.log(min(1.0, max(share_read, 1e-12))) / FULL_STRENGTH)


def discounted(
    probability: float,
    lead: float,
    share_read: float,
    weights: tuple[float, float, float] = WEIGHTS,
) -> float:
    """The reader's `probability` of an answer, lowered by how little the answer's document leads (`lead`, see `leads`).

    `share_read` is the share of all words that was read. The result is never above `probability`: a document that
    leads far is worth something, but the fit overstates it, because its questions use the words of their texts.
    """
    odds = log_odds(probability)
    constant, slope, per_lead = weights
    added = min(0.0, constant + slope * odds + per_lead * lead)
    # From odds and back a probability may come out a rounding error higher.
    return min(probability, 1.0 / (1.0 + math.exp(-odds - discount_strength(share_read) * added)))


def log_odds(probability: float) -> float:
    """log(p / (1 - p)), with p limited to values away from 0 and 1."""
    kept = min(max(probability, _LEAST), 1.0 - _LEAST)
    return math.log(kept / (1.0 - kept))


def leads(best: Mapping[str, float]) -> dict[str, float]:
    """How far each document leads, from the score of its best passage: -1 to 1.

    The difference from the best of the other documents, as a share of the highest score; so it is above 0 for the first
    document alone. A document that has no other beside it leads by 0, as do all where none has a score.
    """
    ranked = sorted(best.values(), reverse=True)[:2]
    if len(ranked) < 2 or ranked[0] <= 0.0:
        return dict.fromkeys(best, 0.0)
    first, second = ranked
    return {
        document: (score - (second if score == first else first)) / first
        for document, score in best.items()
    }


class RetrievalDiscount:
    """The discount for one question: the passages in the retriever's order with their scores, and the share read."""

    def __init__(
        self,
        order: Sequence[Passage],
        share_read: float,
        named: Collection[str] = (),
        prior: float = 0.0,
        scores: Mapping[tuple[str, int], float] | None = None,
    ) -> None:
        """`share_read` is the share of all words that are in `order`. Answers from documents that the question
        names (`named`) keep their confidence: those documents were not retrieved by words. `prior` is added
        to the log odds of every probability. `scores` are the retriever's, by document and number of the passage."""
        best: dict[str, float] = {}
        for passage in order:
            score = (scores or {}).get((passage.document, passage.index), 0.0)
            best[passage.document] = max(score, best.get(passage.document, score))
        self._leads = leads(best)
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
            else discounted(p, self._leads.get(c.passage.document, 0.0), self._share)
            for c, p in zip(candidates, sure, strict=True)
        ]
