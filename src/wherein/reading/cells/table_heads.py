"""Says under which headers each cell of a table stands, also where a document's own headers are none. Pure.

A document's headers are followed but for two kinds of table: a first row of numbers above cells of another kind (the
journeys of a timetable) is a row of headers, and rows of label, value, label, value (a form) have labels and no
columns. The twin is web/reader/src/cells/table-heads.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from wherein.lexicon import lexicon
from wherein.reading.cells.table_rows import Table, TableRow

_LEXICON = lexicon("table-cells")
_BLANK = _LEXICON.pattern("blank")
_WHOLE = _LEXICON.pattern("whole")
_WORD = _LEXICON.pattern("token")
_COMMON = frozenset(_LEXICON.words("common"))
_FORMS = tuple((name, _LEXICON.pattern(name)) for name in ("clock", "money", "date", "numeral"))
JOINT = " / "
"""Between the names of a row, or the headers of a column, outermost first."""
_NONE: frozenset[str | None] = frozenset()
_PAIR_COLUMNS = (4, 6)
"""Columns of a form with two or three labels in each row."""
_FEWEST_ROWS = 3
_SAMPLED = 8
"""Rows that show what a column without a header holds."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of a row where an answer may stand.

    place: which cell of the row it is, from 0; None where the row has no cell in the column.
    key: the header of its row. column: the header of its column. Both "" without one.
    is_value: the key is a label beside it, and the row's other cells say nothing of it.
    sample: some of what stands in a column without a header; "" where it has one.
    """

    place: int | None
    key: str
    column: str
    is_value: bool = False
    sample: str = ""


@dataclass(frozen=True, slots=True)
class HeadedRow:
    """A row with its slots; none in a row of headers."""

    row: TableRow
    slots: tuple[Slot, ...]


def is_blank(text: str) -> bool:
    """Whether a cell says nothing: no text, a dash, "n/a"."""
    return bool(_BLANK.match(text))


def is_sum(header: str) -> bool:
    """Whether a row's header says that its cells are sums; where such a row is blank, nothing is missing."""
    return not _COMMON.isdisjoint(match.group().casefold() for match in _WORD.finditer(header))


def headed(table: Table) -> list[HeadedRow]:
    """The rows of a table with their slots."""
    if _is_form(table):
        return [HeadedRow(row, tuple(_values(row))) for row in table.rows]
    if _has_labels_beside(table):
        return [HeadedRow(row, tuple(_beside(row))) for row in table.rows]
    above = _headers_of_numbers(table)
    if above is not None:
        rest = [HeadedRow(row, tuple(_below(row, above))) for row in table.rows[1:]]
        return [HeadedRow(table.rows[0], ()), *rest]
    samples = _samples(table)
    if samples:
        return [HeadedRow(row, tuple(_recorded(row, samples))) for row in table.rows]
    columns = {block.column for row in table.rows for block in row.cells if block.column}
    expected, spanned = _filled(table), _spanned(table)
    return [HeadedRow(row, tuple(_own(row, columns, expected, spanned))) for row in table.rows]


def _spanned(table: Table) -> dict[str, set[str | None]]:
    """For the name of each row the columns in which a cell of a row above covers it too: that one has both names."""
    names = {row.texts[0] for row in table.rows}
    found: dict[str, set[str | None]] = {}
    for row in table.rows:
        for block in row.cells:
            _, *further = (block.row or "").split(JOINT)
            for name in further:
                if name in names and name != row.texts[0]:
                    found.setdefault(name, set()).add(block.column)
    return found


def _own(
    row: TableRow,
    columns: set[str],
    expected: Sequence[str],
    spanned: Mapping[str, set[str | None]],
) -> Iterator[Slot]:
    """The slots of a row by the document's own headers; `spanned` as `_spanned` has them."""
    key = next((block.row for block in row.cells if block.row), None) or row.texts[0]
    in_section = f"{key}{JOINT}{row.texts[0]}"
    if any(block.row == in_section for block in row.cells):
        key = in_section  # the first cell stands below a section, the others beside it too
    is_bare = all(block.row is None and block.column is None for block in row.cells)
    has_sums = is_sum(key)
    for place, block in enumerate(row.cells):
        if has_sums and is_blank(row.texts[place]):
            continue
        has_header = block.row is not None or block.column is not None
        # In a row without headers, a cell to the right of another is the value of a label.
        if has_header or (is_bare and place > 0 and row.texts[place].strip() not in columns):
            names = (block.row or "").split(JOINT)
            is_shared = any(block.column in spanned.get(name, _NONE) for name in names[1:])
            yield Slot(place, block.row if block.row and is_shared else key, block.column or "")
    if not is_bare and not has_sums:
        own = {block.column for block in row.cells} | spanned.get(key, _NONE)
        own |= {column for block in row.cells for column in _merged(block.column, expected)}
        yield from (Slot(None, key, column) for column in expected if column not in own)


