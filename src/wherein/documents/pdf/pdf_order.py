"""Orders the lines of a page for reading. Keeps the drawing order unless it jumps across the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from wherein.documents.page_lines.pdf_lines import NO_BOX, Line
from wherein.documents.page_tables.table_pieces import TableLine

# Writers draw text in reading order, columns included; a column break goes up once, and to the
# side. Lines that go up above one another so often come from a table drawn in pieces.
_FEWEST_JUMPS = 5
_MOST_JUMPS = 0.1


def in_reading_order(lines: Sequence[Line]) -> list[Line]:
    """The lines in drawing order; where drawing jumps across the page, row by row from the top, with the pieces of a
    row joined by tabs."""
    # A table is one line here, and no row beside another.
    jumps = sum(
        below.bottom < above.top - 1 and min(above.right, below.right) > max(above.left, below.left)
        for above, below in pairwise(lines)
    )
    if jumps < _FEWEST_JUMPS or jumps <= _MOST_JUMPS * len(lines):
        return list(lines)
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
