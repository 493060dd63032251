"""The library's indexes in Milvus, beside those of this machine, which answer while Milvus is away or behind."""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, TypeAlias

from wherein.core.errors import LibraryError, StoreUnreachable
from wherein.core.lifetime.cancellation import Cancelled
from wherein.core.passage import Hit, Passage
from wherein.home.folder import Home
from wherein.home.private_folder import make_private
from wherein.library.store import StoredLibrary
from wherein.milvus.address import SearchAddress
from wherein.milvus.server import MilvusServer
from wherein.retrieval.by_milvus.vectors import MilvusVectors
from wherein.retrieval.by_milvus.words import MilvusWords
from wherein.retrieval.catch_up import ChangeLog, catch_up

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder
    from wherein.retrieval.retriever import Index, Retriever

MOST_IN_A_QUESTION = 100
"""Most changed documents that a question brings up to date itself; more are left to `wherein index build`."""
AWAY_SECONDS = 30.0
"""How long a server that could not be reached is left alone, so that questions do not wait for it."""
OnProgress: TypeAlias = Callable[[int, int, str], None]
_Kept: TypeAlias = MilvusWords | MilvusVectors


@dataclass(frozen=True, slots=True)
class SideStatus:
    """One index in Milvus: its part, collection, passages, and its generation beside the library's."""

    part: str
    collection: str
    passages: int
    generation: int
    library: int

    @property
    def is_current(self) -> bool:
        return self.generation == self.library


class SearchSide:
    """The words and the vectors of a library in Milvus. Threads may share it; one at a time writes."""

    def __init__(
        self,
        home: Home,
        address: SearchAddress,
        library: Callable[[], StoredLibrary],
        changes: Callable[[], ChangeLog],
        encoder: tuple[str, Callable[[], Encoder]],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`library` returns the calling thread's library, `changes` its changes as an index takes them; `encoder` is the
        name of the encoder and what loads it."""
        self._home = home
        self._server = MilvusServer(address)
        self._library = library
        self._changes = changes
        self._encoder_name, self._encoder = encoder
        self._now = now
        self._away_until = float("-inf")
        self._writing = threading.Lock()

    def close(self) -> None:
        self._server.close()

    def instead_of(self, own: Mapping[str, Index]) -> tuple[Sequence[Retriever], tuple[str, ...]]:
        """The retrievers of these parts in Milvus, each with the machine's own one for when it fails; else the own ones,
        with a note that says why."""
        mine = list(own.values())
        indexes = self._indexes
        if not own.keys() <= indexes.keys():
            return mine, ()
        if self._now() < self._away_until:
            return mine, (_away(self._server.address),)
        try:
            if not self._is_current(indexes, own):
                return mine, (_behind(self._server.address),)
        except StoreUnreachable:
            self._away_until = self._now() + AWAY_SECONDS
            return mine, (_away(self._server.address),)
        return [_OrOwn(indexes[part], index, self._left_alone) for part, index in own.items()], ()

    def build(self, on_progress: OnProgress = lambda done, of, what: None) -> list[SideStatus]:
        """Bring all indexes up to date; what an interrupted run committed is not done again."""
        with self._writing:
            self._catch_up(self._indexes, on_progress)
        return self.status()

    def status(self) -> list[SideStatus]:
        now = self._library().generation
        return [
            SideStatus(part, index.collection, index.count(), index.generation, now)
            for part, index in self._indexes.items()
        ]

    def verify(self, on_progress: OnProgress = lambda done, of, what: None) -> list[str]:
        """The documents whose passages in the word index are other ones than the library's, and those of no document."""
        changes, library = self._changes(), self._library()
        words = self._indexes["bm25"]
        assert isinstance(words, MilvusWords)
        wrong, stored = [], 0
        names = list(library.changed_since(0))
        for done, document in enumerate(names):
            on_progress(done, len(names), "checking")
            expected = {passage.index for passage in changes.passages_of(document)}
            found = words.passages_of(document)
            stored += len(found)
            if found != expected:
                wrong.append(document)
        return wrong + (["passages of removed documents"] if words.count() != stored else [])

    def drop(self) -> None:
        """Remove the library's collections from Milvus."""
        with self._writing:
            for index in self._indexes.values():
                index.clear()

    def _is_current(self, indexes: Mapping[str, _Kept], own: Mapping[str, Index]) -> bool:
        target = self._library().generation
        behind = [part for part in own if indexes[part].generation != target]
        if not behind:
            return True
        known = min(indexes[part].generation for part in behind)
        changed = list(self._library().changed_since(known if known < target else 0))
        if len(changed) > MOST_IN_A_QUESTION or not self._writing.acquire(blocking=False):
            return False
        try:
            self._catch_up({part: indexes[part] for part in behind}, lambda done, of, what: None)
        except Cancelled:
            return False
        finally:
            self._writing.release()
        return True

    def _catch_up(self, indexes: Mapping[str, _Kept], on_progress: OnProgress) -> None:
        for part, index in indexes.items():
            of = cache(partial(self._library().passage_count, index.generation))
            what = f"indexing in Milvus, {part}"
            catch_up(index, self._changes(), partial(_tell, on_progress, of, what))

    @cached_property
    def _indexes(self) -> dict[str, _Kept]:
        name = f"wherein_{self._name_of_library()}"
        source = _ThreadsPassages(self._library)
        encoder = re.sub(r"\W", "_", self._encoder_name, flags=re.ASCII)
        return {
            "bm25": MilvusWords(self._server, f"{name}_words", source),
            "dense": MilvusVectors(self._server, f"{name}_{encoder}", source, self._encoder),
        }

    def _name_of_library(self) -> str:
        """A name that no other library on the server has: of a database its identity, of a home one drawn once."""
        identity = self._library().identity
        if identity:
            return re.sub(r"\W", "_", identity, flags=re.ASCII)
        file = self._home.folder / "search-name"
        with suppress(FileNotFoundError):
            if re.fullmatch(r"[0-9a-f]{16}", drawn := file.read_text().strip()):
                return drawn
        make_private(self._home.folder)
        drawn = secrets.token_hex(8)
        file.write_text(drawn)
        return drawn

    def _left_alone(self) -> None:
        self._away_until = self._now() + AWAY_SECONDS


class _OrOwn:
    """A `Retriever` in Milvus, and this machine's own one where that fails in the middle of a question."""

    def __init__(self, there: Retriever, own: Retriever, failed: Callable[[], None]) -> None:
        self.name = own.name
        self._there = there
        self._own = own
        self._failed = failed

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        try:
            return self._there.search(question, limit, within)
        except LibraryError:
            self._failed()
            return self._own.search(question, limit, within)


class _ThreadsPassages:
    """The passages of the calling thread's library."""

    def __init__(self, library: Callable[[], StoredLibrary]) -> None:
        self._library = library

    def passages(self, keys: Sequence[tuple[str, int]]) -> list[Passage]:
        return self._library().passages(keys)


def _tell(on_progress: OnProgress, of: Callable[[], int], what: str, done: int) -> None:
    on_progress(done, of(), what)


def _away(address: SearchAddress) -> str:
    return f"The Milvus server {address} can't be reached, so this machine's own indexes answer."


def _behind(address: SearchAddress) -> str:
    return (
        f"The Milvus server {address} has not all documents yet, so this machine's own indexes answer."
        " Bring it up to date: wherein index build"
    )
