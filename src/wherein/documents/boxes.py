"""Gives the boxes of a span on the pages of a PDF, from the places that `pdf` packed. Needs no PDF library."""

from __future__ import annotations

import sys
import zlib
from array import array
from functools import lru_cache

from wherein.core.answer import Box
from wherein.core.document import Document, Page
from wherein.core.span import Span

_TENTHS = 10


def page_of(document: Document, span: Span) -> int | None:
    """The number of the page where `span` begins; None for a document without pages."""
    for page in document.pages:
        if page.span.start <= span.start < page.span.end:
            return page.number
    return None


def is_recognised(document: Document, span: Span) -> bool:
    """Whether the text of the page where `span` begins was recognised from a picture."""
    return any(
        page.recognised for page in document.pages if page.span.start <= span.start < page.span.end
    )


def boxes_of(document: Document, span: Span) -> tuple[Box, ...]:
    """One box for each line that `span` touches, in reading order; empty for a format without places."""
    found: list[Box] = []
    for page in document.pages:
        if page.boxes is None or not page.span.overlaps(span):
            continue
        sides = _sides(page)
        start = max(span.start, page.span.start) - page.span.start
        end = min(span.end, page.span.end) - page.span.start
        current: tuple[int, int, int, int] | None = None
        for index in range(start, end):
            x0, y0, x1, y1 = box = tuple(sides[4 * index : 4 * index + 4])
            if not any(box):
                continue
            if current is not None and _same_line(current, box):
                current = (
                    min(current[0], x0), min(current[1], y0),
                    max(current[2], x1), max(current[3], y1),
                )  # fmt: skip
            else:
                if current is not None:
                    found.append(_box(page.number, current))
                current = (x0, y0, x1, y1)
        if current is not None:
            found.append(_box(page.number, current))
    return tuple(found)


def _same_line(line: tuple[int, ...], box: tuple[int, ...]) -> bool:
    """Whether a character is on the same line: beside it, not under it (or above it, on a turned page)."""
    middle = (box[1] + box[3]) / 2
    height = max(line[3] - line[1], box[3] - box[1], 1)
    upright = line[1] <= middle <= line[3] and box[0] - line[2] < 10 * height
    if upright and box[2] >= line[0]:
        return True
    # Text of a turned page runs along the other axis; its neighbours touch.
    across = (box[0] + box[2]) / 2
    near = max(line[1] - box[3], box[1] - line[3]) < 2 * (box[3] - box[1])
    narrow = line[2] - line[0] <= 1.6 * (box[2] - box[0])
    return narrow and near and line[0] <= across <= line[2]


def _box(page: int, sides: tuple[int, int, int, int]) -> Box:
    x0, y0, x1, y1 = (side / _TENTHS for side in sides)
    return Box(page, x0, y0, x1, y1)


@lru_cache(maxsize=16)
def _sides(page: Page) -> array[int]:
    sides = array("H")
    sides.frombytes(zlib.decompress(page.boxes or b""))
    if sys.byteorder == "big":
        sides.byteswap()
    return sides
