"""Finds the last rows of a table at the top of the next page, where they are too few to be a table of their own."""

from __future__ import annotations

from collections.abc import Sequence

from wherein.documents.page_lines.pdf_lines import PageLines
from wherein.documents.page_tables.aligned_tables import chunks_of
from wherein.documents.page_tables.table_pieces import (
    GridCell,
    PageTable,
    Row,
    TableLine,
    Word,
    rows_of,
    usual_space,
    words_of,
)

# Lines below a table on its page, and above its further rows overleaf, may be running heads and feet.
_MOST_RUNNING = 3
_MOST_ROWS = 40


def table_at_end(pages: Sequence[PageLines], number: int) -> PageTable | None:
    """The table that ends the page before `number`; None where text follows it."""
    if not pages or pages[-1].number != number - 1 or pages[-1].rotation:
        return None
    last = pages[-1].lines[-1 - _MOST_RUNNING :]
    return next((line.table for line in reversed(last) if isinstance(line, TableLine)), None)


def rows_overleaf(
    page: PageLines, above: PageTable, tables: Sequence[PageTable]
) -> PageTable | None:
    """The rows at the top of a page that stand in the columns of the table which ends the page before; None where there
    are none, or one of the page's own tables has them."""
    words = words_of(page)
    rows = rows_of(words)[: _MOST_RUNNING + _MOST_ROWS]
    taken = {(id(word.line), word.start) for table in tables for word in table.words()}
    space = usual_space(words)
    found: list[list[GridCell]] = []
    for number, row in enumerate(rows):
        if any((id(word.line), word.start) in taken for word in row):
            break
        cells = _cells(chunks_of(row, space), above)
        if cells:
            found.append(cells)
        elif found or number >= _MOST_RUNNING:
            break
    if not found:
        return None
    for number, cells in enumerate(found):
        for cell in cells:
            cell.row = cell.last_row = number
    return PageTable(
        page.number, len(found), above.columns, [c for cells in found for c in cells], above.column_places
    )  # fmt: skip


def _cells(row: Row, above: PageTable) -> list[GridCell]:
    """The cells of a row, each text in one column of the table above; none where a text stands elsewhere, or in too few."""
    found: list[GridCell] = []
    for chunk in row:
        over = [
            at
            for at, (left, right) in enumerate(above.column_places)
            if min(chunk.right, right) - max(chunk.left, left)
            > 0.3 * min(chunk.right - chunk.left, right - left)
        ]
        if len(over) != 1:
            return []
        words: list[Word] = list(chunk.words)
        if found and found[-1].column == over[0]:
            found[-1].words += words
        else:
            found.append(GridCell(0, over[0], 0, over[0], words))
    is_full = len(found) >= max(2, 0.6 * above.columns)
    return found if is_full and found[0].column == 0 else []
