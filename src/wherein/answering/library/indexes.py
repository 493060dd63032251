"""Opens the library's indexes once and brings them up to date. Names implementations of retrievers."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from wherein.core.errors import IndexDamaged, LibraryError, StorageFull, UsageError
from wherein.core.lifetime.cancellation import Cancelled, shared_work
from wherein.core.passage import Passage
from wherein.home.folder import Home, Settings
from wherein.home.private_folder import make_private
from wherein.home.writers_mark import WritersMark
from wherein.library.store import StoredLibrary
from wherein.retrieval.catch_up import catch_up
from wherein.retrieval.registry import IN_STORE, INDEXES, WITHOUT_ENCODER

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder
    from wherein.retrieval.by_milvus.search_side import SearchSide
    from wherein.retrieval.by_words.page import PageIndex
    from wherein.retrieval.retriever import Index, Retriever

PARTS = (*INDEXES, *IN_STORE)
BESIDE_MAIN = "beside-main"
"""The word index of passages beside the main text; the other indexes have only main text."""
RETRIEVERS = (*PARTS, "hybrid")
HYBRID = ("bm25", "dense")
STATIC = "static"
MOST_IN_MEMORY = 20_000
"""Most passages that are searched without an index on a full disk: some 4 million words."""
OnProgress: TypeAlias = Callable[[int, int, str], None]


def parts_of(retriever: str) -> tuple[str, ...]:
    """The indexes that a retriever's name stands for: two for `hybrid`, the listed ones for `keyword+dense`.

    Raises UsageError for an unknown name.
    """
    parts = HYBRID if retriever == "hybrid" else tuple(p.strip() for p in retriever.split("+"))
    if not set(parts) <= set(PARTS) or len(set(parts)) < len(parts):
        raise UsageError(
            f"There is no retriever called {retriever!r}.",
            f"Choose one of: {', '.join(RETRIEVERS)}; or several, as in keyword+dense.",
        )
    return parts


@dataclass(frozen=True, slots=True)
class Searchable:
    """The library's retriever. `notes` name documents that it can't find; `whole` is then False, unless these documents
    are searched without an index."""

    retriever: Retriever
    notes: tuple[str, ...] = ()
    whole: bool = True


class Indexes:
    """Holds the indexes that the settings' retriever needs. Threads may share it.

    One thread at a time writes. Searches do not wait for it: they use an index as of its last commit.
    """

    def __init__(
        self,
        home: Home,
        settings: Settings,
        library: Callable[[], StoredLibrary],
        encoder: Callable[[str], Encoder],
        writers: Path | None = None,
    ) -> None:
        """`library` returns the calling thread's library, `encoder` the encoder of a name. `writers` is the lock file of those
        who add to what is indexed; without it, the home's."""
        self._home = home
        self._name = settings.retriever
        self._library = library
        self._encoder = partial(encoder, settings.encoder)
        self._encoder_name = settings.encoder
        self._writing = threading.RLock()
        self._opening = threading.RLock()  # taken after `_writing`, where both are
        self._mark = WritersMark(writers or home.writers)
        self._open: dict[str, Index] = {}
        self._side: SearchSide | None = None
        self._unindexed: _Unindexed | None = None

    def close(self) -> None:
        with self._writing, self._opening:
            for index in self._open.values():
                index.close()
            self._open.clear()
            if self._side is not None:
                self._side.close()

    def adding(self) -> AbstractContextManager[None]:
        """Hold this while adding documents: no other thread or process then updates the indexes."""
        return self._mark.held()

    def searchable(self) -> Searchable:
        """The retriever as of now, brought up to date unless documents are being added or another update runs.

        On a full disk, documents that could not be indexed are searched in memory. Raises UsageError when the
        settings name no retriever, and StorageFull when there are too many such documents.
        """
        try:
            self.catch_up_unless_busy()
        except StorageFull as error:
            return self._on_a_full_disk(error)
        with self._opening:
            self._unindexed = None
        with self._opening:
            opened = {part: self._index(part) for part in parts_of(self._name)}
        missing = self._missing(list(opened.values()))
        if missing:
            return Searchable(self._together(list(opened.values())), (_late(missing),), False)
        side = self.side
        if side is None:
            return Searchable(self._together(list(opened.values())))
        retrievers, notes = side.instead_of(opened)
        return Searchable(self._together(retrievers), notes)

    @property
    def side(self) -> SearchSide | None:
        """The library's indexes in Milvus; None where the home names no server."""
        if self._home.search is None:
            return None
        with self._opening:
            if self._side is None:
                from wherein.retrieval.by_milvus.search_side import SearchSide

                self._side = SearchSide(
                    self._home,
                    self._home.search,
                    self._library,
                    lambda: _WithTitles(self._library()),
                    (self._encoder_name, self._encoder),
                )
            return self._side

    def beside_main(self) -> Retriever | None:
        """The retriever of passages beside the main text; None where all is main text.

        Also None while documents are being added, since the adding process then updates this index, and on a full disk.
        """
        if not self._library().has_passages_beside_main():
            return None
        with self._opening:
            return self._readable(BESIDE_MAIN)

    def notes(self) -> tuple[str, ...]:
        """Notes on documents that a full disk keeps out of the indexes; remembered answers show them too."""
        with self._opening:
            return () if self._unindexed is None else (self._unindexed.note,)

    def indexed(self) -> tuple[int, int | None]:
        """The library's generation, and how many documents changed since the index that is furthest behind caught up (None where
        an index is damaged)."""
        generation = self._library().generation
        try:
            with self._opening:
                opened = [self._index(part) for part in parts_of(self._name)]
            return generation, self._missing(opened)
        except IndexDamaged:
            return generation, None

    def make_again(self) -> None:
        """Remove the indexes; the next search builds them from the library."""
        with self._writing, self._opening:
            self.close()
            for part in (*parts_of(self._name), BESIDE_MAIN):
                shutil.rmtree(self._folder(part), ignore_errors=True)

    def _together(self, opened: Sequence[Retriever]) -> Retriever:
        from wherein.retrieval.closest_sentence import ClosestSentence
        from wherein.retrieval.hybrid import mixed, words_and_meaning

        if len(opened) == 1:
            return opened[0]
        if parts_of(self._name) != HYBRID:
            return mixed(list(opened))
        words, meaning = opened
        return words_and_meaning(words, meaning, ClosestSentence(self._encoder()))

    def _on_a_full_disk(self, full: StorageFull) -> Searchable:
        from wherein.retrieval.hybrid import HybridRetriever

        library = self._library()
        with self._opening:
            parts = parts_of(self._name)
            opened = [index for part in parts if (index := self._readable(part)) is not None]
            known = min((index.generation for index in opened), default=0)
            if self._unindexed is None or self._unindexed.of != (known, library.generation):
                self._unindexed = _Unindexed.after(known, library, full)
            rest = self._unindexed
        found = [self._together(opened)] if opened else []
        if rest.index is not None:
            found.append(rest.index)
        if not found:
            raise full
        retriever = found[0] if len(found) == 1 else HybridRetriever(found)
        return Searchable(retriever, (rest.note,), rest.index is not None)

    def _readable(self, part: str) -> Index | None:
        """An index in its current state; None where it can't be opened or is empty."""
        try:
            index = self._index(part)
        except StorageFull:
            return None
        return index if index.generation else None

    def catch_up(self, on_progress: OnProgress = lambda done, of, what: None) -> None:
        """Bring the indexes to the library's state, after waiting for a running update; a damaged index is rebuilt.

        `on_progress(passages, of, what)` reports progress.
        """
        self._library()  # which makes the home
        with self._mark.held(), self._writing:
            self._bring_up_to_date(on_progress)

    def catch_up_unless_busy(self) -> None:
        """As `catch_up`, but skipped while documents are added or an update runs, here or in another process."""
        if not self.is_behind() or not self._writing.acquire(blocking=False):
            return
        try:
            with shared_work(), self._mark.held_if_alone() as is_alone:
                if is_alone:
                    self._bring_up_to_date(lambda done, of, what: None)
        finally:
            self._writing.release()

    @property
    def is_open(self) -> bool:
        """Whether they were searched since this was made."""
        return bool(self._open)

    def is_behind(self) -> bool:
        """Whether the library has changed since one of them was brought up to date."""
        library = self._library()
        with self._opening:
            opened = [self._index(part) for part in self._parts()]
        try:
            return any(index.generation != library.generation for index in opened)
        except IndexDamaged:
            return True  # and is rebuilt

    def _missing(self, opened: Sequence[Index]) -> int:
        """The number of documents added, changed or removed since the oldest index was brought up to date."""
        library = self._library()
        known = min(index.generation for index in opened)
        now = library.generation
        if known == now:
            return 0
        return len(list(library.changed_since(known if known < now else 0)))

    def _bring_up_to_date(self, on_progress: OnProgress) -> None:
        for part in self._parts():
            with self._opening:
                index = self._index(part)
            try:
                self._caught_up(index, on_progress, main=part != BESIDE_MAIN)
            except (StorageFull, Cancelled):
                index.close()
                raise
            except IndexDamaged:
                with self._opening:  # there is nothing to search meanwhile
                    index.close()
                    del self._open[part]
                    shutil.rmtree(self._folder(part), ignore_errors=True)
                    self._caught_up(self._index(part), on_progress, main=part != BESIDE_MAIN)

    def _parts(self) -> tuple[str, ...]:
        """The indexes to keep up to date; the last one, beside the main text, only where documents have such text."""
        beside = (BESIDE_MAIN,) if self._library().has_passages_beside_main() else ()
        return (*parts_of(self._name), *beside)

    def _caught_up(self, index: Index, on_progress: OnProgress, main: bool) -> None:
        library, known = self._library(), index.generation
        of = cache(lambda: library.passage_count(known))  # counted only when it takes long
        catch_up(
            index,
            _WithTitles(library, main),
            lambda done: on_progress(done, of(), f"indexing, {index.name}"),
        )

    def _folder(self, part: str) -> Path:
        plain = part in WITHOUT_ENCODER or part == BESIDE_MAIN or self._encoder_name == STATIC
        indexes = self._home.indexes_of(self._library().identity)
        return indexes / (part if plain else f"{part}-{self._encoder_name}")

    def _index(self, part: str) -> Index:
        if part not in self._open:
            folder = self._folder(part)
            try:
                self._open[part] = self._opened(part, folder)
            except IndexDamaged:
                # Derived from the library, so nothing is lost by rebuilding it.
                shutil.rmtree(folder, ignore_errors=True)
                self._open[part] = self._opened(part, folder)
        return self._open[part]

    def _opened(self, part: str, folder: Path) -> Index:
        if part in IN_STORE:
            if self._home.store is None:
                raise UsageError(
                    f"The retriever {part!r} is one of a team's database, and none is named.",
                    "Name it with --store, or choose another retriever in the settings.",
                )
            name = self._library().identity
            source = _ThreadsLibrary(self._library)
            return IN_STORE[part](self._home.store, name, source, self._encoder)
        for place in (self._home.indexes, folder.parent, folder):
            if place.exists() and not place.is_dir():
                raise LibraryError(
                    f"{place} is a file, where a folder for the indexes should be.",
                    "Move it away and run the same command again: the indexes are rebuilt.",
                )
        with suppress(OSError):  # making the index gives the error
            make_private(self._home.indexes)
            make_private(folder.parent)
        return INDEXES["bm25" if part == BESIDE_MAIN else part](
            folder, _ThreadsLibrary(self._library), self._encoder
        )


