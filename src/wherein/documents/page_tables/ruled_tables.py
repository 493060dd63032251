"""Finds the tables that ruling lines draw: grids of walls, whose cells may span rows and columns. Knows no alignment."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from wherein.documents.page_tables.ruling_lines import NEAR, Rule, Rules
from wherein.documents.page_tables.table_pieces import (
    GridCell,
    PageTable,
    Word,
    are_particulars,
    is_number,
    rows_of,
    usual_space,
)

MOST_CROSSINGS = 250_000
"""Pairs of a horizontal and a vertical line of one page that are looked at: a grid of 500 by 500."""
MOST_GRID_CELLS = 40_000
_FEWEST_FILLED = 0.3
_MOST_WORDS_A_CELL = 60
_FEWEST_ROWS_TO_SPLIT = 4
_MOST_PARTICULARS = 4


@dataclass(slots=True)
class Frame:
    """Ruling lines that cross or touch each other."""

    horizontal: list[Rule] = field(default_factory=list)
    vertical: list[Rule] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Grid:
    """Places of a frame's lines, and the rectangles between them: (first row, first column, last row, last column)."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[tuple[int, int, int, int], ...]


def frames_of(rules: Rules) -> list[Frame]:
    """The connected groups of lines, of which at least two are horizontal."""
    horizontal, vertical = rules.horizontal, rules.vertical
    if len(horizontal) * len(vertical) > MOST_CROSSINGS:
        return []
    parent = list(range(len(horizontal) + len(vertical)))

    def root(of: int) -> int:
        while parent[of] != of:
            parent[of] = parent[parent[of]]
            of = parent[of]
        return of

    places = [rule.at for rule in vertical]
    for number, (at, start, end) in enumerate(horizontal):
        first = bisect_left(places, start - NEAR)
        for other in range(first, bisect_right(places, end + NEAR)):
            if vertical[other].start - NEAR <= at <= vertical[other].end + NEAR:
                parent[root(len(horizontal) + other)] = root(number)
    frames: dict[int, Frame] = {}
    for number, rule in enumerate(horizontal):
        frames.setdefault(root(number), Frame()).horizontal.append(rule)
    for number, rule in enumerate(vertical, len(horizontal)):
        frames.setdefault(root(number), Frame()).vertical.append(rule)
    return [frame for frame in frames.values() if len(frame.horizontal) >= 2 and frame.vertical]


def grid_of(frame: Frame) -> Grid | None:
    """The cells that a frame's lines part from each other; None where there would be too many, or only one."""
    left = min(rule.start for rule in frame.horizontal)
    right = max(rule.end for rule in frame.horizontal)
    high = min(rule.start for rule in frame.vertical)
    low = max(rule.end for rule in frame.vertical)
    xs = _places([left, right, *(rule.at for rule in frame.vertical)])
    ys = _places([high, low, *(rule.at for rule in frame.horizontal)])
    rows, columns = len(ys) - 1, len(xs) - 1
    if rows < 1 or columns < 1 or not 2 <= rows * columns <= MOST_GRID_CELLS:
        return None
    beside = _walls(frame.vertical, xs, ys)
    below = _walls(frame.horizontal, ys, xs)
    return Grid(tuple(xs), tuple(ys), tuple(_rectangles(rows, columns, beside, below)))


