"""Parts tables that stand beside each other: where their headers come again, where each was drawn by itself, or where labels
and numbers come again. A table that goes on to the right of itself is parted too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from wherein.documents.building.sheets.side_by_side import repeat_after
from wherein.documents.page_tables.aligned_tables import chunks_of
from wherein.documents.page_tables.table_headers import column_headers
from wherein.documents.page_tables.table_pieces import (
    PageTable,
    Row,
    Word,
    is_number,
    rows_of,
)

_FEWEST_COLUMNS = 2
_FEWEST_ROWS = 2
_NAMED = 0.8
"""The share of the first cells of rows that name these."""
_GUTTER = 1.8
"""The white between two tables, in letter heights, at least."""
_MOST_GUTTERS = 8
_MOST_SIDES = 8
_FEWEST_LINES = 3
_SAME_STEP = 1.1
_OTHER_STEP = 1.08
_BY_ROWS = 0.6
"""The share of the lines of a table beside another that have several pieces."""
_FIGURES = 0.75
"""The share of numbers among what stands right of the labels of a list."""
_WIDER = 1.3
_SAME_PLACE = 2.0
_IN_LINE = 0.25
"""In letter heights: rows whose middles are no further apart stand in one line."""


def tables_beside(table: PageTable) -> list[PageTable]:
    """The tables of equally many columns whose headers, but for the first, are alike ("Adults, Price, Children, Price"), or
    that are lists of labels with numbers and have no headers; the table alone where there are none."""
    if table.value_labels:
        return [table]
    lists = _lists_beside(table)
    if len(lists) > 1:
        return lists
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


def _lists_beside(table: PageTable) -> list[PageTable]:
    """The lists that stand beside each other and have the same labels, or that have no headers and are labels with numbers
    ("Tea 2.60   Cider 4.50"): then more white is between two of them than within each, or all are equally wide."""
    starts = range(0, table.columns, _FEWEST_COLUMNS)
    if table.columns % _FEWEST_COLUMNS or not 1 < len(starts) <= _MOST_SIDES:
        return [table]
    parts = [_of(table, at, _FEWEST_COLUMNS) for at in starts]
    lists = [part for part in parts if part is not None]
    if len(lists) < len(parts):
        return [table]
    labels = [
        [c.text for c in part.cells if c.column == 0 and c.row >= table.header_rows]
        for part in lists
    ]
    is_same = all(own == labels[0] for own in labels) and _has_names(lists[0])
    for part in lists:
        if not any(cell.row < part.header_rows and cell.column for cell in part.cells):
            part.header_rows = 0  # a title over the labels
    are_lists = not table.header_rows and all(map(_is_list, lists)) and _are_apart(table)
    return lists if is_same or are_lists else [table]


def _is_list(table: PageTable) -> bool:
    """Whether two columns are labels, each another, with numbers."""
    labels = [cell.text for cell in table.cells if cell.column == 0]
    numbers = [is_number(cell.text) for cell in table.cells if cell.column == 1]
    return (
        len(set(labels)) == len(labels) >= _FEWEST_ROWS
        and not any(map(is_number, labels))
        and sum(numbers) >= max(_FEWEST_ROWS, _FIGURES * len(labels))
    )


def _are_apart(table: PageTable) -> bool:
    """Whether white parts every two columns from the next two that is wide, and wider than between these, or the step from
    each list to the next is the same for its labels and its numbers."""
    places = table.column_places
    word = table.cells[0].words[0]
    inner = max(right[0] - left[1] for left, right in zip(places[::2], places[1::2], strict=True))
    outer = [
        after[0] - before[1] for before, after in zip(places[1::2], places[2::2], strict=False)
    ]
    if min(outer) < _GUTTER * (word.bottom - word.top):
        return False
    steps = [
        abs((places[at + 2][0] - places[at][0]) - (places[at + 3][1] - places[at + 1][1]))
        for at in range(0, len(places) - 2, 2)
    ]
    return min(outer) > _WIDER * inner or max(steps) < _SAME_PLACE


def _has_names(table: PageTable) -> bool:
    """Whether the first column names the rows: nearly every row begins with a text that no other row begins with."""
    body = [cell for cell in table.cells if cell.row >= table.header_rows]
    names = {cell.text for cell in body if cell.column == 0 and not is_number(cell.text)}
    return len(names) >= _NAMED * len({cell.row for cell in body})


def sides_of(words: Sequence[Word], space: float, order: Mapping[int, int]) -> list[list[Word]]:
    """Words parted where two tables stand beside each other, or a table and other lines; all of them where there is one.

    `space` is the usual gap between two words in points, and `order` says when each word (by its id) was drawn.
    """
    todo: list[list[Word]] = [list(words)]
    found: list[list[Word]] = []
    while todo:
        some = todo.pop()
        rows = [chunks_of(row, space) for row in rows_of(some)]
        few = len(todo) + len(found) < _MOST_SIDES
        cut = next((x for x in _gutters(rows) if few and _are_two(rows, x, order)), None)
        if cut is None:
            found.append(some)
        else:
            todo += ([w for w in some if w.left > cut], [w for w in some if w.left < cut])
    return found


def _gutters(rows: Sequence[Row]) -> list[float]:
    """The middles of the widest strips of white that no row has a piece in, from left to right."""
    ends = sorted((chunk.left, chunk.right) for row in rows for chunk in row)
    heights = sorted(
        word.bottom - word.top for row in rows for chunk in row for word in chunk.words
    )
    least = _GUTTER * heights[len(heights) // 2] if heights else 0.0
    right = ends[0][1] if ends else 0.0
    strips: list[tuple[float, float]] = []
    for start, end in ends:
        if start - right > least:
            strips.append((start - right, (start + right) / 2))
        right = max(right, end)
    return sorted(middle for _, middle in sorted(strips, reverse=True)[:_MOST_GUTTERS])


def _are_two(rows: Sequence[Row], cut: float, order: Mapping[int, int]) -> bool:
    """Whether what stands left and right of a strip of white are two tables, or one and other lines."""
    left = [side for row in rows if (side := [chunk for chunk in row if chunk.left < cut])]
    right = [side for row in rows if (side := [chunk for chunk in row if chunk.left > cut])]
    if min(len(left), len(right)) < _FEWEST_LINES:
        return False
    tables = [_is_drawn_by_rows(side, order) for side in (left, right)]
    is_apart = _are_drawn_apart(left, right, order)
    if all(tables) and is_apart:
        return True
    # Labels of groups of rows are fewer than these.
    few, many = sorted((len(left), len(right)))
    if not any(tables) or 2 * few <= many or _are_in_line(left, right):
        return False
    steps = [_step(side) for side in (left, right)]
    return is_apart or (min(steps) > 0 and max(steps) > _OTHER_STEP * min(steps))


def _step(rows: Sequence[Row]) -> float:
    """The distance from each row to the next one; 0 where it is not the same for all."""
    middles = [row[0].words[0].middle for row in rows]
    steps = [below - above for above, below in pairwise(middles)]
    return steps[0] if max(steps) < _SAME_STEP * min(steps) else 0.0


def _are_drawn_apart(left: Sequence[Row], right: Sequence[Row], order: Mapping[int, int]) -> bool:
    """Whether all of one side was drawn before the other."""
    first, second = (
        sorted(order[id(word)] for row in side for chunk in row for word in chunk.words)
        for side in (left, right)
    )
    return first[-1] < second[0] or second[-1] < first[0]


def _is_drawn_by_rows(rows: Sequence[Row], order: Mapping[int, int]) -> bool:
    """Whether most of some rows have several pieces, drawn one after the other, of which the first is a name."""
    count = named = 0
    for row in rows:
        places = sorted(order[id(word)] for chunk in row for word in chunk.words)
        if len(row) > 1 and places[-1] - places[0] < len(places):
            count += 1
            named += not is_number(row[0].text)
    return count >= max(_FEWEST_ROWS, _BY_ROWS * len(rows)) and 2 * named >= count


def _are_in_line(left: Sequence[Row], right: Sequence[Row]) -> bool:
    """Whether most rows of the shorter side stand in one line with rows of the other."""
    few, many = sorted((left, right), key=len)
    middles = sorted(
        [row[0].words[0].middle for row in few] + [row[0].words[0].middle for row in many]
    )
    near = _IN_LINE * (few[0][0].words[0].bottom - few[0][0].words[0].top)
    same = sum(below - above < near for above, below in pairwise(middles))
    return 2 * same > len(few)
