"""The library in a PostgreSQL database that several servers share. Every index is derived from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from wherein.core.document import Dates, Document
from wherein.core.lifetime.closeable import Closeable
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.file_state import FileState
from wherein.documents.plain.long_text import LongText
from wherein.library.postgres_exchange import PostgresLibraryExchange
from wherein.library.postgres_migrations import MIGRATIONS
from wherein.library.postgres_writing import (
    check_room,
    give,
    insert_document,
    insert_long,
    lock,
    lock_library,
    replace_document,
    take_generation,
    take_given_title,
)
from wherein.library.rows import CHUNK_IN_POSTGRES, DOCUMENT, PAGE, document_of, entry_of, unknown
from wherein.library.store import Entry, Places
from wherein.postgres.address import StoreAddress
from wherein.postgres.database import PostgresDatabase
from wherein.postgres.failures import damaged
from wherein.postgres.migrating import migrate

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection

_PASSAGES_AT_ONCE = 256
_ENTRY = (
    "SELECT id, documents.title, source, words, kind, added, content_hash, outdated,"
    " parser, unread, coalesce(published, modified, created), tags, library"
    " FROM documents LEFT JOIN given ON given.document = id"
)
_PASSAGE = "p.document, p.number, p.start, p.stop, p.section, p.main"
_TEXT_AROUND = (
    "(SELECT string_agg(c.text, '' ORDER BY c.number) FROM chunks c WHERE c.document = p.document"
    f" AND c.number BETWEEN p.start / {CHUNK_IN_POSTGRES}"
    f" AND greatest(p.start, p.stop - 1) / {CHUNK_IN_POSTGRES})"
)
"""The whole chunks in which a passage lies."""


class PostgresLibrary(Closeable):
    """A `StoredLibrary`. Threads may share it, and any number of servers; each change is one transaction.

    Two changes of one document wait for each other, others do not: a change takes the library's next generation as its
    last step, so that generations become visible in their order.
    """

    is_frozen = False

    def __init__(
        self, address: StoreAddress, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Open, with its tables made where there are none.

        Raises StoreUnreachable, NewerLibrary, LibraryError, or ExtraMissing without the driver.
        """
        self._now = now
        self._database = PostgresDatabase.shared(address)
        try:
            migrate(self._database, "library", MIGRATIONS)
            self.identity = str(self._one("SELECT identity FROM library"))
        except BaseException:
            self._database.close()
            raise
        self.files = PostgresFileStates(self._database)
        self.exchange = PostgresLibraryExchange(self._database)

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self._database.close()

    def check(self) -> None:
        for entry in self.entries():
            document = self.document(entry.document)
            for passage in self.passages_of(entry.document):
                if document.text[passage.span.start : passage.span.end] != passage.text:
                    raise damaged(self._database.address, f"the text of {document.title!r}")

    @property
    def generation(self) -> int:
        return int(self._one("SELECT generation FROM library"))

    def put(
        self,
        document: Document,
        passages: Iterable[Passage],
        file: FileState | None = None,
        library: str = "",
        most: int = 0,
    ) -> Entry:
        kept = list(passages)  # the transaction may have to be done again

        def work(connection: Connection) -> Entry:
            lock_library(connection, library, most)
            lock(connection, document.id)
            replace_document(connection, document.id)
            check_room(connection, library, most)
            insert_document(connection, document, kept, file, self._time(), library)
            return self._finished(connection, document.id)

        return self._database.write(work, is_long=True)

    def put_long(
        self,
        text: LongText,
        places: Places,
        on_progress: Callable[[int, int], None] = lambda done, of: None,
        library: str = "",
        most: int = 0,
    ) -> Entry:
        def work(connection: Connection) -> Entry:
            lock_library(connection, library, most)
            lock(connection, text.id)
            replace_document(connection, text.id)
            check_room(connection, library, most)
            insert_long(connection, text, places, on_progress, self._time(), library)
            return self._finished(connection, text.id)

        return self._database.write_once(work)

    def remove(self, document: str) -> None:
        def work(connection: Connection) -> None:
            lock(connection, document)
            gone = connection.execute(
                "DELETE FROM documents WHERE id = %s RETURNING library", (document,)
            ).fetchone()
            if gone is None:
                raise unknown(document)
            connection.execute("DELETE FROM given WHERE document = %s", (document,))
            connection.execute(
                "INSERT INTO removed VALUES (%s, %s, %s)",
                (document, take_generation(connection), gone[0]),
            )

        self._database.write(work)

    def rename(self, document: str, title: str) -> Entry:
        def work(connection: Connection) -> Entry:
            give(connection, document)
            connection.execute(
                "UPDATE given SET title = nullif(%s, '') WHERE document = %s", (title, document)
            )
            return self._finished(connection, document)

        return self._database.write(work)

    def tag(self, document: str, tags: Sequence[str]) -> Entry:
        def work(connection: Connection) -> Entry:
            give(connection, document)
            connection.execute(
                "UPDATE given SET tags = %s WHERE document = %s",
                (json.dumps(list(tags)), document),
            )
            return _kept_entry(connection, document)

        return self._database.write(work)

    def entry(self, document: str) -> Entry | None:
        found = self._rows(f"{_ENTRY} WHERE id = %s", (document,))
        return entry_of(found[0]) if found else None

    def entries(self, libraries: Collection[str] | None = None) -> Iterator[Entry]:
        rows = self._rows(
            f"{_ENTRY} WHERE %(of)s::text[] IS NULL OR library = ANY(%(of)s) ORDER BY added, id",
            {"of": _sorted(libraries)},
        )
        return map(entry_of, rows)

    def generation_of(self, libraries: Collection[str]) -> int:
        found = self._one(
            "SELECT max(greatest("
            "(SELECT max(generation) FROM documents d WHERE d.library = one.library),"
            " (SELECT max(generation) FROM removed r WHERE r.library = one.library)))"
            " FROM unnest(%(of)s::text[]) AS one (library)",
            {"of": _sorted(libraries)},
        )
        return int(found or 0)

    def dates(self, document: str | None = None) -> Iterator[tuple[str, int, Dates]]:
        rows = self._rows(
            "SELECT id, words, created, modified, published FROM documents"
            " WHERE %s::text IS NULL OR id = %s",
            (document, document),
        )
        return ((identity, words, Dates(*dates)) for identity, words, *dates in rows)

    def document(self, document: str) -> Document:
        return self._database.read_together(partial(_document, identity=document))

    def passages_of(self, document: str) -> Iterator[Passage]:
        last = -1
        while rows := self._rows(
            f"SELECT {_PASSAGE}, {_TEXT_AROUND} FROM passages p"
            " WHERE document = %s AND number > %s ORDER BY number LIMIT %s",
            (document, last, _PASSAGES_AT_ONCE),
        ):
            yield from map(_passage, rows)
            last = rows[-1][1]

    def passages(self, keys: Sequence[tuple[str, int]]) -> list[Passage]:
        rows = self._rows(
            f"SELECT {_PASSAGE}, {_TEXT_AROUND}"
            " FROM unnest(%s::text[], %s::bigint[]) WITH ORDINALITY AS k (document, number, place)"
            " JOIN passages p ON p.document = k.document AND p.number = k.number ORDER BY k.place",
            ([document for document, _ in keys], [number for _, number in keys]),
        )
        return [_passage(row) for row in rows]

    def changed_since(
        self, generation: int, libraries: Collection[str] | None = None
    ) -> Iterator[str]:
        where = "generation > %(after)s AND (%(of)s::text[] IS NULL OR library = ANY(%(of)s))"
        rows = self._rows(
            f"SELECT id, generation FROM documents WHERE {where}"
            f" UNION ALL SELECT id, generation FROM removed WHERE {where} ORDER BY generation",
            {"after": generation, "of": _sorted(libraries)},
        )
        return (identity for identity, _ in rows)

    def passage_count(self, since: int = 0) -> int:
        return int(
            self._one(
                "SELECT count(*) FROM passages p WHERE %(since)s = 0 OR EXISTS"
                " (SELECT FROM documents WHERE id = p.document AND generation > %(since)s)",
                {"since": since},
            )
        )

    def words(self) -> int:
        return int(self._one("SELECT coalesce(sum(words), 0) FROM documents"))

    def words_beside_main(self, within: Collection[str] | None = None) -> int:
        named = None if within is None else list(within)
        return int(
            self._one(
                "SELECT coalesce(sum(words_beside_main), 0) FROM documents"
                " WHERE %(named)s::text[] IS NULL OR id = ANY(%(named)s::text[])",
                {"named": named},
            )
        )

    def has_passages_beside_main(self) -> bool:
        return bool(self._one("SELECT EXISTS (SELECT FROM passages WHERE NOT main)"))

    def _rows(
        self, query: str, values: Sequence[object] | Mapping[str, object] = ()
    ) -> list[tuple[Any, ...]]:
        return self._database.read(lambda connection: connection.execute(query, values).fetchall())

    def _one(self, query: str, values: Mapping[str, object] | None = None) -> Any:
        return self._rows(query, values or {})[0][0]

    def _time(self) -> str:
        return self._now().astimezone(UTC).isoformat(timespec="seconds")

    def _finished(self, connection: Connection, document: str) -> Entry:
        """Give a changed document its given title and the next generation."""
        take_given_title(connection, document, take_generation(connection))
        return _kept_entry(connection, document)


