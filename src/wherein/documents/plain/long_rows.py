"""Parses a delimited text that is too long for a block a cell: one block a row, piece by piece. Keeps nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.documents.building.canonical import clean
from wherein.documents.building.sheets.headers import Headers, headers_of
from wherein.documents.building.sheets.regions import Merges, Region, Row
from wherein.documents.building.sheets.sheet_tables import RowKeys
from wherein.documents.plain.delimited import rows_of

ROWS_AT_ONCE = 2_000
_HEAD_ROWS = 1_000
_LONGEST_LINE = 1_000_000
"""Code points of a line that is taken at once; a longer one is cut."""


def lines_of(texts: Iterable[str]) -> Iterator[str]:
    """The lines of a text that comes in pieces, without their ends."""
    held = ""
    for text in texts:
        *lines, held = (held + text).split("\n")
        yield from lines
        while len(held) > _LONGEST_LINE:
            yield held[:_LONGEST_LINE]
            held = held[_LONGEST_LINE:]
    if held:
        yield held


def row_pieces(texts: Iterable[str], name: str) -> Iterator[tuple[str, tuple[Block, ...]]]:
    """The canonical text in pieces of some rows, and the blocks within each, as places of the whole text.

    The fields of a row are parted by tabs, rows by line ends. The block of a row is a cell with the row's key, its fields
    with the names of their columns would be several million.
    """
    rows = rows_of(lines_of(texts), name)
    head = list(islice(rows, _HEAD_ROWS))
    headers = _headers(head)
    keys = RowKeys(headers.keys, Merges())
    rows = chain(head, rows)
    start = number = 0
    while part := list(islice(rows, ROWS_AT_ONCE)):
        lines: list[str] = []
        blocks: list[Block] = []
        at = start
        for row in part:
            line = "\t".join(clean(cell.text) for cell in row.cells)
            key = keys.whole(row) if number >= headers.after else None
            blocks.append(Block(BlockKind.CELL, Span(at, at + len(line)), None, key))
            lines.append(line)
            at += len(line) + 1
            number += 1
        text = "\n".join(lines) + "\n"
        yield text, tuple(blocks)
        start = at


def _headers(head: Sequence[Row]) -> Headers:
    if not head:
        return Headers()
    left = min(row.cells[0].column for row in head)
    right = max(row.cells[-1].column for row in head)
    return headers_of(Region(head, left, right), Merges())
