"""Orders the lines of a page for reading. Keeps the drawing order unless it jumps across the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from wherein.documents.page_lines.pdf_lines import NO_BOX, Line
from wherein.documents.page_tables.table_pieces import TableLine
from wherein.documents.page_text.columns import is_prose, widest_gutter

# Writers draw text in reading order, columns included; a column break goes up once, and to the
# side. Lines that go up above one another so often come from a table drawn in pieces.
_FEWEST_JUMPS = 5
_MOST_JUMPS = 0.1
# So many lines that follow each other down one column are in order, whatever jumps elsewhere on the page.
_FEWEST_STEADY = 5
# In letter heights: what stands further below is another part of the page.
_FAR_BELOW = 5.0


def in_reading_order(lines: Sequence[Line], width: float) -> list[Line]:
    """The lines of a page of a width in drawing order; where drawing jumps across the page, row by row from the top, with
    the pieces of a row joined by tabs.

    A page in columns of prose keeps these: the labels of a chart are drawn in any order, and its columns are no rows.
    """
    if not _jumps(lines):
        return list(lines)
    gutter = widest_gutter(lines, width)
    if gutter is None:
        return _by_rows(lines)
    stretches = list(_stretches(lines, gutter))
    prose = [each for each in stretches if _is_steady(each) and is_prose(each)]
    if not _are_columns(prose, gutter):
        return _by_rows(lines)
    found: list[Line] = []
    for steady, each in groupby(stretches, key=_is_steady):
        part = [line for stretch in each for line in stretch]
        found += part if steady or not _jumps(part) else _by_rows(part)
    return found


def _jumps(lines: Sequence[Line]) -> bool:
    """Whether the file often draws a line above the one that it drew just before."""
    # A table is one line here, and no row beside another.
    jumps = sum(map(_is_above, lines[1:], lines))
    return jumps >= _FEWEST_JUMPS and jumps > _MOST_JUMPS * len(lines)


def _is_above(line: Line, other: Line) -> bool:
    """Whether a line stands higher than another and over a part of its width."""
    over = min(line.right, other.right) > max(line.left, other.left)
    return over and line.bottom < other.top - 1


def _stretches(lines: Sequence[Line], gutter: float) -> Iterator[list[Line]]:
    """The lines in drawing order, cut where they go up, far down, or to another side of the gutter, and at tables."""
    stretch: list[Line] = []
    for line in lines:
        if stretch and _begins_another(line, stretch[-1], gutter):
            yield stretch
            stretch = []
        stretch.append(line)
    if stretch:
        yield stretch


def _begins_another(line: Line, last: Line, gutter: float) -> bool:
    return (
        isinstance(line, TableLine)
        or isinstance(last, TableLine)
        or line.bottom < last.top - 1
        or line.top > last.bottom + _FAR_BELOW * max(line.size, last.size, 1.0)
        or _sides(line, gutter) != _sides(last, gutter)
    )


def _sides(line: Line, gutter: float) -> tuple[bool, bool]:
    """Whether a line has a part to the left of the gutter, and one to the right."""
    return line.left < gutter, line.right > gutter


def _is_steady(stretch: Sequence[Line]) -> bool:
    return len(stretch) >= _FEWEST_STEADY


def _are_columns(prose: Sequence[Sequence[Line]], gutter: float) -> bool:
    """Whether stretches of prose stand beside each other, and fewer than half of them above the one drawn before."""
    places = [_around(stretch) for stretch in prose]
    if 2 * sum(map(_is_above, places[1:], places)) >= len(places):
        return False
    lowest = {True: 0.0, False: 0.0}
    for place in sorted(places, key=lambda place: place.top):
        left, right = _sides(place, gutter)
        if left != right:
            if place.top < lowest[right]:
                return True
            lowest[left] = max(lowest[left], place.bottom)
    return False


def _around(lines: Sequence[Line]) -> Line:
    """The first line with the sides of all."""
    return replace(
        lines[0],
        left=min(line.left for line in lines),
        right=max(line.right for line in lines),
        top=min(line.top for line in lines),
        bottom=max(line.bottom for line in lines),
    )


def _by_rows(lines: Sequence[Line]) -> list[Line]:
    """The lines row by row from the top, with the pieces of a row joined by tabs."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.top + line.bottom):
        middle = (line.top + line.bottom) / 2
        beside = bool(rows) and rows[-1][0].top < middle < rows[-1][0].bottom
        if beside and not isinstance(line, TableLine) and not isinstance(rows[-1][0], TableLine):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [_merged(sorted(row, key=lambda line: line.left)) for row in rows]


def _merged(row: list[Line]) -> Line:
    """The pieces of one row as one line."""
    if len(row) == 1:
        return row[0]
    boxes = [*row[0].boxes]
    for line in row[1:]:
        boxes += [NO_BOX, *line.boxes]
    return replace(
        row[0],
        text="\t".join(line.text for line in row),
        boxes=boxes,
        right=max(line.right for line in row),
        top=min(line.top for line in row),
        bottom=max(line.bottom for line in row),
        bold=all(line.bold for line in row),
    )
