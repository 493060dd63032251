"""How well the rows and the columns of one table name each word of a question: by the word itself, by a word that stands
for it, or by a likeness of meaning where the table has the word nowhere. Pure.

The twin is web/reader/src/cells/named-terms.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wherein.lexicon import lexicon
from wherein.reading.cells.cell_terms import (
    EXACT,
    IN_RANGE,
    LOOSE,
    NO_WORDS,
    SAME_GROUP,
    Term,
    Words,
    column_match,
    covered,
    group_match,
    has_group,
    match,
    tightest,
    whole_match,
    words_of,
)
from wherein.reading.cells.deciding import decides
from wherein.reading.cells.key_numbers import KeyNumbers
from wherein.reading.cells.likeness import Alike
from wherein.reading.cells.table_heads import JOINT, HeadedRow, Slot
from wherein.reading.cells.table_rows import Table
from wherein.reading.cells.unit_numbers import UnitNumbers

_LEXICON = lexicon("table-cells")
LONGEST_CELL = _LEXICON.count("longest_cell")
"""A longer cell is prose: a reader marks its words."""
_BESIDE = _LEXICON.number("beside")
_ABOVE = _LEXICON.number("above")
"""What a word counts in another cell of the row, and above the table, beside the row's and the column's own header."""
_NUMBER_BESIDE = _LEXICON.number("number_beside")
"""What a number counts there: a price of 12 is no boat of 12 metres."""
_FROM_ALIKE, _FULLY_ALIKE = _LEXICON.number("from_alike"), _LEXICON.number("fully_alike")
"""The likeness from which a header stands for a word, and that at which it counts as much as a word of its group."""
_MOST_KEYS = _LEXICON.count("most_keys")
"""Row headers of a table that are compared by meaning: bounds the time in tables without end."""

Shares = tuple[float, ...]
"""One value from 0 to 1 for each term of the question."""


@dataclass(frozen=True, slots=True)
class _Header:
    """A header: how well it names each term, its words, and its likeness to all words that the table lacks together."""

    shares: Shares
    words: Words
    alike: float


@dataclass(frozen=True, slots=True)
class _Row:
    """How well each cell of a row names each term (cells × terms), and for each term the best value, its first place and the
    best value of the other places."""

    cells: tuple[Shares, ...]
    best: tuple[tuple[float, int, float], ...]


@dataclass(frozen=True, slots=True)
class Naming:
    """How well a slot's row and column name each term.

    own: how well the cell itself does. key, header: the words of its row's and its column's header. key_whole: the share of
    the row's own words that the question has; of several names, that of the best.
    key_alike, header_alike: the likeness of each to the question's words that the table has nowhere.
    """

    row: Shares
    column: Shares
    own: Shares
    key: Words
    key_whole: float
    header: Words
    key_alike: float
    header_alike: float


class TableNames:
    """Compares the terms of one question with one table."""

    def __init__(
        self, terms: Sequence[Term], table: Table, rows: Sequence[HeadedRow], alike: Alike
    ) -> None:
        self._terms = terms
        self.above: Shares = tuple(_above(term, words_of(table.about)) for term in terms)
        """How well what stands above the table names each term."""
        own = [row.row for row in rows]
        united = UnitNumbers(terms, own, [_cells(terms, row.texts) for row in own])
        self._exact, self._united = united.exact, united.united
        self._rows = [_row(cells, len(terms)) for cells in united.cells]
        slots = [slot for row in rows for slot in row.slots]
        # A column without a header stands under the heading of its table, or shows by its values what it is.
        self._heading = table.heading
        columns = dict.fromkeys(map(self._header, slots))
        keys = dict.fromkeys(slot.key for slot in slots)
        headers = _shares(terms, columns, of_columns=True)
        names = _shares(terms, keys, of_columns=False)
        self._numbers = KeyNumbers(terms, rows, [*columns, *keys])
        said = [
            *headers.values(),
            *names.values(),
            *(tuple(best for best, _, _ in row.best) for row in self._rows),
        ]
        lacking = [
            at
            for at, term in enumerate(terms)
            if term.number is term.day is term.month is None and not any(one[at] for one in said)
        ]
        self._lacking = frozenset(lacking)
        self._columns = _headers(terms, headers, lacking, alike)
        self._keys = _headers(terms, _by_group(terms, names, lacking), lacking, alike)
        samples = dict.fromkeys(slot.sample for slot in slots if slot.sample)
        self._samples = _headers(
            terms, {s: tuple(0.0 for _ in terms) for s in samples}, lacking, alike
        )

    @property
    def is_absent(self) -> bool:
        """Whether all cells are another thing's; see `KeyNumbers.is_absent`."""
        return self._numbers.is_absent

    def heads(self, at: int) -> bool:
        """Whether a column's header has the word of a term."""
        return any(self._terms[at].word in one.words.stems for one in self._columns.values())

    def is_without(self, at: int) -> bool:
        """Whether the table and what stands above it have a term nowhere."""
        return at in self._lacking and not self.above[at]

    def lacks(self, at: int, of_row: Sequence[float]) -> bool:
        """Whether the table has a term nowhere, though the question has it beside one that the row has: "white wine" is not
        "white fish"."""
        if at not in self._lacking:
            return False
        before = self._terms[at].follows and of_row[at - 1]
        later = at + 1 < len(self._terms) and self._terms[at + 1].follows and of_row[at + 1]
        return bool(before or later)

    def is_another(self, naming: Naming) -> bool:
        """Whether the row is named only by words that stand before one that the table has nowhere: "white wine" is another
        thing than "white fish", and "battery life" than "weight with battery"."""
        if naming.key_whole == 1:
            return False
        named = [
            at
            for at, value in enumerate(naming.row)
            if value
            and self._terms[at].number is self._terms[at].day is self._terms[at].month is None
        ]
        return bool(named) and all(map(self._qualifies, named))

    def _qualifies(self, at: int) -> bool:
        """Whether a term stands directly before one that the table lacks, and that is no common word of questions."""
        later = at + 1
        if not self._follows(later) or later not in self._lacking or has_group(self._terms[later]):
            return False
        return not self._terms[later].is_verb or self._follows(later + 1)

    def _follows(self, at: int) -> bool:
        return at < len(self._terms) and self._terms[at].follows

    def cells_of(self, row: int) -> tuple[Shares, ...]:
        """How well each cell of the row with this number names each term."""
        return self._rows[row].cells

    def naming(self, row: int, slot: Slot) -> Naming:
        """How well the row with this number and the column of one of its slots name each term."""
        key = self._keys[slot.key]
        header = self._samples[slot.sample] if slot.sample else self._columns[self._header(slot)]
        cells = self._rows[row].cells
        place = slot.place
        nothing = tuple(0.0 for _ in self._terms)
        own = cells[place] if place is not None else nothing
        pairs = [self._both(at, row, slot, key, header) for at in range(len(self._terms))]
        return Naming(
            tuple(by_row for by_row, _ in pairs),
            tuple(by_column for _, by_column in pairs),
            own,
            key.words,
            _name_covered(slot.key, self._terms),
            header.words,
            key.alike,
            header.alike,
        )

    def _header(self, slot: Slot) -> str:
        return slot.column or self._heading

    def _both(
        self, at: int, row: int, slot: Slot, key: _Header, header: _Header
    ) -> tuple[float, float]:
        """How well the row and the column of a slot name one term. A number that some cell has with its unit is not meant by
        the range of a column: "48 cm" beside "from 10"."""
        by_row, by_column = self._by_row(at, row, slot, key), header.shares[at]
        if at in self._exact and by_column < EXACT:
            by_column = 0.0
        return self._numbers.told(at, row, slot, by_row, by_column)

    def _by_row(self, at: int, row: int, slot: Slot, key: _Header) -> float:
        """How well the row names a term apart from the cell in the slot: its header, the cell to the left, the others."""
        if slot.is_value:
            return key.shares[at]
        best, where, second = self._rows[row].best[at]
        others = second if slot.place == where else best
        header = key.shares[at] if slot.place != 0 else 0.0
        if at in self._united and header == EXACT > best:
            header = 0.0  # a row that is numbered 12 is no board of 12 mm
        if self._terms[at].number is not None:
            return max(header, _NUMBER_BESIDE * others)
        left = self._rows[row].cells[slot.place - 1][at] if slot.place else 0.0
        return max(header, left, _BESIDE * others)


