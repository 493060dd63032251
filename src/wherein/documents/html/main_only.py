"""Reduces a document to its main text, for collections that store articles rather than pages."""

from __future__ import annotations

from dataclasses import replace

from wherein.core.document import Block, Document
from wherein.core.span import Span


def main_only(document: Document) -> Document:
    """The document with only its main blocks; neighbouring ones keep their separators.

    Places in it are not places in the page. A document with pages is returned unchanged.
    """
    if all(block.main for block in document.blocks) or document.pages:
        return document
    parts: list[str] = []
    blocks: list[Block] = []
    generated: list[Span] = []
    places = iter(document.generated)
    place = next(places, None)
    length, end, last = 0, 0, -1
    for number, block in enumerate(document.blocks):
        if not block.main:
            continue
        follows = number == last + 1
        between = document.text[end : block.span.start] if follows else "\n\n"
        text = block.span.of(document.text)
        parts += (between if blocks else "", text)
        start = length + len(parts[-2])
        while place is not None and place.end <= block.span.end:
            if block.span.contains(place):
                generated.append(place.shifted(start - block.span.start))
            place = next(places, None)
        length, end, last = start + len(text), block.span.end, number
        blocks.append(replace(block, span=Span(start, length)))
    return replace(document, text="".join(parts), blocks=tuple(blocks), generated=tuple(generated))
