"""The messages between the parser's child process and its parent: a length, JSON, then raw bytes. Never pickles.

A message is the header's length (u32, big-endian), the header (JSON, UTF-8), then its blobs, whose lengths are in the
header's `blobs`. The receiver checks a message by building the values again, so that a faulty parser can send a wrong
text but no code.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import IO, Any

from wherein.core import errors
from wherein.core.document import Block, BlockKind, Dates, Document, Page
from wherein.core.span import Span
from wherein.core.unread import Unread, UnreadKind

_LENGTH = struct.Struct(">I")
_LARGEST_HEADER = 512 * 1024 * 1024


def write_message(stream: IO[bytes], header: dict[str, Any], blobs: Sequence[bytes] = ()) -> None:
    head = json.dumps({**header, "blobs": [len(blob) for blob in blobs]}).encode()
    stream.write(_LENGTH.pack(len(head)) + head)
    for blob in blobs:
        stream.write(blob)
    stream.flush()


def read_message(stream: IO[bytes]) -> tuple[dict[str, Any], list[bytes]] | None:
    """The next message; None at the end of the stream, EOFError in the middle of a message."""
    start = stream.read(_LENGTH.size)
    if not start:
        return None
    length = _LENGTH.unpack(_exactly(start, _LENGTH.size))[0]
    if length > _LARGEST_HEADER:
        raise ValueError("a message header of this length is a mistake")
    header = json.loads(_exactly(stream.read(length), length))
    blobs = [_exactly(stream.read(size), size) for size in header.pop("blobs")]
    return header, blobs


def _exactly(data: bytes, length: int) -> bytes:
    if len(data) != length:
        raise EOFError("the message was cut off")
    return data


def document_message(document: Document) -> tuple[dict[str, Any], list[bytes]]:
    """A document as a header and blobs: its text, then the boxes of the pages that have any."""
    header = {
        "document": {
            "id": document.id,
            "source": document.source,
            "title": document.title,
            "kind": document.kind,
            "content_hash": document.content_hash,
            "language": document.language,
            "dates": [document.dates.created, document.dates.modified, document.dates.published],
            "blocks": [
                [block.kind.value, block.span.start, block.span.end, block.level, block.row,
                 block.column, block.main]
                for block in document.blocks
            ],
            "pages": [
                [page.number, page.span.start, page.span.end, page.boxes is not None, page.recognised]
                for page in document.pages
            ],
            "unread": [[item.kind.value, item.count, item.of] for item in document.unread],
            "generated": [[span.start, span.end] for span in document.generated],
        }
    }  # fmt: skip
    boxes = [page.boxes for page in document.pages if page.boxes is not None]
    return header, [document.text.encode(), *boxes]


def document_from(header: dict[str, Any], blobs: list[bytes]) -> Document:
    """The document of a message. Raises ValueError, KeyError or TypeError for a malformed message."""
    fields = header["document"]
    text, *boxes = blobs
    remaining = iter(boxes)
    return Document(
        id=fields["id"],
        source=fields["source"],
        title=fields["title"],
        kind=fields["kind"],
        text=text.decode(),
        content_hash=fields["content_hash"],
        blocks=tuple(
            Block(BlockKind(kind), Span(start, end), level, row, column, main)
            for kind, start, end, level, row, column, main in fields["blocks"]
        ),
        pages=tuple(
            Page(number, Span(start, end), next(remaining) if has_boxes else None, recognised)
            for number, start, end, has_boxes, recognised in fields["pages"]
        ),
        dates=Dates(*fields["dates"]),
        language=fields["language"],
        unread=tuple(Unread(UnreadKind(kind), count, of) for kind, count, of in fields["unread"]),
        generated=tuple(Span(start, end) for start, end in fields["generated"]),
    )


def error_message(error: errors.WhereinError) -> dict[str, Any]:
    return {"error": [type(error).__name__, error.what, error.next_step]}


def error_from(header: dict[str, Any]) -> errors.WhereinError:
    """The error of a message; an unknown kind is a ParseError."""
    name, what, next_step = header["error"]
    kind = getattr(errors, str(name), errors.ParseError)
    if not (isinstance(kind, type) and issubclass(kind, errors.WhereinError)):
        kind = errors.ParseError
    return kind(str(what), str(next_step))