def _name_covered(key: str, terms: Sequence[Term]) -> float:
    return max(covered(words_of(name), terms) for name in key.split(JOINT))


def _above(term: Term, about: Words) -> float:
    """ "From 1 July" above a table is no range."""
    value = match(term, about)
    return 0.0 if value == IN_RANGE else _ABOVE * value


def _cells(terms: Sequence[Term], texts: Sequence[str]) -> tuple[Shares, ...]:
    # "Closed" in a cell says when, and is no name of its row.
    words = [
        words_of(text) if len(text) <= LONGEST_CELL and not decides(text) else NO_WORDS
        for text in texts
    ]
    return tuple(tuple(match(term, one) for term in terms) for one in words)


def _row(cells: tuple[Shares, ...], terms: int) -> _Row:
    return _Row(cells, tuple(_two_best([cell[at] for cell in cells]) for at in range(terms)))


def _two_best(values: Sequence[float]) -> tuple[float, int, float]:
    best = max(values)
    at = values.index(best)
    return best, at, max((*values[:at], *values[at + 1 :]), default=0.0)


def _shares(
    terms: Sequence[Term], headers: Iterable[str], *, of_columns: bool
) -> dict[str, Shares]:
    """How well each header names each term by its words; of several ranges that hold a number the narrowest counts."""
    words = {header: words_of(header) for header in headers}
    ranges = [
        tightest(term.number, words.values()) if term.number is not None else None for term in terms
    ]
    found = {}
    for header, own in words.items():
        shares = []
        for term, narrow in zip(terms, ranges, strict=True):
            if of_columns:
                value = column_match(term, header)
            else:
                value = max(match(term, own), whole_match(term, own))
            shares.append(LOOSE if value == IN_RANGE and narrow not in own.between else value)
        found[header] = tuple(shares)
    return found


