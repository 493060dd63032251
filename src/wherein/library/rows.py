"""Makes entries and documents of rows of the library's tables, and rows of them, in whichever store they lie.

Runs no statement.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from wherein.core.document import Dates, Document, Page
from wherein.core.errors import QuotaReached, UnknownDocument
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.formats import is_outdated
from wherein.library.packed import unpack_blocks, unpack_spans, unpack_unread
from wherein.library.store import Entry

CHUNK_IN_POSTGRES = 4_096
"""Code points of text in one row in PostgreSQL; rows travel over a network, and a passage lies in one or two of them."""

DOCUMENT = (
    "title, kind, content_hash, created, modified, published, language, blocks, unread, generated"
)
PAGE = "number, start, stop, boxes, recognised"


def entry_of(row: Sequence[Any]) -> Entry:
    """The entry of a row: the first seven fields of `Entry`, outdated, parser, unread, date, tags, library."""
    document, title, source, words, kind, added, content_hash = row[:7]
    outdated, parser, unread, date, tags, library = row[7:]
    return Entry(
        document,
        title,
        source,
        words,
        kind,
        added,
        content_hash,
        outdated=bool(outdated) or is_outdated(kind, parser, source),
        date=date,
        tags=tuple(json.loads(tags or "[]")),
        unread=unpack_unread(unread),
        library=library,
    )


def document_of(
    identity: str,
    source: str,
    row: Sequence[Any],
    chunks: Iterable[Sequence[str]],
    pages: Iterable[Sequence[Any]],
) -> Document:
    """The document of a row of the columns `DOCUMENT`, its text's rows in order, and its pages' rows of `PAGE`."""
    title, kind, content_hash, created, modified, published, language = row[:7]
    blocks, unread, generated = row[7:]
    return Document(
        id=identity,
        source=source,
        title=title,
        kind=kind,
        text="".join(text for (text,) in chunks),
        content_hash=content_hash,
        blocks=unpack_blocks(blocks),
        pages=tuple(
            Page(number, Span(start, stop), boxes, bool(recognised))
            for number, start, stop, boxes, recognised in pages
        ),
        dates=Dates(created, modified, published),
        language=language,
        unread=unpack_unread(unread),
        generated=unpack_spans(generated),
    )


def chunk_rows(document: Document, size: int) -> Iterator[tuple[str, int, str]]:
    """The text of a document in rows of `size` code points."""
    for number, start in enumerate(range(0, len(document.text), size)):
        yield document.id, number, document.text[start : start + size]


def page_rows(document: Document) -> Iterator[tuple[str, int, int, int, bytes | None, bool]]:
    for page in document.pages:
        yield (
            document.id,
            page.number,
            page.span.start,
            page.span.end,
            page.boxes,
            page.recognised,
        )


def passage_rows(
    passages: Iterable[Passage],
) -> Iterator[tuple[str, int, int, int, str, bool]]:
    for p in passages:
        yield p.document, p.index, p.span.start, p.span.end, json.dumps(p.section), p.main


def place_rows(
    document: str, places: Iterable[tuple[Sequence[str], Span, bool]]
) -> Iterator[tuple[str, int, int, int, str, bool]]:
    """The rows of the passages of a long text, of which only the places are known."""
    for number, (section, span, main) in enumerate(places):
        yield document, number, span.start, span.end, json.dumps(section), main


def too_many(most: int) -> QuotaReached:
    return QuotaReached(
        f"Your library may have {most:,} documents, and has them.",
        "Remove some, or ask those who run the server for more.",
    )


def unknown(document: str) -> UnknownDocument:
    return UnknownDocument(
        f"There is no document {document!r} in the library.", "See what is there: wherein list"
    )
