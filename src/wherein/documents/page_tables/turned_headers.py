"""Sets headers that are written up or down above the columns of a table on their columns. Knows tables and lines of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from wherein.documents.page_lines.pdf_lines import NO_BOX, Line, PageLines
from wherein.documents.page_tables.table_pieces import GridCell, PageTable, Word

# Such headers end no further above a table's first row, and are no longer, in points.
_FARTHEST = 30.0
_LONGEST = 250.0
_FEWEST = 2


def with_turned_headers(
    tables: Sequence[PageTable], others: Sequence[PageLines]
) -> list[PageLines]:
    """Give tables without column headers those of the lines in other directions; returns these lines without what was
    taken. All of `tables` are of lines that are not turned."""
    left = list(others)
    for table in tables:
        for at, page in enumerate(left):
            if table.header_rows:
                break
            found = _headers_of(table, page)
            if len({column for column, _ in found}) >= _FEWEST:
                _put(table, found)
                taken = {id(word.line) for _, word in found}
                lines = tuple(line for line in page.lines if id(line) not in taken)
                left[at] = replace(page, lines=lines)
    return left


def _headers_of(table: PageTable, page: PageLines) -> list[tuple[int, Word]]:
    """The lines right above the columns of a table, each as one word with the number of its column."""
    top = min(word.top for word in table.words())
    middles = [(right + left) / 2 for (_, right), (left, _) in pairwise(table.column_places)]
    first, last = table.column_places[0][0], table.column_places[-1][1]
    found: list[tuple[int, Word]] = []
    for line in page.lines:
        word = _on_page(line)
        if word is None or not first < word.centre < last + line.size:
            continue
        is_upright = word.bottom - word.top > word.right - word.left
        if is_upright and -line.size < top - word.bottom < _FARTHEST and top - word.top < _LONGEST:
            found.append((sum(middle < word.centre for middle in middles), word))
    return found


def _on_page(line: Line) -> Word | None:
    """A line as one word, at its place on the page."""
    inked = [box for box in line.boxes if box is not NO_BOX]
    if not inked:
        return None
    return Word(
        min(box[0] for box in inked),
        max(box[2] for box in inked),
        min(box[1] for box in inked),
        max(box[3] for box in inked),
        line,
        0,
        len(line.text),
    )


def _put(table: PageTable, headers: Sequence[tuple[int, Word]]) -> None:
    cells: dict[int, GridCell] = {}
    for column, word in sorted(headers, key=lambda header: header[1].left):
        cells.setdefault(column, GridCell(0, column, 0, column)).words.append(word)
    for cell in table.cells:
        cell.row, cell.last_row = cell.row + 1, cell.last_row + 1
    table.cells[:0] = [cells[column] for column in sorted(cells)]
    table.rows += 1
    table.header_rows = 1
