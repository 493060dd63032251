"""Reads the rows that a question names once more, each of their cells as a sentence.

In the text a row is a line of values, far from the headers of its columns. "The Weight of Refrigerated is 37.5 kg." is what
a reader was taught on; it knows that "how heavy" asks for a weight, and the names tell which row is meant. Both together
choose the cell.

The twin is web/reader/src/cells/read-cells.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.reading.cells.cell_probability import logistic
from wherein.reading.cells.cell_terms import (
    EXACT,
    IN_RANGE,
    LONGEST,
    Term,
    match,
    question_terms,
    words_of,
)
from wherein.reading.cells.named_cell import ScoredCell
from wherein.reading.cells.table_heads import JOINT
from wherein.reading.cells.table_rows import Table
from wherein.reading.reader import Reader

_LEXICON = lexicon("table-cells")
MOST_ROWS = _LEXICON.count("most_rows_read")
"""The rows that are read, the best named ones."""
_ROWS_BEHIND = _LEXICON.number("rows_behind")
"""How much worse than the best one a row may be named to be read: numbers, dates and codes say which row is meant, and a
reader knows no ranges."""
_MOST_OF_ROW = _LEXICON.count("most_cells_read")
"""The cells of a row that are read, the best named ones, and its names."""
_UNMARKED = _LEXICON.number("unmarked")
"""The margin of a cell in which the reader marks nothing."""
_MOST_AHEAD = _LEXICON.number("most_ahead")
_LEAST = 0.005
"""A probability by names is taken for no less than this, and for no more than what it leaves of 1."""
_LONGEST_NAME = _LEXICON.count("longest_name")
_COUNTS = _LEXICON.number("margin_counts")
"""What a reader's margin counts beside the score by the names."""


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell that was read in a sentence of its own. margin: of the reader's best span in it."""

    cell: ScoredCell
    margin: float

    @property
    def score(self) -> float:
        """What the names and the reader say together; only orders the cells of one question."""
        return self.cell.score + _COUNTS * self.margin


@dataclass(frozen=True, slots=True)
class RowText:
    """A row as sentences, one for each of its cells. places: where the cells stand in the text."""

    cells: tuple[ScoredCell, ...]
    text: str
    places: tuple[Span, ...]


class Marked(NamedTuple):
    """A span that the reader marked in the text of a row. row: the position of that row in the list of rows that were read."""

    row: int
    span: Span
    margin: float


def read_cells(
    question: str, scored: Sequence[ScoredCell], tables: Sequence[Table], reader: Reader
) -> list[ReadCell]:
    """The cells of the rows that the question names best, each with the reader's margin, best first; empty if no such row has
    text."""
    rows = rows_to_read(question, scored, tables)
    passages = [
        Passage("", number, Span(0, len(row.text)), row.text) for number, row in enumerate(rows)
    ]
    found = (one for reading in reader.read(question, passages) for one in reading.candidates)
    return with_margins(rows, (Marked(one.passage.index, one.span, one.margin) for one in found))


def rows_to_read(
    question: str, scored: Sequence[ScoredCell], tables: Sequence[Table]
) -> list[RowText]:
    """The rows that the question names best, as sentences."""
    terms = question_terms(question)
    return [_sentences(tables[row[0].table], row, terms) for row in _best_rows(scored)]


def with_margins(rows: Sequence[RowText], marked: Iterable[Marked]) -> list[ReadCell]:
    """The cells of the rows with the best margins that the reader gave them, best first."""
    margins: dict[tuple[int, int], float] = {}
    for row, span, margin in marked:
        for at, place in enumerate(rows[row].places):
            if place.overlaps(span):
                margins[row, at] = max(margins.get((row, at), _UNMARKED), margin)
    read = (
        ReadCell(cell, margins.get((number, at), _UNMARKED))
        for number, row in enumerate(rows)
        for at, cell in enumerate(row.cells)
    )
    return sorted(read, key=lambda one: -one.score)


