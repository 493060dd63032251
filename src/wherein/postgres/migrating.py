"""Brings the tables of one part (library, memory) to today's form by numbered steps. Knows no table of a part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wherein.core.errors import NewerLibrary
from wherein.postgres.database import PostgresDatabase

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection


def migrate(database: PostgresDatabase, part: str, steps: Sequence[str]) -> None:
    """Run the steps that the part has not had, all in one transaction; of two servers one does it and the other waits.

    Raises NewerLibrary where the part has had more steps than these, or LibraryError.
    """
    if database.read(lambda connection: _version(connection, part)) != len(steps):
        database.write(lambda connection: _bring(connection, database, part, steps), is_long=True)


def _version(connection: Connection, part: str) -> int:
    """The number of steps that the part has had; 0 in a database without it."""
    row = connection.execute("SELECT to_regclass('wherein.parts') IS NOT NULL").fetchone()
    if row is None or not row[0]:
        return 0
    row = connection.execute(
        "SELECT version FROM wherein.parts WHERE name = %s", (part,)
    ).fetchone()
    return 0 if row is None else int(row[0])


def _bring(
    connection: Connection, database: PostgresDatabase, part: str, steps: Sequence[str]
) -> None:
    connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('wherein:migration', 0))")
    connection.execute("CREATE SCHEMA IF NOT EXISTS wherein")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS wherein.parts (name text PRIMARY KEY, version integer NOT NULL)"
    )
    version = _version(connection, part)  # another server may have been quicker
    if version > len(steps):
        raise NewerLibrary(
            f"The {part} in the database {database.address} was made by a newer wherein"
            f" (format {version}, this one knows {len(steps)}).",
            "Update wherein, or name another database with --store.",
        )
    for step in steps[version:]:
        connection.execute(step)
    connection.execute(
        "INSERT INTO wherein.parts VALUES (%s, %s)"
        " ON CONFLICT (name) DO UPDATE SET version = excluded.version",
        (part, len(steps)),
    )
