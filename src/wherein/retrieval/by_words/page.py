"""BM25 over the passages of one page, in memory, ready in milliseconds. Stores nothing.

It has the terms, fields, constants and boost of `Bm25Index`, whose writer takes longer to start than a page takes
here. Lengths are exact, while Tantivy rounds long ones to one byte.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Self

from wherein.core.lifetime.cancellation import checkpoint
from wherein.core.passage import Hit, Passage
from wherein.retrieval.by_words.bm25 import K1, B
from wherein.retrieval.by_words.terms import HEADING_BOOST
from wherein.retrieval.by_words.words import index_terms, question_terms
from wherein.retrieval.passage_source import Key


class _Field:
    """One field's postings and lengths, over all passages."""

    def __init__(self) -> None:
        self._postings: dict[str, dict[Key, int]] = {}
        self._terms: dict[Key, Counter[str]] = {}
        self._total = 0

    def add(self, key: Key, terms: list[str]) -> None:
        counts = Counter(terms)
        self._terms[key] = counts
        self._total += len(terms)
        for term, count in counts.items():
            self._postings.setdefault(term, {})[key] = count

    def remove(self, key: Key) -> None:
        counts = self._terms.pop(key)
        self._total -= counts.total()
        for term in counts:
            postings = self._postings[term]
            del postings[key]
            if not postings:
                del self._postings[term]

    def score(self, term: str, boost: float, scores: dict[Key, float]) -> None:
        """Add this term's score to the passages that contain it."""
        postings = self._postings.get(term)
        if not postings:
            return
        count = len(self._terms)
        rarity = math.log(1 + (count - len(postings) + 0.5) / (len(postings) + 0.5))
        mean = self._total / count
        for key, times in postings.items():
            length = self._terms[key].total() / mean
            part = times * (K1 + 1) / (times + K1 * (1 - B + B * length))
            scores[key] = scores.get(key, 0.0) + boost * rarity * part


class PageIndex:
    """An `Index` of one page's passages; changes are searchable at once."""

    name = "bm25"

    def __init__(self) -> None:
        self._passages: dict[str, dict[int, Passage]] = {}
        self._body = _Field()
        self._headings = _Field()
        self._generation = 0

    @classmethod
    def of(cls, passages: Iterable[Passage]) -> Self:
        """An index of exactly these passages."""
        by_document: dict[str, list[Passage]] = {}
        for passage in passages:
            by_document.setdefault(passage.document, []).append(passage)
        made = cls()
        for document, group in by_document.items():
            made.replace(document, group)
        made.commit(1)
        return made

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        for index in self._passages.pop(document, {}):
            self._body.remove((document, index))
            self._headings.remove((document, index))
        kept = {passage.index: passage for passage in passages}
        if not kept:
            return
        self._passages[document] = kept
        for passage in kept.values():
            checkpoint()
            key = (document, passage.index)
            self._body.add(key, index_terms(passage.text))
            self._headings.add(key, index_terms("\n".join(passage.section)))

    def commit(self, generation: int) -> None:
        self._generation = generation

    @property
    def generation(self) -> int:
        return self._generation

    def clear(self) -> None:
        self._passages.clear()
        self._body, self._headings = _Field(), _Field()
        self._generation = 0

    def close(self) -> None:
        """Nothing is held."""

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        if limit <= 0:
            return []
        scores: dict[Key, float] = {}
        for term in question_terms(question):
            self._body.score(term, 1.0, scores)
            self._headings.score(term, HEADING_BOOST, scores)
        if within is not None:
            inside = frozenset(within)
            scores = {key: score for key, score in scores.items() if key[0] in inside}
        best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
        return [Hit(self._passages[document][index], score) for (document, index), score in best]
