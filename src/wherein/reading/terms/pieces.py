"""Cuts out what stands under a name: the paragraphs below a heading, the cells of a row, the rest of a line. Knows blocks.

The twin is web/reader/src/terms/pieces.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.passages.sentences import is_wrapped, sentence_spans
from wherein.reading.terms.named_places import NamedPlace, PlaceKind

_LEXICON = lexicon("named-terms")
_MOST_BLOCKS = _LEXICON.count("most_body_blocks")
_MOST_BODY = _LEXICON.count("most_body")
"""Blocks and characters under a name that are looked at."""
_LEAST_PROSE = _LEXICON.count("least_prose")
"""Characters from which up a cell is prose."""
_MOST_PASSED = 5 * _MOST_BLOCKS
"""Blocks that are looked at for these, those of a history of changes among them."""
_CHANGES = _LEXICON.pattern("changes")
_MOST_BESIDE = 2
"""Blocks after the one that explains a line that may go on with it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a block under a name."""

    span: Span
    kind: BlockKind
    wraps: bool


def body_of(place: NamedPlace, blocks: Sequence[Block], text: str) -> list[Piece]:
    """What stands under a name, in the order of the text, up to the next heading, row or block that explains another."""
    found: list[Piece] = []
    first = blocks[place.block]
    if place.kind is PlaceKind.ROW and (row := _row(blocks, place.block, text)):
        prose = _longest_cell(row)
        return [Piece(prose.span, prose.kind, False)] if prose is not None else []
    length = 0
    left = _MOST_BLOCKS
    for number in range(place.block, min(len(blocks), place.block + _MOST_PASSED)):
        block = blocks[number]
        if place.kind is PlaceKind.HEADING and _tells_changes(block, text):
            continue
        if not left:
            break
        left -= 1
        if number > place.block and not _goes_on(place, first, block, number):
            break
        if block.kind is BlockKind.HEADING:
            break
        begins = place.begins if number == place.block else block.span.start
        end = min(block.span.end, begins + _MOST_BODY - length)
        if end > begins:
            found.append(Piece(_trimmed(text, begins, end), block.kind, place.wraps))
            length += end - begins
    return [piece for piece in found if piece.span]


def _tells_changes(block: Block, text: str) -> bool:
    """Whether a block is a cell of a table that tells since when something is as it is, or the name of such a column."""
    if block.kind is not BlockKind.CELL:
        return False
    return _CHANGES.match(block.column or block.span.of(text)[:_LEAST_PROSE]) is not None


def _row(blocks: Sequence[Block], number: int, text: str) -> list[Block]:
    """The cells of a row behind its first one; empty where there is one only."""
    row = [blocks[number]]
    for block in blocks[number + 1 : number + _MOST_BLOCKS]:
        gap = text[row[-1].span.end : block.span.start]
        if block.kind is not BlockKind.CELL or "\n" in gap:
            break
        row.append(block)
    return row if len(row) > 1 else []


def is_wide(place: NamedPlace, blocks: Sequence[Block], text: str) -> bool:
    """Whether a row has more than one cell behind its first one."""
    return bool(_row(blocks, place.block, text))


def _longest_cell(row: Sequence[Block]) -> Block | None:
    """Of a row of several columns the cell that is prose; None where none is, since a value belongs to its column."""
    longest = max(row, key=lambda block: len(block.span))
    return longest if len(longest.span) >= _LEAST_PROSE else None


def _goes_on(place: NamedPlace, first: Block, block: Block, number: int) -> bool:
    if place.kind is PlaceKind.HEADING:
        return True
    if place.kind is PlaceKind.ROW:
        return block.kind is BlockKind.CELL and block.row == first.row and block.row is not None
    return block.kind is first.kind and number <= place.block + _MOST_BESIDE


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def sentences_of(piece: Piece, text: str) -> Iterator[Span]:
    """The sentences of a piece, in order."""
    written = piece.span.of(text)
    for sentence in sentence_spans(written, piece.wraps or is_wrapped(written)):
        yield sentence.shifted(piece.span.start)
