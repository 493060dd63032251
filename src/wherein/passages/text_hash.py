"""The hash of a document's text as a reader sees it: equal hashes mean that reading gives the same answers. Reads no file.

Menus, boxes and comments beside the main text change from visit to visit, so they are left out unless an answer came
from there. `web/reader/src/prepared/text-hash.ts` is the twin; the cases are in `contracts/text-hashes.json`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from wherein.core.document import Document

HASHED_FIELDS = frozenset({"title", "text", "blocks", "dates", "language", "content_hash"})
"""The fields of a document that decide its answers. The others say where it comes from and how it is laid out."""


def text_hash(document: Document, *, whole: bool = False) -> str:
    """SHA-256 in hexadecimal of the title, language, dates, and the main blocks with their kinds and headers.

    With `whole`, of all blocks; such a hash never equals one of a main text. White space between blocks is left out.
    Of a file its bytes count too: they may say what the text does not, as that a sentence is struck through. The bytes of
    a web page change with each visit.
    """
    digest = hashlib.sha256()
    for name, part in _parts(document, whole):
        encoded = part.encode("utf-8", "surrogatepass")
        # The length first, so that different lists of parts have different hashes.
        digest.update(f"{name} {len(encoded)}:".encode())
        digest.update(encoded)
    return digest.hexdigest()


def _parts(document: Document, whole: bool) -> Iterator[tuple[str, str]]:
    yield "of", "whole" if whole else "main"
    yield "title", document.title
    yield "language", document.language or ""
    if "://" not in document.source:
        yield "bytes", document.content_hash
    dates = document.dates
    for name in ("created", "modified", "published", "as_of"):
        if date := getattr(dates, name):
            yield name, date
    at = 0
    for block in document.blocks:
        yield from _between(document.text[at : block.span.start])
        at = block.span.end
        if not block.main:
            if not whole:
                continue
            yield "beside", ""
        yield block.kind.value, str(block.level or "")
        if block.row or block.column:
            yield "row", block.row or ""
            yield "column", block.column or ""
        yield "text", block.span.of(document.text)
    yield from _between(document.text[at:])


def _between(text: str) -> Iterator[tuple[str, str]]:
    """The text outside of blocks: all of a plain text, and no more than white space in most documents."""
    if text.strip():
        yield "between", text
