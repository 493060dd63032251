"""Compares the kind of a cell (a number, a time, money, a name) with the kind that a question asks for. Pure.

The twin is web/reader/src/cells/cell-kind.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from enum import StrEnum

from wherein.lexicon import lexicon

_LEXICON = lexicon("table-cells")
_MONEY = _LEXICON.pattern("money")
_TIME = _LEXICON.pattern("time")
_DATE = _LEXICON.pattern("date")
_WHEN_WORDS = _LEXICON.pattern("when_words")


class Asked(StrEnum):
    """The kind of thing that a question asks for; of several the first counts."""

    COUNT = "count"
    PERSON = "person"
    TIME = "time"
    AMOUNT = "amount"
    SIZE = "size"


_ASKS = tuple((kind, _LEXICON.pattern(f"asks_{kind.value}")) for kind in Asked)


def asked_kind(question: str) -> Asked | None:
    """The kind of thing that a question asks for; None where it leaves that open."""
    return next((kind for kind, pattern in _ASKS if pattern.search(question)), None)


def kind_of(asked: Asked | None, cell: str) -> int:
    """1 where a cell has the kind of thing that is asked for, -1 where it can't have it, 0 where that is open."""
    has_digit = any(letter.isdecimal() for letter in cell)
    match asked:
        case Asked.COUNT:
            is_kind = has_digit and not _MONEY.search(cell) and not _TIME.search(cell)
        case Asked.PERSON:
            is_kind = not has_digit
        case Asked.TIME:
            if not _MONEY.search(cell) and (_TIME.search(cell) or _DATE.search(cell)):
                return 1
            return 0 if _WHEN_WORDS.search(cell) else -1
        case Asked.AMOUNT:
            is_kind = has_digit and bool(_MONEY.search(cell) or not _TIME.search(cell))
        case Asked.SIZE:
            is_kind = has_digit
        case None:
            return 0
    return 1 if is_kind else -1