def are_read(question: str, best: ScoredCell) -> bool:
    """Whether rows can be read as sentences: the best named cell says something below a header, and no range of its headers
    holds a number of the question, since a reader does not know that 8 is between 6 and 9."""
    if best.is_blank or not best.slot.column:
        return False
    headers = [words_of(best.slot.key), words_of(best.slot.column)]
    return not any(
        match(term, words) == IN_RANGE for term in question_terms(question) for words in headers
    )


def read_probability(
    read: ReadCell, others: Sequence[ReadCell], named: float, constants: str
) -> float:
    """The probability that a cell is the answer, from that by its names, the reader's margin, and how far it is ahead of the
    others that say something else: a logistic regression, fitted on 358 questions to tables (docs/reader.md).

    constants: the name in the lexicon of those that were fitted on the reader's margins.
    """
    behind = max((one.score for one in others if one.cell.text != read.cell.text), default=None)
    ahead = _MOST_AHEAD if behind is None else min(read.score - behind, _MOST_AHEAD)
    named = min(max(named, _LEAST), 1.0 - _LEAST)
    measures = (math.log(named / (1.0 - named)), read.margin, ahead)
    return logistic(constants, measures)


def _best_rows(scored: Sequence[ScoredCell]) -> list[list[ScoredCell]]:
    """The cells of the best named rows from left to right, each by the headers that name it best."""
    rows: dict[tuple[int, int], dict[Span, ScoredCell]] = {}
    for one in scored:
        if one.slot.place is not None and not one.is_blank:
            cells = rows.setdefault((one.table, one.row), {})
            other = cells.get(one.span)
            if other is None or one.score > other.score:
                cells[one.span] = one
    best = sorted(((_score(cells), cells) for cells in rows.values()), key=lambda row: -row[0])
    return [
        _best_of(cells) for score, cells in best[:MOST_ROWS] if score >= best[0][0] - _ROWS_BEHIND
    ]


def _score(cells: Mapping[Span, ScoredCell]) -> float:
    return max(one.score for one in cells.values())


def _best_of(cells: Mapping[Span, ScoredCell]) -> list[ScoredCell]:
    best = sorted(cells.values(), key=lambda one: -one.score)[:_MOST_OF_ROW]
    return sorted(best, key=lambda one: one.span.start)


def _sentences(table: Table, cells: Sequence[ScoredCell], terms: Sequence[Term]) -> RowText:
    names = _names(table, cells[0], terms)
    parts = [f"{table.heading}\n"] if table.heading else []
    length = sum(map(len, parts))
    places = []
    for cell in cells:
        before, after = _around(cell, names)
        begin = length + len(before)
        places.append(Span(begin, begin + len(cell.text)))
        parts.append(f"{before}{cell.text}{after}")
        length += len(parts[-1])
    return RowText(tuple(cells), "".join(parts), tuple(places))


def _names(table: Table, cell: ScoredCell, terms: Sequence[Term]) -> list[str]:
    """The texts in a cell's row that share words with the question. They tell the row from others where its header is only a
    code or a day."""
    row = next((row for row in table.rows if any(one.span == cell.span for one in row.cells)), None)
    texts = row.texts if row is not None else ()
    return [text for text in texts if _is_name(text, terms)][:_MOST_OF_ROW]


def _is_name(text: str, terms: Sequence[Term]) -> bool:
    if len(text) > _LONGEST_NAME:
        return False
    words = words_of(text)
    return any(match(term, words) == EXACT for term in terms)


def _around(cell: ScoredCell, names: Sequence[str]) -> tuple[str, str]:
    """What stands before and behind a cell in its sentence."""
    key = cell.slot.key[:LONGEST]
    besides = [name for name in names if name != cell.text and name not in key]
    of = ", ".join([key, *besides] if key else besides)
    return f"The {_column(cell.slot.column)}{f' of {of}' if of else ''} is ", ". "


def _column(header: str) -> str:
    """A column's own header before those above it."""
    return ", ".join(reversed(header.split(JOINT)))[:LONGEST] or "value"
