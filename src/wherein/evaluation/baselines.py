"""Other people's retrievers, to be measured beside ours. The product never imports them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from wherein.core.errors import ExtraMissing
from wherein.core.passage import Hit, Passage
from wherein.retrieval.words import index_terms, question_terms


class Bm25s:
    """The package bm25s (Lù, 2024): Lucene's BM25 over one field, headings and text together.

    It sees the very terms that ours sees, so a difference is of fields and scoring.
    """

    name = "bm25s"

    def __init__(self, passages: Sequence[Passage]) -> None:
        try:
            import bm25s
        except ImportError as error:
            raise ExtraMissing(
                "The baseline bm25s is not installed.", "Run: pip install bm25s"
            ) from error
        self._passages = passages
        terms = [index_terms("\n".join((*p.section, p.text))) for p in passages]
        self._index: Any = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
        self._index.index(terms, show_progress=False)

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        """`within` is not supported by the package and is not needed to compare."""
        known = self._index.vocab_dict
        terms = [term for term in question_terms(question) if term in known]
        limit = min(limit, len(self._passages))
        if not terms or limit <= 0 or within is not None:
            return []
        places, scores = self._index.retrieve([terms], k=limit, show_progress=False)
        found = zip(places[0].tolist(), scores[0].tolist(), strict=True)
        return [Hit(self._passages[at], score) for at, score in found if score > 0]
