"""One SQLite file, opened safely: write-ahead log, numbered migrations, errors in one sentence. Knows no table."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from wherein.core.errors import LibraryError, NewerLibrary, StorageFull
from wherein.library.private_folder import make_private, make_private_file, restrict

Migration = str | Callable[[sqlite3.Connection], None]
"""SQL statements, or what they can't say; either runs inside one transaction."""

_BUSY_SECONDS = 30.0
_AGAIN_SECONDS = 0.02


class Database:
    """A connection with full synchronisation: what was committed outlives a crash of the machine.

    Used by one thread at a time; a reader never waits for a writer.
    """

    def __init__(self, path: Path, migrations: Sequence[Migration], name: str) -> None:
        """Open or create. `name` is what a person calls it ("library", "memory").

        Raises NewerLibrary, StorageFull or LibraryError.
        """
        self._path = path
        self._migrations = migrations
        self._name = name
        with self.explained():
            make_private(path.parent)
            make_private_file(path)
            for beside in ("-wal", "-shm"):  # SQLite gives new ones the permissions of the file
                with suppress(FileNotFoundError):
                    restrict(path.with_name(path.name + beside), 0o600)
            self.connection = sqlite3.connect(
                path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            try:
                self._write_ahead()
                self.connection.execute("PRAGMA synchronous = FULL")
                self.connection.execute("PRAGMA foreign_keys = ON")
                self._migrate()
            except BaseException:
                self.connection.close()
                raise

    def close(self) -> None:
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that happens inside becomes durable at its end, or none of it happened."""
        with self.explained():
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:  # SQLite rolls back by itself on a full disk
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def explained(self) -> Iterator[None]:
        """SQLite's errors, told in ours."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", 0)
            if code == sqlite3.SQLITE_FULL:
                raise StorageFull(
                    f"There is no room left on the disk; the {self._name} is as it was before.",
                    f"Free some space where {self._path.parent} lies, then try again.",
                ) from error
            if code & 0xFF == sqlite3.SQLITE_BUSY:
                raise LibraryError(
                    f"Another process has been writing to the {self._name} for too long.",
                    "Wait for it to finish, then try again.",
                ) from error
            raise LibraryError(
                f"The {self._name} at {self._path} cannot be read or written ({error}).",
                "Check the folder's permissions, put a backup in its place, or move the file away"
                " to begin anew.",
            ) from error
        except OSError as error:
            raise LibraryError(
                f"The folder {self._path.parent} cannot be used ({error.strerror}).",
                "Choose another one with --home.",
            ) from error

    def _write_ahead(self) -> None:
        """Change to the write-ahead log, which a new file does once.

        Two that open a new file together both hold a read lock and want more: SQLite turns one away
        at once, without waiting, and the other's change is all that it wants.
        """
        until = time.monotonic() + _BUSY_SECONDS
        while True:
            try:
                self.connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            time.sleep(_AGAIN_SECONDS)

    def _migrate(self) -> None:
        version = self._version()
        if version > len(self._migrations):
            raise NewerLibrary(
                f"The {self._name} at {self._path} was made by a newer wherein (format {version},"
                f" this one knows {len(self._migrations)}).",
                "Update wherein, or choose another folder with --home.",
            )
        while version < len(self._migrations):
            with self.transaction():
                version = self._version()  # another process may have been quicker
                if version < len(self._migrations):
                    self._run(self._migrations[version])
                    version += 1
                    self.connection.execute(f"PRAGMA user_version = {version}")

    def _run(self, migration: Migration) -> None:
        if not isinstance(migration, str):
            migration(self.connection)
            return
        for statement in migration.split(";"):
            if statement.strip():
                self.connection.execute(statement)

    def _version(self) -> int:
        return int(self.connection.execute("PRAGMA user_version").fetchone()[0])
