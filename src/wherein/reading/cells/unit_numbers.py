"""Finds the numbers of a question that stand with their unit ("12 mm"), and what they are not in a table. Pure.

The twin is web/reader/src/cells/unit-numbers.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wherein.lexicon import lexicon
from wherein.reading.cells.cell_terms import EXACT, Term, match, words_of
from wherein.reading.cells.table_rows import TableRow

_UNITS = frozenset(
    unit for line in lexicon("table-cells").lines("units") for unit in line.split()[1::2]
)
Shares = tuple[float, ...]


class UnitNumbers:
    """The numbers of one question that a table has with the word after them, in a cell ("12 mm") or under a header ("Size mm").

    cells: for each row, how well each of its cells names each term, without the numbers that stand alone in a column of something else: a
        lead time of 12 is no board of 12 mm.
    exact: the numbers that some cell has together with the word after them.
    united: the numbers that count only beside their unit.
    """

    def __init__(
        self, terms: Sequence[Term], rows: Sequence[TableRow], cells: Sequence[tuple[Shares, ...]]
    ) -> None:
        self._terms = terms
        self.exact: frozenset[int] = frozenset(
            at
            for at in self._beside_words()
            if any(cell[at] == EXACT and cell[at + 1] == EXACT for row in cells for cell in row)
        )
        self.united: frozenset[int] = self.exact | {
            at for at in self._beside_words() if self._is_unit(at + 1) and self._measures(at, rows)
        }
        self.cells: list[tuple[Shares, ...]] = [
            tuple(
                self._without_bare(cell, block.column)
                for cell, block in zip(own, row.cells, strict=True)
            )
            for own, row in zip(cells, rows, strict=True)
        ]

    def _beside_words(self) -> Iterator[int]:
        for at, (term, later) in enumerate(zip(self._terms, self._terms[1:], strict=False)):
            if term.number is not None and later.number is None and later.follows:
                yield at

    def _is_unit(self, at: int) -> bool:
        return self._terms[at].word in _UNITS or self._terms[at].whole in _UNITS

    def _measures(self, at: int, rows: Sequence[TableRow]) -> bool:
        """Whether the table has numbers with this unit."""
        unit = self._terms[at + 1]
        headers = {block.column for row in rows for block in row.cells if block.column}
        if any(match(unit, words_of(header)) for header in headers):
            return True
        texts = (words_of(text) for row in rows for text in row.texts)
        return any(words.numbers and match(unit, words) for words in texts)

    def _without_bare(self, cell: Shares, column: str | None) -> Shares:
        bare = {
            at
            for at in self.united
            if cell[at] == EXACT and cell[at + 1] != EXACT and not self._is_under(at + 1, column)
        }
        return (
            tuple(0.0 if at in bare else value for at, value in enumerate(cell)) if bare else cell
        )

    def _is_under(self, unit: int, column: str | None) -> bool:
        return bool(
            column and self._is_unit(unit) and match(self._terms[unit], words_of(column)) == EXACT
        )
