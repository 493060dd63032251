"""The library's indexes, opened once and caught up with it. Names implementations of retrievers."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from wherein.core.errors import IndexDamaged, LibraryError, StorageFull, UsageError
from wherein.core.passage import Passage
from wherein.library.home import Home, Settings
from wherein.library.sqlite import SqliteLibrary
from wherein.retrieval.catch_up import catch_up

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder
    from wherein.retrieval.page import PageIndex
    from wherein.retrieval.retriever import Index, Retriever

PARTS = ("bm25", "keyword", "dense")
RETRIEVERS = (*PARTS, "hybrid")
HYBRID = ("bm25", "dense")
STATIC = "static"
MOST_IN_MEMORY = 20_000
"""Passages that are searched without an index on a full disk: some 4 million words."""
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
        self._unindexed: _Unindexed | None = None

    def close(self) -> None:
        with self._lock:
            for index in self._open.values():
                index.close()
            self._open.clear()

    def retriever(self) -> Retriever:
        """The library's retriever, caught up; on a full disk with what could not be indexed in memory.

        Raises UsageError when there is none of that name, and StorageFull where that is too much.
        """
        parts = parts_of(self._name)
        try:
            self.catch_up()
        except StorageFull as error:
            return self._as_it_stands(parts, error)
        with self._lock:
            self._unindexed = None
            return self._together([self._index(part) for part in parts])

    def notes(self) -> tuple[str, ...]:
        """What to say of documents that the indexes of the last retriever lack."""
        with self._lock:
            return () if self._unindexed is None else (self._unindexed.note,)

    def make_again(self) -> None:
        """Remove the indexes: the next retriever makes them from the library."""
        with self._lock:
            self.close()
            for part in parts_of(self._name):
                shutil.rmtree(self._folder(part), ignore_errors=True)

    def _together(self, opened: Sequence[Index]) -> Retriever:
        from wherein.retrieval.closest_sentence import ClosestSentence
        from wherein.retrieval.hybrid import mixed, words_and_meaning

        if len(opened) == 1:
            return opened[0]
        if parts_of(self._name) != HYBRID:
            return mixed(list(opened))
        words, meaning = opened
        return words_and_meaning(words, meaning, ClosestSentence(self._encoder()))

    def _as_it_stands(self, parts: Sequence[str], full: StorageFull) -> Retriever:
        from wherein.retrieval.hybrid import HybridRetriever

        library = self._library()
        with self._lock:
            opened = [index for part in parts if (index := self._readable(part)) is not None]
            known = min((index.generation for index in opened), default=0)
            if self._unindexed is None or self._unindexed.of != (known, library.generation):
                self._unindexed = _Unindexed.after(known, library, full)
            found = [self._together(opened)] if opened else []
            if self._unindexed.index is not None:
                found.append(self._unindexed.index)
            if not found:
                raise full
            return found[0] if len(found) == 1 else HybridRetriever(found)

    def _readable(self, part: str) -> Index | None:
        """An index as it stands; None where it can't be opened or holds nothing."""
        try:
            index = self._index(part)
        except StorageFull:
            return None
        return index if index.generation else None

    def catch_up(self, told: Told = lambda done, of, what: None) -> None:
        """Bring what is indexed to the library's state; a damaged index is made anew.

        `told(passages, of, what)` is called while it goes on.
        """
        with self._lock:
            for part in parts_of(self._name):
                index = self._index(part)
                try:
                    self._caught_up(index, told)
                except StorageFull:
                    index.close()
                    raise
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


@dataclass(frozen=True, slots=True)
class _Unindexed:
    """What a full disk keeps out of the indexes: searched in memory, unless that is too much.

    `of` are the generations of the index and of the library.
    """

    of: tuple[int, int]
    index: PageIndex | None
    note: str

    @classmethod
    def after(cls, known: int, library: SqliteLibrary, full: StorageFull) -> _Unindexed:
        from wherein.retrieval.page import PageIndex

        changed = list(library.changed_since(known))
        documents = "1 document is" if len(changed) == 1 else f"{len(changed):,} documents are"
        index, how = None, "not searched"
        if library.passage_count(known) <= MOST_IN_MEMORY:
            index, how = PageIndex(), "searched without an index"
            titled = _WithTitles(library)
            for document in changed:
                index.replace(document, titled.passages_of(document))
        note = f"There is no room left on the disk, so {documents} {how}. {full.next_step}"
        return cls((known, library.generation), index, note)


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
