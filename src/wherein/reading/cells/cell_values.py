"""Reads a cell as something that can be compared with other cells: a number with its unit, a time or a date. Pure.

The twin is web/reader/src/cells/cell-values.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from dataclasses import dataclass

from wherein.lexicon import lexicon
from wherein.reading.cells.cell_terms import number_of, words_of

_LEXICON = lexicon("table-cells")
_CLOCK = _LEXICON.pattern("clock_value")
_ISO = _LEXICON.pattern("iso_date")
_DAY_MONTH = _LEXICON.pattern("day_month")
_ONE_NUMBER = _LEXICON.pattern("one_number")
_UNITS = {
    unit: (line.split()[0], float(factor))
    for line in _LEXICON.lines("units")
    for unit, factor in zip(line.split()[1::2], line.split()[2::2], strict=True)
}


@dataclass(frozen=True, slots=True)
class Value:
    """A size in the least unit of its kind: "1.2 kg" is 1,200 of "mass". Only values of one kind can be compared."""

    kind: str
    size: float


def value_of(text: str) -> Value | None:
    """The value of a cell; None where it has no number, or more than one."""
    text = text.strip().casefold()
    if clock := _CLOCK.match(text):
        size = 0.0
        for part in clock[1].split(":"):
            size = 60 * size + float(part)
        return Value(f"clock {clock[1].count(':')}", size)
    if date := _ISO.match(text):
        return Value("date", (int(date[1]) * 12 + int(date[2])) * 31.0 + int(date[3]))
    if date := _DAY_MONTH.match(text):
        months = words_of(date[2]).months
        if len(months) == 1:
            year = int(date[3] or 0)
            return Value(
                "date" if year else "day", (year * 12 + min(months) + 1) * 31.0 + int(date[1])
            )
    if found := _ONE_NUMBER.match(text):
        number = number_of(found[3])
        if number is not None:
            unit = " ".join((found[1] + " " + found[4]).split())
            kind, factor = _UNITS.get(unit, (unit, 1.0))
            return Value(kind, factor * (-number if found[2] else number))
    return None
