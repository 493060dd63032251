"""Finds tables without walls: rows of words that leave the same gaps one below the other. Knows words and horizontal lines."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from wherein.documents.page_tables.header_lines import head_of, lines_above, particulars_above
from wherein.documents.page_tables.ruling_lines import Rule
from wherein.documents.page_tables.spanning_headers import header_cells
from wherein.documents.page_tables.table_pieces import (
    USUAL_SPACE,
    Chunk,
    GridCell,
    PageTable,
    Row,
    Word,
    is_number,
    is_parted,
    is_time,
    rows_of,
    usual_space,
)
from wherein.documents.page_tables.table_rows import joined_rows

_FEWEST_ROWS_OF_A_PART = 4
_MOST_CUTS = 6
_MOST_PARTS = 8
MOST_COLUMNS = 200
"""More gaps that all rows share are a pattern, and no table."""
# Between two chunks of a row the gap is at least so many usual spaces.
_CHUNK_SPACES = 1.4
_SPACES_TO_A_NUMBER = 1.3
_SPACES_TO_A_TIME = 1.15
_SPACES_OF_NUMBERS = 0.8

# Items have so many pieces at least, and so many rows of sums stand below them at most.
_FEWEST_OF_AN_ITEM = 3
_MOST_SUMS = 8


def chunks_of(row: Sequence[Word], space: float) -> Row:
    """A row of words cut at its wide gaps; `space` is the usual gap between two words, in points."""
    cuts = [0]
    for at, (before, after) in enumerate(pairwise(row), 1):
        gap = after.left - before.right
        is_wide = is_parted(before, after) or gap > _spaces_between(before, after) * space
        if is_wide and not _belongs(before, after, gap, space):
            cuts.append(at)
    cuts.append(len(row))
    return [
        Chunk(tuple(row[a:b]), row[a].left, max(word.right for word in row[a:b]))
        for a, b in pairwise(cuts)
    ]


def _spaces_between(before: Word, after: Word) -> float:
    """How many usual spaces part two words that stand in two columns, at least."""
    if not is_number(after.text):
        return _CHUNK_SPACES
    if is_number(before.text):
        return _SPACES_OF_NUMBERS
    return _SPACES_TO_A_TIME if is_time(after.text) else _SPACES_TO_A_NUMBER


def _belongs(before: Word, after: Word, gap: float, space: float) -> bool:
    """Whether two words are one amount: "$" and what it is before, what "%" is after."""
    return gap < 6 * space and (before.text in _BEFORE_AMOUNTS or after.text in _AFTER_AMOUNTS)


_BEFORE_AMOUNTS = frozenset("$€£¥")
_AFTER_AMOUNTS = frozenset("%‰")


def columns_of(
    rows: Sequence[Row], space: float, walls: Sequence[float] = (), others: Sequence[Row] = ()
) -> list[tuple[float, float]]:
    """The columns of rows of a table: what lies between the gaps that nearly all of these rows share, and between walls.

    `others` are further rows of the table, which also show whether there are words on both sides of a gap.
    """
    count = len(rows)
    allowed = int(0.06 * count)
    events: list[tuple[float, int]] = []
    for row in rows:
        for chunk in row:
            events += [(chunk.left, 1), (chunk.right, -1)]
    events.sort()
    cuts: list[tuple[float, float]] = []
    covered, since = 0, None
    for x, step in events:
        before, covered = covered, covered + step
        if covered <= allowed < before:
            since = x
        elif before <= allowed < covered and since is not None:
            if x - since >= 0.4 * space and _is_gap(rows, others, since, x, space):
                cuts.append((since, x))
            since = None
    if not events:
        return []
    left, right = events[0][0], max(x for x, _ in events)
    for wall in walls:
        if left < wall < right and not any(
            cut[0] - space <= wall <= cut[1] + space for cut in cuts
        ):
            cuts.append((wall, wall))
    cuts.sort()
    edges = [left, *(x for cut in cuts for x in cut), right]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _is_gap(
    rows: Sequence[Row], others: Sequence[Row], left: float, right: float, space: float
) -> bool:
    """Whether a strip without words parts columns: rows, or where these are too few also others, have words on both sides,
    usually further apart than two words of a sentence are."""
    needed = max(2, 0.2 * len(rows))
    parted = 2.0 * space
    gaps, numbers = _gaps_at(rows, left, right, parted)
    if len(gaps) < needed:
        more, more_numbers = _gaps_at(others, left, right, parted)
        gaps, numbers = gaps + more, numbers + more_numbers
    if len(gaps) < needed:
        return False
    least = 1.15 if numbers > 0.7 * len(gaps) else 2.0
    return median(gaps) >= least * space


def _gaps_at(
    rows: Sequence[Row], left: float, right: float, parted: float
) -> tuple[list[float], int]:
    """The gap that each row leaves around a strip, and how many of these gaps are between two numbers. Where the row has a
    tab there, its gap counts as at least `parted` points wide."""
    middle = (left + right) / 2
    gaps: list[float] = []
    numbers = 0
    for row in rows:
        if any(chunk.left < left and chunk.right > right for chunk in row):
            continue
        before = [chunk for chunk in row if (chunk.left + chunk.right) / 2 < middle]
        after = [chunk for chunk in row if (chunk.left + chunk.right) / 2 >= middle]
        if before and after:
            gap = after[0].left - before[-1].right
            is_tab = is_parted(before[-1].words[-1], after[0].words[0])
            gaps.append(max(gap, parted) if is_tab else gap)
            numbers += is_number(before[-1].text) and is_number(after[0].text)
    return gaps, numbers


def parts_of(words: Sequence[Word], of_height: float = USUAL_SPACE) -> list[list[Word]]:
    """The words of a region, parted where two tables stand one below the other: at a wide step, below which, or above
    which, there are more columns than all rows share. At most `_MOST_PARTS` parts."""
    space = usual_space(words, of_height)
    todo = [rows_of(words)]
    found: list[list[Word]] = []
    while todo:
        rows = todo.pop()
        cut = _cut_of(rows, space) if len(todo) + len(found) < _MOST_PARTS else None
        if cut is None:
            found.append([word for row in rows for word in row])
        else:
            todo += (rows[cut:], rows[:cut])
    return found


def _cut_of(rows: Sequence[list[Word]], space: float) -> int | None:
    """The row at which the second of two tables begins; None where there is one."""
    if len(rows) < 2 * _FEWEST_ROWS_OF_A_PART:
        return None
    steps = [below[0].top - above[0].bottom for above, below in pairwise(rows)]
    least = median(steps) + 0.5 * (rows[0][0].bottom - rows[0][0].top)
    inner = range(_FEWEST_ROWS_OF_A_PART, len(rows) - _FEWEST_ROWS_OF_A_PART + 1)
    wide = [number for number in inner if steps[number - 1] > least]
    whole = _columns_in(rows, space) if wide else []
    for cut in sorted(wide, key=lambda number: -steps[number - 1])[:_MOST_CUTS]:
        sides = (rows[:cut], rows[cut:])
        finer = [len(_columns_in(side, space)) - _reached(side, whole) for side in sides]
        if min(finer) >= 0 and max(finer) > 0 and all(_reached(side, whole) > 1 for side in sides):
            return cut
    return None


def _reached(rows: Sequence[Sequence[Word]], columns: Sequence[tuple[float, float]]) -> int:
    """How many of the columns have a word in some rows."""
    words = [word for row in rows for word in row]
    return sum(any(left <= word.centre <= right for word in words) for left, right in columns)


def _columns_in(rows: Sequence[Sequence[Word]], space: float) -> list[tuple[float, float]]:
    return columns_of(_model([chunks_of(row, space) for row in rows]), space)


def _model(rows: Sequence[Row]) -> list[Row]:
    """The rows that tell the columns: those with figures, or all with several chunks where too few have any."""
    wide = [row for row in rows if len(row) > 1]
    numeric = [row for row in wide if any(is_number(chunk.text) for chunk in row[1:])]
    return numeric if len(numeric) >= max(2, 0.4 * len(wide)) else wide


def _without_sums(rows: Sequence[Row], above: Sequence[Row]) -> Sequence[Row]:
    """The rows without those at the end, as of an invoice, that have fewer pieces than the items: labels, which may reach
    over several columns, with sums. All rows where no row above the figures has as many pieces, and only one item has."""
    most = max((len(row) for row in rows), default=0)
    full = [number for number, row in enumerate(rows) if len(row) == most]
    if most < _FEWEST_OF_AN_ITEM or len(rows) - 1 - full[-1] > _MOST_SUMS:
        return rows
    is_sure = len(full) > 1 or any(len(row) == most for row in above)
    return rows[: full[-1] + 1] if is_sure else rows


def table_of_rows(
    words: Sequence[Word],
    page: int,
    rules: Sequence[Rule] = (),
    walls: Sequence[float] = (),
    of_height: float = USUAL_SPACE,
) -> PageTable | None:
    """The table that words make; None where they leave no common gaps. `rules` are the horizontal lines among them, and
    `walls` the places of vertical lines that part its columns; for `of_height` see `usual_space`."""
    space = usual_space(words, of_height)
    rows = [chunks_of(row, space) for row in rows_of(words)]
    rows = rows[particulars_above(rows) :]
    rows = rows[lines_above(rows) :]
    model = _model(rows)
    chosen = {id(row) for row in model}
    others = [row for row in rows if id(row) not in chosen]
    columns = columns_of(model, space, walls, others)
    items = _without_sums(model, others)
    if len(items) < len(model):
        finer = columns_of(items, space, walls, others)
        columns = finer if len(finer) > len(columns) else columns
    labels = [
        c for row in rows for c in row if columns and walls and c.right < walls[0] < columns[0][0]
    ]
    if labels:  # those beside groups of rows may stand in no row with figures
        columns.insert(0, (min(c.left for c in labels), max(c.right for c in labels)))
    if not 2 <= len(columns) <= MOST_COLUMNS:
        return None
    head = head_of(rows, columns, rules)
    pieces = [_placed(row, columns, space) for row in rows]
    cells, count = header_cells(pieces[:head], columns, rules)
    for row in pieces[head:]:
        if len(row) == 1 and row[0].column == 0:
            row[0].last_column = 0  # the title of a section may reach over the columns
    row_number = count
    left, right = columns[0][0], columns[-1][1]
    crossing = [
        r.at for r in rules if min(r.end, right) - max(r.start, left) > 0.8 * (right - left)
    ]
    for row in joined_rows(pieces[head:], len(columns), space, crossing):
        for cell in row:
            cell.row = cell.last_row = row_number
            cells.append(cell)
        row_number += 1
    cells.sort(key=lambda cell: (cell.row, cell.column))
    return PageTable(page, row_number, len(columns), cells, tuple(columns), header_rows=count)


def _placed(row: Row, columns: Sequence[tuple[float, float]], space: float) -> list[GridCell]:
    """The cells of a row, without their row: chunks by the columns they are over, cut where a gap is between columns."""
    lefts, rights = [left for left, _ in columns], [right for _, right in columns]
    found: list[GridCell] = []
    for chunk in row:
        for part in _cut(chunk, lefts, rights, space):
            first, last = _covered(part[0].left, max(word.right for word in part), lefts, rights)
            if found and found[-1].last_column >= first and found[-1].column <= first == last:
                found[-1].words += part
                continue
            found.append(GridCell(0, first, 0, last, list(part)))
    return found


def _covered(
    left: float, right: float, lefts: Sequence[float], rights: Sequence[float]
) -> tuple[int, int]:
    """The first and the last column that a piece from `left` to `right` is over; the nearest one where it is over none."""
    first, after = bisect_right(rights, left), bisect_left(lefts, right)
    over = [
        number for number in range(first, after)
        if min(right, rights[number]) - max(left, lefts[number])
        > 0.35 * min(rights[number] - lefts[number], right - left)
    ]  # fmt: skip
    if over:
        return over[0], over[-1]
    near = range(max(0, first - 1), min(len(lefts), after + 1))
    middle = (left + right) / 2
    number = min(near, key=lambda at: max(lefts[at] - middle, middle - rights[at]))
    return number, number


def _cut(
    chunk: Chunk, lefts: Sequence[float], rights: Sequence[float], space: float
) -> Iterator[tuple[Word, ...]]:
    """The parts of a chunk that stand in different columns, where its words part between these; else the chunk."""
    start = 0
    for at, (before, after) in enumerate(pairwise(chunk.words), 1):
        if after.left - before.right < 1.1 * space and before.line is after.line:
            continue
        last = bisect_right(rights, after.left) - 1
        if last >= 0 and last + 1 < len(lefts) and before.right <= lefts[last + 1]:
            yield chunk.words[start:at]
            start = at
    yield chunk.words[start:]


def is_aligned_table(table: PageTable) -> bool:
    """False for words that only happen to stand below each other: prose in columns, lists, contents, scattered labels."""
    body = [cell for cell in table.cells if cell.row >= table.header_rows]
    rows: dict[int, list[GridCell]] = {}
    for cell in body:
        rows.setdefault(cell.row, []).append(cell)
    full = [row for row in rows.values() if len(row) > 1]
    if len(full) < 2 or len(full) < 0.4 * len(rows):
        return False
    if sum(len(row) for row in full) < 0.5 * len(full) * table.columns:
        return False
    values = [cell for row in full for cell in row if cell.column > 0]
    numbers = sum(is_number(cell.text) for cell in values)
    words = sum(len(cell.words) for cell in body) / len(body)
    if _are_marks(full) or (table.columns == 2 and _are_contents(full)):
        return False
    if numbers >= 0.5 * len(values):
        return len(full) >= 2
    return len(full) >= 3 and words <= 4 and _stand_in_line(full)


# So many of a column's cells begin, or end, at one place.
_IN_LINE = 0.7
_MARK = re.compile(r"^(?:[•◦▪▫‣·●○■□–—*\-]|[\[(]?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[\]).]*)$")


def _are_marks(rows: Sequence[Sequence[GridCell]]) -> bool:
    """Whether the first column is bullets, or numbers of a list or of lines, of a table with no more than one other."""
    firsts = [row[0].text for row in rows if row[0].column == 0]
    others = {cell.column for row in rows for cell in row if cell.column > 0}
    alike = len(firsts) > 1 and len(firsts[0]) == 1 and len(set(firsts)) == 1
    marks = sum(_MARK.match(text) is not None for text in firsts)
    return len(others) < 2 and (alike or marks > 0.6 * len(firsts))


def _are_contents(rows: Sequence[Sequence[GridCell]]) -> bool:
    """Whether the last column is page numbers: whole numbers that never fall."""
    numbers = [row[-1].text for row in rows]
    if not all(text.isdecimal() and len(text) < 5 for text in numbers):
        return False
    steps = list(pairwise(int(text) for text in numbers))
    return sum(a <= b for a, b in steps) >= 0.9 * len(steps)


def _stand_in_line(rows: Sequence[Sequence[GridCell]]) -> bool:
    """Whether the cells of each column begin, or end, or have their middles, at one place."""
    lefts: dict[int, list[float]] = {}
    rights: dict[int, list[float]] = {}
    for row in rows:
        for cell in row:
            lefts.setdefault(cell.column, []).append(min(word.left for word in cell.words))
            rights.setdefault(cell.column, []).append(max(word.right for word in cell.words))
    for column, left in lefts.items():
        right = rights[column]
        # Lines of a title page have their middles in one place too.
        middles = _middles(left, right) if len(lefts) > 2 else []
        if max(_at_one_place(places) for places in (left, right, middles)) < _IN_LINE:
            return False
    return True


def _middles(lefts: Sequence[float], rights: Sequence[float]) -> list[float]:
    return [(left + right) / 2 for left, right in zip(lefts, rights, strict=True)]


def _at_one_place(places: Sequence[float]) -> float:
    """The share of places within two points of the most usual one."""
    if not places:
        return 0.0
    middle = median(places)
    return sum(abs(place - middle) <= 2 for place in places) / len(places)
