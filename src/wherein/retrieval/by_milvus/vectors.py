"""The index of meaning in Milvus: passages by the inner product of vectors, compared exactly."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from wherein.core.passage import Hit, Passage
from wherein.milvus.server import MilvusServer
from wherein.retrieval.by_milvus.collection import (
    MilvusIndex,
    Ranked,
    Row,
    batched,
    best_hits,
)
from wherein.retrieval.by_vectors.dense import DIGITS, described
from wherein.retrieval.passage_source import PassageSource

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder


class MilvusVectors(MilvusIndex):
    """An `Index` by the vectors of an encoder. A passage without a token that the encoder knows is not stored."""

    name = "dense"

    def __init__(
        self,
        server: MilvusServer,
        collection: str,
        source: PassageSource,
        encoder: Callable[[], Encoder],
    ) -> None:
        self._encoder = encoder
        super().__init__(server, collection, self._describe)
        self._source = source

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        self.write(document, self._rows_of(passages))

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        if limit <= 0 or not question.strip() or (within is not None and not within):
            return []
        (vector,) = self._encoder().encode([question])
        if not vector.any():
            return []
        asked = [float(one) for one in vector]

        def look(wanted: int) -> Ranked:
            scores = self.scores("vector", asked, wanted, within)
            is_whole = len(scores) < wanted
            return Ranked(scores, float("-inf") if is_whole else min(scores.values()))

        return best_hits(look, self._source, limit, DIGITS)

    def _describe(self, schema: Any, indexes: Any) -> None:
        from pymilvus import DataType

        schema.add_field("vector", DataType.FLOAT_VECTOR, dim=self._encoder().dimensions)
        indexes.add_index("vector", index_type="FLAT", metric_type="IP")

    def _rows_of(self, passages: Iterable[Passage]) -> Iterator[Row]:
        for some in batched(passages):
            vectors = self._encoder().encode([described(passage) for passage in some])
            for passage, vector in zip(some, vectors, strict=True):
                if vector.any():
                    yield {"passage": passage.index, "vector": [float(one) for one in vector]}
