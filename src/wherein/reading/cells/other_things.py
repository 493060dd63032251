"""Tells which cells of a table are another thing's than the one that a question names: beside it in the same table, or of another
table of the document. Pure.

The twin is web/reader/src/cells/other-things.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.lexicon import lexicon
from wherein.questions.words.function_words import FUNCTION_WORDS
from wherein.reading.cells.cell_terms import Term, covered, has_group, words_of
from wherein.reading.cells.identifiers import Identifiers
from wherein.reading.cells.named_terms import Naming, TableNames
from wherein.reading.cells.table_heads import HeadedRow, Slot
from wherein.reading.cells.table_rows import Table

_LEXICON = lexicon("table-cells")
_COUNTED, _CONTAINER, _PACKED = map(_LEXICON.pattern, ("counted", "container", "packed"))
_ASKS_PERIOD, _HAS_PERIOD, _EARLIER = map(
    _LEXICON.pattern, ("asks_period", "has_period", "earlier")
)
_ASKS_BELOW, _ASKS_BEYOND = map(_LEXICON.pattern, ("asks_below", "asks_beyond"))


def of_another_period(question: str, text: str) -> bool:
    """Whether a text gives a value for another period than the question asks for: a rent "a year", where the question has
    "each month"."""
    asked = {match[1].casefold() for match in _ASKS_PERIOD.finditer(question)}
    told = {match[1].casefold() for match in _HAS_PERIOD.finditer(text)}
    return bool(asked and told) and told.isdisjoint(asked)


def headed_elsewhere(terms: Sequence[Term], named: Sequence[TableNames]) -> list[list[int]]:
    """For each table the terms that it and what stands above it have nowhere, and that head a column of another table. Common words
    of questions ("when", "cost") and verbs are none."""
    telling = [at for at, term in enumerate(terms) if not has_group(term) and not term.is_verb]
    headed = [at for at in telling if any(names.heads(at) for names in named)]
    return [[at for at in headed if names.is_without(at)] for names in named]


class OtherThings:
    """Compares one question with one table. elsewhere: the table's terms of `headed_elsewhere`."""

    def __init__(
        self,
        question: str,
        terms: Sequence[Term],
        table: Table,
        rows: Sequence[HeadedRow],
        names: TableNames,
        elsewhere: Sequence[int],
    ) -> None:
        self._terms = terms
        self._above = names.above
        self._elsewhere = elsewhere
        self._identifiers = Identifiers(question, table.about, rows)
        self._packed = _PackedNumbers(question, terms, rows, names)
        self._question = question
        self._below = _numbers_after(_ASKS_BELOW, question)
        self._beyond = _numbers_after(_ASKS_BEYOND, question)
        self._is_of_another_time = _is_of_another_time(question, table, rows)
        stems = {
            stem for key in {s.key for r in rows for s in r.slots} for stem in words_of(key).stems
        }
        self._keyed = [
            at
            for at, term in enumerate(terms)
            if term.number is term.day is term.month is None and term.word in stems
        ]

    @property
    def is_whole_table(self) -> bool:
        """Whether no row of the table has all that is asked for by an identifier, by another table's header or of another time."""
        return bool(self._elsewhere) or self._identifiers.are_absent or self._is_of_another_time

    def have(self, row: int, slot: Slot, naming: Naming) -> bool:
        """Whether a cell is another thing's: its row lacks an identifier or has only a part of what is asked for, or a column of
        another table or another time is meant, or a number that stands in a cell beside it ("box of 200")."""
        return (
            any(not self._is_named(at, naming) for at in self._elsewhere)
            or self._is_beside(naming)
            or self._identifiers.is_another(row, slot)
            or self._is_of_another_time
            or self._is_of_another_period(slot)
            or any(map(self._is_out_of_range, (slot.key, slot.column)))
            or self._packed.are_meant(row, slot, naming)
        )

    def _is_of_another_period(self, slot: Slot) -> bool:
        """Whether the column is of another period than the question: "per night" is not "per week"."""
        return of_another_period(self._question, slot.column)

    def _is_out_of_range(self, header: str) -> bool:
        """Whether a header's ranges end before what is asked for begins: "4–15" has nobody "under four"."""
        if not self._below and not self._beyond:
            return False
        between = words_of(header).between
        return bool(between) and not (
            all(any(low < number for low, _ in between) for number in self._below)
            and all(any(high > number for _, high in between) for number in self._beyond)
        )

    def _is_beside(self, naming: Naming) -> bool:
        """Whether the row shares a part of its header with what is asked for, of which other rows have the rest: "larch board" is
        neither "oak board" nor "birch plywood"."""
        if covered(naming.key, self._terms) == 1:
            return False
        return any(
            self._is_in_key(at - 1, naming) or self._is_in_key(at + 1, naming)
            for at in self._keyed
            if not self._is_named(at, naming)
        )

    def _is_named(self, at: int, by: Naming) -> bool:
        return bool(by.row[at] or by.column[at] or by.own[at] or self._above[at])

    def _is_in_key(self, at: int, naming: Naming) -> bool:
        return 0 <= at < len(self._terms) and self._terms[at].word in naming.key.stems


class _PackedNumbers:
    """The numbers that a row has among words ("box of 200", "50 mm x 10 m"), of which a question may want one rather than a
    column that it does not name."""

    def __init__(
        self, question: str, terms: Sequence[Term], rows: Sequence[HeadedRow], names: TableNames
    ) -> None:
        self._terms, self._rows, self._names = terms, rows, names
        self._counted = self._said(_COUNTED.findall(question))
        self._containers = self._said(_CONTAINER.findall(question))

    def _said(self, words: Sequence[str]) -> list[int]:
        wanted = {word.casefold() for word in words} - FUNCTION_WORDS
        return [at for at, term in enumerate(self._terms) if term.whole in wanted]

    def are_meant(self, row: int, slot: Slot, naming: Naming) -> bool:
        """Whether another cell of the row has a number and what the number is to be in ("in a box"), or, where no word of the
        question names the column, anything of the question: "how many volts" does not ask for the stock beside "drill 18 V"."""
        if not self._counted and not self._containers:
            return False
        if slot.is_value:
            return False
        is_named = any(value for at, value in enumerate(naming.column) if at not in self._counted)
        is_counted = any(naming.column[at] or naming.own[at] for at in self._counted)
        numbers = {at for at, term in enumerate(self._terms) if term.number is not None}
        telling = [at for at in range(len(self._terms)) if at not in numbers]
        texts = self._rows[row].row.texts
        for place, named in enumerate(self._names.cells_of(row)):
            is_own_number = any(named[at] for at in numbers)
            if place == slot.place or is_own_number or not _PACKED.search(texts[place]):
                continue
            if texts[place] != slot.key and any(named[at] for at in self._containers):
                return True
            if (
                self._counted
                and not is_named
                and not is_counted
                and any(named[at] for at in telling)
            ):
                return True
        return False


def _numbers_after(words: re.Pattern[str], question: str) -> list[float]:
    return [number for found in words.findall(question) for number in words_of(found).numbers]


def _is_of_another_time(question: str, table: Table, rows: Sequence[HeadedRow]) -> bool:
    """Whether the question asks of last year or next week, and the table does not say that it is of then."""
    if not _EARLIER.search(question):
        return False
    headers = {text for row in rows for slot in row.slots for text in (slot.key, slot.column)}
    return not any(_EARLIER.search(text) for text in (table.about, *headers))
