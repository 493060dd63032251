"""Answers superlatives ("the cheapest", "the latest") by comparing the cells of one column, or of one row. Pure.

Only where it is clear what is compared: one column is named or meant, all its cells are of one kind, and at most one word of
the question stands nowhere in the table. The twin is web/reader/src/cells/superlative-cell.ts; the cases are in
contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.reading.cells.cell_terms import (
    Term,
    covered,
    group_match,
    match,
    question_terms,
    words_of,
)
from wherein.reading.cells.cell_values import value_of
from wherein.reading.cells.table_heads import HeadedRow, headed, is_blank, is_sum
from wherein.reading.cells.table_rows import Table

_LEXICON = lexicon("table-cells")
_WORD = _LEXICON.pattern("token")
_CODE = _LEXICON.pattern("code")
_WHICH = _LEXICON.pattern("asks_which")
_FEWEST = _LEXICON.count("fewest_compared")
_MOST_TIED = _LEXICON.count("most_tied")
_SUPERLATIVES = {
    line.split()[0]: (line.split()[1] == "most", frozenset(line.split()[2:]))
    for line in _LEXICON.lines("superlatives")
}
"""For each word whether the most or the least is meant, and the words of headers that it means by itself."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What a superlative asks for: the cells that answer, in reading order, and beside them those that show it.

    Of ties, all are answers. The answers name a thing and its sizes show it; where a size is asked for ("the highest fee"),
    the other way.
    """

    answers: tuple[Span, ...]
    shown_by: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell that is compared: its size, its place, and the place and text of what it is the size of."""

    size: float
    span: Span
    name: Span


@dataclass(frozen=True, slots=True)
class _Column:
    """Cells that can be compared, with how well the question names their header."""

    named: float
    whole: float
    cells: tuple[_Cell, ...]


def compared_cells(question: str, tables: Sequence[Table]) -> Compared | None:
    """The cells of the most or the least of one column or row; None where the question has no superlative, or where it isn't
    clear what is compared."""
    asked = {one: _SUPERLATIVES[one] for one in _superlatives(question)}
    if not asked:
        return None
    wants_most = {most for most, _ in asked.values()}
    meant = frozenset().union(*(headers for _, headers in asked.values()))
    if len(wants_most) > 1:
        return None
    terms = [term for term in question_terms(question) if term.whole not in asked]
    columns = [one for table in tables for one in _columns(terms, meant, table)]
    columns.sort(key=lambda one: (-one.named, -one.whole))
    if not columns or [(one.named, one.whole) for one in columns[1:2]] == [
        (columns[0].named, columns[0].whole)
    ]:
        return None
    cells = columns[0].cells
    best = (max if wants_most == {True} else min)(cell.size for cell in cells)
    first = [cell for cell in cells if cell.size == best]
    if len(first) > _MOST_TIED:
        return None
    names, sizes = tuple(cell.name for cell in first), tuple(cell.span for cell in first)
    asks_size = columns[0].named >= 1 and not _WHICH.search(question)
    return Compared(sizes, names) if asks_size else Compared(names, sizes)


def _superlatives(question: str) -> list[str]:
    """The superlatives of a question. "Most expensive" is one: the adjective after "most" or "least" says what is meant."""
    words = _words(question)
    pairs = [pair for one, other in pairwise(words) if (pair := f"{one}-{other}") in _SUPERLATIVES]
    return pairs or [word for word in words if word in _SUPERLATIVES]


def _words(text: str) -> list[str]:
    return [match.group().casefold() for match in _WORD.finditer(text)]


def _columns(terms: Sequence[Term], meant: frozenset[str], table: Table) -> Iterator[_Column]:
    """The columns and rows of a table that can be compared and that the question names."""
    rows = headed(table)
    texts = " ".join((table.about, *(text for row in rows for text in row.row.texts)))
    unsaid = [term for term in terms if not _is_in(term, texts)]
    if len(unsaid) > 1:
        return
    body = [row for row in rows if row.slots and not is_sum(row.row.texts[0])]
    for column in dict.fromkeys(slot.column for row in body for slot in row.slots):
        named = _named(terms, meant, column)
        if named:
            rest = [term for term in terms if term not in unsaid and not _is_named(term, column)]
            cells = _down(_chosen(body, rest), column, rest)
            if cells:
                yield _Column(named, covered(words_of(column), terms), cells)
    heads = {
        text: block.span
        for head in rows
        if not head.slots
        for text, block in zip(head.row.texts, head.row.cells, strict=True)
    }
    for row in body:
        key = row.slots[0].key
        named = _named(terms, meant, key)
        if named and (cells := _along(heads, row)):
            yield _Column(named, covered(words_of(key), terms), cells)


