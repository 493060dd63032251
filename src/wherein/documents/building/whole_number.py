"""Reads whole numbers that a file states, however long they are. Knows no format."""

from __future__ import annotations

_MOST_DIGITS = 9


def whole_number(text: str | None, otherwise: int) -> int:
    """The number that decimal digits state, or `otherwise`; a number of more than nine digits counts as 999,999,999.

    Python refuses numbers of thousands of digits with an error of its own.
    """
    if not text or not text.isdecimal():
        return otherwise
    return int(text) if len(text) <= _MOST_DIGITS else 10**_MOST_DIGITS - 1
