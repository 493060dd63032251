"""Says how many rows of words at the top of a table without walls are its headers. Knows rows of words and horizontal lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from wherein.documents.page_tables.ruling_lines import Rule
from wherein.documents.page_tables.table_pieces import (
    Chunk,
    Row,
    are_amounts,
    are_names,
    are_particulars,
    are_years,
    is_number,
)

_MOST_HEADER_ROWS = 8
_MOST_BOLD = 5
_OF_AMOUNTS = 0.8
_FEWEST_ROWS = 3
_FEWEST_HEADERS = 3
# White above a bold row of headers, in letter heights, from which what is above it is no header.
_APART = 0.6
_LONGEST_MARK = 3
Columns = Sequence[tuple[float, float]]


def head_of(rows: Sequence[Row], columns: Columns, rules: Sequence[Rule]) -> int:
    """How many of the rows are headers. A row of numbers that name their columns, as those of trains do, is one too where
    it follows headers that stand over several columns."""
    head = _above_body(rows, columns, rules)
    if not 0 < head < len(rows) - 1 or len(rows[head - 1]) >= len(rows[head]) - 1:
        return head
    names = [chunk.text for chunk in rows[head] if chunk.left > columns[0][1]]
    is_named = len(names) > 2 and not are_years(names)
    below = _first_figures(rows[head + 1 :], columns)
    if not is_named or below is None or not are_names(names, below[1]):
        return head
    return head + 1 + below[0]


def particulars_above(rows: Sequence[Row]) -> int:
    """How many rows at the top are labels with values ("Born: 02.11.1971"), above the headers of a table that has none."""
    labelled = [are_particulars([chunk.text for chunk in row]) for row in rows]
    count = labelled.index(False) if False in labelled else len(rows)
    few = len(rows) - count < _FEWEST_ROWS or len(rows[count]) < 2
    return 0 if few or any(labelled[count:]) else count


def lines_above(rows: Sequence[Row]) -> int:
    """How many rows at the top stand above the table: those apart from the only row in bold, which has several headers."""
    bold = [all(word.line.bold for chunk in row for word in chunk.words) for row in rows]
    if bold.count(True) != 1:
        return 0
    head = bold.index(True)
    is_head = len(rows[head]) >= _FEWEST_HEADERS and len(rows) - head > _FEWEST_ROWS
    is_head = is_head and not any(is_number(chunk.text) for chunk in rows[head])
    if not 0 < head <= _MOST_HEADER_ROWS or not is_head:
        return 0
    above, below = rows[head - 1][0].words[0], rows[head][0].words[0]
    return head if below.top - above.bottom > _APART * (below.bottom - below.top) else 0


def _above_body(rows: Sequence[Row], columns: Columns, rules: Sequence[Rule]) -> int:
    """How many of the rows are headers: those above the first figures, or above the last line before these that crosses
    the table; where every row has such a line, or none has, those in bold, or the first one."""
    if _is_of_amounts(rows[0], columns):
        return 0
    numbers = _before_numbers(rows, columns)
    counts = _above_lines(rows, columns, rules)
    most = min(numbers or 2, _MOST_HEADER_ROWS, len(rows) - 1)
    ruled = [count for count in counts if 0 < count <= most]
    parts_rows = len(counts) > 3 and len(counts) >= 0.4 * len(rows)
    bold = _bold(rows, columns)
    if ruled and not parts_rows:
        return max(ruled)
    if bold:
        return bold
    if len(columns) == 2 and (parts_rows or not ruled) and not _are_amounts(rows, columns):
        return 0
    if ruled and numbers:
        return ruled[0]
    if numbers is None:
        return (ruled or [1])[0] if len(rows[0]) > 1 and len(columns) > 2 else 0
    while numbers and len(rows[numbers - 1]) == 1 and rows[numbers - 1][0].left < columns[0][1]:
        numbers -= 1  # the title of the first section
    return 1 if numbers > 1 and _stands_alone(rows, columns) else numbers


def _are_amounts(rows: Sequence[Row], columns: Columns) -> bool:
    """Whether the second column says amounts below its first row: else two columns are labels with their values."""
    values = [row[-1].text for row in rows[1:] if row[-1].left > columns[0][1]]
    return sum(map(is_number, values)) > _OF_AMOUNTS * len(values)


def _above_lines(rows: Sequence[Row], columns: Columns, rules: Sequence[Rule]) -> list[int]:
    """How many rows are above each line that crosses the table, each number once."""
    left, right = columns[0][0], columns[-1][1]
    middles = [min(word.middle for chunk in row for word in chunk.words) for row in rows]
    crossing = (
        at for at, start, end in rules if min(end, right) - max(start, left) > 0.8 * (right - left)
    )
    return sorted({sum(middle < at for middle in middles) for at in crossing})


def _bold(rows: Sequence[Row], columns: Columns) -> int:
    """How many rows at the top are all in bold, above rows that are not; 0 where these are one title or none."""
    count = 0
    while count < len(rows) and all(w.line.bold for chunk in rows[count] for w in chunk.words):
        if _is_of_amounts(rows[count], columns):
            break
        count += 1
    if not 0 < count <= min(_MOST_BOLD, len(rows) - 1):
        return 0
    while (
        count > 1
        and len(rows[count - 1]) == 1 < len(rows[count - 2])
        and _is_first(rows[count - 1], columns)
    ):
        count -= 1  # the title of the first section
    return count if any(chunk.left > columns[0][1] for row in rows[:count] for chunk in row) else 0


def _is_first(row: Row, columns: Columns) -> bool:
    """Whether a row begins in the first column."""
    return row[0].left < columns[0][1]


def _is_of_amounts(row: Row, columns: Columns) -> bool:
    """Whether what a row says beside its label is amounts: such a row names no columns, also in bold."""
    return are_amounts([chunk.text for chunk in row if chunk.left > columns[0][1]])


def _stands_alone(rows: Sequence[Row], columns: Columns) -> bool:
    """Whether the first row has a text for each column, and the second as well, as far from it as rows of the body are."""
    if min(len(rows[0]), len(rows[1])) < len(columns) or len(rows) < 3:
        return False
    tops = [_top(row) for row in rows]
    steps = [below - above for above, below in pairwise(tops)]
    return steps[0] > 0.9 * median(steps[1:])


def _top(row: Sequence[Chunk]) -> float:
    return min(word.top for chunk in row for word in chunk.words)


def _before_numbers(rows: Sequence[Row], columns: Sequence[tuple[float, float]]) -> int | None:
    """How many rows are above the first with figures, years above other rows not counted; None where no row has any."""
    for number, row in enumerate(rows[: _MOST_HEADER_ROWS + 1]):
        texts = [chunk.text for chunk in row if chunk.left > columns[0][1]]
        numbers = [text for text in texts if is_number(text)]
        if not numbers:
            continue
        below = _first_figures(rows[number + 1 :], columns)
        is_last = number + 1 == len(rows)
        if number >= 3 or is_last or not are_names(numbers, below[1] if below else []):
            return number
    return None


def _first_figures(rows: Sequence[Row], columns: Columns) -> tuple[int, list[str]] | None:
    """The figures of the first row that has some, and how many rows stand above it: one at most, of marks. None without."""
    for number, row in enumerate(rows[:2]):
        texts = [chunk.text for chunk in row if chunk.left > columns[0][1]]
        figures = [text for text in texts if is_number(text)]
        if figures:
            return number, figures
        if any(len(text) > _LONGEST_MARK for text in texts):
            return None
    return None
