"""Detects the data tables of an HTML page and the headers of their cells. Knows no text rules."""

from __future__ import annotations

import re

from wherein.documents.canonical import Cell, trimmed
from wherein.documents.html_tree import HEADINGS, Element

_SPACE = re.compile(r"[ \t\n\f\r]+")
# A span of more columns or rows than this is a mistake or an attack.
_LARGEST_SPAN = 100


def rows_of(table: Element) -> list[list[Element]]:
    """The cells of a table, row by row; a nested table's rows are its own."""
    rows: list[list[Element]] = []
    for child in table.children:
        if not isinstance(child, Element):
            continue
        sections = [child] if child.tag == "tr" else child.children
        for row in sections if child.tag in ("tr", "thead", "tbody", "tfoot") else ():
            if isinstance(row, Element) and row.tag == "tr":
                cells = [
                    cell
                    for cell in row.children
                    if isinstance(cell, Element) and cell.tag in ("td", "th")
                ]
                if cells:
                    rows.append(cells)
    return rows


def holds_data(table: Element) -> bool:
    """Whether the table has data, and is not only layout.

    A layout table has `role="presentation"`, contains another table, a heading or a form, or has a single row or
    column. A table with a `caption` or `th` is never one.
    """
    if table.get("role").lower() in ("presentation", "none"):
        return False
    rows = rows_of(table)
    if not rows or table.first("table") is not None:
        return False
    if table.first("th", "caption") is not None:
        return True
    if table.first(*HEADINGS, "form", "blockquote") is not None:
        return False
    return len(rows) > 1 and max(len(row) for row in rows) > 1


def cells_of(table: Element, number: int) -> dict[int, Cell]:
    """Every cell of a data table by `id(element)`; empty for a layout table.

    The column header of a cell is the text of the `th` cells above it, the row header that of the `th` cells before
    it; several are joined by a space.
    """
    if not holds_data(table):
        return {}
    rows = rows_of(table)
    taken: dict[tuple[int, int], Element] = {}
    places: dict[int, tuple[int, int, int, int]] = {}
    for row_index, row in enumerate(rows):
        column = 0
        for cell in row:
            while (row_index, column) in taken:
                column += 1
            width, height = _extent(cell, "colspan"), _extent(cell, "rowspan")
            height = min(height, len(rows) - row_index)
            for down in range(height):
                for right in range(width):
                    taken.setdefault((row_index + down, column + right), cell)
            places[id(cell)] = (row_index, column, width, height)
            column += width
    header_rows = _header_rows(rows)
    columns = 1 + max(column for _, column in taken)
    texts = {id(cell): _SPACE.sub(" ", trimmed(cell.text())) for row in rows for cell in row}
    found: dict[int, Cell] = {}
    for row_index, row in enumerate(rows):
        for cell in row:
            key = id(cell)
            _, column, _, _ = places[key]
            above: list[str] = []
            if row_index >= header_rows:
                for up in range(header_rows):
                    head = taken.get((up, column))
                    if head is None or head.tag != "th" or texts[id(head)] in above:
                        continue
                    # One header over the whole width names the table, not a column.
                    if places[id(head)][2] < columns:
                        above.append(texts[id(head)])
            before: list[str] = []
            if cell.tag == "td":
                for left in range(min(column, 3)):
                    head = taken.get((row_index, left))
                    if head is not None and head.tag == "th" and texts[id(head)] not in before:
                        before.append(texts[id(head)])
            found[key] = Cell(number, row_index, column, _joined(before), _joined(above))
    return found


def _header_rows(rows: list[list[Element]]) -> int:
    """The number of header rows at the top: those of `thead`, else those with only `th` cells."""
    count = 0
    for row in rows:
        in_head = row[0].parent is not None and row[0].parent.parent is not None
        in_head = in_head and row[0].parent.parent.tag == "thead"  # type: ignore[union-attr]
        if in_head or all(cell.tag == "th" for cell in row):
            count += 1
        else:
            break
    return count if count < len(rows) else 0


def _extent(cell: Element, name: str) -> int:
    value = cell.get(name).strip()
    return min(max(int(value), 1), _LARGEST_SPAN) if value.isdecimal() else 1


def _joined(texts: list[str]) -> str | None:
    return " ".join(text for text in texts if text) or None