def _late(documents: int) -> str:
    """The note for a question that was asked while documents were being added."""
    many = "1 document that was" if documents == 1 else f"{documents:,} documents that were"
    return (
        f"Documents are being added: {many} added, changed or removed last may be missing here."
        " Ask again when that is done."
    )


@dataclass(frozen=True, slots=True)
class _Unindexed:
    """A retriever in memory for documents that a full disk keeps out of the indexes. Raises StorageFull for too many.

    `of` is the pair of generations of the index and of the library.
    """

    of: tuple[int, int]
    index: PageIndex | None
    note: str

    @classmethod
    def after(cls, known: int, library: StoredLibrary, full: StorageFull) -> _Unindexed:
        from wherein.retrieval.by_words.page import PageIndex

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
    """The passage source of an index: the library of the calling thread."""

    def __init__(self, library: Callable[[], StoredLibrary]) -> None:
        self._library = library

    def passages(self, keys: Sequence[tuple[str, int]]) -> list[Passage]:
        return self._library().passages(keys)


class _WithTitles:
    """The library's changes for an index, with a document's title as its outermost heading.

    An index has either the passages of the main text, or those beside it.
    """

    def __init__(self, library: StoredLibrary, main: bool = True) -> None:
        self._library = library
        self._main = main

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
            if passage.main is not self._main:
                continue
            titled = entry.title in passage.section
            yield passage if titled else replace(passage, section=(entry.title, *passage.section))
