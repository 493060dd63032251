"""Detects the data tables of an HTML page and the headers of their cells. Knows no text rules."""

from __future__ import annotations

import re

from wherein.documents.building.canonical import LONGEST_HEADER, MOST_GRID_PLACES, Cell, trimmed
from wherein.documents.building.whole_number import whole_number
from wherein.documents.html.html_tree import HEADINGS, Element
from wherein.lexicon import lexicon

_SPACE = re.compile(r"[ \t\n\f\r]+")
_LARGEST_SPAN = lexicon("tables").count("largest_span")


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


def cells_of(
    table: Element, number: int, spare: int = MOST_GRID_PLACES
) -> tuple[dict[int, Cell], int]:
    """Every cell of a data table by `id(element)`, and what is left of `spare`; no cells for a layout table.

    The column header of a cell is the text of the `th` cells above it, the row header that of the `th` cells before
    it; several are joined by a space. `spare` places are left for what cells cover beyond one place each: a cell whose
    spans cover more counts as one without spans.
    """
    if not holds_data(table):
        return {}, spare
    rows = rows_of(table)
    grid = _Grid(rows, spare)
    texts = _HeaderTexts()
    header_rows = _header_rows(rows)
    above = _column_headers(grid, header_rows, texts)
    found: dict[int, Cell] = {}
    for row_index, row in enumerate(rows):
        for cell in row:
            column = grid.columns[id(cell)]
            before: list[Element] = []
            if cell.tag == "td":
                heads = (grid.taken.get((row_index, left)) for left in range(min(column, 3)))
                before = [head for head in heads if head is not None and head.tag == "th"]
            header = above.get(column) if row_index >= header_rows else None
            found[id(cell)] = Cell(number, row_index, column, texts.joined(before), header)
    return found, grid.spare


class _Grid:
    """Which cell covers which place of a table, by row and column."""

    def __init__(self, rows: list[list[Element]], spare: int) -> None:
        self.taken: dict[tuple[int, int], Element] = {}
        self.columns: dict[int, int] = {}
        self.widths: dict[int, int] = {}
        self.spare = spare
        self.width = 1
        for row_index, row in enumerate(rows):
            column = 0
            for cell in row:
                while (row_index, column) in self.taken:
                    column += 1
                column += self._put(cell, row_index, column, len(rows) - row_index)

    def _put(self, cell: Element, row: int, column: int, rows_left: int) -> int:
        """Give a cell the places that it covers; returns its width."""
        width, height = _extent(cell, "colspan"), min(_extent(cell, "rowspan"), rows_left)
        if width * height - 1 > self.spare:
            width = height = 1
        self.spare -= width * height - 1
        for down in range(height):
            for right in range(width):
                self.taken.setdefault((row + down, column + right), cell)
        self.columns[id(cell)], self.widths[id(cell)] = column, width
        self.width = max(self.width, column + width)
        return width


class _HeaderTexts:
    """The texts of header cells, each made once and no longer than `LONGEST_HEADER`."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}

    def joined(self, heads: list[Element]) -> str | None:
        """The different texts of some header cells in their order."""
        texts: dict[str, None] = {}
        length = 0
        for head in heads:
            text = self._text(head)
            if text and text not in texts and length <= LONGEST_HEADER:
                texts[text] = None
                length += len(text) + 1
        return " ".join(texts)[:LONGEST_HEADER] or None

    def _text(self, head: Element) -> str:
        if id(head) not in self._texts:
            text = _SPACE.sub(" ", trimmed(head.text()))
            self._texts[id(head)] = text[:LONGEST_HEADER]
        return self._texts[id(head)]


def _column_headers(grid: _Grid, header_rows: int, texts: _HeaderTexts) -> dict[int, str | None]:
    """The header of each column: the `th` cells of the header rows above it."""
    above: dict[int, list[Element]] = {}
    for (_, column), head in sorted(
        ((place, head) for place, head in grid.taken.items() if place[0] < header_rows),
        key=lambda taken: taken[0],
    ):
        # One header over the whole width names the table, not a column.
        if head.tag == "th" and grid.widths[id(head)] < grid.width:
            above.setdefault(column, []).append(head)
    return {column: texts.joined(heads) for column, heads in above.items()}


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
    return min(max(whole_number(cell.get(name).strip(), 1), 1), _LARGEST_SPAN)
