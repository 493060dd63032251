"""Several retrievers' rankings as one. Knows their hits and nothing of how they found them.

Reciprocal rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009) needs no scores; the convex
combination of scores scaled to [0, 1] (Bruch, Gai & Ingber, TOIS 2023) needs its weights tuned.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

import numpy as np

from wherein.core.passage import Hit, Passage
from wherein.retrieval.closest_sentence import ClosestSentence
from wherein.retrieval.passage_source import Key
from wherein.retrieval.retriever import Retriever

RANK_OFFSET = 60
"""k of the paper: how little the first ranks stand out from the next."""
DEPTH = 100
"""Hits asked of each part at least; what a part ranks deeper counts as not found by it."""
LOOKED_AT = 60
"""Passages whose sentences are compared with the question, some 15 ms on one core."""


class Fusion(StrEnum):
    """How the parts' hits become one score."""

    RECIPROCAL_RANK = "reciprocal_rank"
    CONVEX = "convex"


class HybridRetriever:
    """A `Retriever` over any retrievers of the same passages."""

    def __init__(
        self,
        parts: Sequence[Retriever],
        weights: Sequence[float] | None = None,
        fusion: Fusion = Fusion.RECIPROCAL_RANK,
        name: str = "hybrid",
        closest: tuple[ClosestSentence, float] | None = None,
    ) -> None:
        """`weights`: one per part, positive (all alike when None).

        `closest`, with its weight, looks at the sentences of the best passages once more.
        """
        self.name = name
        self._parts = tuple(parts)
        self._weights = tuple(weights) if weights is not None else (1.0,) * len(self._parts)
        self._fusion = fusion
        self._closest = closest
        if not self._parts or len(self._weights) != len(self._parts) or min(self._weights) <= 0:
            raise ValueError("a hybrid needs parts, and one positive weight for each")

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        if limit <= 0:
            return []
        scores: dict[Key, float] = {}
        passages: dict[Key, Passage] = {}
        for part, weight in zip(self._parts, self._weights, strict=True):
            hits = part.search(question, max(limit, DEPTH), within)
            for hit, score in zip(hits, self._scaled(hits), strict=True):
                key = (hit.passage.document, hit.passage.index)
                passages[key] = hit.passage
                scores[key] = scores.get(key, 0.0) + weight * score
        if self._closest is not None and scores:
            sentences, weight = self._closest
            looked_at = [key for key, _ in _ranked(scores)[:LOOKED_AT]]
            near = sentences.scores(question, [passages[key] for key in looked_at])
            least, span = float(near.min()), float(np.ptp(near))
            for key, score in zip(looked_at, near.tolist(), strict=True):
                scores[key] += weight * ((score - least) / span if span > 0 else 1.0)
        return [Hit(passages[key], score) for key, score in _ranked(scores)[:limit]]

    def _scaled(self, hits: Sequence[Hit]) -> list[float]:
        """One part's hits on the scale that is summed."""
        if self._fusion is Fusion.RECIPROCAL_RANK:
            return [1.0 / (RANK_OFFSET + rank) for rank in range(1, len(hits) + 1)]
        if not hits:
            return []
        least = hits[-1].score
        span = hits[0].score - least
        return [(hit.score - least) / span if span > 0 else 1.0 for hit in hits]


def _ranked(scores: dict[Key, float]) -> list[tuple[Key, float]]:
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


WORDS_WEIGHT, MEANING_WEIGHT = 0.75, 0.25
"""Tuned on the development halves of the benches; equal ranks (RRF) lose to words alone there."""
SENTENCE_WEIGHT = 0.2
"""Tuned on a library of 1,484 documents, and on the same development halves."""


def words_and_meaning(
    words: Retriever, meaning: Retriever, sentences: ClosestSentence
) -> HybridRetriever:
    """The hybrid that is used by default: `bm25`, the static `dense` and the closest sentence, mixed
    by score."""
    return HybridRetriever(
        [words, meaning],
        (WORDS_WEIGHT, MEANING_WEIGHT),
        Fusion.CONVEX,
        closest=(sentences, SENTENCE_WEIGHT),
    )


def mixed(parts: Sequence[Retriever]) -> HybridRetriever:
    """Any retrievers, all alike: by score, since ranks lose to words alone on most benches."""
    return HybridRetriever(parts, None, Fusion.CONVEX, "+".join(part.name for part in parts))
