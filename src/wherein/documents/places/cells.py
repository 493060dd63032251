"""Finds the block and the table cell of an answer. Knows blocks and words, no readers."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import takewhile

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span

NEAREST_CELLS = 2_000
"""Cells looked at on each side for the row or the column that a question names: bounds the time in tables without end."""

_WORD = re.compile(r"[^\W_]+")


def block_at(document: Document, position: int) -> Block | None:
    """The last block that begins at or before an offset; None before the first block."""
    at = bisect_right(document.blocks, position, key=lambda block: block.span.start) - 1
    return document.blocks[at] if at >= 0 else None


def is_main(document: Document, position: int) -> bool:
    """Whether the block at a place is main text; True also for a place outside of all blocks."""
    block = block_at(document, position)
    return block is None or block.main


def cell_of(document: Document, span: Span) -> Block | None:
    """The table cell of a span; None outside of tables."""
    block = block_at(document, span.start)
    inside = block is not None and block.kind is BlockKind.CELL and block.span.contains(span)
    return block if inside else None


def within_asked_cell(document: Document, span: Span, question: str) -> Span:
    """The span within the one table cell that the question asks for; a span outside of tables unchanged.

    A reader sees rows as lines and may mark "0.90 1.10" for a question about one number, or the number of the row
    above. Of several cells the one whose row and column headers share most words with the question is chosen; ties go to
    the first. From a cell whose row the question does not name, the span moves to the same column of the one row that it
    names whole, and likewise along the row between cells that hold digits: a header that is named may only be a
    condition, as in "Who scored 30 goals?".
    """
    touched = _touched(document, span)
    if not any(block.kind is BlockKind.CELL for block in touched):
        return span
    asked = frozenset(_words(question))
    best = max(touched, key=lambda block: _shared(block, asked))
    if len(touched) > 1:
        span = Span(max(span.start, best.span.start), min(span.end, best.span.end))
    moved = _named_instead(document, best, asked)
    return span if moved is best else moved.span


def _named_instead(document: Document, cell: Block, asked: frozenset[str]) -> Block:
    """The cell of the row, then of the column, that the question names instead of the cell's own; else the cell."""
    if cell.kind is not BlockKind.CELL or not cell.row or not cell.column:
        return cell
    if not asked.intersection(_words(cell.row)):
        rows = [b for b in _same_table(document, cell) if b.column == cell.column and _named(b.row, asked)]  # fmt: skip
        cell = rows[0] if len(rows) == 1 else cell
    if not asked.intersection(_words(cell.column or "")) and _holds_digits(document, cell):
        columns = [
            b for b in _same_table(document, cell)
            if b.row == cell.row and _named(b.column, asked) and _holds_digits(document, b)
        ]  # fmt: skip
        cell = columns[0] if len(columns) == 1 else cell
    return cell


def _same_table(document: Document, cell: Block) -> list[Block]:
    """The cells before and after a cell with no other block between, at most NEAREST_CELLS on each side."""
    at = bisect_right(document.blocks, cell.span.start, key=lambda b: b.span.start) - 1
    before = document.blocks[max(0, at - NEAREST_CELLS) : at]
    after = document.blocks[at : at + NEAREST_CELLS + 1]
    return [*list(takewhile(_is_cell, reversed(before)))[::-1], *takewhile(_is_cell, after)]


def _is_cell(block: Block) -> bool:
    return block.kind is BlockKind.CELL


def _named(header: str | None, asked: frozenset[str]) -> bool:
    """Whether the question has all words of a header. "2", "it" and "us" are no names: a question has them by chance."""
    words = _words(header or "")
    return asked.issuperset(words) and any(len(word) > 2 for word in words)


def _holds_digits(document: Document, block: Block) -> bool:
    return any(letter.isdecimal() for letter in block.span.of(document.text))


def _touched(document: Document, span: Span) -> list[Block]:
    first = max(0, bisect_right(document.blocks, span.start, key=lambda b: b.span.start) - 1)
    found = []
    for block in document.blocks[first:]:
        if block.span.start >= span.end:
            break
        if block.span.end > span.start:
            found.append(block)
    return found


def _shared(block: Block, asked: frozenset[str]) -> float:
    """The sum, over both headers, of the share of their words that the question has."""
    headers = [_words(header or "") for header in (block.row, block.column)]
    return sum(len(words & asked) / len(words) for words in headers if words)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}
