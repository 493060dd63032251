"""The indexes by the names that settings use. Knows how each is opened.

A new retriever is one module and one entry here; the contract suite runs over this table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from wherein.retrieval.passage_source import PassageSource
from wherein.retrieval.retriever import Index

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder
    from wherein.postgres.address import StoreAddress

Open: TypeAlias = "Callable[[Path, PassageSource, Callable[[], Encoder]], Index]"
"""Opens the index in a folder, or creates an empty one there. Raises IndexDamaged or StorageFull."""


def _bm25(folder: Path, source: PassageSource, encoder: Callable[[], Encoder]) -> Index:
    from wherein.retrieval.by_words.bm25 import Bm25Index

    return Bm25Index.open(folder, source)


def _keyword(folder: Path, source: PassageSource, encoder: Callable[[], Encoder]) -> Index:
    from wherein.retrieval.by_words.keyword import KeywordIndex

    return KeywordIndex.of(folder, source, encoder())


def _dense(folder: Path, source: PassageSource, encoder: Callable[[], Encoder]) -> Index:
    from wherein.retrieval.by_vectors.dense import DenseIndex

    return DenseIndex.open(folder, source, encoder())


def _kar(folder: Path, source: PassageSource, encoder: Callable[[], Encoder]) -> Index:
    from wherein.retrieval.by_words.kar import KarIndex

    return KarIndex.open(folder, source, encoder())


OpenInStore: TypeAlias = (
    "Callable[[StoreAddress, str, PassageSource, Callable[[], Encoder]], Index]"
)
"""Opens the index of a library with this name in a team's database. Raises LibraryError, or ExtraMissing."""


def _postgres(
    address: StoreAddress, name: str, source: PassageSource, encoder: Callable[[], Encoder]
) -> Index:
    from wherein.retrieval.by_postgres.words import PostgresWords

    return PostgresWords(address, name, source)


def _pgvector(
    address: StoreAddress, name: str, source: PassageSource, encoder: Callable[[], Encoder]
) -> Index:
    from wherein.retrieval.by_postgres.vectors import PostgresVectors

    return PostgresVectors(address, name, source, encoder)


IN_STORE: Mapping[str, OpenInStore] = {"postgres": _postgres, "pgvector": _pgvector}
"""The indexes that a team's database has, for all its machines."""
INDEXES: Mapping[str, Open] = {"bm25": _bm25, "keyword": _keyword, "dense": _dense, "kar": _kar}
WITHOUT_ENCODER = frozenset({"bm25", "postgres"})
"""The indexes that do not depend on the settings' encoder."""
