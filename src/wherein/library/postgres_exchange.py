"""Takes whole documents out of a library in PostgreSQL, and into one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wherein.library.held import COLUMNS, HeldDocument, held_document
from wherein.library.postgres_writing import (
    insert_chunks,
    insert_pages,
    insert_passages,
    lock,
    replace_document,
    take_generation,
)
from wherein.library.rows import CHUNK_IN_POSTGRES, PAGE
from wherein.postgres.database import PostgresDatabase

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection

_COLUMNS = ", ".join(COLUMNS)
_MARKS = ",".join(["%s"] * len(COLUMNS))


class PostgresLibraryExchange:
    """The `LibraryExchange` of a library in PostgreSQL."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def held(self, document: str) -> HeldDocument | None:
        return self._database.read_together(lambda connection: _held(connection, document))

    def restore(self, held: HeldDocument) -> None:
        self._database.write(lambda connection: _restore(connection, held), is_long=True)


def _held(connection: Connection, document: str) -> HeldDocument | None:
    read, of_it = connection.execute, (document,)
    row = read(f"SELECT {_COLUMNS} FROM documents WHERE id = %s", of_it).fetchone()
    if row is None:
        return None
    texts = read("SELECT text FROM chunks WHERE document = %s ORDER BY number", of_it).fetchall()
    return held_document(
        row,
        [(str(text),) for (text,) in texts],
        read(
            f"SELECT {PAGE} FROM pages WHERE document = %s ORDER BY number",
            of_it,
        ).fetchall(),
        read(
            "SELECT number, start, stop, section, main FROM passages WHERE document = %s"
            " ORDER BY number",
            of_it,
        ).fetchall(),
        read("SELECT title, own, tags FROM given WHERE document = %s", of_it).fetchone(),
    )


def _restore(connection: Connection, held: HeldDocument) -> None:
    key, text, size = held.id, held.text, CHUNK_IN_POSTGRES
    lock(connection, key)
    replace_document(connection, key)
    connection.execute("DELETE FROM given WHERE document = %s", (key,))
    connection.execute(
        f"INSERT INTO documents ({_COLUMNS}, generation) VALUES ({_MARKS},0)", held.row
    )
    insert_chunks(
        connection,
        [
            (key, number, text[start : start + size])
            for number, start in enumerate(range(0, len(text), size))
        ],
    )
    insert_pages(connection, [(key, *page) for page in held.pages])
    insert_passages(connection, [(key, *passage) for passage in held.passages])
    if held.given is not None:
        connection.execute(
            "INSERT INTO given (document, title, own, tags) VALUES (%s,%s,%s,%s)",
            (key, *held.given),
        )
    connection.execute(
        "UPDATE documents SET generation = %s WHERE id = %s", (take_generation(connection), key)
    )
