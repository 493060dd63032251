"""Reads tables that are drawn with characters: grids of +---+ and columns under ===. Knows no other markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
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


def grid(lines: Sequence[str]) -> tuple[list[list[str]], int]:
    """The rows of a grid, with the text of a cell that spans others in the first of them, and the number of header rows."""
    places = sorted(
        {match.start() for line in lines if line[:1] == "+" for match in re.finditer(r"\+", line)}
    )
    places = places[: _MOST_COLUMNS + 1]
    columns = list(pairwise(places))
    rows = [_Row(len(columns))]
    began = [0] * len(columns)
    header_rows = 0
    for line in lines[1:]:
        borders = [_is_border(line, start, end) for start, end in columns]
        if not any(borders):
            for index, text in _parts(line, columns):
                rows[began[index]].append(index, text)
            continue
        if line[:1] == "+" and "=" in line and all(borders):
            header_rows = header_rows or len(rows)
        rows.append(_Row(len(columns)))
        for index, text in _parts(line, columns):
            if not borders[index] and set(text) - set("-=+| "):
                rows[began[index]].append(index, text)
        began = [
            len(rows) - 1 if is_border else before
            for is_border, before in zip(borders, began, strict=True)
        ]
    blank = sum(not row.is_filled for row in rows[:header_rows])
    return [row.cells() for row in rows if row.is_filled], header_rows - blank


class _Row:
    """A row whose cells go on over several lines."""

    def __init__(self, width: int) -> None:
        self._parts: list[list[str]] = [[] for _ in range(width)]

    @property
    def is_filled(self) -> bool:
        return any(self._parts)

    def append(self, index: int, text: str) -> None:
        if text:
            self._parts[index].append(text)

    def cells(self) -> list[str]:
        return [" ".join(parts) for parts in self._parts]


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


def columns(lines: Sequence[str]) -> tuple[list[list[str]], int]:
    """The rows of a table between rules of "=", and the number of header rows."""
    places = [match.start() for match in re.finditer("=+", lines[0])][:_MOST_COLUMNS]
    rules = {
        number for number, line in enumerate(lines) if is_rule(line) or re.fullmatch("=+[ ]*", line)
    }
    rows: list[_Row] = []
    header_rows = 0
    for number, line in enumerate(lines):
        if number in (0, len(lines) - 1) and number in rules:
            continue
        if number in rules:
            header_rows = header_rows or len(rows)
            continue
        if not line.strip() or re.fullmatch(r"-+(?:[ ]+-+)*[ ]*", line):
            continue
        cells = [
            line[start : places[at + 1] if at + 1 < len(places) else None].strip()
            for at, start in enumerate(places)
        ]
        if not rows or cells[0]:
            rows.append(_Row(len(places)))
        for index, text in enumerate(cells):
            rows[-1].append(index, text)
    return [row.cells() for row in rows], header_rows
