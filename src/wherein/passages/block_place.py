"""The identity of the block that an answer is in, and the block's place now. Knows documents, no store.

A block's identity is its exact text with the headings above it, the row and column headers of a cell, and the
paragraph or caption right before a list or a table ("Prices in 2024:"). A block with fewer than `SHORT_UNITS` words and
none of these ("Yes.", "42") is ambiguous by itself, so the block before it is part of its identity too. The rest of the
page is not: an answer stays valid when the page changes around its block or the block moves. For a main block, this
rest includes the blocks beside the main text: menus and boxes may change.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.passages.split import paragraph_blocks, units

_LEXICON = lexicon("passages")
SHORT_UNITS = _LEXICON.count("short_units")
_HASH_DIGITS = _LEXICON.count("hash_digits")
_DEEPEST = _LEXICON.count("deepest_heading")  # levels of headings
_MOST_OCCURRENCES = _LEXICON.count("most_occurrences")
"""Most places of one quote that are checked."""


@dataclass(frozen=True, slots=True)
class BlockPlace:
    """The current place of a quote in the blocks of a document.

    `block` identifies the block, or the run of blocks where a quote crosses their ends; `context`
    is its span and `quote_start` is where the quote begins in it.
    """

    block: str
    context: Span
    quote_start: int


def place_of(document: Document, quote: Span) -> BlockPlace | None:
    """The place of a span in the document's blocks; None where the span is empty or partly outside of blocks."""
    blocks = blocks_of(document)
    # The last block that begins at or before the quote; an empty one before it changes nothing.
    first = bisect_right(blocks, quote.start, key=lambda block: block.span.start) - 1
    if first < 0 or not len(quote) or quote.start >= blocks[first].span.end:
        return None
    last = first
    while blocks[last].span.end < quote.end:
        last += 1
        if last == len(blocks) or blocks[last].span.start >= quote.end:
            return None
    context = Span(blocks[first].span.start, blocks[last].span.end)
    return BlockPlace(
        _identity(document, blocks, first, last), context, quote.start - context.start
    )


def find_block(document: Document, block: str, quote: str, quote_start: int) -> Iterator[Span]:
    """Every current place of `quote` in a block with this identity, in reading order."""
    at = -1
    for _ in range(_MOST_OCCURRENCES):
        at = document.text.find(quote, at + 1)
        if at < 0 or not quote:
            return
        found = Span(at, at + len(quote))
        place = place_of(document, found)
        if place is not None and place.block == block and place.quote_start == quote_start:
            yield found


def section_at(document: Document, start: int) -> tuple[str, ...]:
    """The headings above a place, outermost first, as its passage has them."""
    path: list[tuple[int, str]] = []
    blocks = blocks_of(document)
    at = bisect_right(blocks, start, key=lambda block: block.span.start)
    main = at > 0 and blocks[at - 1].main
    for block in blocks[:at]:
        if block.kind is BlockKind.HEADING and (block.main or not main):
            level = block.level or 1
            title = " ".join(block.span.of(document.text).split())
            path = [(above, name) for above, name in path if above < level]
            path.append((level, title))
    return tuple(title for _, title in path)


def blocks_of(document: Document) -> tuple[Block, ...]:
    """The document's blocks; paragraphs between blank lines where it has none."""
    return document.blocks or _paragraphs(document.text)


@lru_cache(maxsize=8)
def _paragraphs(text: str) -> tuple[Block, ...]:
    return tuple(paragraph_blocks(text))


def _identity(document: Document, blocks: tuple[Block, ...], first: int, last: int) -> str:
    text = document.text[blocks[first].span.start : blocks[last].span.end]
    parts = [("text", text)]
    parts += [("heading", heading) for heading in _headings_above(document, blocks, first)]
    for block in blocks[first : last + 1]:
        if block.row or block.column:
            parts += [("row", block.row or ""), ("column", block.column or "")]
    if introduction := _introduction(document, blocks, first):
        parts.append(("introduction", introduction))
    if len(parts) == 1 and units(text) < SHORT_UNITS:
        parts.append(("before", _text_before(document, blocks, first)))
    digest = hashlib.sha256()
    for name, part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(
            f"{name} {len(encoded)}:".encode()
        )  # so that no two lists of parts look alike
        digest.update(encoded)
    return digest.hexdigest()[:_HASH_DIGITS]


def _headings_above(document: Document, blocks: tuple[Block, ...], index: int) -> list[str]:
    """The headings above a block, outermost first; a heading is not above itself."""
    path: list[str] = []
    level = blocks[index].level or _DEEPEST + 1
    for block in _before(blocks, index):
        if block.kind is BlockKind.HEADING and (block.level or 1) < level:
            level = block.level or 1
            path.append(" ".join(block.span.of(document.text).split()))
    return path[::-1]


def _before(blocks: tuple[Block, ...], index: int) -> Iterator[Block]:
    """The blocks before one, nearest first; those beside the main text are left out before a main one."""
    main = blocks[index].main
    return (block for block in reversed(blocks[:index]) if block.main or not main)


def _introduction(document: Document, blocks: tuple[Block, ...], index: int) -> str:
    """The paragraph or caption right before the list or table that a block belongs to; "" without one."""
    kind = blocks[index].kind
    if kind not in (BlockKind.LIST_ITEM, BlockKind.CELL):
        return ""
    for block in _before(blocks, index):
        if block.kind is not kind:
            introduces = block.kind in (BlockKind.PARAGRAPH, BlockKind.CAPTION)
            return block.span.of(document.text).strip() if introduces else ""
    return ""


def _text_before(document: Document, blocks: tuple[Block, ...], index: int) -> str:
    for block in _before(blocks, index):
        text = block.span.of(document.text).strip()
        if text:
            return text
    return ""
