"""Packs blocks, spans and what was not read into values of a row, and writes a text in chunks while it is read. Knows no migration."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.core.text.word_count import word_count
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.plain.long_text import TextPiece


def pack_blocks(blocks: Sequence[Block]) -> bytes:
    packed = bytearray()
    for block in blocks:
        _append(packed, block)
    return _closed(packed)


def unpack_blocks(packed: bytes) -> tuple[Block, ...]:
    return tuple(
        Block(BlockKind(kind), Span(start, end), *rest)
        for kind, start, end, *rest in json.loads(packed)
    )


def pack_unread(unread: Sequence[Unread]) -> str:
    return json.dumps([[item.kind.value, item.count, item.of] for item in unread])


def unpack_unread(packed: str) -> tuple[Unread, ...]:
    return tuple(Unread(UnreadKind(kind), count, of) for kind, count, of in json.loads(packed))


def pack_spans(spans: Sequence[Span]) -> str:
    return json.dumps([[span.start, span.end] for span in spans])


def unpack_spans(packed: str) -> tuple[Span, ...]:
    return tuple(Span(start, end) for start, end in json.loads(packed))


def _append(packed: bytearray, block: Block) -> None:
    # One after the other: of a million blocks, lists of lists would take a gigabyte.
    row: list[object] = [block.kind.value, block.span.start, block.span.end]
    if not block.main:
        row += [block.level, block.row, block.column, False]
    elif block.row or block.column:
        row += [block.level, block.row, block.column]
    elif block.level:
        row.append(block.level)
    packed += b"," if packed else b"["
    packed += json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()


def _closed(packed: bytearray) -> bytes:
    return bytes(packed + b"]") if packed else b"[]"


class TextWriter:
    """Writes the pieces of one document into the table of chunks, inside the caller's transaction."""

    def __init__(
        self, insert: Callable[[list[tuple[str, int, str]]], object], document: str, chunk: int
    ) -> None:
        """`insert` writes rows of document, number and text; `chunk`: code points in one row."""
        self._insert = insert
        self._document = document
        self._chunk = chunk
        self._number = 0
        self._rest = ""
        self._packed = bytearray()
        self.words = 0
        self.length = 0

    def blocks(self, pieces: Iterable[TextPiece]) -> Iterator[tuple[Block, str]]:
        """Yields the blocks with their text; each piece is written when its blocks are taken."""
        for piece in pieces:
            self._write(piece.text)
            self.words += word_count(piece.text)
            self.length += len(piece.text)
            for block in piece.blocks:
                _append(self._packed, block)
                start, end = block.span.start - piece.start, block.span.end - piece.start
                yield block, piece.text[start:end]
        self._write("", last=True)

    def packed_blocks(self) -> bytes:
        return _closed(self._packed)

    def _write(self, text: str, last: bool = False) -> None:
        text = self._rest + text
        whole = len(text) if last else len(text) - len(text) % self._chunk
        self._rest = text[whole:]
        rows = []
        for start in range(0, whole, self._chunk):
            rows.append((self._document, self._number, text[start : start + self._chunk]))
            self._number += 1
        self._insert(rows)
