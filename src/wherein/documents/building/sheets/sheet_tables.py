"""Adds the tables of a sheet to a canonical text, each cell with its headers. Knows no file format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wherein.core.document import BlockKind
from wherein.documents.building.canonical import LONGEST_HEADER, CanonicalText, Cell, header_of
from wherein.documents.building.sheets.headers import (
    JOINT,
    Headers,
    header_over,
    headers_of,
    parted_at_header_rows,
)
from wherein.documents.building.sheets.regions import (
    Merges,
    Region,
    Row,
    Value,
    ValueKind,
    label_beside,
    regions_of,
)
from wherein.documents.building.sheets.sections import sections_of
from wherein.documents.building.sheets.side_by_side import parted_beside

_LONGEST_TITLE = 120
_FARTHEST_TITLE = 3
_MOST_LINES = 4
"""The most rows from a title to the table below it."""
_MOST_COVERED = 20
"""The most rows of which a value that is merged over them has the headers."""
KEY_JOINT = ", "
"""Between the texts of a row key of several columns: "North quay, May"."""


class SheetTables:
    """Adds sheet after sheet; the tables of all of them are numbered together."""

    def __init__(self, out: CanonicalText) -> None:
        self._out = out
        self._tables = 0
        self._pairs = 0

    def add(self, rows: Sequence[Row], merges: Merges) -> None:
        """Add the filled cells of a sheet, its rows in order and the cells of each from left to right.

        A table's title is a heading of level 2, a cell that stands alone a paragraph, any other one a cell. The column
        header of a cell is what the header rows say above it, its row header the row's key.
        """
        before: tuple[Region, Headers] | None = None
        regions = [
            table
            for region in regions_of(rows, merges)
            for part in parted_at_header_rows(region)
            for table in parted_beside(part, merges)
        ]
        for index, region in enumerate(regions):
            following = regions[index + 1] if index + 1 < len(regions) else None
            if _are_lines(region, following):
                self._add_alone(region.rows[0], following)
                for row in region.rows[1:]:
                    self._add_title(row.cells[0], is_title=False)
                continue
            headers = headers_of(region, merges, before)
            if headers.after > headers.first or before is None or not headers.columns:
                before = region, headers
            self._add_table(region, headers, merges)

    def add_records(self, rows: Sequence[Row], *, has_names: bool = True) -> None:
        """Add records as one table; the first row has the names of their fields, unless `has_names` is false."""
        region = Region(rows, 1, max(row.cells[-1].column for row in rows))
        headers = headers_of(region, Merges(), marked=1) if has_names else Headers(keys=(1,))
        self._add_table(region, headers, Merges())

    def add_table(
        self,
        rows: Sequence[Row],
        merges: Merges,
        *,
        marked: int = 0,
        may_be_first: bool = False,
        first_is_key: bool = False,
    ) -> None:
        """Add one table of a document, whose rows are given with all of their filled cells.

        `marked` and `may_be_first` are as in `headers_of`; `first_is_key`: the file says that the first column names rows.
        """
        rows = [row for row in rows if row.cells]
        if not rows:
            return
        left = min(row.cells[0].column for row in rows)
        right = max(
            c.column + merges.extent(r.number, c.column)[1] - 1 for r in rows for c in r.cells
        )
        parts = list(parted_beside(Region(rows, left, right), merges))
        for region in parts:
            headers = headers_of(
                region, merges, marked=min(marked, len(region.rows) - 1), may_be_first=may_be_first
            )
            if not headers.keys and (first_is_key or len(parts) > 1):
                headers = Headers(headers.first, headers.after, headers.columns, (region.left,))
            # All rows as cells: a row above the header rows is no title in a table of a document.
            whole = Headers(0, headers.after, headers.columns, headers.keys)
            self._add_table(region, whole, merges)

    def add_pair(
        self,
        label: str,
        values: Sequence[str],
        *,
        generated: bool = False,
        generated_values: bool = False,
    ) -> None:
        """Add a label and its values as a row.

        `generated`: the file has another word for the label; `generated_values`: it has the values in another form.
        """
        self._pairs += 1
        row = header_of(label)
        self._add_text(label, Cell(-1, self._pairs, 0), generated=generated)
        for column, value in enumerate(values, start=1):
            self._add_text(value, Cell(-1, self._pairs, column, row), generated=generated_values)

    def _add_text(self, text: str, cell: Cell, *, generated: bool) -> None:
        places = ((0, len(text)),) if generated else ()
        self._out.add(BlockKind.CELL, text, cell=cell, generated=places)

    def _add_alone(self, row: Row, following: Region | None) -> None:
        """A cell with empty places around it: the title of the table below, or a paragraph."""
        is_above = (
            following is not None
            and len(following.rows) > 1
            and 0 < following.rows[0].number - row.number <= _FARTHEST_TITLE
            and following.left <= row.cells[0].column <= following.right
        )
        self._add_title(row.cells[0], is_title=is_above)

    def _add_title(self, cell: Value, *, is_title: bool = True) -> None:
        is_short = len(cell.text) <= _LONGEST_TITLE and "\n" not in cell.text
        if is_title and is_short and cell.kind is ValueKind.TEXT and cell.text[-1] not in ".!?":
            self._out.add(BlockKind.HEADING, cell.text, level=2)
        else:
            self._out.add(BlockKind.PARAGRAPH, cell.text)

    def _add_table(self, region: Region, headers: Headers, merges: Merges) -> None:
        self._tables += 1
        for index, row in enumerate(region.rows[: headers.first]):
            if len(row.cells) == 1:
                self._add_title(row.cells[0])
            else:
                self._add_pairs(row, index)
        for index, row in enumerate(region.rows[headers.first : headers.after]):
            self._add_cells(row, index, {}, {})
        rest = region.rows[headers.after :]
        beside = label_beside(rest, headers.labels) if headers.labels else None
        for index, row, named in zip(
            range(headers.after, len(region.rows)),
            rest,
            beside or RowKeys(headers.keys, merges).of_all(rest),
            strict=True,
        ):
            if not headers.columns and region.width > 2:
                named |= dict(_pairs(row))
            self._add_cells(row, index, named, _over(row, headers.columns, region, merges))

    def _add_pairs(self, row: Row, index: int) -> None:
        """A row above the header rows: labels, each with its value behind it."""
        first = header_of(row.cells[0].text)
        named = {cell.column: first for cell in row.cells[1:]} | dict(_pairs(row))
        self._add_cells(row, index, named, {})

    def _add_cells(
        self,
        row: Row,
        index: int,
        named: dict[int, str | None],
        columns: Mapping[int, str | None],
    ) -> None:
        for cell in row.cells:
            place = Cell(
                self._tables, index, cell.column, named.get(cell.column), columns.get(cell.column)
            )
            self._out.add(BlockKind.CELL, cell.text, cell=place)


def _over(
    row: Row, columns: Mapping[int, str | None], region: Region, merges: Merges
) -> Mapping[int, str | None]:
    """The column headers of a row's cells: of one that is merged over several columns those of all, but for a title."""
    if not merges.extents:
        return columns
    found: dict[int, str | None] = {}
    for cell in row.cells:
        width = merges.extent(row.number, cell.column)[1]
        if width < region.width:
            covered = range(cell.column, cell.column + width)
            found[cell.column] = header_over([columns.get(at) for at in covered])
    return found


