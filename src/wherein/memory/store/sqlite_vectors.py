"""Stores vectors and binary codes of questions in the memory's file. Knows no encoder and compares nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from wherein.home.database import Database

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BATCH = 8_192
_MOST_NAMES = 500


class SqliteVectors:
    """`QuestionVectors` in the tables `codes` and `vectors`."""

    def __init__(self, file: Database) -> None:
        self._file = file
        self._db = file.connection

    @property
    def wipes(self) -> int:
        return wipes_of(self._file)

    def missing(self, encoder: str, limit: int) -> list[tuple[int, str]]:
        with self._file.explained():
            # Vectors are put by ascending id, so what lacks one lies above the highest that has.
            rows = self._db.execute(
                "SELECT id, text FROM questions WHERE id > (SELECT coalesce(max(question), 0)"
                " FROM codes WHERE encoder = ?) ORDER BY id LIMIT ?",
                (encoder, limit),
            ).fetchall()
        if not all(isinstance(text, str) for _, text in rows):
            raise self._file.damaged("a question without text")
        return rows

    def put(
        self,
        encoder: str,
        ids: Sequence[int],
        vectors: NDArray[np.float32],
        codes: NDArray[np.uint8],
    ) -> None:
        half = vectors.astype("<f2")
        with self._file.transaction():
            for table, column, rows in (("vectors", "vector", half), ("codes", "code", codes)):
                self._db.executemany(
                    f"INSERT OR REPLACE INTO {table} (encoder, question, {column})"
                    " SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM questions WHERE id = ?2)",
                    [(encoder, key, row.tobytes()) for key, row in zip(ids, rows, strict=True)],
                )

    def binary_codes(
        self, encoder: str, after: int
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
        import numpy as np

        while True:
            with self._file.explained():
                rows = self._db.execute(
                    "SELECT question, code FROM codes WHERE encoder = ? AND question > ?"
                    " ORDER BY question LIMIT ?",
                    (encoder, after, _BATCH),
                ).fetchall()
            if not rows:
                return
            try:
                ids = np.array([key for key, _ in rows], dtype=np.int64)
                joined = np.frombuffer(b"".join(code for _, code in rows), dtype=np.uint8)
                codes = joined.reshape(len(rows), -1)
            except (TypeError, ValueError) as error:
                raise self._file.damaged(error) from error
            yield ids, codes
            after = int(ids[-1])

    def of(self, encoder: str, ids: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        import numpy as np

        rows: list[tuple[int, bytes]] = []
        with self._file.explained():
            for start in range(0, len(ids), _MOST_NAMES):
                some = ids[start : start + _MOST_NAMES]
                marks = ",".join("?" * len(some))
                rows += self._db.execute(
                    "SELECT question, vector FROM vectors WHERE encoder = ?"
                    f" AND question IN ({marks})",
                    (encoder, *some),
                ).fetchall()
        try:
            found = np.array([key for key, _ in rows], dtype=np.int64)
            joined = np.frombuffer(b"".join(vector for _, vector in rows), dtype="<f2")
            each = len(joined) // max(1, len(rows))
            return found, joined.astype(np.float32).reshape(len(rows), each)
        except (TypeError, ValueError) as error:
            raise self._file.damaged(error) from error


def wipes_of(file: Database) -> int:
    with file.explained():
        row = file.connection.execute("SELECT value FROM state WHERE name = 'wipes'").fetchone()
    return int(row[0])
