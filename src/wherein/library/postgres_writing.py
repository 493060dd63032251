"""The statements that change a library in PostgreSQL. Begins and ends no transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.documents.file_state import FileState
from wherein.documents.formats import parser_version
from wherein.documents.plain.long_text import LongText
from wherein.library.packed import TextWriter, pack_blocks, pack_spans, pack_unread
from wherein.library.rows import (
    CHUNK_IN_POSTGRES,
    chunk_rows,
    page_rows,
    passage_rows,
    place_rows,
    too_many,
    unknown,
)
from wherein.library.store import Places

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection

_PASSAGES_AT_ONCE = 2_000
CHANGED = "wherein_library"
"""The channel of notifications of a database's library; each says the new generation."""


def lock(connection: Connection, document: str) -> None:
    """Wait for other changes of this document, and have later ones wait. It must come before any other row is locked."""
    connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"wherein:{document}",)
    )


def lock_library(connection: Connection, library: str, most: int) -> None:
    """Where a library has a bound, wait for others who add to it, so that each counts what the one before has added. It must come
    before the lock of a document."""
    if most:
        lock(connection, f"library:{library}")


def check_room(connection: Connection, library: str, most: int) -> None:
    """Raise QuotaReached where a library has so many documents; after `lock_library`."""
    if not most:
        return
    row = connection.execute(
        "SELECT count(*) FROM documents WHERE library = %s", (library,)
    ).fetchone()
    if row is not None and row[0] >= most:
        raise too_many(most)


def take_generation(connection: Connection) -> int:
    """The library's next generation; every later change waits for this transaction's end, so that this comes last.

    At the commit all who listen to `CHANGED` are notified.
    """
    row = connection.execute(
        "WITH taken AS (UPDATE library SET generation = generation + 1 RETURNING generation)"
        f" SELECT generation, pg_notify('{CHANGED}', generation::text) FROM taken"
    ).fetchone()
    assert row is not None
    return int(row[0])


def replace_document(connection: Connection, document: str) -> None:
    """Remove what is kept of a document, except what a person gave it."""
    connection.execute("DELETE FROM documents WHERE id = %s", (document,))
    connection.execute("DELETE FROM removed WHERE id = %s", (document,))


def take_given_title(connection: Connection, document: str, generation: int) -> None:
    """Set a document's generation, and its title to the one that a person gave it, else to its own."""
    connection.execute(
        "UPDATE documents SET generation = %s,"
        " title = coalesce((SELECT coalesce(g.title, own) FROM given g WHERE g.document = id), title)"
        " WHERE id = %s",
        (generation, document),
    )


def give(connection: Connection, document: str) -> None:
    """Ensure that the document has a row for its given title and tags. Raises UnknownDocument."""
    lock(connection, document)
    if not connection.execute("SELECT FROM documents WHERE id = %s", (document,)).rowcount:
        raise unknown(document)
    connection.execute(
        "INSERT INTO given (document, own) SELECT id, title FROM documents WHERE id = %s"
        " ON CONFLICT DO NOTHING",
        (document,),
    )


def insert_document(
    connection: Connection,
    document: Document,
    passages: Sequence[Passage],
    file: FileState | None,
    added: str,
    library: str = "",
) -> None:
    """Store a document; its generation is set later. A given title's row learns the document's own."""
    connection.execute(
        "INSERT INTO documents (id, source, title, kind, language, words, length, content_hash,"
        " created, modified, published, added, generation, blocks, words_beside_main, file, unread,"
        " generated, parser, library)"
        " VALUES (%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,0,%s,%s,%s,%s,%s,%s,%s)",
        (
            document.id,
            document.source,
            document.title,
            document.kind,
            document.language,
            document.words,
            len(document.text),
            document.content_hash,
            document.dates.created,
            document.dates.modified,
            document.dates.published,
            added,
            pack_blocks(document.blocks),
            document.words_beside_main,
            None if file is None else file.packed(),
            pack_unread(document.unread),
            pack_spans(document.generated),
            parser_version(document.kind),
            library,
        ),
    )
    _note_own_title(connection, document.id, document.title)
    _insert_parts(connection, document, passages)


def _insert_parts(connection: Connection, document: Document, passages: Sequence[Passage]) -> None:
    insert_chunks(connection, list(chunk_rows(document, CHUNK_IN_POSTGRES)))
    insert_pages(connection, list(page_rows(document)))
    insert_passages(connection, list(passage_rows(passages)))


def insert_long(
    connection: Connection,
    text: LongText,
    places: Places,
    on_progress: Callable[[int, int], None],
    added: str,
    library: str = "",
) -> None:
    """Store a text while reading it; its generation is set later."""
    connection.execute(
        "INSERT INTO documents (id, source, title, kind, words, length, content_hash, added,"
        " generation, blocks, words_beside_main, file, unread, generated, parser, library)"
        " VALUES (%s,%s,'',%s,0,0,%s,%s,0,'[]',0,%s,'[]','[]',%s,%s)",
        (
            text.id,
            text.source,
            text.kind,
            text.content_hash,
            added,
            None if text.file is None else text.file.packed(),
            parser_version(text.kind),
            library,
        ),
    )
    written = TextWriter(lambda rows: insert_chunks(connection, rows), text.id, CHUNK_IN_POSTGRES)
    placed = place_rows(text.id, places(written.blocks(text.pieces(on_progress))))
    while some := list(islice(placed, _PASSAGES_AT_ONCE)):
        insert_passages(connection, some)
    connection.execute(
        "UPDATE documents SET title = %s, language = %s, words = %s, length = %s, blocks = %s"
        " WHERE id = %s",
        (
            text.title,
            text.language,
            written.words,
            written.length,
            written.packed_blocks(),
            text.id,
        ),
    )
    _note_own_title(connection, text.id, text.title)


def _note_own_title(connection: Connection, document: str, title: str) -> None:
    connection.execute("UPDATE given SET own = %s WHERE document = %s", (title, document))


def insert_chunks(connection: Connection, rows: Sequence[tuple[str, int, str]]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO chunks VALUES (%s,%s,%s)", rows)


def insert_pages(
    connection: Connection, rows: Sequence[tuple[str, int, int, int, bytes | None, bool]]
) -> None:
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO pages VALUES (%s,%s,%s,%s,%s,%s)", rows)


def insert_passages(
    connection: Connection, rows: Sequence[tuple[str, int, int, int, str, bool]]
) -> None:
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO passages VALUES (%s,%s,%s,%s,%s,%s)", rows)
