"""The question memory in one SQLite file, composed of its parts. Has no policy on what is stored or served."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from wherein.core.lifetime.closeable import Closeable
from wherein.home.database import Database
from wherein.memory.store.migrations import MIGRATIONS
from wherein.memory.store.sqlite_exchange import SqliteExchange
from wherein.memory.store.sqlite_feedback import SqliteFeedback
from wherein.memory.store.sqlite_questions import SqliteQuestions
from wherein.memory.store.sqlite_removal import SqliteRemoval
from wherein.memory.store.sqlite_vectors import SqliteVectors
from wherein.memory.store.sqlite_writer import SqliteWriter
from wherein.memory.store.store import Stats

WHEN_DAMAGED = "Set it aside and begin a new one: wherein memory set-aside"


class SqliteMemory(Closeable):
    """A `MemoryStore` in a file. An instance belongs to one thread; each thread opens its own.

    All parts share one connection, and each change is one transaction.
    """

    search = None

    def __init__(self, path: Path) -> None:
        """Open or create. Raises NewerLibrary, StorageFull, StoreDamaged or LibraryError."""
        self._path = path
        self._file = Database(path, MIGRATIONS, "memory", WHEN_DAMAGED)
        self._db = self._file.connection
        with self._file.explained():
            # Wiped data is overwritten in the file, not only unlinked from its tables.
            self._db.execute("PRAGMA secure_delete = ON")
        self.questions = SqliteQuestions(self._file)
        self.writer = SqliteWriter(self._file, self.questions)
        self.feedback = SqliteFeedback(self._file)
        self.exchange = SqliteExchange(self._file, self.questions)
        self.removal = SqliteRemoval(self._file)
        self.vectors = SqliteVectors(self._file)

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self._file.close()

    @property
    def is_frozen(self) -> bool:
        return self._file.is_frozen

    def check(self) -> None:
        """Read everything. Raises StoreDamaged."""
        self._file.check()
        for _ in self.exchange.held():
            pass
        for _ in self.feedback.given():
            pass

    def stats(self) -> Stats:
        one = self._one
        oldest, newest, uses, questions = one(
            "SELECT min(first_asked), max(last_asked), coalesce(sum(uses), 0), count(*) FROM questions"
        )
        return Stats(
            pages=self.questions.page_count(),
            questions=questions,
            answers=one("SELECT count(*) FROM answers")[0],
            stale=one("SELECT count(*) FROM answers WHERE standing = 'stale'")[0],
            wrong=one("SELECT count(*) FROM answers WHERE standing = 'wrong'")[0],
            feedback=one("SELECT count(*) FROM feedback")[0],
            uses=uses,
            oldest=oldest,
            newest=newest,
            bytes=self._path.stat().st_size if self._path.exists() else 0,
        )

    def _one(self, query: str) -> tuple[int, ...]:
        with self._file.explained():
            row: tuple[int, ...] = self._db.execute(query).fetchone()
        return row
