"""Finds the header rows and the row keys of a table on a sheet. Knows no file format and adds no text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from wherein.documents.building.canonical import header_of
from wherein.documents.building.sheets.records import has_values_of, is_record
from wherein.documents.building.sheets.regions import (
    Merges,
    Region,
    Row,
    Value,
    ValueKind,
    is_year,
    labels_of_form,
)

JOINT = " / "
"""Between the headers of two header rows: "Winter / Boats"."""
_HEADER_WITHIN = 12
_MOST_HEADER_ROWS = 4
_SAMPLE_ROWS = 1_000
_MOST_KEYS = 3
_CODE = re.compile(r"[A-Z0-9][A-Z0-9./-]{0,5}$")
"""A short name that a legend explains, such as "R1" or "PEND"."""
_HAS_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MOST_FILLED = 0.75
"""The least share of a table's columns that a header row names, its first column apart."""


@dataclass(frozen=True, slots=True)
class Headers:
    """What names the cells of a table.

    first, after: the header rows, by their index in the region; equal where there are none.
    columns: the header of each column.
    keys: the columns that name a row together, from left to right.
    labels: the columns of a form that name the values to their right, row by row.
    """

    first: int = 0
    after: int = 0
    columns: Mapping[int, str | None] = field(default_factory=dict)
    keys: tuple[int, ...] = ()
    labels: tuple[int, ...] = ()


def headers_of(
    region: Region,
    merges: Merges,
    before: tuple[Region, Headers] | None = None,
    *,
    marked: int = 0,
    may_be_first: bool = False,
) -> Headers:
    """The headers of a region; those of the table before, of which it is a further part, where it has none.

    `marked`: how many rows at its top the file itself marks as header rows. `may_be_first`: the file says that the first
    row is one, which many programs say of each table; it counts where that row has texts alone.
    """
    rows = region.rows
    if marked:
        columns = _column_headers(rows[:marked], region, merges)
        return Headers(0, marked, columns, keys_of(rows[marked : marked + _SAMPLE_ROWS], columns))
    labels = labels_of_form(rows)
    if labels:
        return Headers(keys=labels[:1], labels=labels)
    titles = next((at for at, row in enumerate(rows) if len(row.cells) > 1), 0)
    if region.width == 2 and _is_code_with_meaning(rows[titles:]):
        return Headers(titles, titles, keys=(region.left,))
    found = _header_row(region, merges)
    if found is None and may_be_first and _may_name_what_follows(rows[0]) and len(rows) > 1:
        is_first = not _is_list_of_pairs(region, 0) and not is_record(rows[0], rows[1:])
        found = 0 if is_first else None
    if found is not None and before is not None and _goes_on(region, *before):
        found = None
    if found is None:
        if before is not None and _has_room_in(region, before):
            above = before[1].columns
            return Headers(0, 0, above, before[1].keys or keys_of(rows[:_SAMPLE_ROWS], above))
        return Headers(keys=keys_of(rows[:_SAMPLE_ROWS], {}))
    first, after = _header_rows(region, merges, found)
    columns = _column_headers(rows[first:after], region, merges)
    sample = rows[after : after + _SAMPLE_ROWS]
    return Headers(first, after, columns, keys_of(sample, columns))


def parted_at_header_rows(region: Region) -> Iterator[Region]:
    """The tables of a region, where one follows the other without an empty row: parted at each row that names the columns."""
    rows = region.rows
    first = next(
        (_texts(row) for row in rows[:_HEADER_WITHIN] if _may_name_what_follows(row)), None
    )
    start = 0
    for index in range(2, len(rows) - 1):
        if not _may_name_what_follows(rows[index]):
            continue
        is_repeated = _texts(rows[index]) == first and index - start > 1
        if is_repeated or _names_columns_anew(region, index):
            yield Region(rows[start:index], region.left, region.right)
            start = index
    yield Region(rows[start:] if start else rows, region.left, region.right)


def _texts(row: Row) -> list[str]:
    return [cell.text for cell in row.cells]


def _names_columns_anew(region: Region, index: int) -> bool:
    """Whether a row of texts stands between numbers in two of its columns; in bold, one is enough."""
    row, rows = region.rows[index], region.rows
    above = {cell.column: cell for cell in rows[index - 1].cells}
    below = {cell.column: cell for cell in rows[index + 1].cells}
    between = [
        cell.text
        for cell in row.cells
        if _is_numeric(above.get(cell.column)) and _is_numeric(below.get(cell.column))
    ]
    is_full = len(row.cells) >= _MOST_FILLED * region.width
    is_bold = all(cell.bold for cell in row.cells) and not any(c.bold for c in above.values())
    return is_full and len(set(between)) == len(between) >= (1 if is_bold else 2)


