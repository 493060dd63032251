"""Finds the cells of a Word table and their headers. Adds no text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from wherein.documents.building.canonical import LONGEST_HEADER, CanonicalText, header_of
from wherein.documents.building.sheets.headers import Headers, headers_of
from wherein.documents.building.sheets.regions import (
    Merges,
    Region,
    Row,
    Value,
    kind_of_text,
    label_beside,
)
from wherein.documents.building.sheets.sheet_tables import RowKeys
from wherein.documents.building.sheets.side_by_side import parted_beside
from wherein.documents.building.whole_number import whole_number
from wherein.documents.office.docx_text import W

_WIDEST = 100
_LONGEST_LABEL = 250
"""A row with a longer cell is no header row: the table only arranges text."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell of a table: its element, its place, and its headers. `part` counts the tables that it has side by side."""

    part: int
    element: Any
    row: int
    column: int
    row_header: str | None
    column_header: str | None


@dataclass(slots=True)
class _Placed:
    """A cell with the columns that it covers; `goes_on` is one that only continues the cell above it."""

    element: Any
    column: int
    width: int
    goes_on: bool


@dataclass(frozen=True, slots=True)
class _Look:
    """What a table says of its headers: how many rows at its top it marks, and whether its look has a first row or column.

    No rows are marked where all are.
    """

    marked: int
    first_row: bool
    first_column: bool

    @classmethod
    def of(cls, table: Any, shown: Sequence[Any]) -> _Look:
        marked = 0
        while marked < len(shown) and shown[marked].find(f"{W}trPr/{W}tblHeader") is not None:
            marked += 1
        look = table.find(f"{W}tblPr/{W}tblLook")
        return cls(
            marked if marked < len(shown) else 0,
            _flag(look, "firstRow", 0x20),
            _flag(look, "firstColumn", 0x80),
        )


_PlacedRow = tuple[int, Sequence[_Placed]]
"""The number of a row, and its cells."""


def table_cells(
    table: Any, out: CanonicalText, text_of: Callable[[Any], str]
) -> tuple[list[TableCell], int]:
    """The cells of a table in order, and how many of its rows are hidden; no cells for one column, which is layout.

    `text_of` gives the text of a cell. Headers are found as in a sheet; rows that are marked as header rows, or a first
    row by the table's look, count as such.
    """
    rows = [row for row in descend(table, "tr") if row.find(f"{W}trPr/{W}del") is None]
    shown = [row for row in rows if row.find(f"{W}trPr/{W}hidden") is None]
    grid = [list(_placed(row, out)) for row in shown]
    filled, merges = _as_sheet(grid, text_of)
    look = _Look.of(table, shown)
    region = _region(filled, merges)
    parts = [] if region is None else list(parted_beside(region, merges))
    if len(parts) < 2:
        cells = list(_cells(0, filled, list(enumerate(grid)), look, merges))
    else:
        cells = [
            cell
            for number, (part, placed) in enumerate(zip(parts, _by_part(grid, parts), strict=True))
            for cell in _cells(number, part.rows, placed, look, merges)
        ]
    return cells, len(rows) - len(shown)


def _by_part(
    grid: Sequence[Sequence[_Placed]], parts: Sequence[Region]
) -> Sequence[Sequence[_PlacedRow]]:
    """The cells of each of the tables that stand side by side in one: those of its rows that have texts, in its columns."""
    having: dict[int, list[int]] = {}
    for number, part in enumerate(parts):
        for row in part.rows:
            having.setdefault(row.number, []).append(number)
    found: list[list[tuple[int, list[_Placed]]]] = [[] for _ in parts]
    for index, placed in enumerate(grid):
        numbers = having.get(index, [])
        lefts = [parts[number].left for number in numbers]
        for cell in placed:
            at = bisect_right(lefts, cell.column + 1) - 1
            if at < 0 or cell.column >= parts[numbers[at]].right:
                continue
            own = found[numbers[at]]
            if not own or own[-1][0] != index:
                own.append((index, []))
            own[-1][1].append(cell)
    return found


def _cells(
    number: int,
    rows: Sequence[Row],
    grid: Sequence[_PlacedRow],
    look: _Look,
    merges: Merges,
) -> Iterator[TableCell]:
    """The cells of a Word table, or of one of several in it, in order; `rows` are those of their texts."""
    headers = _headers(look, rows, merges)
    data = [row for row in rows if row.number >= headers.after]
    beside = label_beside(data, headers.labels) if headers.labels else None
    below = beside or RowKeys(headers.keys, merges).of_all(data)
    named = {row.number: own for row, own in zip(data, below, strict=True)}
    for index, placed in grid:
        own = named.get(index, {})
        for cell in placed:
            if not cell.goes_on:
                before = own.get(cell.column + 1)
                above = headers.columns.get(cell.column + 1) if index >= headers.after else None
                yield TableCell(number, cell.element, index, cell.column, before, above)


