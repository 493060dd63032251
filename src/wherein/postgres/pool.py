"""A bounded number of connections to one database, made when they are needed. Knows no statement but those that begin a connection."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeAlias

from wherein.core.errors import ExtraMissing, LibraryError
from wherein.core.text.extras import extra_command
from wherein.postgres.address import StoreAddress
from wherein.postgres.text import keep_every_character

if TYPE_CHECKING:
    import psycopg

    Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]

MOST_CONNECTIONS = 8
"""Connections of one process; a hundred servers' worth of them still fits PostgreSQL's usual limit of 100 twelve times."""
WAIT_SECONDS = 15.0
"""The longest wait for one of the process's connections."""
STATEMENT_SECONDS = 30
"""The longest time for one statement; migrations, wipes and copies have none."""
_CONNECT_SECONDS = 5
_SILENT_MS = 15_000
"""Milliseconds after which a connection whose other end does not confirm what was sent is given up."""
_SCHEMA = "wherein"


class Pool:
    """Threads may share it. A connection that failed is closed, and so are the idle ones, which are likely dead too."""

    def __init__(self, address: StoreAddress, most: int = MOST_CONNECTIONS) -> None:
        self._address = address
        self._most = most
        self._free = threading.BoundedSemaphore(most)
        self._idle: list[Connection] = []
        self._lock = threading.Lock()
        self._is_closed = False

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection that no other thread uses inside the `with` block, outside of a transaction.

        Raises LibraryError where all are busy for too long, and psycopg's errors where none can be made.
        """
        if not self._free.acquire(timeout=WAIT_SECONDS):
            raise LibraryError(
                f"All {self._most} connections to the database {self._address} are busy.",
                "Ask again in a moment.",
            )
        try:
            connection = self._taken()
            try:
                yield connection
            finally:
                self._given_back(connection)
        finally:
            self._free.release()

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
        self.drop_idle()

    def drop_idle(self) -> None:
        """Close the connections that nobody uses."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _taken(self) -> Connection:
        with self._lock:
            if self._is_closed:
                raise LibraryError(
                    "The library is closed.",
                    "Open the engine again, and ask it before it is closed.",
                )
            if self._idle:
                return self._idle.pop()
        return connected(self._address)

    def _given_back(self, connection: Connection) -> None:
        import psycopg

        with suppress(psycopg.Error):
            if connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                connection.execute("ROLLBACK")
        idle = connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
        with self._lock:
            if idle and not self._is_closed:
                self._idle.append(connection)
                return
        connection.close()


def connected(address: StoreAddress, called: str = "wherein") -> Connection:
    """A new connection, which the server's administrator sees as `called`. Raises psycopg's errors, and ExtraMissing without
    the driver."""
    psycopg = driver()
    from psycopg.conninfo import conninfo_to_dict

    given = conninfo_to_dict(address.url)
    usual: dict[str, Any] = {
        "connect_timeout": _CONNECT_SECONDS,
        "application_name": called,
        "keepalives_idle": 30,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": _SILENT_MS,
    }
    missing = {name: value for name, value in usual.items() if name not in given}
    connection: Connection = psycopg.connect(address.url, autocommit=True, **missing)
    try:
        keep_every_character(connection)
        connection.execute(
            f"SET search_path = {_SCHEMA}, public; SET statement_timeout = '{STATEMENT_SECONDS}s';"
            " SET lock_timeout = '10s'; SET client_min_messages = error"
        )
    except BaseException:
        connection.close()
        raise
    return connection


def driver() -> Any:
    """The module psycopg. Raises ExtraMissing where it is not installed."""
    try:
        import psycopg
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "psycopg":
            raise
        raise ExtraMissing(
            "A library in PostgreSQL needs the package psycopg, which is not installed.",
            f"Get it: {extra_command('team')}",
        ) from error
    return psycopg
