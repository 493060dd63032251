"""The bases of a team in its PostgreSQL database, as the files that they were built to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Self

from wherein.core.errors import LibraryError, UnknownName
from wherein.core.lifetime.closeable import Closeable
from wherein.knowledge.shared_bases import SharedBase
from wherein.postgres.address import StoreAddress
from wherein.postgres.database import PostgresDatabase
from wherein.postgres.migrating import migrate

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection

# Parts are compressed files for the most part: PostgreSQL need not try again.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE wherein.shared_bases (
        name     text COLLATE "C" PRIMARY KEY,
        version  text   NOT NULL,
        articles bigint NOT NULL,
        built    text   NOT NULL,
        files    text   NOT NULL
    );
    CREATE TABLE wherein.base_parts (
        version text COLLATE "C" NOT NULL,
        file    text COLLATE "C" NOT NULL,
        number  integer NOT NULL,
        data    bytea   NOT NULL,
        given   timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (version, file, number)
    );
    ALTER TABLE wherein.base_parts ALTER COLUMN data SET STORAGE EXTERNAL;
    """,
)
_ABANDONED = "7 days"
"""After so long, the parts of a base that was never published are no upload under way."""


class PostgresBases(Closeable):
    """The `SharedBases` of a database. Threads may share it, and any number of machines."""

    def __init__(self, address: StoreAddress) -> None:
        """Open, with its tables made where there are none. Raises LibraryError, or ExtraMissing without the driver."""
        self._database = PostgresDatabase.shared(address)
        try:
            migrate(self._database, "bases", MIGRATIONS)
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self._database.close()

    def listed(self) -> list[SharedBase]:
        rows = self._database.read(
            lambda connection: connection.execute(
                "SELECT name, version, articles, built, files FROM shared_bases ORDER BY name"
            ).fetchall()
        )
        return [
            SharedBase(
                name,
                version,
                articles,
                built,
                _files(files),
            )
            for name, version, articles, built, files in rows
        ]

    def parts_of(self, version: str) -> set[tuple[str, int]]:
        rows = self._database.read(
            lambda connection: connection.execute(
                "SELECT file, number FROM base_parts WHERE version = %s", (version,)
            ).fetchall()
        )
        return {(file, number) for file, number in rows}

    def part(self, version: str, file: str, number: int) -> bytes | None:
        row = self._database.read(
            lambda connection: connection.execute(
                "SELECT data FROM base_parts WHERE version = %s AND file = %s AND number = %s",
                (version, file, number),
            ).fetchone()
        )
        return None if row is None else bytes(row[0])

    def put_part(self, version: str, file: str, number: int, data: bytes) -> None:
        self._database.write(
            lambda connection: (
                connection.execute(
                    "INSERT INTO base_parts (version, file, number, data) VALUES (%s, %s, %s, %s)"
                    " ON CONFLICT DO NOTHING",
                    (version, file, number, data),
                ).rowcount
            )
        )

    def publish(self, base: SharedBase) -> None:
        self._database.write(lambda connection: _publish(connection, base), is_long=True)

    def remove(self, name: str) -> None:
        def work(connection: Connection) -> None:
            gone = connection.execute(
                "DELETE FROM shared_bases WHERE name = %s RETURNING version", (name,)
            ).fetchone()
            if gone is None:
                raise UnknownName(f"No knowledge base {name!r} is shared.", "See: wherein kb list")
            _drop(connection, gone[0])

        self._database.write(work, is_long=True)


def _files(kept: str) -> tuple[tuple[str, int], ...]:
    """The files of a row; none where it does not say, so that the other bases can be read."""
    try:
        return tuple((str(file), int(size)) for file, size in json.loads(kept))
    except (ValueError, TypeError, RecursionError):
        return ()


def _publish(connection: Connection, base: SharedBase) -> None:
    row = connection.execute(
        "SELECT count(*), coalesce(sum(length(data)), 0) FROM base_parts WHERE version = %s",
        (base.version,),
    ).fetchone()
    if row is None or (int(row[0]), int(row[1])) != (len(base.parts), base.bytes):
        raise LibraryError(
            f"Not all of the knowledge base {base.name} is in the database.",
            f"Go on with it: wherein kb share {base.name}",
        )
    before = connection.execute(
        "SELECT version FROM shared_bases WHERE name = %s FOR UPDATE", (base.name,)
    ).fetchone()
    connection.execute(
        "INSERT INTO shared_bases VALUES (%s, %s, %s, %s, %s) ON CONFLICT (name) DO UPDATE SET"
        " version = excluded.version, articles = excluded.articles, built = excluded.built,"
        " files = excluded.files",
        (base.name, base.version, base.articles, base.built, json.dumps(base.files)),
    )
    _drop(connection, base.version if before is None else before[0])


def _drop(connection: Connection, version: str) -> None:
    """Remove the parts of a version unless a base has it, and what was given long ago and never published."""
    connection.execute(
        "DELETE FROM base_parts WHERE version NOT IN (SELECT version FROM shared_bases)"
        f" AND (version = %s OR given < now() - interval '{_ABANDONED}')",
        (version,),
    )
