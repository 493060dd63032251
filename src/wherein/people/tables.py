"""Opens the tables of people in either store, and runs the same statements in both. Writes no statement itself."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from wherein.home.database import Database
from wherein.people.migrations import POSTGRES, SQLITE
from wherein.postgres.address import StoreAddress
from wherein.postgres.database import PostgresDatabase
from wherein.postgres.migrating import migrate

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection

T = TypeVar("T")
Row: TypeAlias = tuple[Any, ...]
Run: TypeAlias = Callable[[str, Sequence[object]], list[Row]]
"""Runs a statement with a "?" for each value, and gives its rows; none where it has none."""


class Tables(Protocol):
    """A store with the tables of people. Threads may share it."""

    def read(self, work: Callable[[Run], T]) -> T: ...

    def write(self, work: Callable[[Run], T]) -> T:
        """Run `work` in one transaction; all of it is durable at the end, or nothing. It may be called again."""
        ...

    def close(self) -> None: ...


class SqliteTables:
    """In a file of the home: one connection, one thread at a time, since each use takes less than a millisecond."""

    def __init__(self, path: Path) -> None:
        """Open or create. Raises NewerLibrary, StorageFull, StoreDamaged or LibraryError."""
        self._lock = threading.RLock()
        self._file = Database(path, SQLITE, "list of people")

    def read(self, work: Callable[[Run], T]) -> T:
        with self._lock, self._file.explained():
            return work(self._run)

    def write(self, work: Callable[[Run], T]) -> T:
        with self._lock, self._file.transaction():
            return work(self._run)

    def close(self) -> None:
        with self._lock:
            self._file.close()

    def _run(self, statement: str, values: Sequence[object]) -> list[Row]:
        cursor: sqlite3.Cursor = self._file.connection.execute(statement, tuple(values))
        return list(cursor.fetchall())


class PostgresTables:
    """In a team's database."""

    def __init__(self, address: StoreAddress) -> None:
        """Open, with the tables made where there are none. Raises LibraryError or ExtraMissing."""
        self._database = PostgresDatabase.shared(address)
        try:
            migrate(self._database, "people", POSTGRES)
        except BaseException:
            self._database.close()
            raise

    def read(self, work: Callable[[Run], T]) -> T:
        return self._database.read_together(lambda connection: work(_of(connection)))

    def write(self, work: Callable[[Run], T]) -> T:
        return self._database.write(lambda connection: work(_of(connection)))

    def close(self) -> None:
        self._database.close()


def _of(connection: Connection) -> Run:
    def run(statement: str, values: Sequence[object]) -> list[Row]:
        cursor = connection.execute(statement.replace("?", "%s"), tuple(values))
        return cursor.fetchall() if cursor.description is not None else []

    return run


def open_tables(home_file: Path, store: StoreAddress | None) -> Tables:
    """The tables of a home, in its store where it has one."""
    return SqliteTables(home_file) if store is None else PostgresTables(store)


class LazyTables:
    """Opens the tables at the first use, and makes none to find that nobody is there. Threads may share it."""

    def __init__(self, home_file: Path, store: StoreAddress | None) -> None:
        self._file = home_file
        self._store = store
        self._lock = threading.Lock()
        self._tables: Tables | None = None

    def read(self, work: Callable[[Run], T]) -> T:
        if self._tables is None and self._store is None and not self._file.exists():
            return work(_nothing)
        return self._opened().read(work)

    def write(self, work: Callable[[Run], T]) -> T:
        return self._opened().write(work)

    def close(self) -> None:
        with self._lock:
            if self._tables is not None:
                self._tables.close()
            self._tables = None

    def _opened(self) -> Tables:
        with self._lock:
            if self._tables is None:
                self._tables = open_tables(self._file, self._store)
            return self._tables


def _nothing(statement: str, values: Sequence[object]) -> list[Row]:
    return []
