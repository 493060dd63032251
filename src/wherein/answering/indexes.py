"""The library's indexes, opened once and caught up with it. Names implementations of retrievers."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from wherein.core.errors import IndexDamaged, LibraryError, UsageError
from wherein.core.passage import Passage
from wherein.library.home import Home, Settings
from wherein.library.sqlite import SqliteLibrary
from wherein.retrieval.catch_up import catch_up

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder
    from wherein.retrieval.retriever import Index, Retriever

PARTS = ("bm25", "keyword", "dense")
RETRIEVERS = (*PARTS, "hybrid")
HYBRID = ("bm25", "dense")
STATIC = "static"
Told: TypeAlias = Callable[[int, int, str], None]


def parts_of(retriever: str) -> tuple[str, ...]:
    """The indexes a retriever's name asks for: `hybrid` two, `keyword+dense` those it lists.

    Raises UsageError for a name that means nothing.
    """
    parts = HYBRID if retriever == "hybrid" else tuple(p.strip() for p in retriever.split("+"))
    if not set(parts) <= set(PARTS) or len(set(parts)) < len(parts):
        raise UsageError(
            f"There is no retriever called {retriever!r}.",
            f"Choose one of: {', '.join(RETRIEVERS)}; or several, as in keyword+dense.",
        )
    return parts


class Indexes:
    """What the settings' retriever needs. Safe to share between threads."""

    def __init__(
        self,
        home: Home,
        settings: Settings,
        library: Callable[[], SqliteLibrary],
        encoder: Callable[[str], Encoder],
    ) -> None:
        """`library` gives the calling thread's, `encoder` the one of a name."""
        self._home = home
        self._name = settings.retriever
        self._library = library
        self._encoder = partial(encoder, settings.encoder)
        self._encoder_name = settings.encoder
        self._lock = threading.RLock()
        self._open: dict[str, Index] = {}

    def close(self) -> None:
        with self._lock:
            for index in self._open.values():
                index.close()
            self._open.clear()

    def retriever(self) -> Retriever:
        """The library's retriever, caught up. Raises UsageError when there is none of that name."""
        from wherein.retrieval.closest_sentence import ClosestSentence
        from wherein.retrieval.hybrid import mixed, words_and_meaning

        parts = parts_of(self._name)
        self.catch_up()
        with self._lock:
            opened = [self._index(part) for part in parts]
        if len(opened) == 1:
            return opened[0]
        if parts != HYBRID:
            return mixed(opened)
        words, meaning = opened
        return words_and_meaning(words, meaning, ClosestSentence(self._encoder()))

    def catch_up(self, told: Told = lambda done, of, what: None) -> None:
        """Bring what is indexed to the library's state; a damaged index is made anew.

        `told(passages, of, what)` is called while it goes on.
        """
        with self._lock:
            for part in parts_of(self._name):
                index = self._index(part)
                try:
                    self._caught_up(index, told)
                except IndexDamaged:
                    index.close()
                    del self._open[part]
                    shutil.rmtree(self._folder(part), ignore_errors=True)
                    self._caught_up(self._index(part), told)

    def _caught_up(self, index: Index, told: Told) -> None:
        library, known = self._library(), index.generation
        of = cache(lambda: library.passage_count(known))  # counted only when it takes long
        catch_up(
            index, _WithTitles(library), lambda done: told(done, of(), f"indexing, {index.name}")
        )

    def _folder(self, part: str) -> Path:
        plain = part == "bm25" or self._encoder_name == STATIC
        return self._home.indexes / (part if plain else f"{part}-{self._encoder_name}")

    def _index(self, part: str) -> Index:
        if part not in self._open:
            folder = self._folder(part)
            try:
                self._open[part] = self._opened(part, folder)
            except IndexDamaged:
                # Derived from the library, so nothing is lost by making it anew.
                shutil.rmtree(folder, ignore_errors=True)
                self._open[part] = self._opened(part, folder)
        return self._open[part]

    def _opened(self, part: str, folder: Path) -> Index:
        from wherein.retrieval.bm25 import Bm25Index
        from wherein.retrieval.dense import DenseIndex
        from wherein.retrieval.keyword import KeywordIndex

        for place in (self._home.indexes, folder):
            if place.exists() and not place.is_dir():
                raise LibraryError(
                    f"{place} is a file, where a folder for the indexes should be.",
                    "Move it away and run the same command again: indexes are made anew.",
                )
        source = _ThreadsLibrary(self._library)
        if part == "bm25":
            return Bm25Index.open(folder, source)
        if part == "keyword":
            return KeywordIndex.of(folder, source, self._encoder())
        return DenseIndex.open(folder, source, self._encoder())


class _ThreadsLibrary:
    """The passage source of an index: the library of whichever thread asks."""

    def __init__(self, library: Callable[[], SqliteLibrary]) -> None:
        self._library = library

    def passages(self, keys: Sequence[tuple[str, int]]) -> list[Passage]:
        return self._library().passages(keys)


class _WithTitles:
    """The library's changes as the indexes see them: a document's title counts as a heading."""

    def __init__(self, library: SqliteLibrary) -> None:
        self._library = library

    @property
    def generation(self) -> int:
        return self._library.generation

    def changed_since(self, generation: int) -> Iterator[str]:
        return self._library.changed_since(generation)

    def passages_of(self, document: str) -> Iterator[Passage]:
        entry = self._library.entry(document)
        if entry is None:
            return
        for passage in self._library.passages_of(document):
            titled = entry.title in passage.section
            yield passage if titled else replace(passage, section=(entry.title, *passage.section))
