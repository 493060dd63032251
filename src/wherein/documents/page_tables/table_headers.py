"""Finds which rows of a table are headers, and gives each cell the headers of its row and column. Knows no places."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.documents.building.canonical import Cell, header_of
from wherein.documents.building.sheets.headers import header_over, keys_of
from wherein.documents.building.sheets.records import is_record
from wherein.documents.building.sheets.regions import (
    Merges,
    Row,
    Value,
    kind_of_text,
    label_beside,
    labels_of_form,
)
from wherein.documents.building.sheets.sheet_tables import RowKeys
from wherein.documents.page_tables.table_pieces import (
    GridCell,
    PageTable,
    are_amounts,
    are_names,
    is_number,
)

_MOST_HEADER_ROWS = 6
_JOINT = " / "
_SAMPLE_ROWS = 1_000
_LABEL = re.compile(r"[^\W\d_][^:\n]{0,40}:(?:\s|$)")
"""The beginning of a cell that is a label, or that has one before its value."""

# So many rows above the sums of a table begin in its first column: in another one, a blank place there stands for the label above.
_BEGIN_FIRST = 0.8
_SUM = re.compile(
    r"(?:(?:sub|grand|net|gross)[\s-]?)?totals?\b|sums?\b|(?:closing\s)?balance\b|amount\sdue\b"
    r"|(?:zwischen|gesamt)?summe\b|gesamt(?:betrag)?\b|totale?s?\b|totaal\b|somme\b|suma\b|soma\b",
    re.IGNORECASE,
)


def header_rows_of(table: PageTable) -> int:
    """How many rows at the top of a table are headers; 0 for labels with values, and for a table that goes on."""
    rows = _by_row(table)
    if len(rows) < 2 or table.value_labels:
        return 0
    first = rows[0]
    if not _may_be_header(first, rows[1:], table):
        return 0
    count = 1 + max(cell.last_row for cell in first)
    while count < min(len(rows) - 1, _MOST_HEADER_ROWS):
        above = [cell for row in rows[:count] for cell in row]
        spanning = any(cell.last_column > cell.column for cell in rows[count - 1])
        partial = (
            len({at for cell in above for at in range(cell.column, cell.last_column + 1)})
            < table.columns - 1
        )
        if not (spanning or partial) or _numbers(rows[count]) or _is_section(rows[count], table):
            break
        count = max(count + 1, 1 + max(cell.last_row for cell in rows[count]))
    return count if count < len(rows) else 0


def is_without_headers(table: PageTable) -> bool:
    """Whether the rows are labels with their values: no first row of theirs names what is below it."""
    if table.value_labels:
        return True
    rows = _by_row(table)
    own = _rows_of(table, 0)
    if table.header_rows == 1 and is_record(own[0], own[1:]):
        return True
    return bool(labels_of_form(own)) or _are_labelled(rows[1:])


def _by_row(table: PageTable) -> list[list[GridCell]]:
    rows: list[list[GridCell]] = [[] for _ in range(table.rows)]
    for cell in table.cells:
        rows[cell.row].append(cell)
    return rows


def _may_be_header(
    first: Sequence[GridCell], rest: Sequence[Sequence[GridCell]], table: PageTable
) -> bool:
    """Whether the first row reads as headers: heavier than what follows, or words over numbers, or over three columns."""
    if not first or _is_section(first, table):
        return False
    if are_amounts([cell.text for cell in first if cell.column > 0]):
        return False
    heavy = all(cell.bold for cell in first)
    others = [cell for row in rest for cell in row if cell.column > 0]
    if heavy and not all(cell.bold for cell in others):
        return True
    numbers_above = sum(is_number(cell.text) for cell in first if cell.column > 0)
    numbers_below = sum(is_number(cell.text) for cell in others)
    if numbers_above:
        return are_names(_numbers(first), _numbers(rest[0]))
    if numbers_below > 0.5 * len(others):
        return True
    return table.columns > 2


def _are_labelled(rows: Sequence[Sequence[GridCell]]) -> bool:
    """Whether every row that is not empty has a cell that is a label, such as "Net weight:" or "Pallets left: 9"."""
    filled = [row for row in rows if row]
    return len(filled) > 1 and all(any(_LABEL.match(cell.text) for cell in row) for row in filled)


def _numbers(row: Sequence[GridCell]) -> list[str]:
    return [cell.text for cell in row if cell.column > 0 and is_number(cell.text)]


def _is_section(row: Sequence[GridCell], table: PageTable) -> bool:
    """Whether a row is one cell: the title of the rows below it."""
    return len(row) == 1 and (
        row[0].column == 0 or row[0].last_column - row[0].column + 1 >= table.columns
    )


def placed(
    table: PageTable, number: int, first_row: int, columns: Sequence[str | None]
) -> list[tuple[GridCell, Cell]]:
    """Each cell of a table with its place and headers, in reading order.

    `number` is the table's in its document, `first_row` the number of its first row there, and `columns` the headers of its columns.
    """
    labels = _row_labels(table)
    sums = _sum_rows(table)
    # A cell over several columns is a title, but beside a number of one column a value as well.
    with_values = {
        c.row for c in table.cells if 0 < c.column == c.last_column and is_number(c.text)
    }
    found: list[tuple[GridCell, Cell]] = []
    for cell in table.cells:
        is_head = cell.row < table.header_rows
        row = None if is_head else labels[cell.row].get(cell.column)
        is_wide = cell.last_column > cell.column
        section = is_wide and cell.row not in with_values
        names_sum = 0 < cell.column < sums.get(cell.row, 0)
        spanned = columns[cell.column : cell.last_column + 1]
        column = None if is_head or section or names_sum else header_over(spanned)
        found.append((cell, Cell(number, first_row + cell.row, cell.column, row, column)))
    return found


class TablesInOrder:
    """Numbers the tables of a document and its rows, and lets a table that goes on overleaf keep its headers."""

    def __init__(self) -> None:
        self._number = 0
        self._rows = 0
        self._last: PageTable | None = None
        self._columns: list[str | None] = []

    def add(self, table: PageTable) -> list[tuple[GridCell, Cell]]:
        """The cells of the next table of the document in reading order, with their places and headers."""
        last, goes_on = self._last, False
        are_alike = last is not None and bool(last.value_labels) == bool(table.value_labels)
        if (
            last is not None
            and are_alike
            and table.page == last.page + 1
            and _same_columns(last, table)
        ):
            own = column_headers(table)
            goes_on = table.header_rows == 0 or own == self._columns
            if not goes_on and not _is_heavier(table):
                # Its first row was taken for headers only since no row above it was.
                table.header_rows, goes_on = 0, True
        if goes_on and last is not None:
            table.label_columns = last.label_columns
        else:
            self._number += 1
            self._rows = 0
            self._columns = column_headers(table)
        cells = placed(table, self._number, self._rows, self._columns)
        self._rows += table.rows
        self._last = table
        return cells


def _same_columns(above: PageTable, below: PageTable) -> bool:
    """Whether two tables have as many columns, at the same places across the page."""
    if above.columns != below.columns:
        return False
    return all(
        min(right, other_right) - max(left, other_left)
        > 0.5 * min(right - left, other_right - other_left)
        for (left, right), (other_left, other_right) in zip(
            above.column_places, below.column_places, strict=True
        )
    )


def _is_heavier(table: PageTable) -> bool:
    """Whether the header rows of a table are bold and the rest is not."""
    head = [cell.bold for cell in table.cells if cell.row < table.header_rows]
    body = [cell.bold for cell in table.cells if cell.row >= table.header_rows and cell.column > 0]
    return all(head) and not all(body)


def column_headers(table: PageTable) -> list[str | None]:
    """The header of each column: the texts of the header cells above it, from above down, each once."""
    texts: list[list[str]] = [[] for _ in range(table.columns)]
    for cell in table.cells:
        if cell.row < table.header_rows:
            text = cell.text
            for column in range(cell.column, cell.last_column + 1):
                if not texts[column] or texts[column][-1] != text:
                    texts[column].append(text)
    return [header_of(_JOINT.join(parts)) for parts in texts]


def _row_labels(table: PageTable) -> dict[int, dict[int, str | None]]:
    """The label of each cell below the header rows, by row and column: the texts of its row in the label columns."""
    rows = _rows_of(table, table.header_rows)
    labels = () if table.header_rows else table.value_labels or labels_of_form(rows)
    if labels:
        named = label_beside(rows, labels)
        return {row.number: own for row, own in zip(rows, named, strict=True)}
    extents = {
        (cell.row, cell.column): (cell.last_row - cell.row + 1, cell.last_column - cell.column + 1)
        for cell in table.cells
    }
    keys = RowKeys(table.label_columns, Merges(extents), _JOINT)
    sums = _sum_rows(table)
    items = [row for row in rows if row.number not in sums]
    of_items = {row.number: own for row, own in zip(items, keys.of_all(items), strict=True)}
    return of_items | {
        row.number: _names_of_sum(row, sums[row.number]) for row in rows if row.number in sums
    }


def _names_of_sum(row: Row, first: int) -> dict[int, str | None]:
    """The label of each value of a row of sums, whose values begin in column `first`: what stands left of them."""
    label = header_of(_JOINT.join(cell.text for cell in row.cells if cell.column < first))
    return {cell.column: label for cell in row.cells if cell.column >= first}


def _sum_rows(table: PageTable) -> dict[int, int]:
    """The rows that are sums, with the column in which the values of each begin: the last ones, as of an invoice, and the
    first one, as of an account.

    The label of a sum stands left of it, in no column that names rows: over several columns, or behind a blank place.
    """
    if table.value_labels:
        return {}
    rows = _by_row(table)[table.header_rows :]
    found: dict[int, int] = {}
    for number in range(len(rows) - 1, 0, -1):
        values = _values_of_sum(rows[number])
        if values is None:
            break
        found[number] = values
    first = _values_of_sum(rows[0]) if rows and rows[0] and rows[0][0].column else None
    if first is not None:
        found[0] = first
    items = [row for number, row in enumerate(rows) if row and number not in found]
    beginning = sum(row[0].column == 0 for row in items)
    if not found or beginning < max(1, _BEGIN_FIRST * len(items)):
        return {}
    if not _are_sums([rows[number] for number in found], items):
        return {}
    return {table.header_rows + number: values for number, values in found.items()}


def _values_of_sum(row: Sequence[GridCell]) -> int | None:
    """The column in which the values of a row begin that may be a sum; None for another row."""
    texts = [cell for cell in row if not is_number(cell.text)]
    if not 0 < len(texts) < len(row) or any(is_number(cell.text) for cell in row[: len(texts)]):
        return None
    last = texts[-1]
    is_named = row[0].column == 0 and last.column == last.last_column
    return None if is_named and (last.column or len(row) > 2) else row[len(texts)].column


def _are_sums(rows: Sequence[Sequence[GridCell]], items: Sequence[Sequence[GridCell]]) -> bool:
    """Whether each of the last rows of a table says a sum: in its words, by having two cells less than an item has, or since
    its label stands over figures."""
    most = max(map(len, items))
    values: dict[int, list[bool]] = {}
    for cell in (cell for row in items for cell in row if cell.column == cell.last_column):
        values.setdefault(cell.column, []).append(is_number(cell.text))
    of_figures = {column for column, numbers in values.items() if all(numbers)}
    return all(
        _SUM.search(cell.text) or len(row) <= most - 2
        or not of_figures.isdisjoint(range(max(cell.column, 1), cell.last_column + 1))
        for row in rows
        for cell in [next(cell for cell in row[::-1] if not is_number(cell.text))]
    )  # fmt: skip


def _rows_of(table: PageTable, first: int) -> list[Row]:
    """The rows from this one on that have a cell of their own."""
    return [
        Row(
            number,
            [Value(c.column, text, kind_of_text(text), c.bold) for c in row for text in (c.text,)],
        )
        for number, row in enumerate(_by_row(table))
        if row and number >= first
    ]


def label_columns_of(table: PageTable) -> tuple[int, ...]:
    """The columns that name a row together: the fewest at the left that tell the rows apart, or that hold a label of several
    rows. A number that only counts the rows names none where a text follows."""
    if not table.header_rows:
        return tuple(range(_spanned_columns(table)))
    names = dict(enumerate(column_headers(table)))
    sums = _sum_rows(table)
    rows = [row for row in _rows_of(table, table.header_rows) if row.number not in sums]
    keys = keys_of(rows[:_SAMPLE_ROWS], names)
    spanned = tuple(range(_spanned_columns(table)))
    return keys if len(keys) > len(spanned) or (keys and keys[0] > 0) else spanned


def _spanned_columns(table: PageTable) -> int:
    """How many columns at the left are labels of rows: one, or more where a label spans several rows."""
    body = [cell for cell in table.cells if cell.row >= table.header_rows]
    for column in range(table.columns - 1):
        if not any(cell.column == column and cell.last_row > cell.row for cell in body):
            return column + 1
        beside = [cell for cell in body if cell.column == column + 1]
        if sum(is_number(cell.text) for cell in beside) > 0.5 * len(beside):
            return column + 1
    return max(1, table.columns - 1)
