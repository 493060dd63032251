"""Makes entries of rows of the library's tables, in whichever store they lie. Runs no statement."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from wherein.core.errors import UnknownDocument
from wherein.documents.formats import parser_version
from wherein.library.packed import unpack_unread
from wherein.library.store import Entry

CHUNK_IN_POSTGRES = 4_096
"""Code points of text in one row in PostgreSQL; rows travel over a network, and a passage lies in one or two of them."""


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
        outdated=bool(outdated) or parser < parser_version(kind),
        date=date,
        tags=tuple(json.loads(tags or "[]")),
        unread=unpack_unread(unread),
        library=library,
    )


def unknown(document: str) -> UnknownDocument:
    return UnknownDocument(
        f"There is no document {document!r} in the library.", "See what is there: wherein list"
    )
