"""The question memory in PostgreSQL, composed of its parts. Has no policy on what is stored or served."""

from __future__ import annotations

from typing import Any, Self

from wherein.core.lifetime.closeable import Closeable
from wherein.memory.store.postgres.exchange import PostgresExchange
from wherein.memory.store.postgres.feedback import PostgresFeedback
from wherein.memory.store.postgres.migrations import MIGRATIONS
from wherein.memory.store.postgres.questions import PostgresQuestions
from wherein.memory.store.postgres.removal import PostgresRemoval
from wherein.memory.store.postgres.vectors import PostgresVectors
from wherein.memory.store.postgres.writer import PostgresWriter
from wherein.memory.store.store import Stats
from wherein.postgres.address import StoreAddress
from wherein.postgres.database import PostgresDatabase
from wherein.postgres.migrating import migrate

_TABLES = ("asked_pages", "questions", "answers", "askers", "feedback", "vectors")


class PostgresMemory(Closeable):
    """A `MemoryStore`. Threads may share it, and any number of servers; each change is one transaction."""

    is_frozen = False

    def __init__(self, address: StoreAddress) -> None:
        """Open, with its tables made where there are none.

        Raises StoreUnreachable, NewerLibrary, LibraryError, or ExtraMissing without the driver.
        """
        self._database = PostgresDatabase.shared(address)
        try:
            migrate(self._database, "memory", MIGRATIONS)
        except BaseException:
            self._database.close()
            raise
        self.questions = PostgresQuestions(self._database)
        self.writer = PostgresWriter(self._database, self.questions)
        self.feedback = PostgresFeedback(self._database)
        self.exchange = PostgresExchange(self._database, self.questions)
        self.removal = PostgresRemoval(self._database)
        self.vectors = PostgresVectors(self._database)
        self.search = self.vectors

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self._database.close()

    def check(self) -> None:
        """Read everything. Raises StoreDamaged."""
        for _ in self.exchange.held():
            pass
        for _ in self.feedback.given():
            pass

    def stats(self) -> Stats:
        sizes = " + ".join(f"pg_total_relation_size('wherein.{table}')" for table in _TABLES)
        row: tuple[Any, ...] | None = self._database.read(
            lambda connection: connection.execute(
                "SELECT (SELECT count(*) FROM asked_pages), count(*),"
                " (SELECT count(*) FROM answers),"
                " (SELECT count(*) FROM answers WHERE standing = 'stale'),"
                " (SELECT count(*) FROM answers WHERE standing = 'wrong'),"
                " (SELECT count(*) FROM feedback), coalesce(sum(uses), 0)::bigint,"
                f" min(first_asked), max(last_asked), ({sizes})::bigint FROM questions"
            ).fetchone()
        )
        assert row is not None
        return Stats(*row)
