"""Removes entries for good from the memory in PostgreSQL. Has no policy on what to remove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wherein.memory.store.store import PageKey, Wiped
from wherein.postgres.database import PostgresDatabase

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection

_OF_PAGE = "page = (SELECT id FROM asked_pages WHERE key = %(page)s)"


class PostgresRemoval:
    """`Removal` over all tables. What was removed stays in PostgreSQL's files until it writes over the room (VACUUM)."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    @property
    def wipes(self) -> int:
        return wipes_of(self._database)

    def wipe(
        self,
        page: PageKey | None = None,
        since: float | None = None,
        before: float | None = None,
    ) -> Wiped:
        values = {"page": None if page is None else page.text, "since": since, "before": before}
        where = (
            f"(%(page)s::text IS NULL OR {_OF_PAGE})"
            " AND (%(since)s::float8 IS NULL OR TIME >= %(since)s)"
            " AND (%(before)s::float8 IS NULL OR TIME < %(before)s)"
        )

        def work(connection: Connection) -> Wiped:
            questions = connection.execute(
                f"DELETE FROM questions WHERE {where.replace('TIME', 'last_asked')}", values
            ).rowcount
            verdicts = connection.execute(
                f"DELETE FROM feedback WHERE {where.replace('TIME', 'given')}", values
            ).rowcount
            return _removed(connection, questions, verdicts)

        return self._database.write(work, is_long=True)

    def wipe_document(self, document: str, page: PageKey | None) -> Wiped:
        values = {"page": "" if page is None else page.text, "document": document}

        def work(connection: Connection) -> Wiped:
            questions = connection.execute(
                f"DELETE FROM questions WHERE {_OF_PAGE} OR (%(document)s <> '' AND id IN"
                " (SELECT question FROM answers WHERE document = %(document)s AND document <> ''))",
                values,
            ).rowcount
            verdicts = connection.execute(f"DELETE FROM feedback WHERE {_OF_PAGE}", values).rowcount
            return _removed(connection, questions, verdicts)

        return self._database.write(work, is_long=True)

    def forget(self, asker: str) -> Wiped:
        def work(connection: Connection) -> Wiped:
            # Locked in the order of their ids: who counts an asker of one of them waits, or is waited for.
            asked = connection.execute(
                "SELECT id FROM questions WHERE id IN (SELECT question FROM askers WHERE asker = %s)"
                " ORDER BY id FOR UPDATE",
                (asker,),
            ).fetchall()
            ids = [identity for (identity,) in asked]
            questions = connection.execute(
                "DELETE FROM questions WHERE askers <= 1 AND id = ANY(%s::bigint[])", (ids,)
            ).rowcount
            connection.execute("DELETE FROM askers WHERE asker = %s", (asker,))
            connection.execute(
                "UPDATE questions SET askers = (SELECT count(*) FROM askers WHERE question = id)"
                " WHERE id = ANY(%s::bigint[])",
                (ids,),
            )
            verdicts = connection.execute(
                "DELETE FROM feedback WHERE asker = %s", (asker,)
            ).rowcount
            return _removed(connection, questions, verdicts)

        return self._database.write(work, is_long=True)


def _removed(connection: Connection, questions: int, verdicts: int) -> Wiped:
    connection.execute(
        "DELETE FROM asked_pages p WHERE NOT EXISTS (SELECT FROM questions WHERE page = p.id)"
        " AND NOT EXISTS (SELECT FROM feedback WHERE page = p.id)"
    )
    if questions or verdicts:
        connection.execute("UPDATE memory SET wipes = wipes + 1")
    return Wiped(questions, verdicts)


def wipes_of(database: PostgresDatabase) -> int:
    row = database.read(
        lambda connection: connection.execute("SELECT wipes FROM memory").fetchone()
    )
    assert row is not None
    return int(row[0])
