"""Assigns headers to the cells of a table. Knows neither wikitext nor HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LARGEST_SPAN = 100
"""Most columns or rows of one cell; a larger span is a mistake or an attack."""
_HEADERS_LOOKED_AT = 3
"""The number of columns from the left that are searched for a row's header."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of the source: its text on one line, whether it is a header, and the rows and columns it spans."""

    text: str
    is_header: bool = False
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """A cell with the texts of the headers of its row and column; None where the table names none."""

    text: str
    row: str | None = None
    column: str | None = None


def with_headers(rows: Sequence[Sequence[TableCell]]) -> list[list[PlacedCell]]:
    """The cells row by row without empty ones; a header over the whole width is no column header.

    The column header of a cell is the text of the header rows above it, its row header the text of the header cells
    before it; several are joined by a space.
    """
    taken: dict[tuple[int, int], TableCell] = {}
    places: list[list[int]] = []
    for down, row in enumerate(rows):
        places.append([])
        column = 0
        for cell in row:
            while (down, column) in taken:
                column += 1
            for below in range(min(cell.rows, LARGEST_SPAN, len(rows) - down)):
                for right in range(min(cell.columns, LARGEST_SPAN)):
                    taken.setdefault((down + below, column + right), cell)
            places[-1].append(column)
            column += max(1, min(cell.columns, LARGEST_SPAN))
    width = 1 + max((column for _, column in taken), default=0)
    heads = _header_rows(rows)
    out = []
    for down, row in enumerate(rows):
        placed = []
        for cell, column in zip(row, places[down], strict=True):
            if not cell.text:
                continue
            above = [taken.get((up, column)) for up in range(heads)] if down >= heads else []
            before = (
                []
                if cell.is_header
                else [taken.get((down, left)) for left in range(min(column, _HEADERS_LOOKED_AT))]
            )
            placed.append(
                PlacedCell(
                    cell.text,
                    _joined([c for c in before if c and c.is_header]),
                    _joined([c for c in above if c and c.is_header and c.columns < width]),
                )
            )
        out.append(placed)
    return [row for row in out if row]


def _header_rows(rows: Sequence[Sequence[TableCell]]) -> int:
    """The number of rows at the top that have only headers; 0 where all rows do."""
    count = 0
    for row in rows:
        if not row or not all(cell.is_header for cell in row):
            break
        count += 1
    return count if count < len(rows) else 0


def _joined(cells: Sequence[TableCell]) -> str | None:
    return " ".join(dict.fromkeys(cell.text for cell in cells if cell.text)) or None
