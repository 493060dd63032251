"""Finds the cells that a question names by words of their row and of their column, and says how well it names them. Pure.

The twin is web/reader/src/cells/named-cell.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.reading.cells.cell_kind import Asked, asked_kind, kind_of
from wherein.reading.cells.cell_terms import (
    NO_WORDS,
    Term,
    Words,
    covered,
    group_match,
    match,
    question_terms,
    words_of,
)
from wherein.reading.cells.table_rows import Table, TableRow

_LEXICON = lexicon("table-cells")
LONGEST_CELL = _LEXICON.count("longest_cell")
"""A longer cell is prose: a reader marks its words."""
_BESIDE = _LEXICON.number("beside")
_ABOVE = _LEXICON.number("above")
"""What a word counts in another cell of the row, and above the table, beside the row's and the column's own header."""
_KIND = _LEXICON.number("kind")
"""What an answer of the asked kind counts beside all words of the question together."""
_ITSELF = _LEXICON.number("itself")
"""What is taken from a cell that has the question's words itself."""
_MISSED = _LEXICON.number("missed")
"""What is taken from a cell whose row and column lack all numbers, days, months and names of the question."""
_NUMBER_BESIDE = _LEXICON.number("number_beside")
"""What a number counts there: a price of 12 is no boat of 12 metres."""
_NUMBER_WEIGHT = _LEXICON.number("number_weight")
"""A number in a question names its row more surely than a word."""
_SUPERLATIVE = _LEXICON.pattern("superlative")
_BLANK = _LEXICON.pattern("blank")
_DIGITS_OF_SCORE = 9
"""Scores that differ only by rounding are equal, in whatever order they were summed."""


@dataclass(frozen=True, slots=True)
class NamedCell:
    """A cell with the measures from which its probability is computed, each 0 to 1 unless said otherwise.

    named: the share of the question's words that the row, the column and what stands above the table have.
    row_named, column_named: the share that the row, and the column, have.
    row_whole, column_whole: the share of the header's own words that the question has.
    other_rows, other_columns: how much less the best cell of another row, and of another column, is named; negative where
        it is named better.
    kind: 1 where the cell has the kind of thing that is asked for, -1 where it can't have it, 0 where the question
        leaves it open.
    missed: the share of the question's numbers, days, months and names that neither the row nor the column nor the lines
        above have; 0 without any.
    """

    span: Span
    named: float
    row_named: float
    column_named: float
    row_whole: float
    column_whole: float
    other_rows: float
    other_columns: float
    kind: float
    missed: float


@dataclass(slots=True)
class _Scored:
    table: int
    row: int
    column: int
    score: float
    by_row: float
    by_column: float
    kind: int
    missed: float


@dataclass(frozen=True, slots=True)
class _Question:
    """The kind of thing that a question asks for, the terms that may name a row or a column, and what each counts."""

    kind: Asked | None
    terms: tuple[Term, ...]
    weights: tuple[float, ...]

    def share(self, values: Sequence[float]) -> float:
        """The weighted mean of one value for each term."""
        total = sum(weight * value for weight, value in zip(self.weights, values, strict=True))
        return total / sum(self.weights)


def named_cells(question: str, tables: Sequence[Table], most: int = 3) -> list[NamedCell]:
    """The cells that the question names best, best first, at most one of each row; empty where it names no row and no
    column."""
    terms = tuple(question_terms(question))
    if not terms or _SUPERLATIVE.search(question):
        return []  # a superlative is found by comparing rows, not by naming one
    weights = tuple(_NUMBER_WEIGHT if term.number is not None else 1.0 for term in terms)
    asked = _Question(asked_kind(question), terms, weights)
    scored = [one for at, table in enumerate(tables) for one in _scored(asked, at, table)]
    scored.sort(key=lambda one: -round(one.score, _DIGITS_OF_SCORE))
    best: list[_Scored] = []
    for one in scored:
        if len(best) == most:
            break
        if all((one.table, one.row) != (other.table, other.row) for other in best):
            best.append(one)
    return [_measured(one, scored, tables, terms) for one in best]


