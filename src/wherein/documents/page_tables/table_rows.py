"""Joins the rows of words that are one row of a table: labels and texts that go on in a second line. Knows no pages."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from wherein.documents.page_tables.table_pieces import GridCell, is_number

# Rows whose middles are nearer than this many letter heights stand beside each other: a number centred beside two lines.
_BESIDE = 0.75
# White between two lines of one text, in letter heights.
_TIGHT = 0.4
# A line set in by so many letter heights goes on from the line above.
_INDENT = 0.3

# So many rows between lines show that every row has one below it.
_FEWEST_BANDS = 3

Cells = list[GridCell]


def joined_rows(
    rows: Sequence[Cells], columns: int, space: float, lines: Sequence[float] = ()
) -> list[Cells]:
    """The rows of a table's body from the rows of its words; `space` is the usual gap between two words, and `lines` the
    places of the lines that cross the table: where they part all of its rows, what is between two of them is one row."""
    bands = _bands(rows, lines)
    if bands is not None:
        return bands
    widths = [0.0] * columns
    for row in rows:
        for cell in row:
            if cell.column == cell.last_column:
                widths[cell.column] = max(widths[cell.column], _right(cell) - _left(cell))
    gaps = sorted(_top(below) - _bottom(above) for above, below in pairwise(rows))
    wide = gaps[len(gaps) * 3 // 4] if gaps else 0.0
    found: list[Cells] = []
    last: Cells = []
    for row in rows:
        if found and _goes_on(found[-1], last, row, widths, space, wide):
            _append(found[-1], row)
        else:
            found.append(list(row))
        last = row
    return found


def _bands(rows: Sequence[Cells], lines: Sequence[float]) -> list[Cells] | None:
    """The rows of words between every two lines as one row each; None where lines part groups of rows, or nothing."""
    bands: dict[int, Cells] = {}
    amounts: dict[int, set[int]] = {}
    for row in rows:
        band = bisect_left(lines, row[0].words[0].middle)
        numbers = {cell.column for cell in row if _is_amount(cell)}
        if numbers & amounts.setdefault(band, set()):
            return None
        amounts[band] |= numbers
        _append(bands.setdefault(band, []), [replace(cell, words=list(cell.words)) for cell in row])
    if len(bands) < max(_FEWEST_BANDS, 0.3 * len(rows)):
        return None
    return [sorted(band, key=lambda cell: cell.column) for _, band in sorted(bands.items())]


def _goes_on(
    above: Cells, last: Cells, row: Cells, widths: Sequence[float], space: float, wide: float
) -> bool:
    """Whether a row of words belongs to the table row `above`, of which `last` is the lowest row of words; `wide` is the
    white between rows of the table that are far from each other."""
    height = max(max(word.bottom - word.top for word in cell.words) for cell in (*last, *row))
    ranges = {cell.column: cell for cell in last}
    if any(
        cell.column <= other.last_column and other.column <= cell.last_column
        and (cell.column, cell.last_column) != (other.column, other.last_column)
        for cell in row for other in last
    ):  # fmt: skip
        return False
    if _top(row) - _top(last) < _BESIDE * height and not any(c.column in ranges for c in row):
        amounts = {cell.column for cell in above if _is_amount(cell)}
        return not any(_is_amount(cell) and cell.column in amounts for cell in row)
    if _top(row) - _bottom(last) > _TIGHT * height:
        return False
    if any(_is_amount(cell) for cell in row) and not _is_label_alone(last):
        return False
    common = [(ranges[cell.column], cell) for cell in row if cell.column in ranges]
    if not common or not all(_is_full(before, after, widths, space) for before, after in common):
        return False
    label = next((cell for cell in row if cell.column == 0), None)
    if label is None:
        return True
    start = min(_left(cell) for cell in above if cell.column == 0) if 0 in ranges else None
    if start is None or _left(label) < start - _INDENT * height:
        return False
    small = label.words[0].text[0].islower()
    nearer = _top(row) - _bottom(last) < wide - 0.25 * height
    return small or nearer or _left(label) > start + _INDENT * height


def _is_full(before: GridCell, after: GridCell, widths: Sequence[float], space: float) -> bool:
    """Whether the first word of a line would not have fit into the line above it."""
    words = before.words
    width = max(word.right for word in words[-40:]) - min(word.left for word in words[-40:])
    first = min(after.words, key=lambda word: word.left)
    return width + space + first.right - first.left > 0.98 * widths[before.column]


def _is_label_alone(row: Cells) -> bool:
    return len(row) == 1 and row[0].column == 0


def _is_amount(cell: GridCell) -> bool:
    return cell.column > 0 and is_number(cell.text)


def _append(above: Cells, row: Cells) -> None:
    for cell in row:
        same = next((each for each in above if each.column == cell.column), None)
        if same is None:
            above.append(cell)
        else:
            same.words = [*same.words, *cell.words]


def _left(cell: GridCell) -> float:
    return min(word.left for word in cell.words)


def _right(cell: GridCell) -> float:
    return max(word.right for word in cell.words)


def _top(row: Cells) -> float:
    return min(word.top for cell in row for word in cell.words)


def _bottom(row: Cells) -> float:
    return max(word.bottom for cell in row for word in cell.words)