def _headers(
    terms: Sequence[Term], found: dict[str, Shares], lacking: Sequence[int], alike: Alike
) -> dict[str, _Header]:
    """The headers, which also stand for a word that the table lacks where their meaning is like it."""
    together = " ".join(terms[at].whole for at in lacking)
    headers = {}
    for number, (header, shares) in enumerate(found.items()):
        near = 0.0
        if lacking and header and number < _MOST_KEYS:
            by_meaning = {at: _standing(alike(terms[at].whole, header)) for at in lacking}
            shares = tuple(max(by_meaning.get(at, 0.0), value) for at, value in enumerate(shares))
            near = alike(together, header)
        headers[header] = _Header(shares, words_of(header), near)
    return headers


def _by_group(
    terms: Sequence[Term], found: dict[str, Shares], lacking: Sequence[int]
) -> dict[str, Shares]:
    """The headers of rows, which also stand for a word that the table has nowhere: the row "Weight" of a data sheet for
    "how heavy"."""
    if not lacking:
        return found
    unsaid = frozenset(lacking)
    return {
        header: tuple(
            group_match(term, words_of(header)) if at in unsaid else value
            for at, (term, value) in enumerate(zip(terms, shares, strict=True))
        )
        for header, shares in found.items()
    }


def _standing(likeness: float) -> float:
    """How well a header of this likeness stands for a word."""
    share = (likeness - _FROM_ALIKE) / (_FULLY_ALIKE - _FROM_ALIKE)
    return SAME_GROUP * min(1.0, max(0.0, share))