def _pairs(row: Row) -> Iterator[tuple[int, str | None]]:
    """The columns of the values in a row like "Name: | Ada | Date: | 2020", each with its label."""
    for label, value in zip(row.cells, row.cells[1:], strict=False):
        text = label.text.rstrip()
        if text.endswith(":"):
            yield value.column, header_of(text.rstrip(":"))


def _are_lines(region: Region, following: Region | None) -> bool:
    """Whether a region is a cell that stands alone, or a few lines of text above a table: a title, and notes below it."""
    if region.width == 1 and len(region.rows) == 1:
        return True
    if following is None or len(region.rows) > _MOST_LINES or len(following.rows) < 2:
        return False
    columns = {row.cells[0].column for row in region.rows}
    return following.width > 1 == len(columns) and all(
        len(row.cells) == 1 and row.cells[0].kind is ValueKind.TEXT for row in region.rows
    )


class RowKeys:
    """The row headers of one row after the other; a label holds for the rows that it is merged over.

    A blank place at the beginning of a key takes the label above it: of a group that is named once. One behind a
    text of the row's own is an empty place.
    """

    def __init__(self, columns: Sequence[int], merges: Merges, joint: str = KEY_JOINT) -> None:
        self._joint = joint
        self._columns = columns
        self._merges = merges
        self._labels: dict[int, str | None] = {}
        self._until: dict[int, int] = {}

    def of(self, row: Row) -> dict[int, str | None]:
        """The row header of each filled cell of a row, by its column."""
        own = self._take(row)
        if not self._columns or (len(row.cells) == 1 and own):
            return {}
        whole = self._joined(self._columns)
        return {
            cell.column: self._joined([c for c in self._columns if c < cell.column])
            if cell.column in own
            else whole
            for cell in row.cells
        }

    def of_all(self, rows: Sequence[Row]) -> list[dict[int, str | None]]:
        """The row headers of some rows: of a value that is merged over several rows those of all, each once. The title of a
        section stands before those of its rows."""
        named: list[dict[int, str | None]] = []
        whole: dict[int, str] = {}
        for row in rows:
            named.append(self.of(row) if row.cells else {})
            if self._merges.extents and row.cells and (key := self._joined(self._columns)):
                whole[row.number] = key
        if whole:
            for row, own in zip(rows, named, strict=True):
                for cell in row.cells:
                    height = min(self._merges.extent(row.number, cell.column)[0], _MOST_COVERED)
                    if height > 1 and cell.column in own and cell.column not in self._columns:
                        covered = range(row.number, row.number + height)
                        texts = dict.fromkeys(whole[at] for at in covered if at in whole)
                        own[cell.column] = header_of(JOINT.join(texts))
        sections = sections_of(rows, self._columns[0], self._merges) if self._columns else {}
        for row, own in zip(rows, named, strict=True):
            if title := sections.get(row.number):
                for column, label in own.items():
                    own[column] = header_of(JOINT.join(filter(None, (title, label))))
        return named

    def whole(self, row: Row) -> str | None:
        """The key of a row, all of its columns together."""
        self._take(row)
        return self._joined(self._columns)

    def _take(self, row: Row) -> set[int]:
        """Take a row's labels; returns the key columns that it fills."""
        own = {cell.column: cell for cell in row.cells if cell.column in self._columns}
        first = min(own, default=-1)
        for column in self._columns:
            if column in own:
                self._labels[column] = header_of(own[column].text)
                height = self._merges.extent(row.number, column)[0]
                self._until[column] = row.number + height - 1
            elif self._until.get(column, 0) < row.number and column > first:
                self._labels[column] = None
        return set(own)

    def _joined(self, columns: Sequence[int]) -> str | None:
        labels = [label for column in columns if (label := self._labels.get(column))]
        return self._joint.join(labels)[:LONGEST_HEADER] or None
