"""Reads tables whose columns line up below each other, parted by two spaces or more. Knows no bars.

A stretch of lines grows while each line's parts fall into columns of their own. A rule of dashes with a run for each
column says where the columns are by itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from wherein.documents.plain_tables.placed_cells import MOST_CELLS, Rows, TableRow
from wherein.documents.plain_tables.table_evidence import (
    header_rows_of,
    is_table,
    is_value,
    may_be_head,
    names_columns,
)
from wherein.documents.plain_tables.text_lines import Segment, TextLine

_MOST_COLUMNS = 60
_MOST_HELD = 2
"""Lines with one part between two rows of a table: names of groups, and cells that go on."""
_LONGEST_LABEL = 60
_MOST_HEADER_LINES = 3
_LEAST_RULE, _WIDEST_RULE = 0.6, 1.4
"""The width of a rule below a head, as a share of the table's."""
_MOST_WORDS_OF_HEAD = 10
_MOST_DROPPED = 2
"""Lines at the top of a stretch that may be no rows of the table below, such as an address beside a date."""

Column = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines of a table: from the first to before the last, and its rows."""

    lines: range
    rows: Rows


@dataclass(slots=True)
class _Grown:
    """The part of a table found so far: its columns, and each row with its line number."""

    columns: list[Column] = field(default_factory=list)
    rows: list[tuple[int, TextLine]] = field(default_factory=list)
    end: int = 0


def aligned_table(lines: Sequence[TextLine], at: int) -> tuple[Stretch | None, int]:
    """The table that begins at a line, if there is one, and the first line at which another table could begin.

    The line itself has two parts or more. What is looked at and is no table is not looked at again.
    """
    grown = _grow(lines, at)
    if len(grown.rows) < 2 or len(grown.rows) * len(grown.columns) > MOST_CELLS:
        return None, max(grown.end, at + 1)
    for dropped in range(min(_MOST_DROPPED, len(grown.rows) - 1) + 1):
        first = grown.rows[dropped][0]
        if dropped and len(grown.rows[dropped - 1][1].segments) >= len(grown.columns):
            break
        part = grown if not dropped else _grow(lines, first, grown.end)
        found = _table_of(lines, part)
        if found is not None:
            return found, found.lines.stop
    return None, max(grown.end, at + 1)


def _grow(lines: Sequence[TextLine], at: int, stop: int | None = None) -> _Grown:
    """The rows that line up with the first one. A later row may add a column."""
    grown = _Grown()
    held = blanks = 0
    number = at
    end = len(lines) if stop is None else stop
    while number < end:
        line = lines[number]
        parts = line.segments
        if line.is_rule:
            if blanks:
                break
        elif not parts:
            blanks += 1
            if not line.is_blank or blanks > 1 or held:
                break
        elif len(parts) == 1:
            held += 1
            if held > _MOST_HELD or len(parts[0].text) > _LONGEST_LABEL:
                break
        else:
            added = _with(grown.columns, parts, are_rows=len(grown.rows) > 2)
            if added is None or (blanks and _begins_anew(grown, line)):
                break
            grown.columns = added
            grown.rows.append((number, line))
            grown.end = number + 1
            held = blanks = 0
        number += 1
    return grown


def _with(
    columns: list[Column], parts: Sequence[Segment], *, are_rows: bool
) -> list[Column] | None:
    """The columns widened by another line's parts; None if that would join two columns or put two parts into one.

    A first part that covers several columns, as in "Total with tax   12.00", widens none.
    """
    if not columns:
        return [(part.left, part.right) for part in parts]
    merged: list[tuple[int, int, int, int]] = []  # left, right, columns within, parts within
    edges = [*((*column, 1, 0) for column in columns), *((p.left, p.right, 0, 1) for p in parts)]
    for left, right, own, new in sorted(edges):
        if merged and left <= merged[-1][1]:
            before = merged[-1]
            merged[-1] = before[0], max(before[1], right), before[2] + own, before[3] + new
        else:
            merged.append((left, right, own, new))
    if len(merged) > _MOST_COLUMNS:
        return None
    joined = [one for one in merged if one[2] > 1 or one[3] > 1]
    if not joined:
        return [(left, right) for left, right, _, _ in merged]
    spans_first = joined == merged[:1] and joined[0][3] == 1 and joined[0][2] < len(columns)
    others = all(one[2] == 1 for one in merged[1:] if one[3])
    return columns if are_rows and spans_first and others else None


def _begins_anew(grown: _Grown, line: TextLine) -> bool:
    """Whether a row after an empty line is the header of another table: it has only words, while the rows above have values."""
    if len(grown.rows) < 2:
        return False
    if any(is_value(part.text) for part in line.segments):
        return False
    return any(is_value(part.text) for _, above in grown.rows[1:4] for part in above.segments)


def _table_of(lines: Sequence[TextLine], grown: _Grown) -> Stretch | None:
    if len(grown.rows) < 2:
        return None
    columns = _with_heads(grown)
    first, last = grown.rows[0][0], grown.rows[-1][0]
    rows = Rows()
    for number in range(first, last + 1):
        line = lines[number]
        if line.is_rule:
            is_first = not rows.header_rows and len(rows.rows) <= _MOST_HEADER_LINES
            is_under = bool(rows.rows) and bool(lines[number - 1].segments)
            if is_first and is_under and _is_as_wide(line, columns) and may_be_head(rows.rows):
                rows.header_rows = len(rows.rows)
        elif (parts := line.segments) and not _go_on(rows.rows, parts, columns):
            rows.rows.append(_row(parts, columns))
    if rows.header_rows >= len(rows.rows):
        rows.header_rows = 0
    above = _head_above(lines, first, rows, columns)
    if above is not None:
        number, row = above
        rows.rows.insert(0, row)
        rows.header_rows = 1
        first = number
    texts = rows.texts()
    if not is_table(texts, rows.header_rows, ruled=False):
        return None
    end = _end_of_cells(lines, last + 1, rows, columns)
    if not rows.header_rows:
        rows.header_rows = header_rows_of(texts)
        if _is_cut_off(lines, first, end, len(columns) if rows.header_rows else 2):
            return None
    return Stretch(range(first, end), rows)


def _is_cut_off(lines: Sequence[TextLine], first: int, end: int, parts: int) -> bool:
    """Whether the line directly above or below is cut into as many parts: these rows then belong to a larger table."""
    above = first > 0 and len(lines[first - 1].segments) >= parts
    return above or (end < len(lines) and len(lines[end].segments) >= parts)


def _with_heads(grown: _Grown) -> list[Column]:
    """The columns, those that only the first row fills joined with the neighbour that it does not fill: "Qty" above the
    right ends of numbers."""
    columns = sorted(grown.columns)
    if len(grown.rows) < 3:
        return columns
    filled: list[set[int]] = [set() for _ in columns]
    for index, (_, line) in enumerate(grown.rows):
        for part in line.segments:
            filled[_column(part, columns)].add(index)
    joined: list[Column] = []
    at = 0
    while at < len(columns):
        if at + 1 < len(columns) and _is_head_beside(filled[at], filled[at + 1]):
            joined.append((columns[at][0], columns[at + 1][1]))
            at += 2
        else:
            joined.append(columns[at])
            at += 1
    return joined


def _is_head_beside(one: set[int], other: set[int]) -> bool:
    return {0} in (one, other) and not one & other


def _column(part: Segment, columns: Sequence[Column]) -> int:
    """The column that a part shares most with; of those that it shares nothing with, the last one that begins before it."""
    at = max(0, bisect_right(columns, (part.left, part.left)) - 1)
    shared = [min(right, part.right) - max(left, part.left) for left, right in columns[at : at + 2]]
    return at + 1 if len(shared) > 1 and shared[1] > max(0, shared[0]) else at


def _row(parts: Sequence[Segment], columns: Sequence[Column]) -> TableRow:
    row: TableRow = {}
    for part in parts:
        row.setdefault(_column(part, columns), []).append(part)
    return row


def _is_as_wide(rule: TextLine, columns: Sequence[Column]) -> bool:
    runs = rule.rules
    own = columns[-1][1] - columns[0][0]
    return bool(runs) and _LEAST_RULE * own <= runs[-1][1] - runs[0][0] <= _WIDEST_RULE * own


def _go_on(
    rows: Sequence[TableRow],
    parts: Sequence[Segment],
    columns: Sequence[Column],
) -> bool:
    """Take a line's only part into the cell above it, where it stands in one column of texts and further right than the rows
    begin; whether it did."""
    part = parts[0]
    at = _column(part, columns)
    if len(parts) > 1 or not rows or len(rows[-1]) < 2 or at not in rows[-1]:
        return False
    left, right = columns[at]
    above = rows[-1][at]
    is_within = part.left >= left and part.right <= max(right, left + 1)
    is_further = at > 0 or part.left > above[0].left
    is_text = not is_value(part.text) and not is_value(above[0].text)
    if not is_within or not is_further or not is_text:
        return False
    above.append(part)
    return True


def _end_of_cells(
    lines: Sequence[TextLine],
    number: int,
    rows: Rows,
    columns: Sequence[Column],
) -> int:
    """The first line after the table, including lines on which its last cells continue and a rule that closes it."""
    for line in lines[number : number + _MOST_HELD]:
        if not line.segments or not _go_on(rows.rows, line.segments, columns):
            break
        number += 1
    return number + (number < len(lines) and lines[number].is_rule)


def _head_above(
    lines: Sequence[TextLine], first: int, rows: Rows, columns: Sequence[Column]
) -> tuple[int, TableRow] | None:
    """The header above rows that have none yet: its line number and its cells, cut at the gaps between the columns."""
    if rows.header_rows or not any(map(is_value, rows.texts()[0].values())):
        return None
    number = first - 1
    if number >= 0 and lines[number].is_rule:
        number -= 1
    if number < 0 or not lines[number].segments or _is_sentence(lines[number]):
        return None
    row = cut_at(lines[number], columns)
    if row is None or len(row) < 2 or len(row) < len(columns) - 1:
        return None
    texts = {at: parts[0].text for at, parts in row.items()}
    if any("  " in text or "\t" in text for text in texts.values()):
        return None
    return (number, row) if names_columns(texts, rows.texts()) else None


def _is_sentence(line: TextLine) -> bool:
    """Whether a line is one of prose above a table, which ends or goes on as sentences do, or begins with no word."""
    text = line.text.strip()
    if not text:
        return True
    is_long = len(line.segments) == 1 and len(text.split()) > _MOST_WORDS_OF_HEAD
    return text[-1] in ".:;,!?" or ". " in text or not text[0].isalpha() or is_long


def cut_at(line: TextLine, columns: Sequence[Column]) -> TableRow | None:
    """A line's cells, cut between columns; None where a word stands across a gap."""
    cuts = [0]
    for (_, right), (left, _) in pairwise(columns):
        place = _widest_blank(line, right, left)
        if place is None:
            return None
        cuts.append(place)
    row: TableRow = {}
    ends = [*cuts[1:], None]
    for at, (left, end) in enumerate(zip(cuts, ends, strict=True)):
        if (part := line.between(left, end)) is not None:
            row[at] = [part]
    return row


def _widest_blank(line: TextLine, left: int, right: int) -> int | None:
    """Where the widest run of blanks between two columns of a line ends; of equally wide runs, the last one."""
    best, widest, run = None, 0, 0
    for at in range(left, right):
        run = run + 1 if line.is_blank_at(at, at + 1) else 0
        if run and run >= widest:
            best, widest = at, run
    return best
