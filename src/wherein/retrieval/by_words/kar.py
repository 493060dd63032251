"""The `kar` retriever: Keyword Augmented Retrieval (Purwar & Sundar, 2023) as published; `keyword` is our variant.

KeyBERT extracts keywords of each passage with its headings, and of the question; the passages with the largest
overlap come first. KeyBERT's defaults apply: single words, the five most similar to the text, no English stop
words, no diversity. Every passage is compared with the question and a commit writes all keywords, so it suits up
to some ten thousand passages.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Self

import numpy as np

from wherein.core.errors import IndexDamaged
from wherein.core.passage import Hit, Passage
from wherein.encoding.encoder import Encoder
from wherein.home.room import is_full, storage_full
from wherein.retrieval.by_words.words import plain_words
from wherein.retrieval.passage_source import Key, PassageSource

KEYWORDS = 5
FILE = "keywords.json"


class KarIndex:
    """An `Index` in memory, stored in one file: a set of keywords for each passage, compared one by one."""

    name = "kar"

    def __init__(
        self, encoder: Encoder | None, source: PassageSource, file: Path | None = None
    ) -> None:
        """`encoder` None is for a subclass that extracts keywords in another way. Without `file` nothing is stored."""
        self._encoder = encoder
        self._source = source
        self._keywords: dict[str, dict[int, frozenset[str]]] = {}
        """The keywords of each document's passages, by the passage's index."""
        self._words: dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]] = {}
        self._generation = 0
        self._file = file
        self._changed = False
        self._stamp = 0
        """The file's modification time, in nanoseconds, at its last reading or writing here."""

    @classmethod
    def open(cls, folder: Path, source: PassageSource, encoder: Encoder) -> Self:
        """The index in the folder, or an empty one. Raises IndexDamaged."""
        made = cls(encoder, source, folder / FILE)
        made._refresh()
        return made

    def _refresh(self) -> None:
        """Read the file again where another process has committed, unless this index has uncommitted changes."""
        if self._file is None or self._changed or not self._file.exists():
            return
        stamp = self._file.stat().st_mtime_ns
        if stamp == self._stamp:
            return
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            self._generation = int(kept["generation"])
            keywords: dict[str, dict[int, frozenset[str]]] = {}
            for document, index, words in kept["passages"]:
                keywords.setdefault(str(document), {})[int(index)] = frozenset(map(str, words))
            self._keywords = keywords
        except (ValueError, KeyError, TypeError) as error:
            raise IndexDamaged(
                f"The keywords in {self._file.parent} can't be read.",
                "They are extracted again when the library is next searched.",
            ) from error
        self._stamp = stamp

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        self._refresh()
        self._changed = True
        self._keywords.pop(document, None)
        found = {passage.index: self._keywords_with_headings(passage) for passage in passages}
        if found:
            self._keywords[document] = found

    def commit(self, generation: int) -> None:
        if self._file is not None:
            rows = [
                (document, index, sorted(words))
                for document, passages in self._keywords.items()
                for index, words in passages.items()
            ]
            self._file.parent.mkdir(parents=True, exist_ok=True)
            whole = self._file.with_suffix(".new")
            try:
                whole.write_text(json.dumps({"generation": generation, "passages": rows}), "utf-8")
            except OSError as error:
                if is_full(error):
                    raise storage_full(
                        self._file.parent, "the keywords are as they were before"
                    ) from error
                raise
            whole.replace(self._file)
            self._stamp = self._file.stat().st_mtime_ns
        self._changed = False
        self._generation = generation

    @property
    def generation(self) -> int:
        self._refresh()
        return self._generation

    def clear(self) -> None:
        self._keywords.clear()
        self._generation = 0
        self._changed = False
        if self._file is not None:
            self._file.unlink(missing_ok=True)

    def close(self) -> None:
        """Nothing is held."""

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        """Hits by the number of shared keywords; a passage without a shared keyword is no hit."""
        if limit <= 0:
            return []
        self._refresh()
        asked = self._keywords_of(question)
        inside = None if within is None else frozenset(within)
        shared: Iterator[tuple[int, Key]] = (
            (len(asked & words), (document, index))
            for document, passages in self._keywords.items()
            if inside is None or document in inside
            for index, words in passages.items()
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

    def _keywords_with_headings(self, passage: Passage) -> frozenset[str]:
        words = self._keywords_of(passage.text)
        words.update(plain_words(" ".join(passage.section)))
        return frozenset(words)

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
