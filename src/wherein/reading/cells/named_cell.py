"""Finds the cells that a question names by words of their row and of their column, and says how well it names them. Pure.

The twin is web/reader/src/cells/named-cell.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.reading.cells.cell_terms import EXACT, NO_WORDS, Term, covered, question_terms
from wherein.reading.cells.likeness import Alike, never_alike
from wherein.reading.cells.measures import Measures
from wherein.reading.cells.named_terms import LONGEST_CELL, Naming, TableNames
from wherein.reading.cells.other_things import OtherThings, headed_elsewhere
from wherein.reading.cells.table_heads import HeadedRow, Slot, headed, is_blank
from wherein.reading.cells.table_rows import Table, with_subject
from wherein.reading.value_kind import ValueKind, asked_kind, cell_agreement

_LEXICON = lexicon("table-cells")
_NUMBER_WEIGHT = _LEXICON.number("number_weight")
"""A number in a question names its row more surely than a word."""
_BLANK_BEHIND = _LEXICON.number("blank_behind")
_OTHER_BEHIND = _LEXICON.number("other_behind")
_ELSEWHERE_BEHIND = _LEXICON.number("elsewhere_behind")
"""How much lower a cell scores that is another thing's, so that the blank cell of what is asked for comes first; and where
another row has the code that is asked for."""
_COMMON = frozenset(_LEXICON.words("common"))
_COMMON_WEIGHT = _LEXICON.number("common_weight")
"""What a word such as "total" counts, which names a row as well as a column."""
_SUPERLATIVE = _LEXICON.pattern("superlative")
_BOUND = _LEXICON.pattern("bound")
_OWNED = _LEXICON.pattern("owned")
_COUNTED = _LEXICON.pattern("counted")
_HEADER_WORD = _LEXICON.pattern("header_word")
_ASKS_WHICH = _LEXICON.pattern("asks_which")
_REFERS = _LEXICON.pattern("refers")
_WANTED = tuple(
    (_LEXICON.pattern(f"wants_{line.split()[0]}"), frozenset(line.split()[1:]))
    for line in _LEXICON.lines("wanted")
)
"""For each kind of question its pattern and the words of headers that answer it."""
_BOUNDS = tuple(
    one
    for line, one in zip(_LEXICON.lines("wanted"), _WANTED, strict=True)
    if line.split()[0] in ("limit", "least")
)
_SHARE_SIGN = "%"
MOST_NAMED = 3
"""Cells that are looked at, the best one of each row."""
_DIGITS_OF_SCORE = 9
"""Scores that differ only by rounding are equal, in whatever order they were summed."""


@dataclass(frozen=True, slots=True)
class ScoredCell:
    """A slot of a table with what the question says of it.

    table, row: the numbers of both. text: of the cell; "" where the row has none in the column.
    span: of the cell, or of the row's first one where the slot has none. score: only orders the cells of one question.
    is_ruled_out: it is another thing's by an identifier, a time, a range, a contrary or a number.
    """

    table: int
    row: int
    slot: Slot
    span: Span
    text: str
    measures: Measures
    score: float = 0.0
    is_ruled_out: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether the table says nothing there."""
        return is_blank(self.text)

    @property
    def is_of_another(self) -> bool:
        """Whether it is another thing's cell: a number, a day or a name of the question is nowhere in its row, its column and
        above, or its row has only a word beside the one that is meant."""
        return bool(self.measures.missed or self.measures.another)

    @property
    def may_be_meant(self) -> bool:
        """Whether nothing but words says that it is another thing's: a reader may know that "women" are "Female"."""
        return not self.measures.missed and self.measures.kind >= 0 and not self.is_ruled_out


@dataclass(frozen=True, slots=True)
class NamedCell:
    """A cell that a question names, with what its probability is computed from.

    other_rows, other_columns: how much lower the best cell of another row, and of another column, scores; negative where it
        scores higher. Cells that say the same are no others.
    """

    cell: ScoredCell
    other_rows: float
    other_columns: float

    @property
    def span(self) -> Span:
        return self.cell.span

    @property
    def is_tied(self) -> bool:
        """Whether a cell of another row, which says something else, is named as well: neither is meant alone."""
        return self.other_rows == 0

    @property
    def is_of_any_column(self) -> bool:
        """Whether a cell of another column, which says something else, is named as well."""
        return self.other_columns == 0


@dataclass(frozen=True, slots=True)
class _Question:
    """A question with what it asks for, the terms that may name a row or a column, and what each counts."""

    text: str
    kind: ValueKind | None
    wanted: tuple[frozenset[str], ...]
    terms: tuple[Term, ...]
    weights: tuple[float, ...]
    counted: tuple[int, ...]
    """The terms that "how many" stands before."""
    owned: tuple[int, ...]
    """The terms that "whose" stands before."""

    def share(self, values: Sequence[float]) -> float:
        """The weighted mean of one value for each term."""
        total = sum(weight * value for weight, value in zip(self.weights, values, strict=True))
        return total / sum(self.weights)

    def missed(self, values: Sequence[float], divided: Sequence[bool]) -> float:
        """The share of the specific terms, and of those that tell this table from others like it, whose value is 0."""
        specific = [
            value
            for term, value, tells in zip(self.terms, values, divided, strict=True)
            if term.is_specific or tells
        ]
        return sum(not value for value in specific) / len(specific) if specific else 0.0


