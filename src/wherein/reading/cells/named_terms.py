"""How well the rows and the columns of one table name each word of a question: by the word itself, by a word that stands
for it, or by a likeness of meaning where the table has the word nowhere. Pure.

The twin is web/reader/src/cells/named-terms.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wherein.lexicon import lexicon
from wherein.reading.cells.cell_terms import (
    IN_RANGE,
    LOOSE,
    NO_WORDS,
    SAME_GROUP,
    Term,
    Words,
    group_match,
    match,
    tightest,
    words_of,
)
from wherein.reading.cells.likeness import Alike
from wherein.reading.cells.table_heads import HeadedRow, Slot
from wherein.reading.cells.table_rows import Table

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

    own: how well the cell itself does. key, header: the words of its row's and its column's header.
    key_alike, header_alike: the likeness of each to the question's words that the table has nowhere.
    """

    row: Shares
    column: Shares
    own: Shares
    key: Words
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
        self._rows = [_row(terms, row.row.texts) for row in rows]
        columns = dict.fromkeys(slot.column for row in rows for slot in row.slots)
        keys = dict.fromkeys(slot.key for row in rows for slot in row.slots)
        headers = _shares(terms, columns, with_groups=True)
        names = _shares(terms, keys, with_groups=False)
        self._absent = _out_of_series(terms, [*columns, *keys])
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
        self._keys = _headers(terms, names, lacking, alike)

    def lacks(self, at: int, of_row: Sequence[float]) -> bool:
        """Whether the table has a term nowhere, though the question has it beside one that the row has: "white wine" is not
        "white fish"."""
        if at not in self._lacking:
            return False
        before = self._terms[at].follows and of_row[at - 1]
        later = at + 1 < len(self._terms) and self._terms[at + 1].follows and of_row[at + 1]
        return bool(before or later)

    def naming(self, row: int, slot: Slot) -> Naming:
        """How well the row with this number and the column of one of its slots name each term."""
        key, header = self._keys[slot.key], self._columns[slot.column]
        cells = self._rows[row].cells
        place = slot.place
        nothing = tuple(0.0 for _ in self._terms)
        own = cells[place] if place is not None else nothing
        return Naming(
            tuple(self._by_row(at, row, slot, key) for at in range(len(self._terms))),
            tuple(0.0 if at in self._absent else v for at, v in enumerate(header.shares)),
            own,
            key.words,
            header.words,
            key.alike,
            header.alike,
        )

    def _by_row(self, at: int, row: int, slot: Slot, key: _Header) -> float:
        """How well the row names a term apart from the cell in the slot: its header, the cell to the left, the others."""
        if at in self._absent:
            return 0.0
        if slot.is_value:
            return key.shares[at]
        best, where, second = self._rows[row].best[at]
        others = second if slot.place == where else best
        header = key.shares[at] if slot.place != 0 else 0.0
        if self._terms[at].number is not None:
            return max(header, _NUMBER_BESIDE * others)
        left = self._rows[row].cells[slot.place - 1][at] if slot.place else 0.0
        return max(header, left, _BESIDE * others)


def _above(term: Term, about: Words) -> float:
    """ "From 1 July" above a table is no range."""
    value = match(term, about)
    return 0.0 if value == IN_RANGE else _ABOVE * value


def _row(terms: Sequence[Term], texts: Sequence[str]) -> _Row:
    words = [words_of(text) if len(text) <= LONGEST_CELL else NO_WORDS for text in texts]
    cells = tuple(tuple(match(term, one) for term in terms) for one in words)
    return _Row(cells, tuple(_two_best([cell[at] for cell in cells]) for at in range(len(terms))))


def _two_best(values: Sequence[float]) -> tuple[float, int, float]:
    best = max(values)
    at = values.index(best)
    return best, at, max((*values[:at], *values[at + 1 :]), default=0.0)


def _shares(
    terms: Sequence[Term], headers: Iterable[str], *, with_groups: bool
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
            value = match(term, own)
            if with_groups:
                value = max(value, group_match(term, own))
            shares.append(LOOSE if value == IN_RANGE and narrow not in own.between else value)
        found[header] = tuple(shares)
    return found


def _out_of_series(terms: Sequence[Term], headers: Iterable[str]) -> frozenset[int]:
    """The numbers of the question that stand beside a word of numbered headers of which none has them: "step 6" where the
    columns are "Step 1" to "Step 5". The word before a number tells, and where no header is numbered by it, the one after."""
    words: list[Words] | None = None
    absent = set()
    for at, term in enumerate(terms):
        if term.number is None:
            continue
        for word in _beside(terms, at):
            words = words or [one for one in map(words_of, headers) if one.numbers]
            series = [one for one in words if match(terms[word], one)]
            if series:
                if not any(match(term, one) for one in series):
                    absent.add(at)
                break
    return frozenset(absent)


def _beside(terms: Sequence[Term], at: int) -> list[int]:
    """The words beside a number in the question: the one before, then the one after."""
    before = [at - 1] if terms[at].follows else []
    later = [at + 1] if at + 1 < len(terms) and terms[at + 1].follows else []
    return [word for word in (*before, *later) if terms[word].number is None]


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
            shares = tuple(by_meaning.get(at, value) for at, value in enumerate(shares))
            near = alike(together, header)
        headers[header] = _Header(shares, words_of(header), near)
    return headers


def _standing(likeness: float) -> float:
    """How well a header of this likeness stands for a word."""
    share = (likeness - _FROM_ALIKE) / (_FULLY_ALIKE - _FROM_ALIKE)
    return SAME_GROUP * min(1.0, max(0.0, share))
