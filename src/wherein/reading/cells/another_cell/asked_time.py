"""Tells whether a text or a table is of another period or time than a question asks for. Pure.

The twin is in web/reader/src/cells/other-things.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Sequence

from wherein.lexicon import lexicon
from wherein.reading.cells.table_heads import HeadedRow
from wherein.reading.cells.table_rows import Table

_LEXICON = lexicon("table-cells")
_ASKS_PERIOD, _HAS_PERIOD, _EARLIER = map(
    _LEXICON.pattern, ("asks_period", "has_period", "earlier")
)


def of_another_period(question: str, text: str) -> bool:
    """Whether the text gives its value for a different period from the one asked for, such as a rent "a year" when the
    question says "each month"."""
    asked = {match[1].casefold() for match in _ASKS_PERIOD.finditer(question)}
    told = {match[1].casefold() for match in _HAS_PERIOD.finditer(text)}
    return bool(asked and told) and told.isdisjoint(asked)


def is_of_another_time(question: str, table: Table, rows: Sequence[HeadedRow]) -> bool:
    """Whether the question asks of last year or next week, and the table does not say that it is of then."""
    if not _EARLIER.search(question):
        return False
    headers = {text for row in rows for slot in row.slots for text in (slot.key, slot.column)}
    return not any(_EARLIER.search(text) for text in (table.about, *headers))
