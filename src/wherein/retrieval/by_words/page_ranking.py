"""Ranks the passages of one page in the order of reading, by words and meaning. Knows encoders only by their Protocol.

The score adds BM25 (Robertson & Zaragoza, 2009, eq. 3.15) over the beginnings of words, so that "governed" matches
"government", and the similarity of the passage's vector to the question's. The readers' constants are fitted on these
ranks, so the browser has the same ranking (`web/reader/src/page/likeliest.ts`); the cases are in
contracts/page-ranking.json.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from wherein.core.lifetime.cancellation import checkpoint
from wherein.core.passage import Hit, Passage
from wherein.encoding.encoder import Encoder
from wherein.lexicon import lexicon
from wherein.retrieval.by_words.words import STOP_WORDS, normalised

_LEXICON = lexicon("search")
K1, B = _LEXICON.number("k1"), _LEXICON.number("b")
HEADING_WEIGHT = _LEXICON.number("page_heading")
"""The weight of words in headings, which show a passage's subject even where it does not repeat them."""
CLOSENESS_WEIGHT = _LEXICON.number("page_closeness")
"""The weight of vector similarity, chosen on the tuning pages: the closest passage scores as much as the one with the
best words."""
STEM = _LEXICON.count("page_stem")
_WORD = re.compile(r"[^\W_]+")
_PLURAL = re.compile(r"(?<=..[^s])s$")
_UNSPACED = _LEXICON.pattern("unspaced")


class PageRanking:
    """A `Retriever` over the passages of one page."""

    name = "page"

    def __init__(self, passages: Sequence[Passage], encoder: Encoder | None = None) -> None:
        """Without `encoder`, only words count."""
        self._passages = tuple(passages)
        self._encoder = encoder
        self._vectors: NDArray[np.float32] | None = None
        self._postings: dict[str, dict[int, float]] = {}
        self._lengths: list[int] = []
        for number, passage in enumerate(self._passages):
            checkpoint()
            own = list(_words(passage.text))
            for word in own:
                self._add(word, number, 1.0)
            for word in _words(" ".join(passage.section)):
                self._add(word, number, HEADING_WEIGHT)
            self._lengths.append(len(own))

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        if limit <= 0 or not self._passages:
            return []
        scores = self.scores(question, self._closeness(question))
        ranked = sorted(range(len(scores)), key=lambda number: (-scores[number], number))
        hits = (Hit(self._passages[n], scores[n]) for n in ranked if scores[n] > 0)
        inside = [hit for hit in hits if within is None or hit.passage.document in within]
        return inside[:limit]

    def scores(self, question: str, closeness: Sequence[float] | None) -> list[float]:
        """One score per passage. `closeness` is the passages' similarity to the question; with it, scores are between 0
        and 2."""
        scores = [0.0] * len(self._passages)
        asked = dict.fromkeys(_words(question))
        telling = [word for word in asked if word not in STOP_WORDS]
        mean = sum(self._lengths) / len(self._lengths) or 1.0
        for word in telling or asked:
            postings = self._postings.get(word, {})
            count = len(self._passages) - len(postings) + 0.5
            rarity = math.log(1 + count / (len(postings) + 0.5))
            for number, times in postings.items():
                length = self._lengths[number] / mean
                part = times * (K1 + 1) / (times + K1 * (1 - B + B * length))
                scores[number] += rarity * part
        return scores if closeness is None else _mixed(scores, closeness)

    def _closeness(self, question: str) -> list[float] | None:
        if self._encoder is None:
            return None
        if self._vectors is None:
            self._vectors = self._encoder.encode([passage.text for passage in self._passages])
        close: list[float] = (self._vectors @ self._encoder.encode([question])[0]).tolist()
        return close

    def _add(self, word: str, number: int, weight: float) -> None:
        postings = self._postings.setdefault(word, {})
        postings[number] = postings.get(number, 0.0) + weight


def _mixed(scores: Sequence[float], closeness: Sequence[float]) -> list[float]:
    """The sum of both scores, each scaled to [0, 1]."""
    best = max(scores) or 1.0
    least = min(closeness)
    span = (max(closeness) - least) or 1.0
    return [
        score / best + CLOSENESS_WEIGHT * (close - least) / span
        for score, close in zip(scores, closeness, strict=True)
    ]


def _words(text: str) -> Iterator[str]:
    """The beginnings of words; for scripts without spaces, each pair of neighbouring characters. "costs" and "cost" are
    the same word; "glass" is unchanged."""
    for word in _WORD.findall(normalised(text)):
        if word.isascii() or _UNSPACED.search(word) is None:
            yield _PLURAL.sub("", word)[:STEM]
            continue
        for part in _UNSPACED.split(word):
            if part:
                yield _PLURAL.sub("", part)[:STEM]
        for run in _UNSPACED.findall(word):
            yield from (run[at : at + 2] for at in range(max(1, len(run) - 1)))
