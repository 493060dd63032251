"""Gives a label that stands beside a group of rows to all of them: where lines show the group, or where it stands in the middle
of the group's height. Knows tables of words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from wherein.documents.page_tables.ruling_lines import NEAR, Rule
from wherein.documents.page_tables.table_pieces import GridCell, PageTable

# So many lines that begin at one place within the table part its label column from the others.
_FEWEST_SHORT = 2


def label_wall(rules: Sequence[Rule]) -> float | None:
    """Where the lines between the rows of a group begin, right of the labels that stand beside whole groups; None where all
    lines are of one width. Full lines part the groups."""
    if len(rules) < 2 * _FEWEST_SHORT:
        return None
    left, right = min(rule.start for rule in rules), max(rule.end for rule in rules)
    starts = sorted(
        rule.start for rule in rules
        if rule.start > left + 4 * NEAR and abs(rule.end - right) <= 2 * NEAR
    )  # fmt: skip
    if len(starts) < _FEWEST_SHORT or starts[-1] - starts[0] > 2 * NEAR:
        return None
    return starts[0] if starts[0] < (left + right) / 2 else None


def spread_labels(table: PageTable, rules: Sequence[Rule], wall: float) -> None:
    """Let a label that is alone between two full lines cover all rows between them."""
    full = [rule.at for rule in rules if rule.start < wall - NEAR]
    middles: list[float | None] = [None] * table.rows
    labels: dict[int, list[GridCell]] = {}
    for cell in table.cells:
        if cell.row < table.header_rows:
            continue
        if cell.last_column == 0:
            labels.setdefault(bisect_left(full, cell.words[0].middle), []).append(cell)
        elif cell.column > 0:
            middles[cell.row] = cell.words[0].middle
    for band, cells in labels.items():
        rows = list(_rows_in(band, full, middles))
        if len(cells) == 1 and rows:
            cells[0].row, cells[0].last_row = rows[0], rows[-1]
    table.cells.sort(key=lambda cell: (cell.row, cell.column))


def _rows_in(band: int, full: Sequence[float], middles: Sequence[float | None]) -> Iterator[int]:
    for row, middle in enumerate(middles):
        if middle is not None and bisect_left(full, middle) == band:
            yield row


def spread_centred(table: PageTable) -> None:
    """Let each label cover the rows in whose middle it stands, where the labels so part all rows of the table among them.

    Only where the first row has no label: then labels stand neither at the top of their groups nor beside each row.
    """
    labels = [
        c for c in table.cells if c.row >= table.header_rows and c.column == c.last_column == 0
    ]
    beside = [c for c in table.cells if c.row >= table.header_rows and c.column > 0]
    heights: dict[int, list[float]] = {}
    for cell in beside:
        heights.setdefault(cell.row, []).append(cell.words[0].middle)
    rows = sorted(heights)
    if len(labels) < 2 or len(rows) < len(labels) + 1 or rows[0] in {c.row for c in labels}:
        return
    middles = [median(heights[row]) for row in rows]
    near = 0.3 * median(below - above for above, below in pairwise(middles))
    groups: list[tuple[int, int]] = []
    start = 0
    for label in labels:
        middle = (min(w.top for w in label.words) + max(w.bottom for w in label.words)) / 2
        end = (
            bisect_left(middles, 2 * middle - middles[start] - 2 * near)
            if start < len(rows)
            else len(rows)
        )
        if not start <= end < len(rows) or abs((middles[start] + middles[end]) / 2 - middle) > near:
            return
        groups.append((start, end))
        start = end + 1
    if start < len(rows):
        return
    numbers = {row: table.header_rows + at for at, row in enumerate(rows)}
    for cell in beside:
        cell.row, cell.last_row = numbers[cell.row], numbers[cell.row]
    for label, (first, last) in zip(labels, groups, strict=True):
        label.row, label.last_row = table.header_rows + first, table.header_rows + last
    table.rows = table.header_rows + len(rows)
    table.cells.sort(key=lambda cell: (cell.row, cell.column))
