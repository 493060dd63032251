"""Reads tables whose columns a rule of dashes marks, a run for each: "-----  ----". Knows no other way to find columns."""

from __future__ import annotations

from collections.abc import Sequence

from wherein.documents.plain_tables.aligned_columns import Column, Stretch, cut_at
from wherein.documents.plain_tables.placed_cells import MOST_CELLS, Rows, TableRow
from wherein.documents.plain_tables.table_evidence import is_table, is_value
from wherein.documents.plain_tables.text_lines import TextLine

MOST_HEADER_LINES = 3
_MOST_COLUMNS = 60
_MOST_WORDS_OF_HEAD = 6


def ruled_table(lines: Sequence[TextLine], at: int, lowest: int) -> tuple[Stretch | None, int]:
    """The table whose header a rule at this line is under, and the line from which another one may begin.

    `lowest` is the first line that may be its head. A rule that is above a head, with a further one below, is no matter.
    """
    columns = _columns(lines[at])
    head = _head(lines, at, lowest, columns) if columns else []
    if not head:
        return None, at + 1
    rows = Rows([row for _, row in head], len(head))
    number = end = at + 1
    is_behind_blank = False
    while number < len(lines):
        line = lines[number]
        if line.is_rule:
            end = end if is_behind_blank else number + 1
        elif line.is_blank:
            if is_behind_blank or len(rows.rows) == len(head):
                break
            is_behind_blank = True
        else:
            row = cut_at(line, columns)
            if not row or len(line.segments) == 0 or (is_behind_blank and len(row) < 2):
                break
            if is_behind_blank and _is_new_head(lines, number):
                break
            _take(rows, row)
            end, is_behind_blank = number + 1, False
        number += 1
    too_many = len(rows.rows) * len(columns) > MOST_CELLS
    if too_many or not is_table(rows.texts(), rows.header_rows, ruled=True):
        return None, max(end, at + 1)
    return Stretch(range(head[0][0], end), rows), end


def _columns(rule: TextLine) -> list[Column]:
    """The columns of a rule's runs; empty for a rule of one run, or one with bars."""
    runs = list(rule.rules)
    is_one = len(runs) < 2 or len(runs) > _MOST_COLUMNS
    is_drawn = not set(rule.drawn) <= set("-=_~ \t")
    short = sum(right - left < 2 for left, right in runs)
    if is_one or is_drawn or 2 * short > len(runs):
        return []
    return runs


def _head(
    lines: Sequence[TextLine], at: int, lowest: int, columns: Sequence[Column]
) -> list[tuple[int, TableRow]]:
    """The lines above a rule that its columns cut, from above down, with their numbers."""
    found: list[tuple[int, TableRow]] = []
    for number in range(at - 1, max(lowest, at - MOST_HEADER_LINES) - 1, -1):
        line = lines[number]
        row = cut_at(line, columns) if line.segments else None
        if not row or (found and len(row) < 2) or any(is_value(c[0].text) for c in row.values()):
            break
        if any(len(cell[0].text.split()) > _MOST_WORDS_OF_HEAD for cell in row.values()):
            break
        found.insert(0, (number, row))
    return found if found and any(len(row) > 1 for _, row in found) else []


def _is_new_head(lines: Sequence[TextLine], number: int) -> bool:
    """Whether a rule follows within the lines that a head may have."""
    return any(
        one.is_rule and len(one.rules) > 1 for one in lines[number + 1 : number + MOST_HEADER_LINES]
    )


def _take(rows: Rows, row: TableRow) -> None:
    """Add a row, or go on with the cells of the row above, where the first column is blank and all that it has goes on."""
    above = rows.rows[-1] if len(rows.rows) > rows.header_rows else None
    goes_on = (
        above is not None
        and 0 in above
        and 0 not in row
        and all(at in above and not is_value(cell[0].text) for at, cell in row.items())
        and all(not is_value(above[at][0].text) for at in row)
    )
    if above is not None and goes_on:
        for at, cell in row.items():
            above[at] += cell
    else:
        rows.rows.append(row)
