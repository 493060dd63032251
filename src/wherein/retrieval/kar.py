"""`kar`: Keyword Augmented Retrieval as published, unchanged, to be measured beside `keyword`.

Purwar & Sundar (2023): KeyBERT's keywords of each sub-document, its heading's words among them, and of
the question; the sub-documents with the largest overlap are the context. KeyBERT's defaults: single
words, the five most like the text, English stop words out, no diversity.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from wherein.core.passage import Hit, Passage
from wherein.encoding.encoder import Encoder
from wherein.retrieval.passage_source import Key, PassageSource
from wherein.retrieval.words import plain_words

KEYWORDS = 5


class KarIndex:
    """An `Index` in memory: a set of keywords per passage, compared one by one."""

    name = "kar"

    def __init__(self, encoder: Encoder | None, source: PassageSource) -> None:
        """`encoder` None: for a subclass that draws keywords in another way."""
        self._encoder = encoder
        self._source = source
        self._keywords: dict[Key, frozenset[str]] = {}
        self._words: dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]] = {}
        self._generation = 0

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        for key in [key for key in self._keywords if key[0] == document]:
            del self._keywords[key]
        for passage in passages:
            words = self._keywords_of(passage.text)
            words.update(plain_words(" ".join(passage.section)))
            self._keywords[(document, passage.index)] = frozenset(words)

    def commit(self, generation: int) -> None:
        self._generation = generation

    @property
    def generation(self) -> int:
        return self._generation

    def clear(self) -> None:
        self._keywords.clear()
        self._generation = 0

    def close(self) -> None:
        """Nothing is held."""

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        """Ranked by the number of keywords shared; none shared is no hit."""
        if limit <= 0:
            return []
        asked = self._keywords_of(question)
        inside = None if within is None else frozenset(within)
        shared = (
            (len(asked & words), key)
            for key, words in self._keywords.items()
            if inside is None or key[0] in inside
        )
        ranked = sorted(((n, key) for n, key in shared if n), key=lambda pair: (-pair[0], pair[1]))
        hits: list[Hit] = []
        for start in range(0, len(ranked), limit):
            some = ranked[start : start + limit]
            score = {key: float(count) for count, key in some}
            found = self._source.passages([key for _, key in some])
            hits.extend(Hit(p, score[(p.document, p.index)]) for p in found)
            if len(hits) >= limit:
                break
        return hits[:limit]

    def _keywords_of(self, text: str) -> set[str]:
        words = list(dict.fromkeys(plain_words(text)))
        if not words or self._encoder is None:
            return set()
        new = [word for word in words if word not in self._words]
        self._words.update(zip(new, self._encoder.encode(new), strict=True))
        (whole,) = self._encoder.encode([text])
        likeness = np.stack([self._words[word] for word in words]) @ whole
        best = np.argsort(-likeness, kind="stable")[:KEYWORDS]
        return {words[at] for at in best}
