"""The index of meaning in PostgreSQL: passages by the inner product of vectors, compared exactly by pgvector.

Exactly, since an approximate index that is filtered afterwards gives too few passages to whoever may read little.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from wherein.core.passage import Hit, Passage
from wherein.postgres.address import StoreAddress
from wherein.retrieval.by_postgres.index import PostgresIndex, Row
from wherein.retrieval.by_vectors.dense import DIGITS, PASSAGES_AT_ONCE, described
from wherein.retrieval.passage_source import PassageSource

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wherein.encoding.encoder import Encoder


class PostgresVectors(PostgresIndex):
    """An `Index` by the vectors of an encoder. A passage without a token that the encoder knows is not stored."""

    name = "pgvector"

    def __init__(
        self,
        address: StoreAddress,
        name: str,
        source: PassageSource,
        encoder: Callable[[], Encoder],
    ) -> None:
        self._encoder = encoder
        super().__init__(address, f"{name}/{encoder().name}", "search_vectors", "vector", source)

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        self.hold(document, list(self._rows_of(iter(passages))))

    def _rows_of(self, passages: Iterator[Passage]) -> Iterator[Row]:
        while some := list(islice(passages, PASSAGES_AT_ONCE)):
            vectors = self._encoder().encode([described(passage) for passage in some])
            for passage, vector in zip(some, vectors, strict=True):
                if vector.any():
                    yield passage.index, _text(vector)

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        if limit <= 0 or not question.strip():
            return []
        (vector,) = self._encoder().encode([question])
        if not vector.any():
            return []
        asked = _text(vector)
        return self.ranked(
            "-(vector <#> %s::vector)", DIGITS, "%s::vector IS NOT NULL", (asked,), limit, within
        )


def _text(vector: NDArray[np.float32]) -> str:
    """A vector as pgvector reads it, each number so that it comes back as it was."""
    return "[" + ",".join(repr(float(one)) for one in vector) + "]"
