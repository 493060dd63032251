"""Tells the boxes of a page's layout, which hold lists or small tables of their own, from the cells of a ruled table."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from wherein.documents.page_tables.ruled_tables import without_blank
from wherein.documents.page_tables.ruling_lines import NEAR
from wherein.documents.page_tables.table_pieces import (
    GridCell,
    PageTable,
    Word,
    is_number,
    is_parted,
    rows_of,
    usual_space,
)

_FEWEST_LINES = 3
_WIDE = 2.0
"""In usual spaces: a wider gap parts what stands before it from what stands after it."""
_SHARE_IN_LINE = 0.5
# Labels have no more words than this, on average.
_MOST_WORDS_OF_LABELS = 4
MOST_ENDS = 100
"""Places where boxes of one frame begin or end, at which the rest of it is parted; below further ones it is not."""
# A bullet or a number, whose text stands behind a gap in every list.
_MARK = re.compile(r"\W|[(\[]?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[).\]]")


def is_box(cell: GridCell, of_height: float) -> bool:
    """Whether three lines or more of a cell have a wide gap, behind which what follows begins at one place, or figures end at
    one: columns of its own. Not where only bullets stand before the gap."""
    if len(cell.words) < 2 * _FEWEST_LINES:
        return False
    rows = rows_of(cell.words)
    if len(rows) < _FEWEST_LINES:
        return False
    space = usual_space(cell.words, of_height)
    lines = [list(_pieces(row, space)) for row in rows]
    behind = [piece for line in lines for piece in _behind(line)]
    every = [piece for line in lines for piece in line]
    needed = max(_FEWEST_LINES, _SHARE_IN_LINE * len(rows))
    figures, all_figures = [p for p in behind if _is_figure(p)], [p for p in every if _is_figure(p)]
    return _are_in_line(map(_left, behind), map(_left, every), needed) or _are_in_line(
        map(_right, figures), map(_right, all_figures), needed
    )


def _pieces(row: Sequence[Word], space: float) -> Iterator[Sequence[Word]]:
    start = 0
    for at, (before, after) in enumerate(pairwise(row), 1):
        if after.left - before.right > _WIDE * space or is_parted(before, after):
            yield row[start:at]
            start = at
    yield row[start:]


def _behind(line: Sequence[Sequence[Word]]) -> Sequence[Sequence[Word]]:
    """The pieces of a line behind its gaps; those behind a bullet are the beginning of its text."""
    is_marked = len(line[0]) == 1 and _MARK.fullmatch(line[0][0].text) is not None
    return line[2:] if is_marked else line[1:]


def _left(piece: Sequence[Word]) -> float:
    return piece[0].left


def _right(piece: Sequence[Word]) -> float:
    return max(word.right for word in piece)


def _is_figure(piece: Sequence[Word]) -> bool:
    return is_number(" ".join(word.text for word in piece))


def _are_in_line(behind: Iterable[float], every: Iterable[float], needed: float) -> bool:
    """Whether at one place three pieces stand behind a gap, and so many as are needed in all."""
    behind, every = sorted(behind), sorted(every)
    return any(
        last - place <= NEAR
        and bisect_right(every, place + NEAR) - bisect_left(every, place) >= needed
        for place, last in zip(behind, behind[_FEWEST_LINES - 1 :], strict=False)
    )


@dataclass(frozen=True, slots=True)
class Band:
    """Rows of a table that are boxes of a page's layout: the first and the last of them, and the boxes that begin in the
    first, each with the title above it or None. They are to be read alone where they stand beside each other and nothing else does."""

    first: int
    last: int
    boxes: tuple[GridCell, ...]
    titles: tuple[GridCell | None, ...]
    are_alone: bool

    @property
    def top(self) -> float:
        return min(word.top for cell in self.boxes for word in cell.words)

    @property
    def bottom(self) -> float:
        return max(word.bottom for cell in self.boxes for word in cell.words)


def bands_of(table: PageTable, of_height: float) -> list[Band]:
    """The rows of a table that are boxes of a page's layout: every cell has columns of its own, or is a list beside such a
    cell. Not between rows of one table, whose columns go on below them.

    A cell with columns of its own beside one that has none is a cell, as the particulars of an article beside its price.
    """
    own = {id(cell) for cell in table.cells if is_box(cell, of_height)}
    if not own:
        return []
    starting = _by_row(table.cells)
    found: list[Band] = []
    reached = -1
    for row, beside in sorted(starting.items()):
        before, reached = reached, max([reached, *(cell.last_row for cell in beside)])
        boxes = tuple(cell for cell in beside if id(cell) in own)
        others = [cell for cell in beside if id(cell) not in own]
        heights = sorted(word.middle for box in boxes for word in box.words)
        if before < row and boxes and all(_is_list_beside(cell, heights) for cell in others):
            titles = {
                (c.column, c.last_column): c
                for c in starting.get(row - 1, ())
                if _is_title(c, of_height)
            }
            named = tuple(titles.get((box.column, box.last_column)) for box in boxes)
            found.append(Band(row, reached, boxes, named, not others and len(boxes) > 1))
    inside = _inside_tables(starting, found)
    return [band for band in found if band.first not in inside]


def _by_row(cells: Iterable[GridCell]) -> dict[int, list[GridCell]]:
    rows: dict[int, list[GridCell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    return rows


def _is_title(cell: GridCell, of_height: float) -> bool:
    """Whether a cell is one line without a wide gap."""
    lines = rows_of(cell.words)
    return len(lines) == 1 and len(list(_pieces(lines[0], usual_space(lines[0], of_height)))) == 1


def _is_list_beside(cell: GridCell, heights: Sequence[float]) -> bool:
    """Whether a cell is lines, nearly each at one of the heights of a box's own, that are no wrapped text."""
    lines = rows_of(cell.words)
    beside = sum(
        bisect_left(heights, row[0].middle - NEAR) < bisect_right(heights, row[0].middle + NEAR)
        for row in lines
    )
    wrapped = sum(row[0].text[0].islower() for row in lines)
    return len(lines) >= _FEWEST_LINES and beside >= 0.8 * len(lines) and wrapped <= 0.25 * len(lines)  # fmt: skip


