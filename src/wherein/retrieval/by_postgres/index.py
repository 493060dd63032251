"""What the indexes in PostgreSQL share: rows that are held until a commit, the generation, and hits with their ties in order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from wherein.core.passage import Hit, Passage
from wherein.postgres.address import StoreAddress
from wherein.postgres.database import PostgresDatabase
from wherein.postgres.migrating import migrate
from wherein.retrieval.passage_source import PassageSource

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection

# Several libraries of a team, and what each member may read, have indexes of their own in the same tables.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE wherein.search_indexes (
        name       text COLLATE "C" PRIMARY KEY,
        generation bigint NOT NULL
    );
    CREATE TABLE wherein.search_words (
        of       text COLLATE "C" NOT NULL REFERENCES wherein.search_indexes (name) ON DELETE CASCADE,
        document text COLLATE "C" NOT NULL,
        passage  integer  NOT NULL,
        terms    tsvector NOT NULL,
        PRIMARY KEY (of, document, passage)
    );
    CREATE INDEX search_words_by_term ON wherein.search_words USING gin (terms);
    CREATE TABLE wherein.search_vectors (
        of       text COLLATE "C" NOT NULL REFERENCES wherein.search_indexes (name) ON DELETE CASCADE,
        document text COLLATE "C" NOT NULL,
        passage  integer NOT NULL,
        vector   vector  NOT NULL,
        PRIMARY KEY (of, document, passage)
    );
    """,
)
ROWS_AT_ONCE = 500
Row: TypeAlias = tuple[int, str]
"""A passage's index, and what the table keeps of it, as a text that PostgreSQL reads."""
Look: TypeAlias = Callable[[int], Sequence[tuple[str, int, float]]]


class PostgresIndex:
    """What the indexes in PostgreSQL have in common: all of an `Index` but `replace` and `search`.

    Of two servers that bring it up to date at once, one does it: what the other one held is let go at its commit.
    """

    def __init__(
        self, address: StoreAddress, name: str, table: str, kind: str, source: PassageSource
    ) -> None:
        """`name` is the index's name in the database, `table` where its rows are, `kind` the type of their last column.

        Raises LibraryError, or ExtraMissing without the driver.
        """
        self._of = name
        self._table = table
        self._kind = kind
        self._source = source
        self._held: dict[str, list[Row]] = {}
        self._began: int | None = None
        self._database = PostgresDatabase.shared(address)
        try:
            migrate(self._database, "search", MIGRATIONS)
        except BaseException:
            self._database.close()
            raise

    def close(self) -> None:
        self._held.clear()
        self._database.close()

    @property
    def generation(self) -> int:
        rows = self.rows("SELECT generation FROM search_indexes WHERE name = %s", (self._of,))
        return int(rows[0][0]) if rows else 0

    def hold(self, document: str, rows: list[Row]) -> None:
        """Keep a document's new rows until the commit."""
        if self._began is None:
            self._began = self.generation
        self._held[document] = rows

    def commit(self, generation: int) -> None:
        began = self.generation if self._began is None else self._began
        held = dict(self._held)
        self._database.write(
            lambda connection: self._write(connection, began, held, generation), is_long=True
        )
        self._held.clear()
        self._began = None

    def _write(
        self, connection: Connection, began: int, held: dict[str, list[Row]], generation: int
    ) -> None:
        connection.execute(
            "INSERT INTO search_indexes VALUES (%s, 0) ON CONFLICT DO NOTHING", (self._of,)
        )
        changed = connection.execute(
            "UPDATE search_indexes SET generation = %s WHERE name = %s AND generation = %s",
            (generation, self._of, began),
        )
        if not changed.rowcount:
            return
        connection.execute(
            f"DELETE FROM {self._table} WHERE of = %s AND document = ANY(%s)",
            (self._of, list(held)),
        )
        every = [(self._of, document, *row) for document, rows in held.items() for row in rows]
        with connection.cursor() as cursor:
            for start in range(0, len(every), ROWS_AT_ONCE):
                cursor.executemany(
                    f"INSERT INTO {self._table} VALUES (%s, %s, %s, %s::{self._kind})",
                    every[start : start + ROWS_AT_ONCE],
                )

    def clear(self) -> None:
        self._held.clear()
        self._began = None
        self._database.write(
            lambda connection: (
                connection.execute(
                    "DELETE FROM search_indexes WHERE name = %s", (self._of,)
                ).rowcount
            ),
            is_long=True,
        )

    def rows(self, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        return self._database.read(lambda connection: connection.execute(query, values).fetchall())

    def ranked(
        self,
        score: str,
        digits: int,
        condition: str,
        asked: Sequence[object],
        limit: int,
        within: Collection[str] | None,
    ) -> list[Hit]:
        """The best `limit` passages by the SQL of a score, which has the values of `asked`; ties by document, then passage.

        More are looked at where passages are no longer in the library.
        """
        if limit <= 0 or (within is not None and not within):
            return []
        named = None if within is None else list(within)
        query = (
            f"SELECT document, passage, round(({score})::numeric, {digits})::float8 AS score"
            f" FROM {self._table} WHERE of = %s AND (%s::text[] IS NULL OR document = ANY(%s))"
            f" AND {condition} ORDER BY score DESC, document, passage LIMIT %s"
        )
        wanted = limit
        while True:
            values = (*asked, self._of, named, named, *asked, wanted)
            found = self.rows(query, values)
            scores = {(str(document), int(at)): float(value) for document, at, value in found}
            passages: list[Passage] = self._source.passages(list(scores))[:limit]
            if len(passages) == limit or len(found) < wanted:
                return [Hit(one, scores[(one.document, one.index)]) for one in passages]
            wanted *= 4
