"""Says a database's failure in one sentence with the next step, and whether trying again can help. Never quotes an address."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from wherein.core.errors import LibraryError, StorageFull, StoreDamaged, StoreUnreachable
from wherein.postgres.address import StoreAddress

if TYPE_CHECKING:
    import psycopg

_AWAY = "Start it, or correct the address, then try again."
_REASONS = (
    ("password authentication failed", "it refuses the name or the password", "Correct the name or the password in the address."),
    ("no password supplied", "it asks for a password", "Write it into the address, PGPASSWORD or ~/.pgpass."),
    ("pg_hba.conf", "it refuses connections from this machine", "Allow this machine in its pg_hba.conf."),
    ("does not exist", "there is no such database or user", "Create it: createdb NAME, or correct the address."),
    ("too many clients", "it has no connection left", "Raise its max_connections, or close other programs."),
    ("remaining connection slots", "it has no connection left", "Raise its max_connections, or close other programs."),
    ("too many connections", "it has no connection left", "Raise its limit of connections, or close other programs."),
    ("does not support SSL", "it does not encrypt, which the address asks for", "Turn on its ssl, or change sslmode."),
    ("certificate", "its certificate is not one that the address trusts", "Correct sslrootcert, or the server's certificate."),
    ("SSL", "the encrypted connection failed", "Correct sslmode and the certificates of the address."),
    ("resolve host", "there is no such host", "Correct the address."),
    ("starting up", "it is still starting", "Try again in a moment."),
    ("shutting down", "it is stopping", _AWAY),
    ("timeout", "it does not answer", _AWAY),
    ("refused", "nothing listens there", _AWAY),
)  # fmt: skip
"""What the driver's message contains, what it means, and what to do. The message itself may quote a part of an address."""
_WAIT_FOR = ("starting up", "refused", "shutting down", "timeout", "server closed", "recovery mode")
_LOST = frozenset(("57P01", "57P02", "57P03", "25006", "08000", "08003", "08006", "08001", "08004"))
"""States after which the same work may succeed over another connection: stopping, starting, a standby, no connection."""
_CLASH = frozenset(("40001", "40P01", "23503", "23505", "55P03"))
"""States of two transactions that were in each other's way: the second one is done again."""
_MISSING = frozenset(("42P01", "42703", "3F000"))
"""States for a table, a column or a schema that is not there."""


class Again(Enum):
    """Whether the same work can be tried again."""

    NEVER = "never"
    CONNECTED_ANEW = "connected anew"
    AT_ONCE = "at once"


def again(error: psycopg.Error) -> Again:
    """Whether a failed piece of work may be tried again; a failure of COMMIT is another question."""
    import psycopg

    state = error.sqlstate
    if state in _CLASH:
        return Again.AT_ONCE
    if state in _LOST:
        return Again.CONNECTED_ANEW
    is_lost = state is None and isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return Again.CONNECTED_ANEW if is_lost else Again.NEVER


def is_worth_waiting(error: psycopg.Error) -> bool:
    """Whether a database that can't be reached may be there in a moment; a wrong password will not be right."""
    return any(sign in str(error) for sign in _WAIT_FOR)


def unreachable(address: StoreAddress, error: psycopg.Error) -> StoreUnreachable:
    """The error for a database to which there is no connection."""
    message = str(error)
    for sign, why, next_step in _REASONS:
        if sign.lower() in message.lower():
            return StoreUnreachable(f"The database {address} can't be reached: {why}.", next_step)
    return StoreUnreachable(f"The database {address} can't be reached.", _AWAY)


def explained(address: StoreAddress, error: psycopg.Error) -> LibraryError:
    """The error for a statement that the database refused."""
    state = error.sqlstate or ""
    if state in ("53100", "53200"):
        return StorageFull(
            f"The database {address} has no room left; what was kept is as it was before.",
            "Free some space on its machine, then try again.",
        )
    if state == "25006":
        return LibraryError(
            f"The database {address} can only be read.",
            "Name the primary server in the address, or end its read-only mode.",
        )
    if state == "57014":
        return LibraryError(
            f"The database {address} took too long for one step.",
            "Try again when it has less to do.",
        )
    if state in _CLASH:
        return LibraryError(
            f"Others have been writing to the same place in the database {address} for too long.",
            "Wait for them to finish, then try again.",
        )
    if state in ("42501", "0A000", "58P01") and '"vector"' in str(error):
        return _without_vectors(address, state)
    if state == "42501":
        return LibraryError(
            f"This user may not do that in the database {address}.",
            "Grant it the schema wherein, or name its owner in the address.",
        )
    if state in _MISSING or state.startswith(("XX", "58")):
        return damaged(address, _called(error))
    if error.sqlstate is None:
        return unreachable(address, error)
    return LibraryError(
        f"The database {address} refused a step ({_called(error)}).", "See its log for the reason."
    )


def _without_vectors(address: StoreAddress, state: str) -> LibraryError:
    """The error for a database in which pgvector can't be turned on."""
    if state == "42501":
        return LibraryError(
            f"This user may not turn on pgvector in the database {address}.",
            "Have an administrator do it once: psql DATABASE -c 'CREATE EXTENSION vector SCHEMA public'",
        )
    return LibraryError(
        f"The server of the database {address} does not have pgvector.",
        "Install it there, as in: apt install postgresql-18-pgvector",
    )


def damaged(address: StoreAddress, how: str) -> StoreDamaged:
    """The error for a database in which something is missing or other than it was stored."""
    return StoreDamaged(
        f"The database {address} does not hold what wherein keeps there ({how}).",
        "Restore a backup of it: wherein restore FILE --store ADDRESS",
    )


def _called(error: psycopg.Error) -> str:
    """PostgreSQL's name of the state, by which it can be looked up; its message may quote what is kept."""
    return f"{type(error).__name__} {error.sqlstate}"