def named_cells(
    question: str, tables: Sequence[Table], alike: Alike = never_alike, most: int = MOST_NAMED
) -> list[NamedCell]:
    """The cells that the question names best, best first, at most one of each row; empty where it names no row and no
    column."""
    if is_superlative(question):
        return []  # a superlative is found by comparing rows, not by naming one
    return best_cells(scored_cells(question, tables, alike), most)


def is_superlative(question: str) -> bool:
    """Whether the question asks for the cheapest, the largest or the like; "at most" and "the most I can" ask for a limit."""
    return bool(_SUPERLATIVE.search(_BOUND.sub(" ", question)))


def scored_cells(
    question: str, tables: Sequence[Table], alike: Alike = never_alike
) -> list[ScoredCell]:
    """All cells of which the question names the row, in reading order; of a single row, of which it names the column."""
    terms = tuple(question_terms(question))
    if not terms:
        return []
    weights = tuple(map(_weight, terms))
    # "At most" asks for the limit rather than for the usual amount.
    kinds = _BOUNDS if _BOUND.search(question) else _WANTED
    wanted = tuple(words for pattern, words in kinds if pattern.search(question))
    counted = _after(_COUNTED, question, terms)
    asked = _Question(
        question,
        asked_kind(question),
        wanted,
        terms,
        weights,
        counted,
        _after(_OWNED, question, terms),
    )
    headed_tables = [(table, headed(table)) for table in with_subject(tables)]
    named = [TableNames(terms, table, rows, alike) for table, rows in headed_tables]
    divided = _divided([rows for _, rows in headed_tables], [names.above for names in named])
    elsewhere = headed_elsewhere(terms, named)
    return [
        one
        for at, (table, rows) in enumerate(headed_tables)
        for one in _scored(
            asked,
            at,
            rows,
            named[at],
            divided[at],
            OtherThings(question, terms, table, rows, named[at], elsewhere[at]),
        )
    ]


def _after(words: re.Pattern[str], question: str, terms: Sequence[Term]) -> tuple[int, ...]:
    """The terms that some words stand before."""
    said = {word.casefold() for word in words.findall(question)}
    return tuple(at for at, term in enumerate(terms) if term.whole in said)


