"""What the indexes in Milvus share: rows by document, the generation, and hits with their ties in order."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from wherein.core.lifetime.cancellation import checkpoint
from wherein.core.passage import Hit, Passage
from wherein.milvus.server import STEP_SECONDS, MilvusServer, loaded
from wherein.retrieval.passage_source import Key, PassageSource

if TYPE_CHECKING:
    from pymilvus import MilvusClient

ROWS_AT_ONCE = 256
MOST_AT_ONCE = 16_384
"""The most hits, or rows, that Milvus gives at once."""
LONGEST_ID = 512
"""Bytes of a document's id; those of a library are far shorter."""

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Keys with scores, best first; `least` is the most that a passage can have that is not among them."""

    scores: dict[Key, float]
    least: float


class MilvusIndex:
    """What the indexes in Milvus have in common: all of an `Index` but `replace` and `search`.

    `collection` is the name of its collection, `describe` adds the fields and indexes beside id, document and passage.
    """

    def __init__(
        self, server: MilvusServer, collection: str, describe: Callable[[Any, Any], None]
    ) -> None:
        self._server = server
        self.collection = collection
        self._describe = describe
        self._is_there = False
        self._gone: set[str] = set()

    @property
    def generation(self) -> int:
        return self._server.generation(self.collection)

    def clear(self) -> None:
        self._is_there = False
        self._gone.clear()
        self._server.drop(self.collection)

    def close(self) -> None:
        """The server is closed by whoever made it."""

    def write(self, document: str, rows: Iterator[Row]) -> None:
        """Write the rows over those of the same passages; the document's other ones are removed at the next commit.

        So a crash between leaves nothing missing, and two servers that bring the same generation up to date end with the
        same rows.
        """
        self._gone |= {_row_id(document, passage) for passage in self.passages_of(document)}
        while some := list(islice(rows, ROWS_AT_ONCE)):
            checkpoint()
            self._make()
            for row in some:
                row["id"], row["of"] = _row_id(document, row["passage"]), _hash(document)
                row["document"] = document
                self._gone.discard(row["id"])
            self._upsert(some)

    def _upsert(self, rows: list[Row]) -> None:
        self._server.call(lambda client: client.upsert(self.collection, rows, timeout=STEP_SECONDS))

    def commit(self, generation: int) -> None:
        """Remove what was replaced, make all of it quick to search, and note the generation."""
        gone = sorted(self._gone)
        for start in range(0, len(gone), ROWS_AT_ONCE):
            self._delete(gone[start : start + ROWS_AT_ONCE])
        self._gone.clear()
        self._server.commit(self.collection, generation)

    def _delete(self, ids: list[str]) -> None:
        self._server.call(
            lambda client: client.delete(self.collection, ids=ids, timeout=STEP_SECONDS)
        )

    def passages_of(self, document: str) -> set[int]:
        """The indexes of a document's passages that are stored."""
        found: set[int] = set()
        if not self._exists():
            return found
        while True:
            rows = self._some_of(document, max(found, default=-1))
            found |= {int(row["passage"]) for row in rows}
            if len(rows) < MOST_AT_ONCE:
                return found

    def _some_of(self, document: str, after: int) -> list[Row]:
        found: list[Row] = self._server.call(
            lambda client: client.query(
                self.collection,
                filter=f'of == "{_hash(document)}" and passage > {after}',
                output_fields=["passage"],
                limit=MOST_AT_ONCE,
                timeout=STEP_SECONDS,
            )
        )
        return found

    def count(self) -> int:
        """The number of passages stored."""
        if not self._exists():
            return 0
        rows = self._server.call(
            lambda client: client.query(
                self.collection, filter="", output_fields=["count(*)"], timeout=STEP_SECONDS
            )
        )
        return int(rows[0]["count(*)"])

    def scores(
        self,
        field: str,
        asked: Any,
        limit: int,
        within: Collection[str] | None,
        ids: Sequence[Key] | None = None,
    ) -> dict[Key, float]:
        """The `limit` best passages of one field; of `ids` alone where they are given."""
        if not self._exists():
            return {}
        told = []
        if within is not None:
            told.append(f"of in {_listed(_hash(document) for document in within)}")
        if ids is not None:
            told.append(f"id in {_listed(_row_id(*key) for key in ids)}")
        (hits,) = self._server.call(
            lambda client: client.search(
                self.collection,
                data=[asked],
                anns_field=field,
                limit=min(limit, MOST_AT_ONCE),
                filter=" and ".join(told),
                output_fields=["document", "passage"],
                timeout=STEP_SECONDS,
            )
        )
        # The sign of a BM25 score is turned in Milvus Lite and not in the server; an inner product has its own.
        return {
            (hit["entity"]["document"], int(hit["entity"]["passage"])): float(hit["distance"])
            for hit in hits
        }

    def _exists(self) -> bool:
        if not self._is_there:
            self._is_there = self._server.call(lambda client: loaded(client, self.collection))
        return self._is_there

    def _make(self) -> None:
        if self._exists():
            return

        def made(client: MilvusClient) -> None:
            from pymilvus import DataType

            schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
            schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=64)
            schema.add_field("of", DataType.VARCHAR, max_length=40)
            schema.add_field("document", DataType.VARCHAR, max_length=LONGEST_ID)
            schema.add_field("passage", DataType.INT64)
            indexes = client.prepare_index_params()
            self._describe(schema, indexes)
            client.create_collection(
                self.collection,
                schema=schema,
                index_params=indexes,
                consistency_level="Strong",
                timeout=STEP_SECONDS,
            )

        self._server.call(made)
        self._is_there = True


def best_hits(
    look: Callable[[int], Ranked], source: PassageSource, limit: int, digits: int
) -> list[Hit]:
    """The best `limit` passages of the source; ties by document, then passage.

    `look(wanted)` gives at least that many scores where there are so many. It is asked for more until no passage that
    it left out can belong among the best, and no passage that the library no longer has took a place.
    """
    wanted = limit + 12
    while True:
        found = look(wanted)
        rounded = {key: round(score, digits) for key, score in found.scores.items()}
        ranked = sorted(rounded, key=lambda key: (-rounded[key], key))
        is_whole = wanted >= MOST_AT_ONCE or found.least == float("-inf")
        some = (
            ranked if is_whole else [k for k in ranked if rounded[k] > round(found.least, digits)]
        )
        passages: list[Passage] = source.passages(some)[:limit]
        if len(passages) == limit or is_whole:
            return [Hit(one, rounded[(one.document, one.index)]) for one in passages]
        wanted *= 4


def _row_id(document: str, passage: int) -> str:
    return f"{_hash(document)}-{passage}"


def _hash(document: str) -> str:
    """What a filter names a document by: a filter is a text, in which an id could be more than an id."""
    return hashlib.blake2b(document.encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()


def _listed(names: Iterable[str]) -> str:
    return json.dumps(sorted(names))


def batched(passages: Iterable[Passage]) -> Iterator[list[Passage]]:
    """Passages in groups of `ROWS_AT_ONCE`."""
    rest = iter(passages)
    while some := list(islice(rest, ROWS_AT_ONCE)):
        yield some
