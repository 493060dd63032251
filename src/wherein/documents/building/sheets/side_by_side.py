"""Parts tables of a sheet or a document that touch each other side by side, where their headers come again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from wherein.documents.building.sheets.regions import Merges, Region, Row, Value, ValueKind

_FEWEST_COLUMNS = 2
_FEWEST_ROWS = 2
_WITHIN = 3
"""Rows at the top of which one may have the headers."""
_NAMED = 0.8
"""The share of the first cells of rows that name these."""


def parted_beside(region: Region, merges: Merges) -> Iterator[Region]:
    """The tables of equally many columns whose headers, but for the first, are alike ("Adults, Price, Children, Price");
    the region alone where there are none, or where a merged cell reaches from one into the next."""
    for index, row in enumerate(region.rows[:_WITHIN]):
        width = _period(row, region)
        if width and not any(
            (cell.column - region.left) % width + merges.extent(above.number, cell.column)[1]
            > width
            for above in region.rows[index:]
            for cell in above.cells
        ):
            parts = _parts(region, index, width)
            heads = {part.rows[0].cells[0].text for part in parts}
            if len(heads) == 1 or all(map(_has_names, parts)):
                if index:
                    yield Region(region.rows[:index], region.left, region.right)
                yield from parts
                return
    yield region


def _period(row: Row, region: Region) -> int:
    """The number of columns after which a row of headers repeats, apart from the first header of each group ("Adults, Price,
    Children, Price": 2). 0 if it does not repeat, or if a cell is empty or no text."""
    texts = [cell.text for cell in row.cells]
    count = len(texts)
    if count != region.width or any(cell.kind is not ValueKind.TEXT for cell in row.cells):
        return 0
    for width in range(_FEWEST_COLUMNS, count // 2 + 1):
        if repeat_after(width, texts):
            return width
    return 0


def repeat_after(width: int, headers: Sequence[str | None]) -> bool:
    """Whether headers repeat after this number of columns, apart from the first of each group; none of these may be empty."""
    return len(headers) % width == 0 and all(
        headers[at + n] and headers[at + n] == headers[n]
        for at in range(width, len(headers), width)
        for n in range(1, width)
    )


def _parts(region: Region, first: int, width: int) -> list[Region]:
    """A region from its row `first` on, parted after every `width` columns."""
    lefts = range(region.left, region.right + 1, width)
    parts: list[list[Row]] = [[] for _ in lefts]
    for row in region.rows[first:]:
        for at, cells in groupby(row.cells, lambda cell: (cell.column - region.left) // width):
            parts[at].append(Row(row.number, list(cells)))
    return [Region(rows, left, left + width - 1) for left, rows in zip(lefts, parts, strict=True)]


def _has_names(region: Region) -> bool:
    """Whether the first column names the rows: nearly every row begins with a text that no other row begins with."""
    body = region.rows[1:]
    firsts = [_first(row, region.left) for row in body]
    names = {cell.text for cell in firsts if cell is not None and cell.kind is ValueKind.TEXT}
    return len(body) >= _FEWEST_ROWS and len(names) >= _NAMED * len(body)


def _first(row: Row, column: int) -> Value | None:
    return row.cells[0] if row.cells[0].column == column else None