def _merged(column: str | None, expected: Sequence[str]) -> Iterator[str]:
    """The columns that a cell covers whose header has those of all: "Saturday" and "Sunday" for "Saturday / Sunday"."""
    if column and JOINT in column and column not in expected:
        parts = set(column.split(JOINT))
        yield from (one for one in expected if parts.issuperset(one.split(JOINT)))


def _filled(table: Table) -> list[str]:
    """The columns but the first in which most rows have a cell: a row without one there has nothing to say."""
    counts = Counter(block.column for row in table.rows for block in row.cells if block.column)
    rows = sum(any(block.column for block in row.cells) for row in table.rows)
    if rows < _FEWEST_ROWS:
        return []
    return [column for column in list(counts)[1:] if 2 * counts[column] > rows]


def _values(row: TableRow) -> Iterator[Slot]:
    for label, place in zip(row.texts[::2], range(1, len(row.cells), 2), strict=True):
        yield Slot(place, label, "", is_value=True)


def _beside(row: TableRow) -> Iterator[Slot]:
    """The values of a row whose labels its document says, and a blank one for each label beside others that has none. A cell
    alone in its row may be a title."""
    for place, block in enumerate(row.cells):
        if block.row is not None:
            yield Slot(place, block.row, "", is_value=True)
        elif len(row.cells) > 1 and not any(
            _is_named_by(other.row, row.texts[place]) for other in row.cells
        ):
            yield Slot(None, _name_of(row.texts[place]), "", is_value=True)


def _has_labels_beside(table: Table) -> bool:
    """Whether the document's own headers of rows are the labels to the left of values, several in one row: a form, some of
    whose values may be missing."""
    if not _is_bare(table):
        return False
    values = [sum(block.row is not None for block in row.cells) for row in table.rows]
    return max(values) > 1 and all(
        _is_named_by(block.row, before)
        for row in table.rows
        for before, block in zip(row.texts, row.cells[1:], strict=False)
        if block.row is not None
    )


def _is_named_by(header: str | None, label: str) -> bool:
    return header is not None and _name_of(header) == _name_of(label)


def _name_of(label: str) -> str:
    return label.strip().rstrip(":").rstrip()


def _below(row: TableRow, above: Sequence[str]) -> Iterator[Slot]:
    for place in range(1, len(row.cells)):
        column = above[place] if len(row.cells) == len(above) else ""
        yield Slot(place, row.texts[0], column)


def _recorded(row: TableRow, samples: Sequence[str]) -> Iterator[Slot]:
    for place, sample in zip(range(len(row.cells)), samples, strict=False):
        yield Slot(place, row.texts[0], "", sample=sample)


def _samples(table: Table) -> list[str]:
    """Some of what stands in each column of a list of records: rows of three cells and more without headers of columns, most of
    them equally many; empty for another table."""
    width = len(table.rows[0].cells)
    if min(len(table.rows), width) < _FEWEST_ROWS or not _is_bare(table):
        return []
    full = [row.texts for row in table.rows if len(row.cells) == width]
    longest = max(len(row.cells) for row in table.rows)
    if longest > width or 2 * len(full) <= len(table.rows):
        return []
    return [
        " ".join(dict.fromkeys(texts[place] for texts in full[:_SAMPLED])) for place in range(width)
    ]


def _is_bare(table: Table) -> bool:
    return all(block.column is None for row in table.rows for block in row.cells)


def _is_form(table: Table) -> bool:
    """Whether the rows are label, value, label, value: all labels differ and have no digits, the values of a column are of
    several kinds, and a value stands in the first row."""
    widths = {len(row.cells) for row in table.rows}
    width = next(iter(widths))
    if len(table.rows) < _FEWEST_ROWS or len(widths) > 1 or width not in _PAIR_COLUMNS:
        return False
    labels = [text for row in table.rows for text in row.texts[::2]]
    if len(set(labels)) < len(labels) or any(map(_has_digit, labels)):
        return False
    first = table.rows[0].texts[1::2]
    values = ([row.texts[place] for row in table.rows] for place in range(1, width, 2))
    return any(map(_has_digit, first)) and all(len(set(map(_form, one))) > 1 for one in values)


def _headers_of_numbers(table: Table) -> tuple[str, ...] | None:
    """The first row where it is a word and rising numbers, above cells that are mostly of another kind; else None."""
    first = table.rows[0].texts
    bare = all(block.column is None for row in table.rows for block in row.cells)
    body = [row.texts for row in table.rows[1:] if len(row.texts) == len(first)]
    if not bare or len(first) < 3 or len(body) < 2 or _has_digit(first[0]):
        return None
    if not all(map(_WHOLE.match, first[1:])):
        return None
    if not all(int(one) < int(other) for one, other in pairwise(first[1:])):
        return None
    below = Counter(_form(text) for texts in body for text in texts[1:] if not is_blank(text))
    return first if below and below.most_common(1)[0][0] != _form(first[1]) else None


def _form(text: str) -> str:
    return next((name for name, pattern in _FORMS if pattern.search(text)), "words")


def _has_digit(text: str) -> bool:
    return any(letter.isdecimal() for letter in text)
