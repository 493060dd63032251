"""Retrievers of other projects, for comparison with ours. The product never imports them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from wherein.core.errors import ExtraMissing
from wherein.core.passage import Hit, Passage
from wherein.encoding.encoder import Encoder
from wherein.reading.reader import Reader
from wherein.retrieval.by_words.kar import KEYWORDS, KarIndex
from wherein.retrieval.by_words.words import index_terms, plain_words, question_terms
from wherein.retrieval.passage_source import PassageSource
from wherein.retrieval.retriever import Retriever


class Bm25s:
    """The package bm25s (Lù, 2024): Lucene's BM25 over one field, headings and text together.

    It gets the same terms as our index, so differences come from fields and scoring.
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
        """`within` is not supported by the package; comparisons do not need it."""
        known = self._index.vocab_dict
        terms = [term for term in question_terms(question) if term in known]
        limit = min(limit, len(self._passages))
        if not terms or limit <= 0 or within is not None:
            return []
        places, scores = self._index.retrieve([terms], k=limit, show_progress=False)
        found = zip(places[0].tolist(), scores[0].tolist(), strict=True)
        return [Hit(self._passages[at], score) for at, score in found if score > 0]


class _PackagedKeywords(KarIndex):
    """The published overlap, with keywords from a package's `extract_keywords`."""

    def __init__(self, extractor: Any, source: PassageSource) -> None:
        self._extractor = extractor
        super().__init__(None, source)

    def _keywords_of(self, text: str) -> set[str]:
        found = self._extractor.extract_keywords(text)
        # yake finds no keyword in texts as short as most questions; then every word counts as one.
        return {word for key, _ in found for word in plain_words(key)} or set(plain_words(text))


class YakeIndex(_PackagedKeywords):
    """The published overlap, with keywords from the package yake (Campos et al., 2020), which uses no model."""

    name = "yake"

    def __init__(self, source: PassageSource) -> None:
        try:
            import yake
        except ImportError as error:
            raise ExtraMissing(
                "The baseline yake is not installed.", "Run: pip install yake"
            ) from error
        super().__init__(yake.KeywordExtractor(lan="en", n=1, top=KEYWORDS), source)


class KeybertIndex(_PackagedKeywords):
    """The published overlap, with keywords from the package keybert with its defaults."""

    name = "keybert"

    def __init__(self, encoder: Encoder, source: PassageSource) -> None:
        try:
            from keybert import KeyBERT
            from keybert.backend import BaseEmbedder
        except ImportError as error:
            raise ExtraMissing(
                "The baseline keybert is not installed.", "Run: pip install keybert"
            ) from error

        class Ours(BaseEmbedder):  # type: ignore[misc]
            """Our own copy of the transformer, so that torch is not needed."""

            def embed(self, documents: Sequence[str], verbose: bool = False) -> Any:
                return encoder.encode([str(document) for document in documents])

        super().__init__(KeyBERT(Ours()), source)


class Reranked:
    """Another retriever's first hits, sorted by the reader's margin over "not in this window"."""

    def __init__(self, first: Retriever, reader: Reader, depth: int = 10) -> None:
        self.name = f"{first.name}-reread"
        self._first = first
        self._reader = reader
        self._depth = depth

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        hits = self._first.search(question, max(limit, self._depth), within)
        top, rest = hits[: self._depth], hits[self._depth :]
        margins: dict[tuple[str, int], float] = {}
        for reading in self._reader.read(question, [hit.passage for hit in top]):
            for found in reading.candidates:
                key = (found.passage.document, found.passage.index)
                margins[key] = max(margins.get(key, found.margin), found.margin)
        lowest = min(margins.values(), default=0.0) - 1
        scored = [
            Hit(hit.passage, margins.get((hit.passage.document, hit.passage.index), lowest))
            for hit in top
        ]
        scored.sort(key=lambda hit: -hit.score)
        # Hits that were not read come last, with scores below every margin.
        return [*scored, *(Hit(h.passage, lowest - 1 - at) for at, h in enumerate(rest))][:limit]
