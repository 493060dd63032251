"""Tells which cells of a table are another thing's than the one that a question names: beside it in the same table, or of another
table of the document. Pure.

The twin is web/reader/src/cells/other-things.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Sequence

from wherein.lexicon import lexicon
from wherein.reading.cells.another_cell.asked_range import AskedRange
from wherein.reading.cells.another_cell.asked_time import is_of_another_time, of_another_period
from wherein.reading.cells.another_cell.contraries import Contraries
from wherein.reading.cells.another_cell.identifiers import Identifiers
from wherein.reading.cells.another_cell.packed_numbers import PackedNumbers
from wherein.reading.cells.cell_terms import Term, has_group, words_of
from wherein.reading.cells.named_terms import Naming, TableNames
from wherein.reading.cells.table_heads import HeadedRow, Slot
from wherein.reading.cells.table_rows import Table

_LEXICON = lexicon("table-cells")
_ASKS_PRICE, _NO_PRICE, _OF_PRICE = map(_LEXICON.pattern, ("asks_price", "no_price", "of_price"))


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
        self._packed = PackedNumbers(question, terms, rows, names)
        self._question = question
        self._range = AskedRange(question)
        self._contraries = Contraries(question)
        self._heading = table.heading
        self._asks_price = bool(_ASKS_PRICE.search(question))
        self._is_of_another_time = is_of_another_time(question, table, rows)
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

    def are_elsewhere(self, row: int) -> bool:
        """Whether another row has an identifier of the question that this one lacks."""
        return self._identifiers.are_elsewhere(row)

    def rule_out(self, row: int, slot: Slot, naming: Naming) -> bool:
        """Whether a cell is another thing's for a reason that readers know little about: its row lacks an identifier, another
        time or range is meant, its headers have the contrary of a word ("Cold water" for hot), a number is meant that stands
        in a cell beside it ("box of 200"), or it is no price where one is asked for."""
        return (
            self._identifiers.is_another(row, slot)
            or self._is_of_another_time
            or self._is_of_another_period(slot)
            or any(map(self._range.is_out_of, (slot.key, slot.column)))
            or self._contraries.are_in(slot.key, slot.column, self._heading)
            or (self._asks_price and _is_no_price(slot))
            or self._packed.are_meant(row, slot, naming)
        )

    def differ_by_words(self, slot: Slot, naming: Naming) -> bool:
        """Whether a cell is another thing's by its words: its row has only a part of what is asked for, or a column of another
        table is meant."""
        return (
            any(not self._is_named(at, naming) for at in self._elsewhere)
            or self._is_beside(naming)
            or self._is_of_subject(slot, naming)
        )

    def _is_of_another_period(self, slot: Slot) -> bool:
        """Whether the column is of another period than the question: "per night" is not "per week"."""
        return of_another_period(self._question, slot.column)

    def _is_beside(self, naming: Naming) -> bool:
        """Whether the row shares a part of its header with what is asked for, of which other rows have the rest: "larch board" is
        neither "oak board" nor "birch plywood"."""
        if naming.key_whole == 1:
            return False
        return any(
            self._is_in_key(at - 1, naming) or self._is_in_key(at + 1, naming)
            for at in self._keyed
            if not self._is_named(at, naming)
        )

    def _is_of_subject(self, slot: Slot, naming: Naming) -> bool:
        """Whether a cell without a header of its column is named only by what the whole table is about ("SNB22-3 | 293-375" under
        "Hardness of SNB22-3"), while the table lacks what is asked of it."""
        if slot.column or slot.is_value or slot.sample:
            return False
        told = [at for at, value in enumerate(naming.row) if value]
        return all(self._above[at] for at in told) and any(
            not self._is_named(at, naming) and not has_group(term) and not term.is_verb
            for at, term in enumerate(self._terms)
        )

    def _is_named(self, at: int, by: Naming) -> bool:
        return bool(by.row[at] or by.column[at] or by.own[at] or self._above[at])

    def _is_in_key(self, at: int, naming: Naming) -> bool:
        return 0 <= at < len(self._terms) and self._terms[at].word in naming.key.stems


def _is_no_price(slot: Slot) -> bool:
    """Whether a column says how many there are, or how large they are: of what is in stock no price is told."""
    return bool(_NO_PRICE.search(slot.column)) and not any(
        map(_OF_PRICE.search, (slot.column, slot.key))
    )