def _scored(asked: _Question, number: int, table: Table) -> Iterator[_Scored]:
    """The cells of one table that the question names by a word of their row; of a single row, by one of their column."""
    about = words_of(table.about)
    above = [_ABOVE * match(term, about) for term in asked.terms]
    columns = _columns(asked, table)
    only_row = len(table.rows) == 1
    for at, row in enumerate(table.rows):
        own = _ways(asked.terms, row)
        for place in _places(row, columns):
            by_column = columns[row.cells[place].column or ""]
            by_row = [
                ways.beside(place, term.number is not None)
                for term, ways in zip(asked.terms, own, strict=True)
            ]
            if any(by_row) or (only_row and any(by_column)):
                itself = [ways.values[place] for ways in own]
                best = [max(ways) for ways in zip(by_row, by_column, above, strict=True)]
                kind = kind_of(asked.kind, row.texts[place])
                missed = _missed(asked.terms, best)
                yield _Scored(
                    number,
                    at,
                    place,
                    asked.share(best)
                    + _KIND * kind
                    - _ITSELF * asked.share(_beyond(itself, best))
                    - _MISSED * missed,
                    asked.share(by_row),
                    asked.share(by_column),
                    kind,
                    missed,
                )


def _columns(asked: _Question, table: Table) -> dict[str, list[float]]:
    """How well each column's header names each term; "" is the header of columns without one."""
    headers = {block.column for row in table.rows for block in row.cells if block.column}
    found = {"": [0.0 for _ in asked.terms]}
    for header in headers:
        words = words_of(header)
        found[header] = [max(match(t, words), group_match(t, words)) for t in asked.terms]
    return found


def _places(row: TableRow, columns: Mapping[str, object]) -> Iterator[int]:
    """The places of a row's cells that can be an answer: no header, no prose, not blank."""
    is_bare = all(block.row is None and block.column is None for block in row.cells)
    for place, block in enumerate(row.cells):
        text = row.texts[place]
        if len(text) > LONGEST_CELL or _BLANK.match(text):
            continue
        has_header = block.row is not None or block.column is not None
        # In a row without headers, a cell to the right of another is the value of a label.
        if has_header or (is_bare and place > 0 and text.strip() not in columns):
            yield place


def _beyond(itself: Sequence[float], best: Sequence[float]) -> list[float]:
    """What the cell itself says of the question where nothing else does: a cell that repeats the question is no answer."""
    return [own if own > other else 0.0 for own, other in zip(itself, best, strict=True)]


def _missed(terms: Sequence[Term], best: Sequence[float]) -> float:
    """The share of the specific terms that nothing names."""
    specific = [value for term, value in zip(terms, best, strict=True) if term.is_specific]
    return sum(not value for value in specific) / len(specific) if specific else 0.0


@dataclass(frozen=True, slots=True)
class _Ways:
    """How well each cell of a row names one term, and its header does.

    best, at, second: the best value, the first place that has it, and the best value of the other places.
    """

    values: tuple[float, ...]
    header: float
    best: float
    at: int
    second: float

    def beside(self, place: int, is_number: bool) -> float:
        """How well the row names the term apart from the cell at `place`: its header, the cell to the left, the others."""
        others = self.second if place == self.at else self.best
        header = self.header if place else 0.0
        if is_number:
            return max(header, _NUMBER_BESIDE * others)
        left = self.values[place - 1] if place else 0.0
        return max(header, left, _BESIDE * others)


def _ways(terms: Sequence[Term], row: TableRow) -> list[_Ways]:
    """How well a row names each term; its first cell stands for a header that it lacks."""
    cells = [words_of(text) if len(text) <= LONGEST_CELL else NO_WORDS for text in row.texts]
    header = next((block.row for block in row.cells if block.row), None)
    head = words_of(header) if header else cells[0]
    return [_ways_of(term, cells, head) for term in terms]


def _ways_of(term: Term, cells: Sequence[Words], header: Words) -> _Ways:
    values = tuple(match(term, words) for words in cells)
    best = max(values)
    at = values.index(best)
    second = max((*values[:at], *values[at + 1 :]), default=0.0)
    return _Ways(values, match(term, header), best, at, second)


def _measured(
    one: _Scored, scored: Sequence[_Scored], tables: Sequence[Table], terms: Sequence[Term]
) -> NamedCell:
    row = tables[one.table].rows[one.row]
    block = row.cells[one.column]
    same_row = [other for other in scored if (other.table, other.row) == (one.table, one.row)]
    other_row = max(
        (o.score for o in scored if (o.table, o.row) != (one.table, one.row)), default=0.0
    )
    other_column = max((o.score for o in same_row if o.column != one.column), default=0.0)
    header = block.row or (row.texts[one.column - 1] if one.column else "")
    return NamedCell(
        block.span,
        one.score - _KIND * one.kind + _MISSED * one.missed,
        one.by_row,
        one.by_column,
        _whole(header, terms),
        _whole(block.column or "", terms),
        one.score - other_row,
        one.score - other_column,
        float(one.kind),
        one.missed,
    )


def _whole(header: str, terms: Sequence[Term]) -> float:
    words: Words = words_of(header)
    return covered(words, terms)
