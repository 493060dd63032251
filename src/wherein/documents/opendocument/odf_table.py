"""Finds the cells of an OpenDocument table and their headers. Adds no text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wherein.documents.building.canonical import LONGEST_HEADER, CanonicalText, header_of
from wherein.documents.building.sheets.headers import headers_of
from wherein.documents.building.sheets.regions import Merges, Region, Row, Value, kind_of_text
from wherein.documents.building.sheets.sheet_tables import RowKeys
from wherein.documents.building.whole_number import whole_number
from wherein.documents.opendocument.odf import TABLE, TEXT, Element

_WIDEST = 100
_LONGEST_LABEL = 250
"""A row with a longer cell is no header row: the table only arranges text."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell of a table: its element, its place, and its headers."""

    element: Element
    row: int
    column: int
    row_header: str | None
    column_header: str | None


def table_cells(
    table: Element, out: CanonicalText, text_of: Callable[[Element], str]
) -> Iterator[TableCell]:
    """The cells of a table in order; headers are found as in a sheet, rows that are marked as header rows count as such.

    `text_of` gives the text of a paragraph.
    """
    placed: list[list[tuple[int, Element]]] = []
    rows: list[Row] = []
    extents: dict[tuple[int, int], tuple[int, int]] = {}
    marked = 0
    for number, (row, is_header) in enumerate(rows_of(table)):
        marked += is_header and marked == number
        cells: list[tuple[int, Element]] = []
        values: list[Value] = []
        column = 1
        for cell in row:
            if cell.tag not in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                continue
            if cell.tag == f"{TABLE}table-cell":
                cells.append((column, cell))
                if text := header_of(_text(cell, text_of)):
                    values.append(Value(column, text, kind_of_text(text)))
                    height, width = extent(cell, out)
                    if height * width > 1:
                        extents[number, column] = height, width
            column += min(whole_number(cell.get(f"{TABLE}number-columns-repeated"), 1), _WIDEST)
        placed.append(cells)
        rows.append(Row(number, values))
    yield from _named(placed, rows, Merges(extents), marked)


def _named(
    placed: list[list[tuple[int, Element]]], rows: list[Row], merges: Merges, marked: int
) -> Iterator[TableCell]:
    filled = [row for row in rows if row.cells]
    if not filled:
        return
    right = max(
        c.column + merges.extent(r.number, c.column)[1] - 1 for r in filled for c in r.cells
    )
    of_marked = sum(row.number < marked for row in filled) if marked < len(rows) else 0
    headers = headers_of(Region(filled, filled[0].cells[0].column, right), merges, marked=of_marked)
    is_layout = any(
        len(c.text) > _LONGEST_LABEL for row in filled[: headers.after] for c in row.cells
    )
    after = filled[headers.after - 1].number + 1 if headers.after else 0
    keys = RowKeys(() if is_layout else headers.keys, merges)
    for cells, row in zip(placed, rows, strict=True):
        is_data = row.number >= after and not is_layout
        named = keys.of(row) if is_data and row.cells else {}
        for column, element in cells:
            above = headers.columns.get(column) if is_data else None
            yield TableCell(element, row.number, column - 1, named.get(column), above)


def extent(cell: Element, out: CanonicalText) -> tuple[int, int]:
    """The rows and columns that a cell covers; 1 where those of the document are used up."""
    stated = (
        whole_number(cell.get(f"{TABLE}number-{name}-spanned"), 1) for name in ("rows", "columns")
    )
    height, width = (min(max(number, 1), _WIDEST) for number in stated)
    if width - 1 > out.grid_places:
        width = 1
    out.grid_places -= width - 1
    return height, width


def rows_of(element: Element) -> Iterator[tuple[Element, bool]]:
    """Rows of a table and whether each is a header row."""
    for child in element:
        if child.tag == f"{TABLE}table-row":
            yield child, False
        elif child.tag == f"{TABLE}table-header-rows":
            yield from ((row, True) for row, _ in rows_of(child))
        elif child.tag in (f"{TABLE}table-rows", f"{TABLE}table-row-group"):
            yield from rows_of(child)


def _text(cell: Element, text_of: Callable[[Element], str]) -> str:
    """The text of a cell, of a long one its beginning."""
    words: list[str] = []
    length = 0
    for paragraph in cell.iter(f"{TEXT}p"):
        words.append(text_of(paragraph)[:LONGEST_HEADER])
        length += len(words[-1]) + 1
        if length > LONGEST_HEADER:
            break
    return " ".join(words)