class PostgresFileStates:
    """The `FileStates` of a library in PostgreSQL."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def state(self, document: str) -> FileState | None:
        rows = self._database.read(
            lambda connection: connection.execute(
                "SELECT file FROM documents WHERE id = %s", (document,)
            ).fetchall()
        )
        return FileState.unpacked(rows[0][0]) if rows and rows[0][0] is not None else None

    def saw(self, files: Mapping[str, FileState]) -> None:
        names = sorted(files)
        states = [files[name].packed() for name in names]
        self._database.write(
            lambda connection: (
                connection.execute(
                    "UPDATE documents SET file = seen.file"
                    " FROM unnest(%s::text[], %s::text[]) AS seen (id, file)"
                    " WHERE documents.id = seen.id",
                    (names, states),
                ).rowcount
            )
        )


def _sorted(libraries: Collection[str] | None) -> list[str] | None:
    return None if libraries is None else sorted(libraries)


def _kept_entry(connection: Connection, document: str) -> Entry:
    row = connection.execute(f"{_ENTRY} WHERE id = %s", (document,)).fetchone()
    assert row is not None
    return entry_of(row)


def _document(connection: Connection, identity: str) -> Document:
    row = connection.execute(
        f"SELECT source, {DOCUMENT} FROM documents WHERE id = %s", (identity,)
    ).fetchone()
    if row is None:
        raise unknown(identity)
    chunks = connection.execute(
        "SELECT text FROM chunks WHERE document = %s ORDER BY number", (identity,)
    ).fetchall()
    pages = connection.execute(
        f"SELECT {PAGE} FROM pages WHERE document = %s ORDER BY number", (identity,)
    ).fetchall()
    return document_of(identity, row[0], row[1:], chunks, pages)


def _passage(row: Sequence[Any]) -> Passage:
    document, number, start, stop, section, main, around = row
    begin = start // CHUNK_IN_POSTGRES * CHUNK_IN_POSTGRES
    text = (around or "")[start - begin : stop - begin]
    return Passage(document, number, Span(start, stop), text, tuple(json.loads(section)), main)