def _places(values: list[float]) -> list[float]:
    """The values in order, those near to each other once."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > NEAR:
            found.append(value)
    return found


def _walls(
    rules: Sequence[Rule], across: Sequence[float], along: Sequence[float]
) -> set[tuple[int, int]]:
    """(n, k) for each stretch k between two places `along` on which a rule at place n of `across` stands."""
    found: set[tuple[int, int]] = set()
    for at, start, end in rules:
        number = min(
            (n for n in (bisect_left(across, at) - 1, bisect_left(across, at)) if 0 <= n < len(across)),
            key=lambda n: abs(across[n] - at),
        )  # fmt: skip
        first = max(0, bisect_left(along, start) - 1)
        for stretch in range(first, len(along) - 1):
            if along[stretch] >= end:
                break
            middle = (along[stretch] + along[stretch + 1]) / 2
            if start <= middle <= end:
                found.add((number, stretch))
    return found


def _rectangles(
    rows: int, columns: int, beside: set[tuple[int, int]], below: set[tuple[int, int]]
) -> Iterator[tuple[int, int, int, int]]:
    """The cells between walls, as rectangles; each place is in one, also where lines leave another shape."""
    taken = [[False] * columns for _ in range(rows)]
    for row in range(rows):
        for column in range(columns):
            if taken[row][column]:
                continue
            last = column
            while last + 1 < columns and (last + 1, row) not in beside and not taken[row][last + 1]:
                last += 1
            low = row
            while (
                low + 1 < rows
                and all(
                    (low + 1, at) not in below and not taken[low + 1][at]
                    for at in range(column, last + 1)
                )
                and all((at, low + 1) not in beside for at in range(column + 1, last + 1))
            ):
                low += 1
            for each in range(row, low + 1):
                for at in range(column, last + 1):
                    taken[each][at] = True
            yield row, column, low, last


def table_in(grid: Grid, words: Sequence[Word], page: int, of_height: float) -> PageTable | None:
    """The table of the words within a grid; None where they are none, as in forms, pictures and framed prose."""
    place: dict[tuple[int, int], GridCell] = {}
    cells: list[GridCell] = []
    for row, column, last_row, last_column in grid.cells:
        cell = GridCell(row, column, last_row, last_column)
        cells.append(cell)
        for each in range(row, last_row + 1):
            for at in range(column, last_column + 1):
                place[each, at] = cell
    for word in words:
        row = bisect_right(grid.ys, word.middle) - 1
        column = bisect_right(grid.xs, word.centre) - 1
        if (row, column) in place:
            place[row, column].words.append(word)
    return _compact([part for cell in cells for part in _split(cell, grid, of_height)], grid, page)


def _split(cell: GridCell, grid: Grid, of_height: float) -> list[GridCell]:
    """The parts of a cell over several rows or columns whose words stand in each of these: walls that were not drawn."""
    if (cell.last_row == cell.row and cell.last_column == cell.column) or not cell.words:
        return [cell]
    rows = rows_of(cell.words)
    places = [bisect_right(grid.ys, row[0].middle) - 1 for row in rows]
    if (
        cell.last_row - cell.row + 1 >= _FEWEST_ROWS_TO_SPLIT
        and len(set(places)) == len(rows)
        and len(rows) > 0.8 * (cell.last_row - cell.row + 1)
    ):
        return [
            part for place, row in zip(places, rows, strict=True)
            for part in _split(GridCell(place, cell.column, place, cell.last_column, row), grid, of_height)
        ]  # fmt: skip
    if cell.last_row > cell.row or cell.last_column == cell.column or len(rows) > 1:
        return [cell]
    space = usual_space(rows[0], of_height)
    parts: list[GridCell] = []
    for before, word in zip((None, *rows[0]), rows[0], strict=False):
        first, last = (bisect_right(grid.xs, x) - 1 for x in (word.left + 1, word.right - 1))
        if before is None or word.left - before.right > 2 * space:
            parts.append(GridCell(cell.row, first, cell.row, last, [word]))
        else:
            parts[-1].words.append(word)
            parts[-1].last_column = max(parts[-1].last_column, last)
    alone = all(part.column == part.last_column for part in parts)
    apart = len({part.column for part in parts}) == len(parts)
    return parts if len(parts) > 1 and alone and apart else [cell]


def _compact(cells: Sequence[GridCell], grid: Grid, page: int) -> PageTable | None:
    """The table of the cells with text, without rows and columns that have none of their own."""
    filled = [cell for cell in cells if cell.words]
    rows = _kept([(cell.row, cell.last_row) for cell in filled])
    columns = _kept([(cell.column, cell.last_column) for cell in filled])
    for cell in filled:
        cell.row, cell.last_row = _renumbered(rows, cell.row, cell.last_row)
        cell.column, cell.last_column = _renumbered(columns, cell.column, cell.last_column)
    filled = _without_captions(filled, len(columns))
    if not filled:
        return None
    first = min(cell.row for cell in filled)
    for cell in filled:
        cell.row, cell.last_row = cell.row - first, cell.last_row - first
    filled.sort(key=lambda cell: (cell.row, cell.column))
    return PageTable(
        page,
        max(cell.last_row for cell in filled) + 1,
        len(columns),
        filled,
        tuple((grid.xs[at], grid.xs[at + 1]) for at in columns),
    )


def without_blank(table: PageTable) -> PageTable:
    """The table without the rows and columns in which no cell of its own stands."""
    rows = _kept([(cell.row, cell.last_row) for cell in table.cells])
    columns = _kept([(cell.column, cell.last_column) for cell in table.cells])
    cells: list[GridCell] = []
    for cell in table.cells:
        first, last = _renumbered(rows, cell.row, cell.last_row)
        left, right = _renumbered(columns, cell.column, cell.last_column)
        cells.append(GridCell(first, left, last, right, cell.words))
    return replace(
        table,
        rows=len(rows),
        columns=len(columns),
        cells=cells,
        column_places=tuple(table.column_places[at] for at in columns),
    )


def _kept(spans: Sequence[tuple[int, int]]) -> list[int]:
    """The rows (or columns) that some cell has alone, and the first of each span that has none of these."""
    kept = {first for first, last in spans if first == last}
    for first, last in sorted(spans):
        if not any(at in kept for at in range(first, last + 1)):
            kept.add(first)
    return sorted(kept)


def _renumbered(kept: Sequence[int], first: int, last: int) -> tuple[int, int]:
    low = bisect_left(kept, first)
    return low, max(low, bisect_right(kept, last) - 1)


def _without_captions(cells: list[GridCell], columns: int) -> list[GridCell]:
    """The cells without what is no row of the table: a title above or notes below it (rows of one cell), and labels with
    their values above the headers."""
    if columns < 2:
        return cells
    wide = {cell.row for cell in cells if cell.column == 0 and cell.last_column == columns - 1}
    rows = sorted({cell.row for cell in cells})
    while rows and rows[0] in wide:
        rows.pop(0)
    while rows and rows[-1] in wide:
        rows.pop()
    texts = [[cell.text for cell in cells if cell.row == row] for row in rows[:_MOST_PARTICULARS]]
    labelled = [are_particulars(row) for row in texts]
    if True in labelled[:1] and False in labelled:
        rows = rows[labelled.index(False) :]
    kept = set(rows)
    return [cell for cell in cells if cell.row in kept]


def is_table(table: PageTable) -> bool:
    """False for frames that hold no table: fewer than two rows or columns, forms with mostly blank cells, boxes of prose."""
    cells = table.cells
    if table.columns < 2 or table.rows < 2 or len(cells) < 4:
        return False
    covered = sum(
        (cell.last_row - cell.row + 1) * (cell.last_column - cell.column + 1) for cell in cells
    )
    if covered < _FEWEST_FILLED * table.rows * table.columns:
        return False
    return sum(len(cell.words) for cell in cells) <= _MOST_WORDS_A_CELL * len(cells)


def is_coarse(table: PageTable, of_height: float) -> bool:
    """Whether lines part groups of rows or of columns only: cells hold amounts one below or beside the other, or texts of
    several lines, all at the same heights."""
    coarse = 0
    bands: dict[int, list[GridCell]] = {}
    for cell in table.cells:
        bands.setdefault(cell.row, []).append(cell)
    for band in bands.values():
        stacked = [cell for cell in band if len(cell.words) > 1 and _amounts(cell, of_height) > 1]
        others = (cell for cell in band if cell is not stacked[0])
        coarse += len(stacked) > 1 or (len(stacked) == 1 and any(_lines(c) > 1 for c in others))
        coarse += _are_rows(band)
    return coarse > 0


def _amounts(cell: GridCell, of_height: float) -> int:
    """How many of a cell's rows of words are amounts, or end with one that stands apart; 0 where a third is not."""
    rows = rows_of(cell.words)
    space = usual_space([word for row in rows for word in row], of_height)
    count = 0
    for row in rows:
        apart = len(row) == 1 or row[-1].left - row[-2].right > 2 * space
        if is_number(row[-1].text) and (apart or all(is_number(word.text) for word in row)):
            count += 1
    return count if count > 0.66 * len(rows) else 0


def _are_rows(band: Sequence[GridCell]) -> bool:
    """Whether all cells of a band but the label have the same three lines or more, each beside those of the others."""
    heights = [
        [round(row[0].middle) for row in rows_of(cell.words)] for cell in band if cell.column > 0
    ]
    first = heights[0] if heights else []
    return len(heights) > 1 and len(first) > 2 and all(
        len(each) == len(first) and all(abs(a - b) <= 1 for a, b in zip(each, first, strict=True))
        for each in heights
    )  # fmt: skip


def _lines(cell: GridCell) -> int:
    return len(rows_of(cell.words))


def long_walls(frame: Frame, grid: Grid) -> list[float]:
    """The places of the vertical lines along at least half of a frame."""
    height = grid.ys[-1] - grid.ys[0]
    lengths: dict[float, float] = {}
    for at, start, end in frame.vertical:
        near = next((x for x in lengths if abs(x - at) <= NEAR), at)
        lengths[near] = lengths.get(near, 0.0) + end - start
    return sorted(at for at, length in lengths.items() if length >= 0.5 * height)