def _is_numeric(cell: Value | None) -> bool:
    return cell is not None and cell.kind is ValueKind.NUMBER


def _header_row(region: Region, merges: Merges) -> int | None:
    """The index of the row that names most columns, by rows that hold no values but texts, years or a sequence.

    None where the first rows have values, or the table is a list of labels and values.
    """
    rows = region.rows
    if region.width < 2 or len(rows) < 2:
        return 0 if len(rows) == 1 and _may_name_what_follows(rows[0]) else None
    titles = next((at for at, row in enumerate(rows) if len(row.cells) > 1), 0)
    if is_record(rows[titles], rows[titles + 1 :]):
        return None
    head = rows[:_HEADER_WITHIN]
    labels = 0
    while labels < len(head) and _is_label_row(region, labels):
        labels += 1
    for index in range(labels):
        row = head[index]
        if _width_of(row, merges) < 2 and region.width > 1:
            continue
        if _coverage(row, region, merges) >= _MOST_FILLED and (index < len(rows) - 1 or index):
            return None if _is_list_of_pairs(region, index) else index
    return None


def _may_name_what_follows(row: Row) -> bool:
    return len(row.cells) > 1 and all(cell.kind is ValueKind.TEXT for cell in row.cells)


def _width_of(row: Row, merges: Merges) -> int:
    return sum(merges.extent(row.number, cell.column)[1] for cell in row.cells)


def _coverage(row: Row, region: Region, merges: Merges) -> float:
    """The share of the columns but the first that have a cell in a row, of those that have one in any of the first rows."""
    if len(row.cells) == 1 and merges.extent(row.number, row.cells[0].column)[1] >= region.width:
        return 0  # one cell over the whole width is a title
    covered = sum(
        merges.extent(row.number, cell.column)[1] - (cell.column == region.left)
        for cell in row.cells
    )
    used = {cell.column for r in region.rows[: 2 * _HEADER_WITHIN] for cell in r.cells}
    return covered / max(1, len(used - {region.left}))


def _is_label_row(region: Region, index: int) -> bool:
    """Whether a row can be a header row: texts, and numbers and dates only as a sequence that the next row lacks."""
    row = region.rows[index]
    others = [cell for cell in row.cells if cell.kind is not ValueKind.TEXT]
    if not others:
        return True
    if row.cells[0].column == region.left and row.cells[0].kind is not ValueKind.TEXT:
        return False
    sequence = _sequence(others)
    if sequence is None or index + 1 >= len(region.rows):
        return False
    below = {cell.column: cell for cell in region.rows[index + 1].cells}
    under = [below[cell.column] for cell in others if cell.column in below]
    if all(cell.bold for cell in row.cells) and not all(cell.bold for cell in under):
        return True
    if region.width == 2 and len(row.cells) == 2:
        return False  # "Built: 1900" of a list of labels and values
    return not under or _sequence(under) != sequence


def _sequence(cells: Sequence[Value]) -> str | None:
    """What numbers and dates side by side are: dates, years, or at least three whole numbers a step apart; else None."""
    if all(cell.kind is ValueKind.MOMENT for cell in cells):
        return "dates"
    if all(is_year(cell.text) or cell.kind is ValueKind.MOMENT for cell in cells):
        return "years"
    if len(cells) < 3 or not all(cell.text.isdecimal() and len(cell.text) < 10 for cell in cells):
        return None
    numbers = [int(cell.text) for cell in cells]
    step = numbers[1] - numbers[0]
    is_even = all(b - a == step for a, b in pairwise(numbers))
    return f"steps of {step}" if step > 0 and is_even else None


def _is_list_of_pairs(region: Region, index: int) -> bool:
    """Whether two columns are labels and their values: "Owner: Ada", "Length: 12 m" below each other."""
    rows = region.rows[index : index + _SAMPLE_ROWS]
    if region.width != 2:
        return False
    first, second = rows[0].cells[0], rows[0].cells[-1]
    if first.text.rstrip().endswith(":"):
        return True
    below = [row for row in rows[1:] if len(row.cells) == 2]
    if first.bold and second.bold and not all(row.cells[1].bold for row in below):
        return False
    if first.bold and not second.bold and all(row.cells[0].bold for row in below):
        return True
    kinds = [row.cells[1].kind for row in below]
    is_mixed = bool(kinds) and max(map(kinds.count, ValueKind)) < 0.8 * len(kinds)
    return is_mixed and len(below) < 40


