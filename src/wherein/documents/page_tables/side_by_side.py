"""Parts tables that stand beside each other, or one that goes on to the right of itself, where their headers come again."""

from __future__ import annotations

from dataclasses import replace

from wherein.documents.building.sheets.side_by_side import repeat_after
from wherein.documents.page_tables.table_headers import column_headers
from wherein.documents.page_tables.table_pieces import PageTable, is_number

_FEWEST_COLUMNS = 2
_FEWEST_ROWS = 2
_NAMED = 0.8
"""The share of the first cells of rows that name these."""


def tables_beside(table: PageTable) -> list[PageTable]:
    """The tables of equally many columns whose headers, but for the first, are alike ("Adults, Price, Children, Price");
    the table alone where there are none."""
    headers = column_headers(table) if table.header_rows else []
    for width in range(_FEWEST_COLUMNS, len(headers) // 2 + 1):
        starts = range(0, len(headers), width)
        if not repeat_after(width, headers):
            continue
        parts = [_of(table, at, width) for at in starts]
        goes_on = all(headers[at] == headers[0] for at in starts)
        if all(part is not None and (goes_on or _has_names(part)) for part in parts):
            return [part for part in parts if part is not None]
    return [table]


def _of(table: PageTable, at: int, width: int) -> PageTable | None:
    """Columns of a table as one of their own; None where a cell reaches beyond them, or they have no two rows."""
    inside = [cell for cell in table.cells if at <= cell.column < at + width]
    body = {cell.row for cell in inside if cell.row >= table.header_rows}
    if len(body) < _FEWEST_ROWS or any(cell.last_column >= at + width for cell in inside):
        return None
    own = [replace(c, column=c.column - at, last_column=c.last_column - at) for c in inside]
    places = table.column_places[at : at + width]
    rows = 1 + max(cell.last_row for cell in own)
    return replace(table, rows=rows, columns=width, cells=own, column_places=places)


def _has_names(table: PageTable) -> bool:
    """Whether the first column names the rows: nearly every row begins with a text that no other row begins with."""
    body = [cell for cell in table.cells if cell.row >= table.header_rows]
    names = {cell.text for cell in body if cell.column == 0 and not is_number(cell.text)}
    return len(names) >= _NAMED * len({cell.row for cell in body})
