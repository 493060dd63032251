"""One PostgreSQL database: reads and transactions that are done again after a lost connection. Knows no table but its own.

A transaction is never done twice. Where the connection breaks at COMMIT, the database is asked by the transaction's number
whether it was committed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from wherein.core.errors import LibraryError
from wherein.postgres.address import StoreAddress
from wherein.postgres.failures import Again, again, explained, is_worth_waiting, unreachable
from wherein.postgres.pool import Pool, driver

if TYPE_CHECKING:
    import psycopg

    from wherein.postgres.pool import Connection

T = TypeVar("T")
PATIENCE_SECONDS = 15.0
"""How long a database that was there before is waited for: a restart or a failover takes seconds."""
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.05, 1.0
_MOST_CLASHES = 20


class PostgresDatabase:
    """Threads may share it. `shared` gives one object for all parts of a process that keep something in one database."""

    _open: ClassVar[dict[str, PostgresDatabase]] = {}
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, address: StoreAddress, patience_seconds: float = PATIENCE_SECONDS) -> None:
        """Connects at the first use."""
        self.address = address
        self._patience = patience_seconds
        self._pool = Pool(address)
        self._holders = 0
        self._was_there = False

    @classmethod
    def shared(cls, address: StoreAddress) -> PostgresDatabase:
        """The process's object for this address; each caller closes it once. Raises ExtraMissing without the driver."""
        driver()
        with cls._lock:
            found = cls._open.get(address.url)
            if found is None:
                found = cls._open[address.url] = cls(address)
            found._holders += 1
            return found

    def close(self) -> None:
        """Close the connections, once the last holder is done."""
        with self._lock:
            self._holders -= 1
            if self._holders > 0:
                return
            if self._open.get(self.address.url) is self:
                del self._open[self.address.url]
        self._pool.close()

    def answers(self) -> bool:
        """Whether the database answers now; one that does not is not waited for."""
        try:
            return self._once(lambda connection: connection.execute("SELECT 1").rowcount == 1)
        except (LibraryError, _psycopg_error()):
            self._pool.drop_idle()
            return False

    def read(self, work: Callable[[Connection], T]) -> T:
        """What `work` reads, each statement by itself; it may be called again. Raises LibraryError."""
        return self._persistently(lambda: self._once(work))

    def read_together(self, work: Callable[[Connection], T]) -> T:
        """What `work` reads, all of it as of one moment; it may be called again. Raises LibraryError."""
        return self._persistently(
            lambda: self._once(work, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "COMMIT")
        )

    def write(self, work: Callable[[Connection], T], *, is_long: bool = False) -> T:
        """Run `work` in one transaction, which is durable when this returns, and done exactly once.

        `work` may be called again where an attempt was lost, so that it may change nothing but the database. A long one
        has no limit of time for each statement. Raises LibraryError; nothing is changed then, except where the error says
        that it is not known.
        """
        return self._persistently(lambda: self._committed(work, is_long))

    def write_once(self, work: Callable[[Connection], T]) -> T:
        """As a long `write` for work that can't be called again: a lost connection is an error at once."""
        try:
            return self._committed(work, True)
        except _psycopg_error() as error:
            raise explained(self.address, error) from None

    def _once(self, work: Callable[[Connection], T], begin: str = "", end: str = "") -> T:
        with self._pool.connection() as connection:
            self._was_there = True
            if begin:
                connection.execute(begin)
            result = work(connection)
            if end:
                connection.execute(end)
            return result

    def _committed(self, work: Callable[[Connection], T], is_long: bool) -> T:
        psycopg = driver()
        with self._pool.connection() as connection:
            self._was_there = True
            number = _begun(connection, is_long)
            result = work(connection)
            try:
                connection.execute("COMMIT")
            except psycopg.Error as error:
                if again(error) is not Again.CONNECTED_ANEW:
                    raise
            else:
                return result
        if self._persistently(lambda: self._once(lambda c: _was_committed(c, number))):
            return result
        raise psycopg.OperationalError("the connection was lost before the commit")

    def _persistently(self, attempt: Callable[[], T]) -> T:
        """The attempt's result; it is made again while that can help, for a bounded time. Raises LibraryError."""
        until = time.monotonic() + self._patience
        pause, clashes = _FIRST_PAUSE_SECONDS, 0
        while True:
            try:
                return attempt()
            except _psycopg_error() as error:
                kind = again(error)
                clashes += kind is Again.AT_ONCE
                if kind is Again.NEVER or clashes > _MOST_CLASHES:
                    raise explained(self.address, error) from None
                if kind is Again.CONNECTED_ANEW:
                    self._pool.drop_idle()
                    self._gives_up(error, until)
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    def _gives_up(self, error: psycopg.Error, until: float) -> None:
        """Raise where the database can't be expected any more."""
        expected = self._was_there or "starting up" in str(error)
        hopeless = error.sqlstate is None and not self._was_there and not is_worth_waiting(error)
        if not expected or hopeless or time.monotonic() > until:
            if error.sqlstate == "25006":
                raise explained(self.address, error) from None
            raise unreachable(self.address, error) from None


def _psycopg_error() -> type[psycopg.Error]:
    error: type[psycopg.Error] = driver().Error
    return error


def _begun(connection: Connection, is_long: bool) -> str:
    """Begin a transaction and return its number, by which it can be asked for over another connection."""
    limit = "; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0" if is_long else ""
    cursor = connection.execute(f"BEGIN{limit}; SELECT pg_current_xact_id()::text")
    while cursor.nextset():
        pass
    row = cursor.fetchone()
    assert row is not None
    return str(row[0])


def _was_committed(connection: Connection, number: str) -> bool:
    """Whether a transaction was committed. Waits, by a lost connection's error, for one that has not ended yet."""
    row = connection.execute("SELECT pg_xact_status(%s::text::xid8)", (number,)).fetchone()
    status = None if row is None else row[0]
    if status == "in progress":
        raise driver().OperationalError("the transaction has not ended yet")
    if status is None:
        raise LibraryError(
            "The connection broke off while a change was stored, and it is not known whether it is there.",
            "Look at it, and make the change again where it is missing.",
        )
    return bool(status == "committed")
