"""Every index there is, ready for the contract; and passages written in a line."""

from __future__ import annotations

import atexit
import hashlib
import importlib.util
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.milvus.address import SearchAddress
from wherein.milvus.server import MilvusServer
from wherein.postgres.address import StoreAddress
from wherein.retrieval import registry
from wherein.retrieval.by_milvus.vectors import MilvusVectors
from wherein.retrieval.by_milvus.words import MilvusWords
from wherein.retrieval.by_vectors.dense import DenseIndex
from wherein.retrieval.by_words.bm25 import Bm25Index
from wherein.retrieval.by_words.page import PageIndex
from wherein.retrieval.by_words.words import question_terms
from wherein.retrieval.closest_sentence import ClosestSentence
from wherein.retrieval.hybrid import HybridRetriever, mixed, words_and_meaning
from wherein.retrieval.passage_source import PassageTable
from wherein.retrieval.retriever import Index


@dataclass
class Opened:
    """An index under test, the source it reads passages from (None: it keeps them itself)."""

    index: Index
    table: PassageTable | None = None
    reopen: Callable[[], Opened] | None = None
    keeps_every_word: bool = True

    def replace(self, document: str, group: list[Passage]) -> None:
        """As the library does: the truth first, then the index."""
        if self.table is not None:
            self.table.replace(document, group)
        self.index.replace(document, group)


def passage(document: str, at: int, text: str, section: tuple[str, ...] = ()) -> Passage:
    return Passage(document, at, Span(0, len(text)), text, section)


def passages(document: str, *texts: str, section: tuple[str, ...] = ()) -> list[Passage]:
    return [passage(document, at, text, section) for at, text in enumerate(texts)]


KEEPS_SOME_WORDS = frozenset({"kar"})
"""Indexes that by their method find a passage by a few of its words only."""


def _registered(name: str) -> Callable[[Path], Opened]:
    def make(folder: Path) -> Opened:
        table = PassageTable()

        def reopen() -> Opened:
            index = registry.INDEXES[name](folder, table, HashEncoder)
            return Opened(index, table, reopen, name not in KEEPS_SOME_WORDS)

        return reopen()

    return make


def _page(folder: Path) -> Opened:
    return Opened(PageIndex())


class HashEncoder:
    """An `Encoder` without a model: each term of the text adds a vector drawn from its own hash."""

    name = "hash-64"
    dimensions = 64

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for term in question_terms(text, most=10_000):
                seed = int.from_bytes(hashlib.sha256(term.encode()).digest()[:8], "little")
                vector += np.random.default_rng(seed).standard_normal(64, dtype=np.float32)
            vector /= max(float(np.linalg.norm(vector)), 1e-9)
        return vectors


class HybridIndex:
    """Two indexes kept together, searched as one: what the library does with a hybrid."""

    def __init__(self, parts: Sequence[Index], hybrid: HybridRetriever) -> None:
        self._parts = parts
        self._hybrid = hybrid
        self.name = self._hybrid.name
        self.search = self._hybrid.search

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        group = list(passages)
        for part in self._parts:
            part.replace(document, group)

    def commit(self, generation: int) -> None:
        for part in self._parts:
            part.commit(generation)

    @property
    def generation(self) -> int:
        return min(part.generation for part in self._parts)

    def clear(self) -> None:
        for part in self._parts:
            part.clear()

    def close(self) -> None:
        for part in self._parts:
            part.close()


def _hybrid(mix: Callable[[Index, Index], HybridRetriever]) -> Callable[[Path], Opened]:
    def make(folder: Path) -> Opened:
        table = PassageTable()

        def reopen() -> Opened:
            words = Bm25Index.open(folder / "bm25", table)
            meaning = DenseIndex.open(folder / "dense", table, HashEncoder())
            return Opened(HybridIndex([words, meaning], mix(words, meaning)), table, reopen)

        return reopen()

    return make


_SERVERS: list[MilvusServer] = []


def milvus_server() -> MilvusServer:
    """One Milvus Lite for all tests of a run, which takes seconds to start; each index has a collection of its own."""
    if not _SERVERS:
        folder = Path(tempfile.mkdtemp(prefix="wherein-milvus-"))
        _SERVERS.append(MilvusServer(SearchAddress.parse(f"milvus://{folder}/lite.db")))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return _SERVERS[0]


def _milvus(
    made: Callable[[MilvusServer, str, PassageTable], Index],
) -> Callable[[Path], Opened]:
    def make(folder: Path) -> Opened:
        table, name = PassageTable(), f"test_{uuid.uuid4().hex}"

        def reopen() -> Opened:
            return Opened(made(milvus_server(), name, table), table, reopen)

        return reopen()

    return make


MILVUS = {
    "milvus-bm25": _milvus(MilvusWords),
    "milvus-dense": _milvus(
        lambda server, name, table: MilvusVectors(server, name, table, HashEncoder)
    ),
}
"""Where Milvus Lite is installed (`make test-team`)."""


def in_store(name: str, address: StoreAddress) -> Opened:
    """An index in a team's database, under a name that no other test has."""
    table, of = PassageTable(), f"test-{uuid.uuid4().hex}"

    def reopen() -> Opened:
        return Opened(registry.IN_STORE[name](address, of, table, HashEncoder), table, reopen)

    return reopen()


INDEXES: dict[str, Callable[[Path], Opened]] = {
    **(MILVUS if importlib.util.find_spec("milvus_lite") else {}),
    **{name: _registered(name) for name in registry.INDEXES},
    "page": _page,
    "hybrid": _hybrid(
        lambda words, meaning: words_and_meaning(words, meaning, ClosestSentence(HashEncoder()))
    ),
    "hybrid-rrf": _hybrid(lambda words, meaning: HybridRetriever([words, meaning])),
    "mixed": _hybrid(lambda words, meaning: mixed([words, meaning])),
}
