"""The `keyword` retriever: BM25 over the keywords and the headings of passages, each a field of its own.

It extends Keyword Augmented Retrieval (Purwar & Sundar, 2023): a keyword's weight grows with its rarity among the
collection's keywords and with its similarity to the passage. The paper counts plain overlap (`kar.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wherein.core.passage import Passage
from wherein.encoding.encoder import Encoder
from wherein.retrieval.by_words.bm25 import Bm25Index
from wherein.retrieval.by_words.keywords import KeywordCache, KeywordExtractor
from wherein.retrieval.by_words.words import question_terms
from wherein.retrieval.passage_source import PassageSource

SHARE = 0.85
MOST = 200
"""Share of a passage's distinct words, without stop words, that are keywords; a lower share finds less on every
development half."""
REPEATS = 3
"""The keyword most similar to its passage counts like a word with this many occurrences."""
HEADING_BOOST = 0.8


class Keywords:
    """`Terms` that are a passage's keywords."""

    heading_boost = HEADING_BOOST

    def __init__(self, cache: KeywordCache, name: str) -> None:
        self.name = f"keywords {name}"
        self._cache = cache

    def of_passage(self, passage: Passage) -> str:
        found = self._cache.keywords(passage.text)
        best = max((score for _, score in found), default=0.0)
        words: list[str] = []
        for word, score in found:
            times = 1 + round((REPEATS - 1) * max(score, 0.0) / best) if best > 0 else 1
            words.extend([word] * times)
        return " ".join(words)

    def of_question(self, question: str) -> Sequence[tuple[str, float]]:
        return [(term, 1.0) for term in question_terms(question)]


class KeywordIndex(Bm25Index):
    """An `Index` of keywords, ranked by Okapi BM25, so that rare keywords count for more."""

    name = "keyword"
    _cache: KeywordCache | None = None

    @classmethod
    def of(cls, folder: Path, source: PassageSource, encoder: Encoder) -> KeywordIndex:
        """The index in `folder`, created where the folder is empty or absent."""
        folder.mkdir(parents=True, exist_ok=True)
        extractor = KeywordExtractor(encoder, SHARE, MOST)
        cache = KeywordCache(folder / "keywords.sqlite", extractor)
        made = cls.open(folder / "index", source, Keywords(cache, extractor.name))
        made._cache = cache
        return made

    def close(self) -> None:
        super().close()
        if self._cache is not None:
            self._cache.close()
