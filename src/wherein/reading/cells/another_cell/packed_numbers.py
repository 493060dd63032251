"""Tells whether a question wants a number that stands among words in another cell of the row. Pure.

The twin is in web/reader/src/cells/other-things.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Sequence

from wherein.lexicon import lexicon
from wherein.questions.words.function_words import FUNCTION_WORDS
from wherein.reading.cells.cell_terms import Term
from wherein.reading.cells.named_terms import Naming, TableNames
from wherein.reading.cells.table_heads import HeadedRow, Slot

_LEXICON = lexicon("table-cells")
_COUNTED, _CONTAINER, _PACKED = map(_LEXICON.pattern, ("counted", "container", "packed"))


class PackedNumbers:
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