def _inside_tables(rows: Mapping[int, Sequence[GridCell]], bands: Sequence[Band]) -> set[int]:
    """The rows between two that are parted at the same places, besides boxes and their titles."""
    boxes = {row for band in bands for row in range(band.first, band.last + 1)}
    titles = {band.first - 1 for band in bands if all(band.titles)}
    ends: dict[tuple[tuple[int, int], ...], tuple[int, int]] = {}
    for row, cells in sorted(rows.items()):
        if len(cells) > 1 and row not in boxes and row not in titles:
            parted = tuple((cell.column, cell.last_column) for cell in cells)
            ends[parted] = (ends.get(parted, (row, row))[0], row)
    found: set[int] = set()
    reached = -1
    for first, last in sorted(ends.values()):
        found.update(range(max(first, reached) + 1, last))
        reached = max(reached, last - 1)
    return found


def are_titled_lists(band: Band, page: int, of_height: float) -> bool:
    """Whether all boxes of a group are labels with their values below a title of their own: more than lines that happen to
    stand beside each other."""
    return band.are_alone and all(band.titles) and all(
        list_in(box.words, page, of_height) is not None for box in band.boxes
    )  # fmt: skip


def between_bands(table: PageTable, bands: Sequence[Band]) -> list[PageTable]:
    """The tables above, between and below these rows of a table; the table itself where there are none."""
    if not bands:
        return [table]
    found: list[PageTable] = []
    ordered = sorted(table.cells, key=lambda cell: (cell.row, cell.column))
    rows = [cell.row for cell in ordered]
    first = 0
    for start, end in [*((band.first, band.last) for band in bands), (table.rows, table.rows)]:
        cells = ordered[bisect_left(rows, first) : bisect_left(rows, start)]
        first = end + 1
        if _has_equal_rows(cells):
            found.append(without_blank(replace(table, cells=cells)))
    return found


def titles_in(table: PageTable, of_height: float) -> list[Word]:
    """The words of the rows of a table that are one cell with one line without a wide gap: titles of what is below."""
    found: list[Word] = []
    for cells in _by_row(table.cells).values():
        is_wide = cells[0].last_column - cells[0].column + 1 == table.columns
        if is_wide and _is_title(cells[0], of_height):
            found += cells[0].words
    return found


def parted_by(bands: Sequence[Band], words: Sequence[Word]) -> list[list[Word]]:
    """The words of a frame, parted where boxes begin and end that are to be read alone."""
    ends = sorted(end for band in bands if band.are_alone for end in (band.top, band.bottom))
    ends = ends[:MOST_ENDS]
    parts: list[list[Word]] = [[] for _ in range(len(ends) + 1)]
    for word in words:
        parts[bisect_left(ends, word.middle)].append(word)
    return [part for part in parts if part]


def list_in(words: Sequence[Word], page: int, of_height: float) -> PageTable | None:
    """The labels of a box with the value that stands behind a gap beside each; None where a line has a second gap, or most
    of what stands before the gap is no label."""
    space = usual_space(words, of_height)
    lines = [list(_pieces(row, space)) for row in rows_of(words)]
    labels = [line[0] for line in lines if len(line) == 2 and line[0][0].text[0].isalpha()]
    if max(map(len, lines)) > 2 or 2 * len(labels) <= len(lines):
        return None
    if sum(map(len, labels)) > _MOST_WORDS_OF_LABELS * len(labels):
        return None
    place = min(_left(line[1]) for line in lines if len(line) == 2)
    cells: list[GridCell] = []
    row = -1
    for line in lines:
        goes_on = len(line) == 1 and _left(line[0]) > place - NEAR
        if goes_on and cells and cells[-1].column == 1:
            cells[-1].words += line[0]
            continue
        row += 1
        columns = (1,) if goes_on else (0, 1)
        for column, piece in zip(columns, line, strict=False):
            cells.append(GridCell(row, column, row, column, list(piece)))
    left, right = min(word.left for word in words), max(word.right for word in words)
    places = ((left, place), (place, right))
    return PageTable(page, row + 1, 2, cells, places, value_labels=(0,))


def mark_boxes(table: PageTable, of_height: float) -> None:
    """Let the cells of a table that have columns of their own keep their lines, and be no headers: they name nothing below
    them."""
    for cell in table.cells:
        cell.keeps_lines = is_box(cell, of_height)
    marked = (cell.row for cell in table.cells if cell.keeps_lines)
    table.header_rows = min([table.header_rows, *marked])


def with_title(table: PageTable, title: Sequence[Word]) -> PageTable:
    """The table with a title over all its columns as its first row; it has no headers."""
    below = [replace(cell, row=cell.row + 1, last_row=cell.last_row + 1) for cell in table.cells]
    first = GridCell(0, 0, 0, table.columns - 1, list(title))
    return replace(table, rows=table.rows + 1, cells=[first, *below])


def _has_equal_rows(cells: Sequence[GridCell]) -> bool:
    """Whether two rows are parted at the same places, as those of a table are."""
    parted = [
        tuple(sorted((cell.column, cell.last_column) for cell in row))
        for row in _by_row(cells).values()
        if len(row) > 1
    ]
    return len(set(parted)) < len(parted)
