"""Reads tables that are drawn with characters: grids of +---+ and columns under ===. Knows no other markup."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise

_BORDER = re.compile(r"\+(?:[-=]+\+)+")
_RULE = re.compile(r"=+(?:[ ]+=+)+[ ]*")
_MOST_COLUMNS = 100


def is_grid(line: str) -> bool:
    """Whether a line is the upper border of a grid."""
    return _BORDER.fullmatch(line) is not None


def is_rule(line: str) -> bool:
    """Whether a line is the upper border of columns."""
    return _RULE.fullmatch(line) is not None


def grid(lines: Sequence[str], expect: Callable[[int], None]) -> tuple[list[list[str]], int]:
    """The rows of a grid, with the text of a cell that spans others in the first of them, and the number of header rows.

    `expect` is told after each line how many cells have a text, and may raise.
    """
    places = sorted(
        {match.start() for line in lines if line[:1] == "+" for match in re.finditer(r"\+", line)}
    )
    places = places[: _MOST_COLUMNS + 1]
    columns = list(pairwise(places))
    rows = [_Row()]
    began: dict[int, int] = {}
    starts = places[:-1]
    header_rows = 0
    cells = 0
    for line in lines[1:]:
        expect(cells)
        # Only the columns that the line reaches: a short line below a wide border costs no more than its length.
        reached = columns[: bisect_left(starts, len(line))]
        borders = {n for n, (start, end) in enumerate(reached) if _is_border(line, start, end)}
        if not borders:
            for index, text in _parts(line, reached):
                cells += rows[began.get(index, 0)].append(index, text)
            continue
        if line[:1] == "+" and "=" in line and len(borders) == len(columns):
            header_rows = header_rows or len(rows)
        rows.append(_Row())
        for index, text in _parts(line, reached):
            if index not in borders and set(text) - set("-=+| "):
                cells += rows[began.get(index, 0)].append(index, text)
        began.update(dict.fromkeys(borders, len(rows) - 1))
    blank = sum(not row.is_filled for row in rows[:header_rows])
    return [row.cells() for row in rows if row.is_filled], header_rows - blank


class _Row:
    """A row whose cells go on over several lines."""

    def __init__(self) -> None:
        self._parts: dict[int, list[str]] = {}

    @property
    def is_filled(self) -> bool:
        return bool(self._parts)

    def append(self, index: int, text: str) -> bool:
        """Add to the text of a cell; whether it had none before."""
        if not text:
            return False
        parts = self._parts.setdefault(index, [])
        parts.append(text)
        return len(parts) == 1

    def cells(self) -> list[str]:
        """The texts of the row up to its last filled cell."""
        width = 1 + max(self._parts, default=-1)
        return [" ".join(self._parts.get(index, ())) for index in range(width)]


def _is_border(line: str, start: int, end: int) -> bool:
    inside = line[start + 1 : end]
    return bool(inside) and (not inside.strip("-+") or not inside.strip("=+"))


def _parts(line: str, columns: Sequence[tuple[int, int]]) -> list[tuple[int, str]]:
    """The texts of a line between the bars at the columns' places; the number of the first column of each."""
    found: list[tuple[int, str]] = []
    for index, (start, end) in enumerate(columns):
        if line[start : start + 1] in ("|", "+", "") or not found:
            found.append((index, line[start + 1 : end]))
        else:
            found[-1] = (found[-1][0], found[-1][1] + line[start:end])
    return [(index, text.strip()) for index, text in found]


def columns(lines: Sequence[str], expect: Callable[[int], None]) -> tuple[list[list[str]], int]:
    """The rows of a table between rules of "=", and the number of header rows; `expect` as for `grid`."""
    places = [match.start() for match in re.finditer("=+", lines[0])][:_MOST_COLUMNS]
    rows: list[_Row] = []
    header_rows = cells = 0
    for number, line in enumerate(lines):
        expect(cells)
        if line[:1] == "=" and (is_rule(line) or re.fullmatch("=+[ ]*", line)):
            if number in (0, len(lines) - 1):
                continue
            header_rows = header_rows or len(rows)
            continue
        if not line.strip() or re.fullmatch(r"-+(?:[ ]+-+)*[ ]*", line):
            continue
        texts = [
            line[start : places[at + 1] if at + 1 < len(places) else None].strip()
            for at, start in enumerate(places[: bisect_left(places, len(line))])
        ]
        if not rows or texts[0]:
            rows.append(_Row())
        for index, text in enumerate(texts):
            cells += rows[-1].append(index, text)
    return [row.cells() for row in rows], header_rows
