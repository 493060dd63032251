"""Finds the block and the table cell of an answer. Knows blocks and words, no readers."""

from __future__ import annotations

import re
from bisect import bisect_right

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span

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


def within_one_cell(document: Document, span: Span, question: str) -> Span:
    """The span cut down to one cell where it runs over several table cells; any other span unchanged.

    A reader sees rows as lines and may mark "0.90 1.10" for a question about one number. The cell whose row and
    column headers share most words with the question is chosen; ties go to the first.
    """
    touched = _touched(document, span)
    if len(touched) < 2 or not any(block.kind is BlockKind.CELL for block in touched):
        return span
    asked = {word.casefold() for word in _WORD.findall(question)}
    best = max(touched, key=lambda block: _shared(block, asked))
    return Span(max(span.start, best.span.start), min(span.end, best.span.end))


def _touched(document: Document, span: Span) -> list[Block]:
    first = max(0, bisect_right(document.blocks, span.start, key=lambda b: b.span.start) - 1)
    found = []
    for block in document.blocks[first:]:
        if block.span.start >= span.end:
            break
        if block.span.end > span.start:
            found.append(block)
    return found


def _shared(block: Block, asked: set[str]) -> float:
    """The sum, over both headers, of the share of their words that the question has."""
    headers = [{w.casefold() for w in _WORD.findall(h or "")} for h in (block.row, block.column)]
    return sum(len(words & asked) / len(words) for words in headers if words)
