"""Stores the vectors of questions in PostgreSQL, and finds the nearest there (pgvector). Knows no encoder.

An approximate index gives up after some candidates, and a filter on what a person may see is applied to these: someone
with few questions among many would be told that there are none like theirs. So the questions of one person, and those
that are shared, are compared exactly while they are at most EXACT_MOST; beyond that the index is asked on until enough
are found (`hnsw.iterative_scan`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wherein.memory.store.postgres.removal import wipes_of
from wherein.memory.store.store import SeenBy
from wherein.postgres.database import PostgresDatabase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wherein.postgres.pool import Connection

EXACT_MOST = 20_000
"""Questions that are compared one by one: 20,000 vectors of 256 dimensions take some hundredths of a second."""
MOST_SCANNED = 200_000
"""Vectors that the index looks at before it gives up; at least a tenth of as many are wanted where it is used."""
_BATCH = 8_192
_OWN = "EXISTS (SELECT FROM askers a WHERE a.question = q.id AND a.asker = %(asker)s)"
_SHARED = "q.askers >= %(least)s"


class PostgresVectors:
    """`QuestionVectors` and `QuestionSearch` in the table `vectors`."""

    def __init__(self, database: PostgresDatabase, exact_most: int = EXACT_MOST) -> None:
        self._database = database
        self._exact_most = exact_most
        self._indexed: set[str] = set()

    @property
    def wipes(self) -> int:
        return wipes_of(self._database)

    def missing(self, encoder: str, limit: int) -> list[tuple[int, str]]:
        # Not those above the highest that has one: of two transactions the one with the lower id may end later.
        return self._rows(
            "SELECT id, text FROM questions q WHERE NOT EXISTS"
            " (SELECT FROM vectors WHERE encoder = %(encoder)s AND question = q.id)"
            " ORDER BY id LIMIT %(limit)s",
            {"encoder": encoder, "limit": limit},
        )

    def put(
        self,
        encoder: str,
        ids: Sequence[int],
        vectors: NDArray[np.float32],
        codes: NDArray[np.uint8],
    ) -> None:
        rows = [
            (encoder, code.tobytes(), _text(vector), identity)
            for identity, vector, code in zip(ids, vectors, codes, strict=True)
        ]

        def work(connection: Connection) -> None:
            with connection.cursor() as cursor:
                cursor.executemany(
                    "INSERT INTO vectors (encoder, question, code, vector)"
                    " SELECT %s, id, %s, %s::halfvec FROM questions WHERE id = %s FOR KEY SHARE"
                    " ON CONFLICT (encoder, question)"
                    " DO UPDATE SET code = excluded.code, vector = excluded.vector",
                    rows,
                )

        self._database.write(work, is_long=True)

    def binary_codes(
        self, encoder: str, after: int
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
        import numpy as np

        while rows := self._rows(
            "SELECT question, code FROM vectors WHERE encoder = %(encoder)s AND question > %(after)s"
            " ORDER BY question LIMIT %(limit)s",
            {"encoder": encoder, "after": after, "limit": _BATCH},
        ):
            ids = np.array([key for key, _ in rows], dtype=np.int64)
            joined = np.frombuffer(b"".join(code for _, code in rows), dtype=np.uint8)
            yield ids, joined.reshape(len(rows), -1)
            after = int(ids[-1])

    def of(self, encoder: str, ids: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        import numpy as np
        from pgvector import HalfVector

        rows = self._rows(
            "SELECT question, halfvec_send(vector) FROM vectors"
            " WHERE encoder = %(encoder)s AND question = ANY(%(ids)s::bigint[])",
            {"encoder": encoder, "ids": list(ids)},
        )
        found = np.array([key for key, _ in rows], dtype=np.int64)
        if not rows:
            return found, np.zeros((0, 0), dtype=np.float32)
        vectors = [HalfVector.from_binary(sent).to_numpy() for _, sent in rows]
        return found, np.stack(vectors).astype(np.float32)

    def nearest(
        self, encoder: str, vectors: NDArray[np.float32], limit: int, seen_by: SeenBy | None
    ) -> list[tuple[int, float]]:
        best: dict[int, float] = {}
        for vector in vectors:
            if vector.any():
                for identity, similarity in self._nearest(encoder, vector, limit, seen_by):
                    best[identity] = max(similarity, best.get(identity, similarity))
        return sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]

    def _nearest(
        self, encoder: str, vector: NDArray[np.float32], limit: int, seen_by: SeenBy | None
    ) -> list[tuple[int, float]]:
        values: dict[str, Any] = {"encoder": encoder, "vector": _text(vector), "limit": limit}
        if seen_by is None:
            return self._among("true", values, len(vector))
        values["asker"] = seen_by.asker
        found = self._among(_OWN, values, len(vector))
        if seen_by.least_askers is not None:
            values["least"] = seen_by.least_askers
            found += self._among(_SHARED, values, len(vector))
        return found

    def _among(
        self, condition: str, values: dict[str, Any], dimensions: int
    ) -> list[tuple[int, float]]:
        """The nearest among the questions of a condition: all are compared where they are few."""
        many = self._rows(
            f"SELECT count(*) FROM (SELECT FROM questions q WHERE {condition} LIMIT %(most)s) AS few",
            {**values, "most": self._exact_most + 1},
        )[0][0]
        if many <= self._exact_most:
            return self._rows(
                f"SELECT question, -(vector <#> %(vector)s::halfvec) AS near FROM vectors v"
                f" WHERE encoder = %(encoder)s AND question IN"
                f" (SELECT id FROM questions q WHERE {condition})"
                " ORDER BY near DESC, question LIMIT %(limit)s",
                values,
            )
        self._ensure_index(values["encoder"], dimensions)
        return self._database.read_together(
            lambda connection: _by_index(connection, condition, values, dimensions)
        )

    def _ensure_index(self, encoder: str, dimensions: int) -> None:
        """Make the index of an encoder's vectors, once."""
        if encoder in self._indexed:
            return
        from psycopg import sql

        made = sql.SQL(
            "CREATE INDEX IF NOT EXISTS {} ON vectors USING hnsw"
            " ((vector::halfvec({})) halfvec_ip_ops) WHERE encoder = {}"
        ).format(
            sql.Identifier(f"nearest_{encoder}"[:60]),
            sql.Literal(dimensions),
            sql.Literal(encoder),
        )
        self._database.write(lambda connection: connection.execute(made).rowcount, is_long=True)
        self._indexed.add(encoder)

    def _rows(self, query: str, values: dict[str, Any]) -> list[Any]:
        return self._database.read(lambda connection: connection.execute(query, values).fetchall())


def _by_index(
    connection: Connection, condition: str, values: dict[str, Any], dimensions: int
) -> list[Any]:
    from psycopg import sql

    connection.execute(
        "SET LOCAL hnsw.iterative_scan = strict_order;"
        f" SET LOCAL hnsw.max_scan_tuples = {MOST_SCANNED};"
        " SET LOCAL hnsw.ef_search = 200; SET LOCAL enable_seqscan = off;"
        " SET LOCAL enable_sort = off"
    )
    # The encoder and the dimensions are written out: only so is the index found that is of them.
    query = sql.SQL(
        "SELECT v.question, -(v.vector::halfvec({size}) <#> %(vector)s::halfvec({size}))"
        " FROM vectors v JOIN questions q ON q.id = v.question"
        " WHERE v.encoder = {encoder} AND " + condition + " ORDER BY"
        " v.vector::halfvec({size}) <#> %(vector)s::halfvec({size}) LIMIT %(limit)s"
    ).format(size=sql.Literal(dimensions), encoder=sql.Literal(values["encoder"]))
    return connection.execute(query, values).fetchall()


def _text(vector: NDArray[np.float32]) -> str:
    from pgvector import HalfVector

    text: str = HalfVector(vector).to_text()
    return text
