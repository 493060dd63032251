"""Writes dates with the month's name and small numbers in digits, so that texts that write them differently compare. Pure.

"2024-03-03" and "3.3.2024" become "3 March 2024", "03/2024" becomes "March 2024", "twenty-five" becomes "25". The twin is
web/reader/src/question/plain-values.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

import re

from wherein.lexicon import lexicon

_LEXICON = lexicon("table-cells")
_DATED = _LEXICON.pattern("dated")
_MONTH_YEAR = _LEXICON.pattern("month_year")
_IN_WORDS = _LEXICON.pattern("in_words")
_NUMBERS = {
    **{word: n for n, row in enumerate(_LEXICON.lines("numbers")) for word in row.split()},
    **{word: 10 * n for n, word in enumerate(_LEXICON.words("tens"), 2)},
    "one": 1,
}
_MONTHS = tuple(row.split()[0].capitalize() for row in _LEXICON.lines("months"))
_CENTURY, _LATEST = 100, 70
"""A year of two digits is of this century up to the second number."""


def plain_values(text: str) -> str:
    """The text with its dates and numbers in one way of writing."""
    if any(sign in "0123456789" for sign in text):
        text = _MONTH_YEAR.sub(_of_month, _DATED.sub(_of_date, text))
    return _IN_WORDS.sub(_of_words, text)


def _of_date(found: re.Match[str]) -> str:
    year, month, day = found["year"], found["month"], found["day"]
    if year is None and found["last"] is not None:
        # The day first; where only the other way gives a month, the month first.
        day, month, year = found["first"], found["second"], found["last"]
        if int(month) > len(_MONTHS):
            day, month = month, day
    if year is None:
        year, month = found["years"] or found["in_year"], found["of_year"] or found["in_month"]
        season = found["years"] is None and int(month) == (int(year) + 1) % _CENTURY
        return found.group() if season else f"{_MONTHS[int(month) - 1]} {year}"
    if not (1 <= int(month) <= len(_MONTHS)):
        return found.group()
    return f"{int(day)} {_MONTHS[int(month) - 1]} {_whole(year)}"


def _of_month(found: re.Match[str]) -> str:
    """ "Mar 24" alone is a month of a year, and may be a day."""
    day = "" if found["mark"] else f" {found['short']}"
    return f"{found['name']}{day} {_whole(found['short'])}"


def _whole(year: str) -> str:
    if len(year) > 2:
        return year
    return str((20 if int(year) < _LATEST else 19) * _CENTURY + int(year))


def _of_words(found: re.Match[str]) -> str:
    words = (word.casefold() for word in found.groups() if word is not None)
    return str(sum(_NUMBERS[word] for word in words))
