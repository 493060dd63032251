"""The library in one SQLite file, from which every index is derived."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from wherein.core.document import Dates, Document
from wherein.core.lifetime.closeable import Closeable
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.file_state import FileState
from wherein.documents.formats import parser_version
from wherein.documents.plain.long_text import LongText
from wherein.home.database import Database
from wherein.library.file_states import SqliteFileStates
from wherein.library.migrations import MIGRATIONS
from wherein.library.packed import (
    TextWriter,
    pack_blocks,
    pack_spans,
    pack_unread,
)
from wherein.library.rows import (
    DOCUMENT,
    PAGE,
    chunk_rows,
    document_of,
    entry_of,
    page_rows,
    passage_rows,
    place_rows,
    too_many,
    unknown,
)
from wherein.library.sqlite_exchange import SOURCE, SqliteLibraryExchange, stored_source
from wherein.library.store import Entry, Places

CHUNK = 16_384  # code points of text in one row
_PASSAGES_AT_ONCE = 256
_ENTRY = (
    f"SELECT id, documents.title, {SOURCE}, words, kind, added, content_hash, outdated,"
    " parser, unread, coalesce(published, modified, created), tags, library"
    " FROM documents LEFT JOIN given ON given.document = id"
)


class SqliteLibrary(Closeable):
    """A `Library` in a file. An instance belongs to one thread; each thread opens its own.

    It uses write-ahead logging with full synchronisation: readers never wait for a writer, and acknowledged changes
    survive a crash of the process or the machine.
    """

    identity = ""

    def __init__(self, path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Open or create. Raises NewerLibrary, StorageFull, StoreDamaged or LibraryError."""
        self._now = now
        self._file = Database(path, MIGRATIONS, "library")
        self._db = self._file.connection
        self.files = SqliteFileStates(self._file)
        self.exchange = SqliteLibraryExchange(self._file, self._change, CHUNK)
        with self._file.explained():
            # Removed data is overwritten in the file, not only unlinked from its tables.
            self._db.execute("PRAGMA secure_delete = ON")

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self._file.close()

    @property
    def is_frozen(self) -> bool:
        """Whether the file is open for reading only, because the disk was full when it was opened."""
        return self._file.is_frozen

    def check(self) -> None:
        """Read the whole file. Raises StoreDamaged."""
        self._file.check()

    @property
    def generation(self) -> int:
        with self._file.explained():
            row = self._db.execute("SELECT value FROM state WHERE name = 'generation'").fetchone()
        return int(row[0])

    def put(
        self,
        document: Document,
        passages: Iterable[Passage],
        file: FileState | None = None,
        library: str = "",
        most: int = 0,
    ) -> Entry:
        with self._replacing(document.id) as (added, generation):
            self._check_room(library, most)
            self._db.execute(
                "INSERT INTO documents VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,0,?,?,?,?,?)",
                (
                    document.id,
                    stored_source(library, document.source),
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
                    generation,
                    pack_blocks(document.blocks),
                    document.words_beside_main,
                    None if file is None else file.packed(),
                    pack_unread(document.unread),
                    pack_spans(document.generated),
                    parser_version(document.kind),
                    library,
                ),
            )
            self._put_text(document)
            self._db.executemany(
                "INSERT INTO passages VALUES (?,?,?,?,?,?)",
                passage_rows(passages),
            )
        return self._kept_entry(document.id)

    def _check_room(self, library: str, most: int) -> None:
        """Raise QuotaReached where a library has so many documents; in the transaction that adds one."""
        if not most:
            return
        count = "SELECT count(*) FROM documents WHERE library = ?"
        if self._db.execute(count, (library,)).fetchone()[0] >= most:
            raise too_many(most)

    def _put_text(self, document: Document) -> None:
        """Store the text in chunks, and where each page is in it."""
        self._db.executemany(
            "INSERT INTO chunks VALUES (?,?,?)",
            chunk_rows(document, CHUNK),
        )
        self._db.executemany(
            "INSERT INTO pages VALUES (?,?,?,?,?,?)",
            page_rows(document),
        )

    def put_long(
        self,
        text: LongText,
        places: Places,
        on_progress: Callable[[int, int], None] = lambda done, of: None,
        library: str = "",
        most: int = 0,
    ) -> Entry:
        with self._replacing(text.id) as (added, generation):
            self._check_room(library, most)
            self._db.execute(
                "INSERT INTO documents VALUES (?,?,'',?,NULL,0,0,?,NULL,NULL,NULL,?,?,?,0,0,?,'[]','[]',?,?)",
                (
                    text.id,
                    stored_source(library, text.source),
                    text.kind,
                    text.content_hash,
                    added,
                    generation,
                    b"[]",
                    None if text.file is None else text.file.packed(),
                    parser_version(text.kind),
                    library,
                ),
            )
            written = TextWriter(self._insert_chunks, text.id, CHUNK)
            placed = places(written.blocks(text.pieces(on_progress)))
            self._db.executemany(
                "INSERT INTO passages VALUES (?,?,?,?,?,?)",
                place_rows(text.id, placed),
            )
            self._db.execute(
                "UPDATE documents SET title = ?, language = ?, words = ?, length = ?, blocks = ?"
                " WHERE id = ?",
                (
                    text.title,
                    text.language,
                    written.words,
                    written.length,
                    written.packed_blocks(),
                    text.id,
                ),
            )
        return self._kept_entry(text.id)

    def _insert_chunks(self, rows: list[tuple[str, int, str]]) -> None:
        self._db.executemany("INSERT INTO chunks VALUES (?,?,?)", rows)

    def remove(self, document: str) -> None:
        with self._change() as generation:
            kept = self.entry(document)
            if kept is None:
                raise unknown(document)
            self._db.execute("DELETE FROM documents WHERE id = ?", (document,))
            self._db.execute("DELETE FROM given WHERE document = ?", (document,))
            self._db.execute(
                "INSERT INTO removed VALUES (?,?,?)", (document, generation, kept.library)
            )
        self._file.empty_log()

    def rename(self, document: str, title: str) -> Entry:
        with self._change() as generation:
            self._give(document)
            self._db.execute(
                "UPDATE given SET title = nullif(?, '') WHERE document = ?", (title, document)
            )
            self._take_given_title(document, generation)
        return self._kept_entry(document)

    def tag(self, document: str, tags: Sequence[str]) -> Entry:
        with self._file.transaction():
            self._give(document)
            self._db.execute(
                "UPDATE given SET tags = ? WHERE document = ?", (json.dumps(list(tags)), document)
            )
        return self._kept_entry(document)

    def _give(self, document: str) -> None:
        """Ensure that the document has a row for its given title and tags. Raises UnknownDocument."""
        if self.entry(document) is None:
            raise unknown(document)
        self._db.execute(
            "INSERT OR IGNORE INTO given (document, own) SELECT id, title FROM documents WHERE id = ?",
            (document,),
        )

    def _take_given_title(self, document: str, generation: int) -> None:
        """Set a document's title to the one that a person gave it, else to its own."""
        self._db.execute(
            "UPDATE documents SET generation = ?2, title ="
            " (SELECT coalesce(given.title, own) FROM given WHERE document = ?1) WHERE id = ?1",
            (document, generation),
        )

    def _kept_entry(self, document: str) -> Entry:
        entry = self.entry(document)
        assert entry is not None
        return entry

    def entry(self, document: str) -> Entry | None:
        with self._file.explained():
            row = self._db.execute(f"{_ENTRY} WHERE id = ?", (document,)).fetchone()
        return None if row is None else entry_of(row)

    def entries(self, libraries: Collection[str] | None = None) -> Iterator[Entry]:
        where, values = _of(libraries)
        with self._file.explained():
            rows = self._db.execute(f"{_ENTRY} {where} ORDER BY added, id", values).fetchall()
        return map(entry_of, rows)

    def generation_of(self, libraries: Collection[str]) -> int:
        newest = 0
        with self._file.explained():
            for library in libraries:  # one look into an index for each
                row = self._db.execute(
                    "SELECT max(coalesce((SELECT max(generation) FROM documents WHERE library = ?1), 0),"
                    " coalesce((SELECT max(generation) FROM removed WHERE library = ?1), 0))",
                    (library,),
                ).fetchone()
                newest = max(newest, int(row[0]))
        return newest

    def dates(self, document: str | None = None) -> Iterator[tuple[str, int, Dates]]:
        with self._file.explained():
            rows = self._db.execute(
                "SELECT id, words, created, modified, published FROM documents"
                + ("" if document is None else " WHERE id = ?"),
                () if document is None else (document,),
            ).fetchall()
        return ((identity, words, Dates(*dates)) for identity, words, *dates in rows)

    def document(self, document: str) -> Document:
        with self._file.explained():
            row = self._db.execute(
                f"SELECT {SOURCE}, {DOCUMENT} FROM documents WHERE id = ?", (document,)
            ).fetchone()
            if row is None:
                raise unknown(document)
            chunks = self._db.execute(
                "SELECT text FROM chunks WHERE document = ? ORDER BY number", (document,)
            ).fetchall()
            pages = self._db.execute(
                f"SELECT {PAGE} FROM pages WHERE document = ? ORDER BY number", (document,)
            ).fetchall()
        return document_of(document, row[0], row[1:], chunks, pages)

    def passages_of(self, document: str) -> Iterator[Passage]:
        last = -1
        while True:
            with self._file.explained():
                rows = self._db.execute(
                    "SELECT number, start, stop, section, main FROM passages WHERE document = ?"
                    " AND number > ? ORDER BY number LIMIT ?",
                    (document, last, _PASSAGES_AT_ONCE),
                ).fetchall()
                if not rows:
                    return
                begin = min(start for _, start, _, _, _ in rows)
                text = self._slice(document, Span(begin, max(stop for _, _, stop, _, _ in rows)))
            for number, a, b, section, main in rows:
                yield Passage(
                    document, number, Span(a, b), text[a - begin : b - begin],
                    tuple(json.loads(section)), bool(main),
                )  # fmt: skip
            last = rows[-1][0]

    def passages(self, keys: Sequence[tuple[str, int]]) -> list[Passage]:
        found = []
        with self._file.explained():
            for document, number in keys:
                row = self._db.execute(
                    "SELECT start, stop, section, main FROM passages"
                    " WHERE document = ? AND number = ?",
                    (document, number),
                ).fetchone()
                if row is not None:
                    start, stop, section, main = row
                    span = Span(start, stop)
                    text = self._slice(document, span)
                    path = tuple(json.loads(section))
                    found.append(Passage(document, number, span, text, path, bool(main)))
        return found

    def changed_since(
        self, generation: int, libraries: Collection[str] | None = None
    ) -> Iterator[str]:
        where, values = _of(libraries, "AND")
        with self._file.explained():
            rows = self._db.execute(
                f"SELECT id, generation FROM documents WHERE generation > ? {where}"
                f" UNION ALL SELECT id, generation FROM removed WHERE generation > ? {where}"
                " ORDER BY generation",
                (generation, *values, generation, *values),
            ).fetchall()
        return (identity for identity, _ in rows)

    def passage_count(self, since: int = 0) -> int:
        query = "SELECT count(*) FROM passages"
        if since:
            query += " WHERE document IN (SELECT id FROM documents WHERE generation > ?)"
        with self._file.explained():
            row = self._db.execute(query, (since,) if since else ()).fetchone()
        return int(row[0])

    def words(self) -> int:
        with self._file.explained():
            row = self._db.execute("SELECT coalesce(sum(words), 0) FROM documents").fetchone()
        return int(row[0])

    def words_beside_main(self, within: Collection[str] | None = None) -> int:
        with self._file.explained():
            rows = self._db.execute(
                "SELECT id, words_beside_main FROM documents WHERE words_beside_main > 0"
            ).fetchall()
        return sum(words for identity, words in rows if within is None or identity in within)

    def has_passages_beside_main(self) -> bool:
        """Whether any document has passages beside its main text; constant time."""
        with self._file.explained():
            row = self._db.execute(
                "SELECT EXISTS (SELECT 1 FROM passages INDEXED BY passages_beside_main WHERE main = 0)"
            ).fetchone()
        return bool(row[0])

    def _slice(self, document: str, span: Span) -> str:
        first, last = span.start // CHUNK, max(span.start, span.end - 1) // CHUNK
        text = "".join(
            chunk
            for (chunk,) in self._db.execute(
                "SELECT text FROM chunks WHERE document = ? AND number BETWEEN ? AND ?"
                " ORDER BY number",
                (document, first, last),
            )
        )
        return text[span.start - first * CHUNK : span.end - first * CHUNK]

    @contextmanager
    def _replacing(self, document: str) -> Iterator[tuple[str, int]]:
        """One transaction that removes the document first; yields the time and the new generation."""
        added = self._now().astimezone(UTC).isoformat(timespec="seconds")
        with self._change() as generation:
            self._db.execute("DELETE FROM documents WHERE id = ?", (document,))
            self._db.execute("DELETE FROM removed WHERE id = ?", (document,))
            yield added, generation
            given = self._db.execute(
                "UPDATE given SET own = (SELECT title FROM documents WHERE id = ?1) WHERE document = ?1",
                (document,),
            )
            if given.rowcount:
                self._take_given_title(document, generation)

    @contextmanager
    def _change(self) -> Iterator[int]:
        """One transaction that raises the library's generation and yields the new one."""
        with self._file.transaction():
            self._db.execute("UPDATE state SET value = value + 1 WHERE name = 'generation'")
            yield self.generation


def _of(libraries: Collection[str] | None, word: str = "WHERE") -> tuple[str, tuple[str, ...]]:
    """The condition that a row is of one of the libraries, with its values; none for all of them."""
    if libraries is None:
        return "", ()
    return f"{word} library IN ({','.join('?' * len(libraries))})", tuple(sorted(libraries))