def _divided(
    tables: Sequence[Sequence[HeadedRow]], above: Sequence[Sequence[float]]
) -> list[tuple[bool, ...]]:
    """For each table and each term, whether the term stands above another table with the same columns and not above this
    one: of "Women" and "Men", the table that is not meant."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for at, rows in enumerate(tables):
        columns = tuple(sorted({slot.column for row in rows for slot in row.slots}))
        groups.setdefault(columns, []).append(at)
    divided = [tuple(False for _ in one) for one in above]
    for group in groups.values():
        said = [any(values) for values in zip(*(above[at] for at in group), strict=True)]
        for at in group:
            divided[at] = tuple(
                is_said and not own for is_said, own in zip(said, above[at], strict=True)
            )
    return divided


def _weight(term: Term) -> float:
    if term.number is not None:
        return _NUMBER_WEIGHT
    return _COMMON_WEIGHT if term.whole in _COMMON else 1.0


def best_cells(scored: Sequence[ScoredCell], most: int) -> list[NamedCell]:
    """The best of the cells by their scores, at most one of each row."""
    best: list[ScoredCell] = []
    for one in sorted(scored, key=lambda one: -one.score):
        if len(best) == most:
            break
        if all((one.table, one.row) != (other.table, other.row) for other in best):
            best.append(one)
    return [ahead(one, scored) for one in best]


def ahead(one: ScoredCell, scored: Sequence[ScoredCell]) -> NamedCell:
    """A cell with how far it is ahead of the others by its name."""
    row, column = 0.0, 0.0
    for other in scored:
        if (other.table, other.row) != (one.table, one.row):
            if other.text != one.text:
                row = max(row, other.score)
        elif other.slot != one.slot and other.text != one.text:
            column = max(column, other.score)
    return NamedCell(one, one.score - row, one.score - column)


def _scored(
    asked: _Question,
    number: int,
    rows: Sequence[HeadedRow],
    names: TableNames,
    divided: Sequence[bool],
    others: OtherThings,
) -> Iterator[ScoredCell]:
    columns = {slot.column: _words(slot.column) for r in rows for slot in r.slots}
    has_wanted = any(_wanted(asked.wanted, words, "") for words in columns.values())
    owned = asked.owned if has_wanted else ()
    is_only, is_absent = len(rows) == 1, names.is_absent or others.is_whole_table
    for at, row in enumerate(rows):
        for slot in row.slots:
            text = _text(row, slot)
            if len(text) > LONGEST_CELL or _only_refers(row, slot, text):
                continue
            naming = _without_owned(names.naming(at, slot), owned)
            is_named = any(naming.row) or (is_only and any(naming.column))
            is_elsewhere = others.are_elsewhere(at)
            if not is_named and not is_absent and not is_elsewhere:
                continue
            wanted = _wanted(asked.wanted, columns[slot.column], text)
            if any(naming.column[term] == EXACT for term in asked.counted):
                wanted = 1.0  # "how many seeds" wants the column of seeds
            lacking = any(names.lacks(term, naming.row) for term in range(len(asked.terms)))
            is_ruled_out = others.rule_out(at, slot, naming)
            is_beside = is_ruled_out or others.differ_by_words(slot, naming)
            another = is_beside or names.is_another(naming)
            measures = _measures(
                asked, naming, names.above, divided, text, wanted, lacking=lacking, another=another
            )
            block = row.row.cells[slot.place or 0]
            behind = _OTHER_BEHIND if is_beside or _repeats(asked, slot, text, naming) else 0.0
            if is_elsewhere:
                behind = _ELSEWHERE_BEHIND
            score = round(score_of(measures, text) - behind, _DIGITS_OF_SCORE)
            yield ScoredCell(
                number, at, slot, block.span, text, measures, score, is_elsewhere or is_ruled_out
            )


def _without_owned(naming: Naming, owned: Sequence[int]) -> Naming:
    """ "Whose boat" wants no boat: the column of boats is not named by it."""
    if not owned:
        return naming
    column = tuple(0.0 if at in owned else value for at, value in enumerate(naming.column))
    header = naming.header if column == naming.column else NO_WORDS
    return replace(naming, column=column, header=header)


def _measures(
    asked: _Question,
    naming: Naming,
    above: Sequence[float],
    divided: Sequence[bool],
    text: str,
    wanted: float,
    *,
    lacking: bool,
    another: bool,
) -> Measures:
    best = [max(values) for values in zip(naming.row, naming.column, above, strict=True)]
    beyond = [own if own > other else 0.0 for own, other in zip(naming.own, best, strict=True)]
    row, column = asked.share(naming.row), asked.share(naming.column)
    return Measures(
        named=asked.share(best),
        row=row,
        column=column,
        least=min(row, column),
        kind=float(cell_agreement(asked.text, asked.kind, text)) if text else 0.0,
        itself=asked.share(beyond),
        missed=asked.missed(best, divided),
        row_whole=naming.key_whole,
        column_whole=covered(naming.header, asked.terms),
        row_alike=naming.key_alike,
        column_alike=naming.header_alike,
        wanted=wanted,
        lacking=float(lacking),
        another=float(another),
    )


def _repeats(asked: _Question, slot: Slot, text: str, naming: Naming) -> bool:
    """Whether a cell is the name of its row and the question already has words of it, so that it would tell nothing new. A
    question such as "which plan" may still ask for the whole name."""
    if slot.place is None or text != slot.key or EXACT not in naming.own:
        return False
    return not (any(naming.column) and _ASKS_WHICH.search(asked.text))


def _only_refers(row: HeadedRow, slot: Slot, text: str) -> bool:
    """Whether a paragraph of a definition only names another place: "See also the options below." beside what is said."""
    if slot.column or not slot.key or _REFERS.match(text) is None:
        return False
    told = [one for one in row.slots if one.key == slot.key and _text(row, one) != one.key]
    return len(told) > 1


def _text(row: HeadedRow, slot: Slot) -> str:
    return row.row.texts[slot.place] if slot.place is not None else ""


def _words(header: str) -> frozenset[str]:
    return frozenset(match.group() for match in _HEADER_WORD.finditer(header.casefold()))


def _wanted(wanted: Sequence[frozenset[str]], header: frozenset[str], text: str) -> float:
    """The share of the kinds of question for whose answers the header stands; a cell with "%" is a share itself."""
    if not wanted:
        return 0.0
    signs = {_SHARE_SIGN} if _SHARE_SIGN in text else set()
    return sum(not words.isdisjoint({*header, *signs}) for words in wanted) / len(wanted)


def score_of(measures: Measures, text: str, weights: Sequence[float] | None = None) -> float:
    """What orders the cells of one question. A blank cell comes after one that says something and is named as well."""
    total = sum(w * v for w, v in zip(weights or _weights(), measures.values, strict=True))
    return total - (_BLANK_BEHIND if is_blank(text) else 0.0)


@cache
def _weights() -> tuple[float, ...]:
    return tuple(map(float, _LEXICON.fitted("rank")["weights"]))
