"""Finds what a number of a question belongs to where a table numbers its rows or columns: "step 3", "ticket 48812". Pure.

The twin is web/reader/src/cells/key-numbers.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wherein.lexicon import lexicon
from wherein.reading.cells.cell_terms import EXACT, Term, Words, match, words_of
from wherein.reading.cells.table_heads import HeadedRow, Slot

_NUMBERED = frozenset(lexicon("table-cells").words("numbered"))
"""Words of a header that only say that its cells are numbers: "Ticket no."."""


class KeyNumbers:
    """The numbers of one question that stand beside a word by which one table numbers its headers ("Step 1" to "Step 5") or
    the cells of a column ("Ticket")."""

    def __init__(
        self, terms: Sequence[Term], rows: Sequence[HeadedRow], headers: Iterable[str]
    ) -> None:
        self._terms = terms
        self._series: dict[int, frozenset[str]] = {}
        """For each number with numbered headers those that have it; none of them where the table lacks the number."""
        self._columns: dict[int, str] = {}
        """For each number without those the header of the column that has such numbers."""
        self._words: dict[int, int] = {}
        """For each word of such a column its number in the question."""
        self._values: dict[str, list[Words | None]] = {}
        numbered: list[tuple[str, Words]] | None = None
        for at, term in enumerate(terms):
            if term.number is None:
                continue
            numbered = _numbered(headers) if numbered is None else numbered
            series = _series(terms, at, numbered)
            if series is not None:
                self._series[at] = series
            elif column := self._column(at, rows):
                self._columns[at] = column
                self._words[at - 1] = at

    @property
    def is_absent(self) -> bool:
        """Whether the table numbers what the question names, and lacks its number: all its cells are another thing's."""
        return any(not having for having in self._series.values()) or any(
            not any(self._is_it(at, row) for row in range(len(self._values[column])))
            for at, column in self._columns.items()
        )

    def _is_it(self, at: int, row: int) -> bool:
        value = self._values[self._columns[at]][row]
        return value is not None and match(self._terms[at], value) == EXACT

    def _column(self, at: int, rows: Sequence[HeadedRow]) -> str | None:
        """The column that the word before a number names alone and that holds numbers."""
        if not at or not self._terms[at].follows or self._terms[at - 1].number is not None:
            return None
        word = self._terms[at - 1].word
        columns = dict.fromkeys(slot.column for row in rows for slot in row.slots)
        for column in columns:
            stems = words_of(column).stems
            if word not in stems or not stems - {word} <= _NUMBERED:
                continue
            values = [_value(row, column) for row in rows]
            having = sum(one is not None and bool(one.numbers) for one in values)
            if 2 * having > sum(one is not None for one in values):
                self._values[column] = values
                return column
        return None

    def told(
        self, at: int, row: int, slot: Slot, by_row: float, by_column: float
    ) -> tuple[float, float]:
        """How well a slot's row and column name a term, where a number or the word beside it says more than the values
        found without it."""
        if at in self._series:
            having = self._series[at]
            return (
                by_row if slot.key in having else 0.0,
                by_column if slot.column in having else 0.0,
            )
        number = self._words.get(at, at)
        if number not in self._columns:
            return by_row, by_column
        column = self._columns[number]
        named = EXACT if self._is_it(number, row) and slot.column != column else 0.0
        return named, 0.0 if at == number or slot.column == column else by_column


def _numbered(headers: Iterable[str]) -> list[tuple[str, Words]]:
    return [(text, words) for text in headers if (words := words_of(text)).numbers]


def _series(
    terms: Sequence[Term], at: int, numbered: Sequence[tuple[str, Words]]
) -> frozenset[str] | None:
    """The numbered headers that have the word beside a number and the number; None where none has the word. The word before
    the number tells, and where no header is numbered by it, the one after."""
    for word in _beside(terms, at):
        series = [(text, words) for text, words in numbered if match(terms[word], words)]
        if series:
            return frozenset(text for text, words in series if match(terms[at], words))
    return None


def _beside(terms: Sequence[Term], at: int) -> list[int]:
    """The words beside a number in the question: the one before, then the one after."""
    before = [at - 1] if terms[at].follows else []
    later = [at + 1] if at + 1 < len(terms) and terms[at + 1].follows else []
    return [word for word in (*before, *later) if terms[word].number is None]


def _value(row: HeadedRow, column: str) -> Words | None:
    """What a row has in a column; None where it has no cell there."""
    return next(
        (
            words_of(row.row.texts[slot.place])
            for slot in row.slots
            if slot.column == column and slot.place is not None
        ),
        None,
    )
