"""Finds the tables of a sheet: its filled cells parted at empty rows and columns. Knows no file format."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import groupby
from typing import NamedTuple

from wherein.documents.building.canonical import header_of

_NUMBER = re.compile(
    r"[(\-+−]?\s?[$€£¥]?\s?(?:\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+|\d+)(?:[.,]\d+)?(?:[eE][+-]?\d+)?\s?[%‰$€£¥)]?"
)
_MOMENT = re.compile(
    r"\d{4}-\d\d?-\d\d?(?:[T ]\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?|\d\d?[./-]\d\d?[./-]\d{2,4}|\d\d?:\d\d(?::\d\d)?"
)
_LONGEST_NUMBER = 40
_DEEPEST = 3
_MOST_NAMING = 3
"""Rows of headers that an empty row may part from the numbers below."""
_FORM_COLUMNS = (4, 6)
"""Columns of a form with two or three labels in each row."""
_FEWEST_OF_FORM, _MOST_OF_FORM = 3, 40
"""Rows of a form."""
_USUAL_LABEL = re.compile(
    r"^(?:(?:full|first|last|given|family|maiden|middle|trading|legal|project|product|company|your)\s)?(?:sur)?names?\b(?!\sof\s\w+\s\w)"
    r"|^(?:date|place|time|country|reason|cause|number|no\.|type|name|period|method|mode|terms)\s(?:and\s\w+\s)?of\s\w+$"
    r"|^(?:home|work|postal|billing|delivery|e-?mail|street|web|current|previous|site)?\s?(?:address|phone|telephone|mobile|fax|e-?mail)(?:\s(?:no\.?|number))?:?$"
    r"|^(?:\w+\s)?(?:no\.|number|date|reference|ref\.?|id|code|status|type|title|officer|doctor|manager|supervisor|inspector|contact)$"
    r"|^(?:post(?:al\s)?\s?code|zip|city|town|county|country|state|region|nationality|citizenship|sex|gender|age|occupation|profession|employer"
    r"|employee|company|firm|organi[sz]ation|customer|client|applicant|claimant|patient|pupil|student|teacher|driver|owner|buyer|seller|vendor"
    r"|supplier|tenant|landlord|witness|insured|policy|department|position|grade|ward|room|branch|sort\scode|iban|account|bank|currency|total"
    r"|signature|signed(?:\sby)?|approved(?:\sby)?|prepared(?:\sby)?|received(?:\sby)?|checked(?:\sby)?|issued(?:\sby)?|valid\s(?:until|from)|from|to|until"
    r"|make|model|colou?r|vehicle|registration|serial|weight|height|remarks|notes|comments|subject|project|site|location|venue|since|mileage"
    r"|relationship|next\sof\skin|marital\sstatus|religion|language|blood\s(?:group|type)|allerg(?:y|ies)|diagnosis|medication|gp):?$",
    re.IGNORECASE,
)
"""What most forms ask for, as the whole of a label."""


class ValueKind(IntEnum):
    """What a cell holds."""

    TEXT = 0
    NUMBER = 1
    MOMENT = 2


class Value(NamedTuple):
    """One filled cell: its column, its text as shown, its kind, and whether it is set in bold."""

    column: int
    text: str
    kind: ValueKind
    bold: bool = False


class Row(NamedTuple):
    """The filled cells of a row of a sheet, from left to right; `number` counts all rows of the sheet."""

    number: int
    cells: Sequence[Value]


@dataclass(frozen=True, slots=True)
class Merges:
    """The cells that cover more than one place: (row, column) to (rows, columns)."""

    extents: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def extent(self, row: int, column: int) -> tuple[int, int]:
        """The rows and columns that a cell covers."""
        return self.extents.get((row, column), (1, 1))


@dataclass(frozen=True, slots=True)
class Region:
    """Cells that lie together: rows within the columns from `left` to `right`, both included."""

    rows: Sequence[Row]
    left: int
    right: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1


def kind_of_text(text: str) -> ValueKind:
    """The kind of what a text says: "1,204" and "12.5 %" are numbers, "2019-05-03" and "10:30" moments."""
    if len(text) > _LONGEST_NUMBER or not any(map(str.isdecimal, text)):
        return ValueKind.TEXT
    if _MOMENT.fullmatch(text):
        return ValueKind.MOMENT
    return ValueKind.NUMBER if _NUMBER.fullmatch(text) else ValueKind.TEXT


def regions_of(rows: Sequence[Row], merges: Merges) -> Iterator[Region]:
    """The regions of a sheet, from above down and from left to right.

    Rows are parted where one is empty, columns where one is empty and what is right of it is a table of its own.
    """
    yield from _parted(rows, merges, _DEEPEST)


def _parted(rows: Sequence[Row], merges: Merges, depth: int) -> Iterator[Region]:
    for band in _bands(rows, merges):
        sides = _sides(band, merges)
        if len(sides) == 1 or not depth:
            yield Region(band, *_bounds(band, merges))
        else:
            for side in sides:
                yield from _parted(side, merges, depth - 1)


def _bands(rows: Sequence[Row], merges: Merges) -> Iterator[Sequence[Row]]:
    """The rows, parted where a row between them is empty and no merged cell covers it."""
    start, covered = 0, 0
    for index, row in enumerate(rows):
        if index > start and row.number > covered + 1:
            is_near = row.number == covered + 2
            if not (is_near and _name_columns_of(rows[start:index], row)):
                yield rows[start:index]
                start = index
        down = row.number
        if merges.extents:
            down += max(merges.extent(row.number, cell.column)[0] for cell in row.cells) - 1
        covered = max(covered, down)
    if rows:
        yield rows[start:]


def _name_columns_of(rows: Sequence[Row], row: Row) -> bool:
    """Whether a few rows of texts name each column of a row of numbers below them, so that only space is between."""
    if len(rows) > _MOST_NAMING or any(c.kind is not ValueKind.TEXT for r in rows for c in r.cells):
        return False
    named = {cell.column for cell in rows[-1].cells}
    first, *others = row.cells
    return (
        len(others) > 1
        and first.kind is ValueKind.TEXT
        and first.column < min(named)
        and {cell.column for cell in others} == named
        and any(cell.kind is ValueKind.NUMBER for cell in others)
    )


def _bounds(rows: Sequence[Row], merges: Merges) -> tuple[int, int]:
    left = min(row.cells[0].column for row in rows)
    right = max(
        cell.column + merges.extent(row.number, cell.column)[1] - 1
        for row in rows
        for cell in (row.cells if merges.extents else row.cells[-1:])
    )
    return left, right


def _sides(rows: Sequence[Row], merges: Merges) -> list[Sequence[Row]]:
    """The rows, parted at empty columns between tables that stand side by side."""
    spans = _column_spans(rows, merges)
    if len(spans) < 2 or len(rows) < 2:
        return [rows]
    lefts = [left for left, _ in spans]
    sides: list[list[Row]] = [[] for _ in spans]
    for row in rows:
        for at, cells in groupby(row.cells, lambda cell: bisect_right(lefts, cell.column)):
            sides[at - 1].append(Row(row.number, list(cells)))
    groups = [[sides[0]]]
    for side in sides[1:]:
        before = groups[-1][0]
        if _has_two_columns(before) and _has_two_columns(side) and _is_own_table(side, before):
            groups.append([side])
        else:
            groups[-1].append(side)
    return [_side_by_side(group) for group in groups]


def _side_by_side(sides: Sequence[Sequence[Row]]) -> Sequence[Row]:
    if len(sides) == 1:
        return sides[0]
    cells: dict[int, list[Value]] = {}
    for side in sides:
        for row in side:
            cells.setdefault(row.number, []).extend(row.cells)
    return [Row(number, cells[number]) for number in sorted(cells)]


def _column_spans(rows: Sequence[Row], merges: Merges) -> list[tuple[int, int]]:
    """The runs of columns without an empty one between them."""
    reach: dict[int, int] = {}
    for row in rows:
        for cell in row.cells:
            right = cell.column
            if merges.extents:
                right += merges.extent(row.number, cell.column)[1] - 1
            if reach.get(cell.column, 0) < right:
                reach[cell.column] = right
    spans: list[tuple[int, int]] = []
    for left in sorted(reach):
        if spans and left <= spans[-1][1] + 1:
            spans[-1] = spans[-1][0], max(spans[-1][1], reach[left])
        else:
            spans.append((left, reach[left]))
    return spans


def _has_two_columns(rows: Sequence[Row]) -> bool:
    return len(rows) > 1 and len({cell.column for row in rows for cell in row.cells}) > 1


def _is_own_table(rows: Sequence[Row], before: Sequence[Row]) -> bool:
    """Whether rows are a table of their own, and not further columns of the rows to the left: they begin in another row,
    or have labels of their own."""
    begins = [
        next((row.number for row in side if len(row.cells) > 1), 0) for side in (rows, before)
    ]
    first = min(row.cells[0].column for row in rows)
    below = [cell for row in rows[1:] for cell in row.cells if cell.column == first]
    if begins[0] != begins[1]:
        return not (_has_numbers(below) and _has_texts_at(begins[0], before))
    labels = [cell for cell in below if cell.kind is not ValueKind.NUMBER or is_year(cell.text)]
    is_named = 2 * len(labels) >= len(below) > 0
    return is_named and len({cell.text for cell in below}) == len(below)


def _has_texts_at(number: int, rows: Sequence[Row]) -> bool:
    """Whether one of the rows has this number, and texts alone: the header rows of both sides are level."""
    return any(
        row.number == number and all(cell.kind is ValueKind.TEXT for cell in row.cells)
        for row in rows
    )


def _has_numbers(cells: Sequence[Value]) -> bool:
    return any(cell.kind is ValueKind.NUMBER and not is_year(cell.text) for cell in cells)


def is_year(text: str) -> bool:
    """Whether a text is four digits that may name a year."""
    return len(text) == 4 and text.isdecimal() and "1500" <= text <= "2199"


def labels_of_form(rows: Sequence[Row]) -> tuple[int, ...]:
    """The columns that name the values to their right in a form: "Invoice no. | HP-20418 | Job | Boiler swap". Empty for
    another table.

    No two labels are alike, none has a digit, and unlike a column under a header each column of values has several kinds;
    or most labels are words that forms have.
    """
    if not _FEWEST_OF_FORM <= len(rows) <= _MOST_OF_FORM:
        return ()
    columns = sorted({cell.column for row in rows for cell in row.cells})
    first = rows[0].cells
    if len(columns) not in _FORM_COLUMNS or len(first) < len(columns):
        return ()
    own = set(columns[::2])
    labels = [cell for row in rows for cell in row.cells if cell.column in own]
    if len({cell.text for cell in labels}) < len(labels):
        return ()
    if any(cell.kind is not ValueKind.TEXT or _has_digit(cell.text) for cell in labels):
        return ()
    is_marked = all(cell.text.rstrip().endswith(":") for cell in labels)
    others = [cell for row in rows for cell in row.cells if cell.column not in own]
    is_marked |= _usual_labels(labels) > 0.6 * len(labels) and 4 * _usual_labels(others) < len(
        others
    )
    values = ([c for row in rows for c in row.cells if c.column == at] for at in columns[1::2])
    is_mixed = all(len({_form_of(cell) for cell in column}) > 1 for column in values)
    is_valued = any(_has_digit(cell.text) for cell in first)
    return tuple(columns[::2]) if is_marked or (is_mixed and is_valued) else ()


def _usual_labels(cells: Sequence[Value]) -> int:
    return sum(_USUAL_LABEL.search(cell.text) is not None for cell in cells)


def label_beside(rows: Sequence[Row], labels: Sequence[int]) -> list[dict[int, str | None]]:
    """The label of each value of a form, by its column: the one to its left, or above that where the place is blank."""
    last: dict[int, str | None] = {}
    found = []
    for row in rows:
        last |= {
            cell.column: header_of(cell.text.rstrip().rstrip(":"))
            for cell in row.cells
            if cell.column in labels
        }
        found.append(
            {
                cell.column: last.get(max(at for at in labels if at < cell.column))
                for cell in row.cells
                if cell.column not in labels
            }
        )
    return found


def _form_of(cell: Value) -> tuple[ValueKind, bool]:
    return cell.kind, _has_digit(cell.text)


def _has_digit(text: str) -> bool:
    return any(letter.isdecimal() for letter in text)