def _named(terms: Sequence[Term], meant: frozenset[str], header: str) -> float:
    """How many words of the question name a header, and half of one where the superlative means it."""
    own = words_of(header)
    implied = not meant.isdisjoint(_words(header))
    return sum(map(bool, (match(term, own) for term in terms))) + (0.5 if implied else 0.0)


def _is_named(term: Term, header: str) -> bool:
    own = words_of(header)
    return bool(match(term, own) or group_match(term, own))


def _is_in(term: Term, texts: str) -> bool:
    return bool(match(term, words_of(texts))) or any(
        match(term, words_of(word)) for word in texts.split()
    )


def _chosen(body: Sequence[HeadedRow], rest: Sequence[Term]) -> list[HeadedRow]:
    """The rows that have the question's other words, where some have them: "the cheapest course on Monday"."""
    chosen = list(body)
    for term in rest:
        having = [
            row for row in chosen if any(match(term, words_of(text)) for text in row.row.texts)
        ]
        if having:
            chosen = having
    return chosen


def _down(rows: Sequence[HeadedRow], column: str, rest: Sequence[Term]) -> tuple[_Cell, ...]:
    """The cells of a column with their names; none where they can't be compared or are too few."""
    found = []
    kinds = set()
    for row in rows:
        for slot in row.slots:
            if slot.column != column or slot.place is None or is_blank(row.row.texts[slot.place]):
                continue
            value = value_of(row.row.texts[slot.place])
            name = _name(row, slot.place, rest)
            if value is None or name is None:
                return ()
            kinds.add(value.kind)
            found.append(_Cell(value.size, row.row.cells[slot.place].span, name))
    return tuple(found) if len(kinds) == 1 and len(found) >= _FEWEST else ()


def _name(row: HeadedRow, place: int, rest: Sequence[Term]) -> Span | None:
    """The cell that says what a row is about: the one whose column the question names, else the first of words. Beside a code
    the words that the question does not have: of SD1112, Lettuce and Winter Density the last."""
    others = [
        (block, text, at == 0)
        for at, (block, text) in enumerate(zip(row.row.cells, row.row.texts, strict=True))
        if at != place
    ]
    asked = (
        block
        for block, text, _ in others
        if any(_is_named(term, block.column or "") for term in rest)
        and _is_name(text, may_count=True)
    )
    of_words = (block for block, text, is_first in others if _is_name(text, may_count=is_first))
    own = [
        block
        for block, text, is_first in others
        if not is_first and _is_name(text, may_count=False) and not any(map(str.isdecimal, text))
        and not any(match(term, words_of(text)) for term in rest)
    ]  # fmt: skip
    by_code = own[:1] if others and others[0][2] and _CODE.match(others[0][1]) else []
    best = next(asked, None) or next(iter(by_code), None) or next(of_words, None)
    return best.span if best else None


def _is_name(text: str, *, may_count: bool) -> bool:
    """Whether a cell is words. The first one of a row, as one that is asked for, may have a number behind a letter: "B-2001"."""
    return value_of(text) is None or (may_count and text[:1].isalpha())


def _along(heads: Mapping[str, Span], row: HeadedRow) -> tuple[_Cell, ...]:
    """The cells of a row, named by the cells of the row of headers; none where they can't be compared."""
    found, kinds = [], set()
    for slot in row.slots:
        # The first cell of a row is its label.
        if not slot.place or is_blank(row.row.texts[slot.place]) or slot.column not in heads:
            continue
        value = value_of(row.row.texts[slot.place])
        if value is None:
            return ()
        kinds.add(value.kind)
        found.append(_Cell(value.size, row.row.cells[slot.place].span, heads[slot.column]))
    return tuple(found) if len(kinds) == 1 and len(found) >= _FEWEST else ()
