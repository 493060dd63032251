"""Reads a file of the library as it is now, where it has changed since it was added. Keeps nothing."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from wherein.core.document import Document
from wherein.core.errors import SourceError
from wherein.core.text.readable import readable
from wherein.documents.fetch import is_url
from wherein.documents.file_state import FileState
from wherein.documents.source import STANDARD_INPUT, document_id, path_of
from wherein.library.store import Entry

if TYPE_CHECKING:
    from wherein.answering.library.documents import Documents


def entry_at(documents: Documents, path: str) -> Entry | None:
    """The library's entry of the file at a path; None for an id, a title, an address, and a path that is not kept."""
    if not path or path == STANDARD_INPUT or readable(path) != path or is_url(path):
        return None
    entry = documents.entry_of(document_id(str(path_of(path))))
    return None if entry is None or entry.document == path else entry


def as_it_is_now(documents: Documents, entry: Entry, password: str | None = None) -> Document:
    """The kept document, or the file as it is now where it has changed since. Raises what `newer` raises."""
    now = newer(documents, entry, password)
    return documents.library.document(entry.document) if now is None else now


def newer(documents: Documents, entry: Entry, password: str | None = None) -> Document | None:
    """The file as it is now, where it has another content than the kept document, or where an earlier version
    parsed that one. None where it is unchanged, gone or unreadable.

    Raises ParseError for a changed file that can't be parsed.
    """
    if is_url(entry.source):
        return None
    known = documents.library.files.state(entry.document)
    with documents.parser(typed=True, password=password) as parser:
        try:
            now = FileState.at(entry.source)
            if known is not None and known.proves_unchanged(now) and not entry.outdated:
                return None
            loaded = parser.load(entry.source)
        except (OSError, SourceError):
            return None
        unchanged = hashlib.sha256(loaded.data).hexdigest() == entry.content_hash
        return None if unchanged and not entry.outdated else parser.parse(loaded)