def _is_code_with_meaning(rows: Sequence[Row]) -> bool:
    """Whether each row is a code and its meaning ("C: complete", "R1: resit"). Such a list has no row of headers."""
    if len(rows) < 3 or not all(len(row.cells) == 2 for row in rows):
        return False
    code, meaning = rows[0].cells
    is_alike = all(_CODE.match(row.cells[0].text) for row in rows)
    return is_alike and code.kind is ValueKind.TEXT and meaning.text[:1].islower()


def _header_rows(region: Region, merges: Merges, found: int) -> tuple[int, int]:
    """The header rows around the one that was found: groups of columns above it, finer names or units below it."""
    rows = region.rows
    first, after = found, found + 1
    while first and found - first < _MOST_HEADER_ROWS and _groups_below(region, merges, first - 1):
        first -= 1
    while after < len(rows) and after - first < _MOST_HEADER_ROWS:
        if not _is_label_row(region, after) or not _is_finer(region, merges, after):
            break
        if has_values_of(rows[after], rows[after + 1 :]):
            break
        after += 1
    return first, after


def _groups_below(region: Region, merges: Merges, index: int) -> bool:
    """Whether a row groups the columns of the next: it spans some of them, or names what the next row leaves blank."""
    row, following = region.rows[index], region.rows[index + 1]
    if following.number > row.number + 1:
        return False
    widths = [merges.extent(row.number, cell.column)[1] for cell in row.cells]
    if any(1 < width < region.width for width in widths):
        return True
    if max(widths) >= region.width:
        return False
    named = {cell.column for cell in following.cells}
    if len(row.cells) == 1:
        return row.cells[0].column > region.left and row.cells[0].column in named
    return any(cell.column not in named for cell in row.cells)


def _is_finer(region: Region, merges: Merges, index: int) -> bool:
    """Whether a row names parts of the columns of the row above, or their units."""
    above, row = region.rows[index - 1], region.rows[index]
    if row.number > above.number + 1:
        return False
    extents = [merges.extent(above.number, cell.column) for cell in above.cells]
    if any(height > 1 for height, _ in extents) or any(width > 1 for _, width in extents):
        return any(cell.column > region.left for cell in row.cells)
    named = {cell.column for cell in above.cells}
    if row.cells[0].column == region.left:
        return False
    if any(cell.column not in named for cell in row.cells):
        return True
    # A row of units: the first column is blank, and below are numbers.
    if index + 1 == len(region.rows):
        return False
    below = {cell.column: cell for cell in region.rows[index + 1].cells}
    return _coverage(row, region, merges) >= _MOST_FILLED and any(
        _is_numeric(below.get(cell.column)) for cell in row.cells
    )


def _column_headers(rows: Sequence[Row], region: Region, merges: Merges) -> dict[int, str | None]:
    """The texts of the header rows above each column, joined once each."""
    above: dict[int, dict[str, None]] = {}
    for index, row in enumerate(rows):
        below = rows[index + 1] if index + 1 < len(rows) else None
        ends = _ends_of_groups(row, below, region) if below is not None else []
        for column, end in ends:
            above.setdefault(column, {})[end] = None
        if ends:
            continue
        for at, cell in enumerate(row.cells):
            text = header_of(cell.text)
            width = merges.extent(row.number, cell.column)[1]
            right = cell.column + width
            if below is not None and width == 1 and cell.column > region.left:
                right = row.cells[at + 1].column if at + 1 < len(row.cells) else region.right + 1
            if text is None or (width >= region.width and region.width > 1):
                continue
            named = (
                {c.column for c in below.cells} if right - cell.column > width and below else None
            )
            for column in range(cell.column, min(right, region.right + 1)):
                if named is None or column == cell.column or column in named:
                    above.setdefault(column, {})[text] = None
    return {column: header_of(JOINT.join(texts)) for column, texts in above.items()}


def _ends_of_groups(row: Row, below: Row, region: Region) -> list[tuple[int, str]]:
    """The columns below with the header above each, where a row has dates at the right ends of groups of columns alone, as
    statements of accounts have their periods; else none."""
    dates = [cell for cell in row.cells if cell.column > region.left]
    columns = [cell.column for cell in below.cells if cell.column > region.left]
    if not dates or not columns or not all(_HAS_YEAR.search(cell.text) for cell in dates):
        return []
    if dates[-1].column != columns[-1] or dates[0].column <= columns[0]:
        return []
    ends = [date.column for date in dates]
    return [(column, dates[bisect_left(ends, column)].text) for column in columns]


