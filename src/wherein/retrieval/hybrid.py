"""The `hybrid` retriever: fuses the rankings of several retrievers. Knows only their hits.

Reciprocal rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009) needs no scores. The convex combination of scores
scaled to [0, 1] (Bruch, Gai & Ingber, TOIS 2023) needs tuned weights.
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
"""The paper's k: a larger k gives the first ranks less advantage over the next."""
DEPTH = 100
"""Least number of hits requested of each part; passages below that count as not found."""
LOOKED_AT = 60
"""Passages whose sentences are compared with the question: some 15 ms on one core."""


class Fusion(StrEnum):
    """The fusion of the parts' hits into one score."""

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
        """`weights` has one positive number for each part; None weighs all equally.

        `closest`, with its weight, adds the closest-sentence score of the best passages.
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
        """The scores of one part's hits, on the scale of the sum."""
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
"""Tuned on the development halves of the benchmarks, where RRF loses to BM25 alone."""
SENTENCE_WEIGHT = 0.2
"""Tuned on a library of 1,484 documents and on the same development halves."""


def words_and_meaning(
    words: Retriever, meaning: Retriever, sentences: ClosestSentence
) -> HybridRetriever:
    """The default hybrid: `bm25`, static `dense` and the closest sentence, combined by score."""
    return HybridRetriever(
        [words, meaning],
        (WORDS_WEIGHT, MEANING_WEIGHT),
        Fusion.CONVEX,
        closest=(sentences, SENTENCE_WEIGHT),
    )


def mixed(parts: Sequence[Retriever]) -> HybridRetriever:
    """Any retrievers with equal weights, combined by score, since RRF loses to BM25 alone on most benchmarks."""
    return HybridRetriever(parts, None, Fusion.CONVEX, "+".join(part.name for part in parts))
