"""Tells a row that says the same kinds of things as the rows below it from one that names columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.documents.building.sheets.regions import Row, Value, ValueKind

_FEWEST_ROWS = 3
_SAMPLED = 40
_NUMBER = re.compile(r"\d+")
_DAY = re.compile(
    r"(?i)\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b"
    r"|\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b"
)
_MARK = "0"
_NOTE = re.compile(r"[*†‡§¶]+$|\s[¹²³⁰⁴-⁹]+$")
"""The mark of a note behind a text."""


def is_record(row: Row, below: Sequence[Row]) -> bool:
    """Whether a row is one like those below it: a column goes on with texts of the same form, times or amounts with their
    units ("9:00 - 9:30" over "9:30 - 10:15"), and the row is not the only bold one."""
    rows = [one for one in below[:_SAMPLED] if one.cells]
    if len(rows) + 1 < _FEWEST_ROWS:
        return False
    if all(cell.bold for cell in row.cells) and not all(c.bold for one in rows for c in one.cells):
        return False
    columns: dict[int, list[Value]] = {}
    for one in rows:
        for cell in one.cells:
            columns.setdefault(cell.column, []).append(cell)
    return any(_goes_on(cell, columns.get(cell.column, ()), len(rows)) for cell in row.cells)


def has_values_of(row: Row, below: Sequence[Row]) -> bool:
    """Whether a row has, beside its first cell, nothing but what the rows below have in their cells: "True", "False"."""
    said = [cell.text for cell in row.cells[1:]]
    own = [cell.text for cell in row.cells]
    values = {
        cell.text
        for one in below[:_SAMPLED]
        if [cell.text for cell in one.cells] != own
        for cell in one.cells[1:]
    }
    return len(said) > 1 and values.issuperset(said)


def _goes_on(cell: Value, under: Sequence[Value], rows: int) -> bool:
    """Whether each row below has a text of the same form as the cell in the cell's column, with a number or a day in it."""
    form = _form(cell.text)
    if cell.kind is not ValueKind.TEXT or _MARK not in form:
        return False
    texts = {other.text for other in under}
    return (
        len(under) == rows
        and cell.text not in texts
        and all(other.kind is ValueKind.TEXT and _form(other.text) == form for other in under)
    )


def _form(text: str) -> str:
    """The text in small letters without the mark of a note, every number, weekday and month replaced by the same sign."""
    text = _NOTE.sub("", text)
    return _NUMBER.sub(_MARK, _DAY.sub(_MARK, " ".join(text.casefold().split())))
