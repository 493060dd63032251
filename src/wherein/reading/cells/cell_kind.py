"""Compares the kind of a cell (a number, a time, money, a name) with the kind that a question asks for. Pure.

The twin is web/reader/src/cells/cell-kind.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from wherein.lexicon import lexicon

_LEXICON = lexicon("table-cells")
_MONEY = _LEXICON.pattern("money")
_TIME = _LEXICON.pattern("time")
_DATE = _LEXICON.pattern("date")
_WHEN_WORDS = _LEXICON.pattern("when_words")
_ASKS_AMOUNT = _LEXICON.pattern("asks_amount")
_ASKS_COUNT = _LEXICON.pattern("asks_count")
_ASKS_SIZE = _LEXICON.pattern("asks_size")
_ASKS_TIME = _LEXICON.pattern("asks_time")
_ASKS_PERSON = _LEXICON.pattern("asks_person")


def kind_of(question: str, cell: str) -> int:
    """1 where a cell has the kind of thing that the question asks for, -1 where it can't have it, 0 where that is open."""
    has_digit = any(letter.isdecimal() for letter in cell)
    is_time = bool(_TIME.search(cell) or _DATE.search(cell))
    is_money = bool(_MONEY.search(cell))
    if _ASKS_COUNT.search(question):
        return 1 if has_digit and not is_money and not _TIME.search(cell) else -1
    if _ASKS_PERSON.search(question):
        return -1 if has_digit else 1
    if _ASKS_TIME.search(question):
        return 1 if is_time and not is_money else 0 if _WHEN_WORDS.search(cell) else -1
    if _ASKS_AMOUNT.search(question):
        return 1 if has_digit and (is_money or not _TIME.search(cell)) else -1
    if _ASKS_SIZE.search(question):
        return 1 if has_digit else -1
    return 0
