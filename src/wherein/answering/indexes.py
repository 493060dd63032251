"""The library's indexes, opened once and caught up with it. Names implementations of retrievers."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wherein.core.errors import IndexDamaged, UsageError
from wherein.core.passage import Passage
from wherein.library.home import Home
from wherein.library.sqlite import SqliteLibrary
from wherein.retrieval.catch_up import catch_up

if TYPE_CHECKING:
    from wherein.encoding.static import StaticEncoder
    from wherein.retrieval.retriever import Index, Retriever

RETRIEVERS = ("bm25", "dense", "hybrid")


class Indexes:
    """What the settings' retriever needs. Safe to share between threads."""

    def __init__(
        self,
        home: Home,
        name: str,
        library: Callable[[], SqliteLibrary],
        encoder: Callable[[], StaticEncoder],
    ) -> None:
        """`name` is the retriever the settings ask for; `library` gives the calling thread's."""
        self._home = home
        self._name = name
        self._library = library
        self._encoder = encoder
        self._lock = threading.RLock()
        self._open: dict[str, Index] = {}

    def close(self) -> None:
        with self._lock:
            for index in self._open.values():
                index.close()
            self._open.clear()

    def retriever(self) -> Retriever:
        """The library's retriever, caught up. Raises UsageError when there is none of that name."""
        from wherein.retrieval.hybrid import words_and_meaning

        if self._name not in RETRIEVERS:
            raise UsageError(
                f"There is no retriever called {self._name!r} (in {self._home.config}).",
                "Choose one of: " + ", ".join(RETRIEVERS) + ".",
            )
        self.catch_up()
        with self._lock:
            if self._name == "hybrid":
                return words_and_meaning(self._index("bm25"), self._index("dense"))
            return self._index(self._name)

    def catch_up(self) -> None:
        """Bring what is indexed to the library's state; a damaged index is made anew."""
        names = ("bm25", "dense") if self._name == "hybrid" else (self._name,)
        with self._lock:
            for name in names:
                index = self._index(name)
                try:
                    catch_up(index, _WithTitles(self._library()))
                except IndexDamaged:
                    index.close()
                    del self._open[name]
                    shutil.rmtree(self._home.indexes / name, ignore_errors=True)
                    catch_up(self._index(name), _WithTitles(self._library()))

    def _index(self, name: str) -> Index:
        if name not in self._open:
            folder = self._home.indexes / name
            try:
                self._open[name] = self._opened(name, folder)
            except IndexDamaged:
                # Derived from the library, so nothing is lost by making it anew.
                shutil.rmtree(folder, ignore_errors=True)
                self._open[name] = self._opened(name, folder)
        return self._open[name]

    def _opened(self, name: str, folder: Path) -> Index:
        from wherein.retrieval.bm25 import Bm25Index
        from wherein.retrieval.dense import DenseIndex

        source = _ThreadsLibrary(self._library)
        if name == "bm25":
            return Bm25Index.open(folder, source)
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