def descend(element: Any, name: str) -> Iterator[Any]:
    """The rows of a table or the cells of a row, including those inside content controls."""
    for child in element.iterchildren():
        if child.tag == W + name:
            yield child
        elif child.tag in (W + "sdt", W + "sdtContent", W + "customXml"):
            yield from descend(child, name)


def _placed(row: Any, out: CanonicalText) -> Iterator[_Placed]:
    before = row.find(f"{W}trPr/{W}gridBefore")
    column = min(whole_number(before.get(W + "val"), 0), _WIDEST) if before is not None else 0
    for cell in descend(row, "tc"):
        merged = cell.find(f"{W}tcPr/{W}vMerge")
        goes_on = merged is not None and merged.get(W + "val") != "restart"
        width = _width(cell, out)
        yield _Placed(cell, column, width, goes_on)
        column += width


def _width(cell: Any, out: CanonicalText) -> int:
    """The columns that a cell covers; 1 where those of the document are used up."""
    span = cell.find(f"{W}tcPr/{W}gridSpan")
    stated = whole_number(span.get(W + "val"), 1) if span is not None else 1
    width = min(max(stated, 1), _WIDEST)
    if width - 1 > out.grid_places:
        return 1
    out.grid_places -= width - 1
    return width


def _as_sheet(
    grid: Sequence[Sequence[_Placed]], text_of: Callable[[Any], str]
) -> tuple[list[Row], Merges]:
    """The filled cells as a sheet has them, and which of them cover more than one place."""
    rows: list[Row] = []
    extents: dict[tuple[int, int], tuple[int, int]] = {}
    started: dict[
        int, tuple[int, int]
    ] = {}  # the row in which a cell began that goes on, and its width
    for number, cells in enumerate(grid):
        values: list[Value] = []
        begun: dict[int, tuple[int, int]] = {}
        for cell in cells:
            column = cell.column + 1
            if cell.goes_on and column in started:
                top, width = begun[column] = started[column]
                extents[top, column] = number - top + 1, width
                continue
            begun[column] = number, cell.width
            if cell.width > 1:
                extents[number, column] = 1, cell.width
            if text := header_of(text_of(cell.element)):
                values.append(Value(column, text, kind_of_text(text), _is_bold(cell.element)))
        started = begun
        rows.append(Row(number, values))
    return rows, Merges(extents)


def _is_bold(cell: Any) -> bool:
    run = next((run for run in cell.iter(W + "r") if run.find(W + "t") is not None), None)
    mark = run.find(f"{W}rPr/{W}b") if run is not None else None
    return mark is not None and mark.get(W + "val") not in ("0", "false", "off")


def _region(rows: Sequence[Row], merges: Merges) -> Region | None:
    """The filled cells of some rows; None without any."""
    filled = [row for row in rows if row.cells]
    if not filled:
        return None
    left = min(row.cells[0].column for row in filled)
    right = max(
        c.column + merges.extent(row.number, c.column)[1] - 1 for row in filled for c in row.cells
    )
    return Region(filled, left, right)


def _headers(look: _Look, rows: Sequence[Row], merges: Merges) -> Headers:
    filled = [row for row in rows if row.cells]
    region = _region(rows, merges)
    if region is None or max(len(row.cells) for row in filled) < 2:
        return Headers()
    found = headers_of(
        region,
        merges,
        None,
        marked=sum(row.number < look.marked for row in filled),
        may_be_first=look.first_row,
    )
    if any(len(cell.text) > _LONGEST_LABEL for row in filled[: found.after] for cell in row.cells):
        return Headers()
    if not found.keys and look.first_column:
        found = Headers(found.first, found.after, found.columns, (region.left,))
    # By the rows of the table, of which some may be empty.
    after = filled[found.after - 1].number + 1 if found.after else 0
    return Headers(0, after, found.columns, found.keys, found.labels)


def _flag(look: Any, name: str, bit: int) -> bool:
    """A flag of a table's look: an attribute of its own, or a bit of the older `val`."""
    if look is None:
        return False
    own = look.get(W + name)
    if own is not None:
        return own in ("1", "true", "on")
    try:
        return bool(int(look.get(W + "val", "0"), 16) & bit)
    except ValueError:
        return False


def longest_text(parts: Iterator[str]) -> str:
    """Some texts with a space between them, no more of them than a header may be long."""
    words: list[str] = []
    length = 0
    for part in parts:
        words.append(part[:LONGEST_HEADER])
        length += len(words[-1]) + 1
        if length > LONGEST_HEADER:
            break
    return " ".join(words)
