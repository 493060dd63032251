"""The library in one SQLite file: the truth that every index is derived from."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from wherein.core.document import Block, BlockKind, Dates, Document, Page
from wherein.core.errors import LibraryError, NewerLibrary, StorageFull, UnknownDocument
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.library.migrations import MIGRATIONS
from wherein.library.store import Entry

CHUNK = 16_384  # code points of text in one row
_BUSY_SECONDS = 30.0
_ENTRY = "id, title, source, words, kind, added, content_hash"


class SqliteLibrary:
    """A `Library` in a file. One instance belongs to one thread; open as many as there are threads.

    Write-ahead logging with full synchronisation: a reader never waits for a writer, and what was
    acknowledged outlives a crash of the process or the machine.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Open or create. Raises NewerLibrary, StorageFull or LibraryError."""
        self._path = path
        self._now = now
        with self._explained():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = FULL")
                self._db.execute("PRAGMA foreign_keys = ON")
                self._migrate()
            except BaseException:
                self._db.close()
                raise

    def __enter__(self) -> SqliteLibrary:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    @property
    def generation(self) -> int:
        with self._explained():
            row = self._db.execute("SELECT value FROM state WHERE name = 'generation'").fetchone()
        return int(row[0])

    def put(self, document: Document, passages: Sequence[Passage]) -> Entry:
        added = self._now().astimezone(UTC).isoformat(timespec="seconds")
        with self._change() as generation:
            self._db.execute("DELETE FROM documents WHERE id = ?", (document.id,))
            self._db.execute("DELETE FROM removed WHERE id = ?", (document.id,))
            self._db.execute(
                "INSERT INTO documents VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
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
                    generation,
                    _pack_blocks(document.blocks),
                ),
            )
            self._db.executemany(
                "INSERT INTO chunks VALUES (?,?,?)",
                (
                    (document.id, number, document.text[start : start + CHUNK])
                    for number, start in enumerate(range(0, len(document.text), CHUNK))
                ),
            )
            self._db.executemany(
                "INSERT INTO passages VALUES (?,?,?,?,?)",
                (
                    (p.document, p.index, p.span.start, p.span.end, json.dumps(p.section))
                    for p in passages
                ),
            )
            self._db.executemany(
                "INSERT INTO pages VALUES (?,?,?,?,?)",
                (
                    (document.id, page.number, page.span.start, page.span.end, page.boxes)
                    for page in document.pages
                ),
            )
        return Entry(
            document.id,
            document.title,
            document.source,
            document.words,
            document.kind,
            added,
            document.content_hash,
        )

    def remove(self, document: str) -> None:
        with self._change() as generation:
            if not self._db.execute("DELETE FROM documents WHERE id = ?", (document,)).rowcount:
                raise _unknown(document)
            self._db.execute("INSERT INTO removed VALUES (?,?)", (document, generation))

    def entry(self, document: str) -> Entry | None:
        with self._explained():
            row = self._db.execute(
                f"SELECT {_ENTRY} FROM documents WHERE id = ?", (document,)
            ).fetchone()
        return None if row is None else Entry(*row)

    def entries(self) -> Iterator[Entry]:
        with self._explained():
            rows = self._db.execute(f"SELECT {_ENTRY} FROM documents ORDER BY added, id").fetchall()
        return (Entry(*row) for row in rows)

    def document(self, document: str) -> Document:
        with self._explained():
            row = self._db.execute(
                "SELECT source, title, kind, content_hash, created, modified, published, language,"
                " blocks FROM documents WHERE id = ?",
                (document,),
            ).fetchone()
            if row is None:
                raise _unknown(document)
            source, title, kind, content_hash, created, modified, published, language, blocks = row
            chunks = self._db.execute(
                "SELECT text FROM chunks WHERE document = ? ORDER BY number", (document,)
            ).fetchall()
            pages = self._db.execute(
                "SELECT number, start, stop, boxes FROM pages WHERE document = ? ORDER BY number",
                (document,),
            ).fetchall()
        return Document(
            id=document,
            source=source,
            title=title,
            kind=kind,
            text="".join(text for (text,) in chunks),
            content_hash=content_hash,
            blocks=_unpack_blocks(blocks),
            pages=tuple(Page(number, Span(a, b), boxes) for number, a, b, boxes in pages),
            dates=Dates(created, modified, published),
            language=language,
        )

    def passages_of(self, document: str) -> list[Passage]:
        with self._explained():
            rows = self._db.execute(
                "SELECT number, start, stop, section FROM passages WHERE document = ?"
                " ORDER BY number",
                (document,),
            ).fetchall()
            text = "".join(
                chunk
                for (chunk,) in self._db.execute(
                    "SELECT text FROM chunks WHERE document = ? ORDER BY number", (document,)
                )
            )
        return [
            Passage(document, number, Span(a, b), text[a:b], tuple(json.loads(section)))
            for number, a, b, section in rows
        ]

    def passages(self, keys: Sequence[tuple[str, int]]) -> list[Passage]:
        found = []
        with self._explained():
            for document, number in keys:
                row = self._db.execute(
                    "SELECT start, stop, section FROM passages WHERE document = ? AND number = ?",
                    (document, number),
                ).fetchone()
                if row is not None:
                    start, stop, section = row
                    span = Span(start, stop)
                    text = self._slice(document, span)
                    found.append(Passage(document, number, span, text, tuple(json.loads(section))))
        return found

    def changed_since(self, generation: int) -> Iterator[str]:
        with self._explained():
            rows = self._db.execute(
                "SELECT id, generation FROM documents WHERE generation > ?1"
                " UNION ALL SELECT id, generation FROM removed WHERE generation > ?1"
                " ORDER BY generation",
                (generation,),
            ).fetchall()
        return (identity for identity, _ in rows)

    def passage_count(self) -> int:
        with self._explained():
            return int(self._db.execute("SELECT count(*) FROM passages").fetchone()[0])

    def words(self) -> int:
        with self._explained():
            row = self._db.execute("SELECT coalesce(sum(words), 0) FROM documents").fetchone()
        return int(row[0])

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
    def _change(self) -> Iterator[int]:
        """One transaction that moves the library to the generation it yields."""
        with self._explained():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._db.execute("UPDATE state SET value = value + 1 WHERE name = 'generation'")
                yield self.generation
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # SQLite rolls back by itself when the disk is full
                    self._db.execute("ROLLBACK")
                raise

    def _migrate(self) -> None:
        version = self._version()
        if version > len(MIGRATIONS):
            raise NewerLibrary(
                f"The library at {self._path} was made by a newer wherein (format {version}, this"
                f" one knows {len(MIGRATIONS)}).",
                "Update wherein, or choose another folder with --home.",
            )
        while version < len(MIGRATIONS):
            self._db.execute("BEGIN IMMEDIATE")
            version = self._version()  # another process may have been quicker
            if version < len(MIGRATIONS):
                for statement in MIGRATIONS[version].split(";"):
                    if statement.strip():
                        self._db.execute(statement)
                version += 1
                self._db.execute(f"PRAGMA user_version = {version}")
            self._db.execute("COMMIT")

    def _version(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """SQLite's errors, told in ours."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
                raise StorageFull(
                    "There is no room left on the disk; the library is as it was before.",
                    f"Free some space where {self._path.parent} lies, then try again.",
                ) from error
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise LibraryError(
                    "Another process has been writing to the library for too long.",
                    "Wait for it to finish, then try again.",
                ) from error
            raise LibraryError(
                f"The library at {self._path} cannot be read or written ({error}).",
                "Check the folder's permissions, put a backup in its place, or move the file away"
                " and add your documents again.",
            ) from error
        except OSError as error:
            raise LibraryError(
                f"The folder {self._path.parent} cannot be used ({error.strerror}).",
                "Choose another one with --home.",
            ) from error


def _unknown(document: str) -> UnknownDocument:
    return UnknownDocument(
        f"There is no document {document!r} in the library.", "See what is there: wherein list"
    )


def _pack_blocks(blocks: Sequence[Block]) -> bytes:
    rows = [
        [b.kind.value, b.span.start, b.span.end, b.level, b.row, b.column]
        if b.row or b.column
        else [b.kind.value, b.span.start, b.span.end, b.level]
        if b.level
        else [b.kind.value, b.span.start, b.span.end]
        for b in blocks
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()


def _unpack_blocks(packed: bytes) -> tuple[Block, ...]:
    return tuple(
        Block(BlockKind(kind), Span(start, end), *rest)
        for kind, start, end, *rest in json.loads(packed)
    )
