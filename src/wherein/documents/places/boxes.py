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
# Relative to a line's largest letter: a higher box has a fraction, or a cell beside two lines of another.
_MOST_GROWTH = 1.35

_Sides = tuple[int, int, int, int]


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
        line: _Line | None = None
        for index in range(start, end):
            x0, y0, x1, y1 = sides[4 * index : 4 * index + 4]
            if not (x0 or y0 or x1 or y1):
                continue
            if line is None or not line.takes((x0, y0, x1, y1)):
                if line is not None:
                    found.append(_box(page.number, line.sides))
                line = _Line((x0, y0, x1, y1))
        if line is not None:
            found.append(_box(page.number, line.sides))
    return tuple(found)


class _Line:
    """The characters of one line, in the page's own axes: on a turned page they follow each other up or down."""

    def __init__(self, first: _Sides) -> None:
        self.sides = first
        # The widest and the tallest character.
        self._most = (first[2] - first[0], first[3] - first[1])
        # 0 where its characters follow each other along x, 1 along y, None while it has one.
        self._axis: int | None = None

    def takes(self, box: _Sides) -> bool:
        """Add the character that follows in the text; False where it is on another line."""
        if box == self.sides:
            return True  # The letters of a ligature share one box.
        axes = (0, 1) if self._axis is None else (self._axis,)
        for axis in axes:
            if self._goes_on(box, axis):
                self._axis = axis
                self._add(box)
                return True
        return False

    def _goes_on(self, box: _Sides, axis: int) -> bool:
        """Whether the character is beside those before it along this axis, at about their height."""
        line, across = self.sides, 1 - axis
        low, high = line[across], line[across + 2]
        size = max(self._most[across], box[across + 2] - box[across], 1)
        if not low <= (box[across] + box[across + 2]) / 2 <= high:
            return False
        if max(high, box[across + 2]) - min(low, box[across]) > _MOST_GROWTH * size:
            return False
        if axis == 0:
            # To the right there may be the gap before the next cell of a row.
            return box[0] - line[2] < 10 * size and line[0] - box[2] < 2 * size
        if self._axis is None and self._most[0] < 0.9 * self._most[1]:
            return False  # Taller than wide: an upright letter, with the next line's below it.
        return max(box[1] - line[3], line[1] - box[3]) < 2 * size

    def _add(self, box: _Sides) -> None:
        one = self.sides
        self.sides = (
            min(one[0], box[0]), min(one[1], box[1]), max(one[2], box[2]), max(one[3], box[3]),
        )  # fmt: skip
        self._most = (max(self._most[0], box[2] - box[0]), max(self._most[1], box[3] - box[1]))


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