def header_over(columns: Sequence[str | None]) -> str | None:
    """The header of a cell that covers several columns, of which these are the headers: what they say on each level, each
    once. "Adult / Online" and "Adult / At the gate" are "Adult / Online / At the gate"."""
    named = [header.split(JOINT) for header in columns if header]
    levels = range(max(map(len, named), default=0))
    texts = dict.fromkeys(parts[level] for level in levels for parts in named if level < len(parts))
    return header_of(JOINT.join(texts))


def _goes_on(region: Region, before: Region, headers: Headers) -> bool:
    """Whether a region of texts is a further part of the table before: that has texts alone, and none is set in bold."""
    if (region.left, region.right) != (before.left, before.right) or headers.after == headers.first:
        return False
    if before.rows[headers.first].cells[0].bold:
        return not region.rows[0].cells[0].bold
    data = before.rows[headers.after : headers.after + _HEADER_WITHIN]
    return bool(data) and all(
        cell.kind is ValueKind.TEXT
        for row in (*data, *region.rows[:_HEADER_WITHIN])
        for cell in row.cells
    )


def _has_room_in(region: Region, before: tuple[Region, Headers]) -> bool:
    """Whether a region without headers lies under the columns of the table before and names its rows as that does."""
    table, headers = before
    if not headers.columns or region.left < table.left or region.right > table.right:
        return False
    return region.left == table.left or region.rows[0].number <= table.rows[-1].number + 3


def keys_of(rows: Sequence[Row], columns: Mapping[int, str | None]) -> tuple[int, ...]:
    """The columns that name a row together: the first ones with texts, dates, years or numbers of their own.

    Of some columns in a row the fewest that tell the rows apart, and at most three. A number that only counts the rows
    is no key where a text follows.
    """
    values: dict[int, list[Value]] = {}
    for row in rows:
        if len(row.cells) > 1 or len(columns) < 2:
            for cell in row.cells[: _MOST_KEYS + 1]:
                values.setdefault(cell.column, []).append(cell)
    if not values:
        return ()
    candidates: list[int] = []
    for column in sorted({*values, *list(columns)[: _MOST_KEYS + 1]}):
        found = values.get(column, [])
        may_be_number = bool(columns) and not candidates
        if len(candidates) == _MOST_KEYS or not found or not _may_be_key(found, may_be_number):
            break
        candidates.append(column)
    if len(candidates) > 1 and _counts_rows(values[candidates[0]]):
        candidates = candidates[1:]
    while len(candidates) > 1 and _is_constant(values[candidates[0]]):
        candidates = candidates[1:]
    if len(values) == len(candidates) > 1:
        candidates = candidates[:-1]  # texts alone: the last one is what the others name
    for count in range(1, len(candidates) + 1):
        if _tell_apart(rows, candidates[:count]):
            return tuple(candidates[:count])
    return tuple(candidates)


def _may_be_key(cells: Sequence[Value], may_be_number: bool) -> bool:
    texts = {cell.text for cell in cells}
    named = sum(cell.kind is not ValueKind.NUMBER for cell in cells)
    if 2 * named >= len(cells):
        return True
    if all(is_year(cell.text) for cell in cells):
        return True
    whole = all(cell.text.isdecimal() for cell in cells)
    return may_be_number and whole and len(texts) == len(cells) > 1


def _is_constant(cells: Sequence[Value]) -> bool:
    """Whether a column says the same in each of several rows, and so tells none of them apart."""
    return len(cells) > 2 and len({cell.text for cell in cells}) == 1


def _counts_rows(cells: Sequence[Value]) -> bool:
    if not all(cell.text.isdecimal() and len(cell.text) < 10 for cell in cells):
        return False
    numbers = [int(cell.text) for cell in cells]
    return numbers[0] in (0, 1) and all(b - a == 1 for a, b in pairwise(numbers))


def _tell_apart(rows: Sequence[Row], columns: Sequence[int]) -> bool:
    seen: set[tuple[str, ...]] = set()
    last: dict[int, str] = {}
    for row in rows:
        if len(row.cells) < 2:
            continue
        own = {cell.column: cell.text for cell in row.cells if cell.column in columns}
        last |= own
        key = tuple(last.get(column, "") for column in columns)
        if key in seen:
            return False
        seen.add(key)
    return True
