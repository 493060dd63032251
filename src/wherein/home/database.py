"""Opens one SQLite file safely: write-ahead log, numbered migrations, mapped errors. Knows no table."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from wherein.core.errors import LibraryError, NewerLibrary, StorageFull, StoreDamaged
from wherein.home.private_folder import make_private, make_private_file, restrict
from wherein.home.room import has_room, is_full, not_writable, storage_full

Migration = str | Callable[[sqlite3.Connection], None]
"""SQL statements, or a function for changes that SQL can't express; each runs inside one transaction."""

_BUSY_SECONDS = 30.0
_AGAIN_SECONDS = 0.02
_DAMAGED = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR))
"""SQLite's result codes for a damaged file; SQLITE_ERROR means that our tables are missing."""
_HOW = {
    sqlite3.SQLITE_CORRUPT: "its parts don't fit together",
    sqlite3.SQLITE_NOTADB: "it is not a database",
    sqlite3.SQLITE_ERROR: "some of its tables are missing",
}
_CUT = frozenset((sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ))
_RECOVER = "Put a backup in its place, or move the file away to start with a new one."


class Database:
    """A connection with full synchronisation: committed data survives a crash of the machine.

    One thread at a time uses it; readers never wait for a writer. On a full or read-only disk an existing file
    is opened for reading only (`is_frozen`).
    """

    def __init__(
        self,
        path: Path,
        migrations: Sequence[Migration],
        name: str,
        when_damaged: str = _RECOVER,
    ) -> None:
        """Open or create the file. `name` is its name for people ("library", "memory"); `when_damaged` is the next
        step for a damaged file.

        Raises NewerLibrary, StorageFull, StoreDamaged or LibraryError.
        """
        self._path = path
        self._migrations = migrations
        self._name = name
        self._when_damaged = when_damaged
        self._uses = 0
        self._is_closing = False
        self._counting = threading.Lock()
        self.is_frozen = False
        try:
            with self.explained():
                self._open()
        except (NewerLibrary, StoreDamaged):
            raise
        except LibraryError as error:
            is_explained = isinstance(error, StorageFull) or self._forbidden() is not None
            if not is_explained or not self._is_whole_without_log():
                raise
            self.is_frozen = True
            with self.explained():
                self._open_frozen()

    def _open(self) -> None:
        make_private(self._path.parent)
        make_private_file(self._path)
        for log in (self._file_beside("-wal"), self._file_beside("-shm")):
            with suppress(FileNotFoundError):
                restrict(log, 0o600)  # SQLite gives new ones the permissions of the file
        self.connection = sqlite3.connect(
            self._path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            self._write_ahead()
            self.connection.execute("PRAGMA synchronous = FULL")
            self.connection.execute("PRAGMA foreign_keys = ON")
            self._migrate()
        except BaseException:
            self.connection.close()
            raise

    def _open_frozen(self) -> None:
        """Open for reading, without the shared-memory file that SQLite would create beside it."""
        self.connection = sqlite3.connect(
            f"{self._path.absolute().as_uri()}?mode=ro&immutable=1",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            if self._version() < len(self._migrations):
                raise self._full()
        except BaseException:
            self.connection.close()
            raise

    def _file_beside(self, ending: str) -> Path:
        return self._path.with_name(self._path.name + ending)

    def _is_whole_without_log(self) -> bool:
        """Whether the file itself has every commit and the log none, so that no process is writing to it."""
        try:
            log = self._file_beside("-wal").stat().st_size
        except FileNotFoundError:
            log = 0
        return not log and self._path.exists() and self._path.stat().st_size > 0

    def close(self) -> None:
        """Close it; where another thread is in the middle of a use, at the end of that use.

        SQLite frees its statements on closing, and a thread that is inside one would crash the process.
        """
        with self._counting:
            self._is_closing = True
            if not self._uses:
                self.connection.close()

    @contextmanager
    def _used(self) -> Iterator[None]:
        """Count a use, inside which nobody closes the connection."""
        with self._counting:
            self._uses += 1
        try:
            yield
        finally:
            with self._counting:
                self._uses -= 1
                if self._is_closing and not self._uses:
                    self.connection.close()

    def check(self) -> None:
        """Check the integrity of the whole file. Raises StoreDamaged."""
        with self.explained():
            found = self.connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found is None or found[0] != "ok":
            raise self.damaged("pages that don't fit together")

    def damaged(self, how: object) -> StoreDamaged:
        """The error for a damaged file."""
        return StoreDamaged(
            f"The {self._name} at {self._path} is damaged ({how}).", self._when_damaged
        )

    def empty_log(self) -> None:
        """Write the log back into the file and empty it, since it may still have removed content.

        Where another connection reads meanwhile, the log is emptied by a later call or at the end.
        """
        with self.explained():
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A transaction: all changes inside become durable at its end, or none does."""
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
        """Around each use: map SQLite's errors to those of `core.errors`, and keep the connection open meanwhile."""
        try:
            with self._used():
                yield
        except sqlite3.DatabaseError as error:
            raise self._as_ours(error) from error
        except UnicodeDecodeError as error:  # SQLite's own message quotes a damaged schema
            raise self.damaged("a name that is no text") from error
        except OSError as error:
            if is_full(error):
                raise self._full() from error
            raise LibraryError(
                f"The folder {self._path.parent} cannot be used ({error.strerror}).",
                "Choose another one with --home.",
            ) from error

    def _as_ours(self, error: sqlite3.DatabaseError) -> LibraryError:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None and isinstance(error, sqlite3.OperationalError):
            code = sqlite3.SQLITE_CORRUPT  # Python found text that is no UTF-8
        if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
            return LibraryError(
                f"The {self._name} is closed.",
                "Open the engine again, and ask it before it is closed.",
            )
        code = code or 0
        kind = code & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return self._full()
        if self.is_frozen and kind == sqlite3.SQLITE_READONLY:
            return self._forbidden() or self._full()
        if kind == sqlite3.SQLITE_BUSY:
            return LibraryError(
                f"Another process has been writing to the {self._name} for too long.",
                "Wait for it to finish, then try again.",
            )
        if kind in _DAMAGED or code in _CUT:
            return self.damaged(_HOW.get(kind, "a part is missing"))
        if kind in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and not has_room(
            self._path.parent
        ):
            return self._full()
        return LibraryError(
            f"The {self._name} at {self._path} cannot be read or written ({_name_of(error)}).",
            "Check the folder's permissions, put a backup in its place, or move the file away"
            " to start with a new one.",
        )

    def _forbidden(self) -> LibraryError | None:
        return not_writable(self._path.parent, self._name) if self._path.parent.is_dir() else None

    def _full(self) -> StorageFull:
        return storage_full(self._path.parent, f"the {self._name} is as it was before")

    def _write_ahead(self) -> None:
        """Switch a new file to the write-ahead log.

        Where two connections open a new file together, both hold a read lock and ask for a write lock. SQLite
        refuses one of them at once; that one needs nothing more, since the other makes the change.
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


def _name_of(error: sqlite3.DatabaseError) -> str:
    """SQLite's name of an error, by which it can be looked up."""
    return getattr(error, "sqlite_errorname", None) or "an error of SQLite"
