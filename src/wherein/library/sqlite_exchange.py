"""Takes whole documents out of a library's SQLite file, and into one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from wherein.home.database import Database
from wherein.library.held import COLUMNS, HeldDocument, held_document
from wherein.library.rows import PAGE

_COLUMNS = ", ".join(COLUMNS)
SOURCE = "CASE library WHEN '' THEN source ELSE substr(source, length(library) + 2) END"
"""A document's source, without the library that its column begins with where that is not ''."""
_READ = ", ".join(SOURCE if column == "source" else column for column in COLUMNS)
_MARKS = ",".join("?" * len(COLUMNS))


class SqliteLibraryExchange:
    """The `LibraryExchange` of one open library."""

    def __init__(
        self, file: Database, change: Callable[[], AbstractContextManager[int]], chunk: int
    ) -> None:
        """`change` is a transaction that raises the generation and gives the new one; `chunk`: code points of a row."""
        self._file = file
        self._db = file.connection
        self._change = change
        self._chunk = chunk

    def held(self, document: str) -> HeldDocument | None:
        read = self._db.execute
        with self._file.explained():
            row = read(f"SELECT {_READ} FROM documents WHERE id = ?", (document,)).fetchone()
            if row is None:
                return None
            return held_document(
                row,
                read(
                    "SELECT text FROM chunks WHERE document = ? ORDER BY number", (document,)
                ).fetchall(),
                read(
                    f"SELECT {PAGE} FROM pages WHERE document = ? ORDER BY number",
                    (document,),
                ).fetchall(),
                read(
                    "SELECT number, start, stop, section, main FROM passages WHERE document = ?"
                    " ORDER BY number",
                    (document,),
                ).fetchall(),
                read(
                    "SELECT title, own, tags FROM given WHERE document = ?", (document,)
                ).fetchone(),
            )

    def restore(self, held: HeldDocument) -> None:
        key, text, size = held.id, held.text, self._chunk
        with self._change() as generation:
            for table, column in (("documents", "id"), ("removed", "id"), ("given", "document")):
                self._db.execute(f"DELETE FROM {table} WHERE {column} = ?", (key,))
            self._db.execute(
                f"INSERT INTO documents ({_COLUMNS}, generation) VALUES ({_MARKS},?)",
                (*_row(held), generation),
            )
            self._db.executemany(
                "INSERT INTO chunks VALUES (?,?,?)",
                (
                    (key, number, text[start : start + size])
                    for number, start in enumerate(range(0, len(text), size))
                ),
            )
            self._db.executemany(
                "INSERT INTO pages (document, number, start, stop, boxes, recognised)"
                " VALUES (?,?,?,?,?,?)",
                ((key, *page) for page in held.pages),
            )
            self._db.executemany(
                "INSERT INTO passages (document, number, start, stop, section, main)"
                " VALUES (?,?,?,?,?,?)",
                ((key, *passage) for passage in held.passages),
            )
            if held.given is not None:
                self._db.execute(
                    "INSERT INTO given (document, title, own, tags) VALUES (?,?,?,?)",
                    (key, *held.given),
                )


def stored_source(library: str, source: str) -> str:
    """What the column `source` has, which is unique over all libraries."""
    return f"{library}\n{source}" if library else source


def _row(held: HeldDocument) -> tuple[Any, ...]:
    values = list(held.row)
    source = COLUMNS.index("source")
    values[source] = stored_source(values[COLUMNS.index("library")], values[source])
    return tuple(values)
