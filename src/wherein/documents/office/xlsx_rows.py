"""Reads the shown rows of one XLSX sheet with openpyxl's own parser. Adds no text and knows no tables."""

from __future__ import annotations

import datetime
import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from openpyxl.cell.read_only import ReadOnlyCell
from openpyxl.worksheet._reader import WorkSheetParser

from wherein.documents.building.number_format import shown, shows_moment
from wherein.documents.building.sheets.regions import Merges, Row, Value, ValueKind, kind_of_text
from wherein.documents.building.whole_number import whole_number

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LAST_COLUMN = 16_384
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})")


@dataclass(slots=True)
class SheetRows:
    """The filled cells of a sheet that show, numbered as if what is hidden were not there, and what was left out."""

    rows: list[Row] = field(default_factory=list)
    merges: Merges = field(default_factory=Merges)
    cells: int = 0
    hidden_rows: int = 0
    hidden_columns: int = 0
    formulas: int = 0
    formulas_without_value: int = 0
    columns_of_merges: int = 0
    """The columns that merged cells cover beyond one each."""


def rows_of_sheet(book: Any, sheet: Any, most_cells: int, grid_places: int) -> SheetRows:
    """The sheet's own rows and cells, at most one row beyond `most_cells`.

    By the sheet's XML: openpyxl fills what is missing, and one cell in the last column of the last row may be missing
    17,000 million others.
    """
    with sheet._get_source() as xml:
        parser = _Parser(xml, sheet._shared_strings, data_only=True, epoch=book.epoch)
        reader = _Reader(book, sheet, parser)
        reader.read(most_cells)
        return reader.finished(grid_places)


class _Parser(WorkSheetParser):  # type: ignore[misc]  # openpyxl has no types
    """openpyxl's parser, which also says which rows and columns are hidden and which formulas have no value."""

    def __init__(self, source: Any, strings: Any, *, data_only: bool, epoch: Any) -> None:
        # Without formats of dates: a date stays the number that its format shows.
        super().__init__(source, strings, data_only=data_only, epoch=epoch)
        self.hidden_columns = bytearray(_LAST_COLUMN + 2)
        self.is_hidden = False
        self.formulas = self.formulas_without_value = 0

    def parse_column_dimensions(self, col: Any) -> None:
        if _is_on(col.get("hidden")) or col.get("width") == "0":
            first = min(whole_number(col.get("min"), 1), _LAST_COLUMN)
            last = min(whole_number(col.get("max"), first), _LAST_COLUMN)
            self.hidden_columns[first : last + 1] = b"\1" * max(0, last + 1 - first)

    def parse_row(self, row: Any) -> tuple[int, list[Any]]:
        self.is_hidden = _is_on(row.get("hidden")) or row.get("ht") == "0"
        self.row_dimensions.clear()
        number, cells = super().parse_row(row)
        return number, cells

    def parse_cell(self, element: Any) -> dict[str, Any]:
        if not self.is_hidden and element.find(f"{_MAIN}f") is not None:
            self.formulas += 1
            stored = element.findtext(f"{_MAIN}v")
            self.formulas_without_value += not stored and element.get("t") != "str"
        cell: dict[str, Any] = super().parse_cell(element)
        return cell


def _is_on(flag: str | None) -> bool:
    return flag in ("1", "true")


class _Reader:
    def __init__(self, book: Any, sheet: Any, parser: _Parser) -> None:
        self._parser = parser
        self._sheet = sheet
        self._from_1904 = book.epoch.year == 1904
        self._found = SheetRows()
        self._hidden: list[int] = []
        self._filled_hidden_columns: set[int] = set()
        self._styles: dict[int, tuple[str, bool, bool]] = {}
        self._stored_numbers = self._stated_numbers = 0

    def read(self, most_cells: int) -> None:
        last = 0
        found = self._found
        for number, cells in self._parser.parse():
            if number <= last:
                continue  # a row that was there before
            last = number
            if self._parser.is_hidden:
                self._hidden.append(number)
                found.hidden_rows += any(cell["value"] is not None for cell in cells)
                continue
            filled: dict[int, Value] = {}
            for fields in cells:
                filled.pop(fields["column"], None)  # if a cell is stated twice, the last one counts
                if fields["value"] is not None and (value := self._value(fields)) is not None:
                    filled[fields["column"]] = value
            if filled:
                row = [filled[column] for column in sorted(filled)]
                found.rows.append(Row(number - len(self._hidden), row))
                found.cells += len(filled)
                if found.cells > most_cells:
                    break

    def _value(self, fields: Mapping[str, Any]) -> Value | None:
        """A cell as shown; None for a hidden one and one that shows nothing."""
        column, value = fields["column"], fields["value"]
        number_format, bold, is_moment = self._style(fields["style_id"])
        if isinstance(value, datetime.datetime | datetime.date | datetime.time):
            text = value.isoformat(sep=" ").removesuffix(" 00:00:00") if isinstance(value, datetime.datetime) else value.isoformat()  # fmt: skip
            kind = ValueKind.MOMENT
        else:
            text = shown(value, number_format, from_1904=self._from_1904)
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            kind = (
                (ValueKind.MOMENT if is_moment else ValueKind.NUMBER)
                if is_number
                else ValueKind.TEXT
            )
        if not text or text.isspace():
            return None
        if column <= _LAST_COLUMN and self._parser.hidden_columns[column]:
            self._filled_hidden_columns.add(column)
            return None
        self._stored_numbers += kind is not ValueKind.TEXT
        self._stated_numbers += kind is ValueKind.TEXT and kind_of_text(text) is not ValueKind.TEXT
        return Value(column, text, kind, bold)

    def _style(self, style_id: int) -> tuple[str, bool, bool]:
        """The number format of a style, whether it is bold, and whether it shows numbers as dates or times."""
        if style_id not in self._styles:
            cell = ReadOnlyCell(self._sheet, 1, 1, None, "n", style_id)
            number_format = cell.number_format or "General"
            bold = bool(getattr(cell.font, "b", False))
            self._styles[style_id] = number_format, bold, shows_moment(number_format)
        return self._styles[style_id]

    def finished(self, grid_places: int) -> SheetRows:
        found, parser = self._found, self._parser
        found.formulas = parser.formulas
        found.formulas_without_value = parser.formulas_without_value
        found.hidden_columns = len(self._filled_hidden_columns)
        if found.rows:
            self._merge(grid_places)
        if self._stated_numbers > self._stored_numbers:
            # A sheet whose numbers were all kept as texts: what they look like says more than how they were kept.
            found.rows = [
                Row(row.number, [cell._replace(kind=kind_of_text(cell.text)) if cell.kind is ValueKind.TEXT else cell for cell in row.cells])
                for row in found.rows
            ]  # fmt: skip
        if any(parser.hidden_columns):
            shown_before = _shown_before(bytes(parser.hidden_columns))
            found.rows = [
                Row(row.number, [c._replace(column=shown_before[c.column]) if c.column <= _LAST_COLUMN else c for c in row.cells])
                for row in found.rows
            ]  # fmt: skip
        return found

    def _merge(self, grid_places: int) -> None:
        """Keep the merged cells, cut to the rows and columns that hold anything and numbered as they show."""
        stated = self._parser.merged_cells
        if not stated:
            return
        found = self._found
        shown_before = _shown_before(bytes(self._parser.hidden_columns))
        rightmost = max(row.cells[-1].column for row in found.rows)
        lowest = found.rows[-1].number
        extents: dict[tuple[int, int], tuple[int, int]] = {}
        for merged in stated.mergeCell:
            match = _RANGE.fullmatch(merged.ref or "")
            if match is None:
                continue
            left, right = (min(_column_number(match.group(at)), _LAST_COLUMN) for at in (1, 3))
            top, bottom = int(match.group(2)), int(match.group(4))
            right = min(right, rightmost)
            row = top - bisect_right(self._hidden, top)
            below = min(bottom - bisect_right(self._hidden, bottom), lowest)
            column = shown_before[left]
            width, height = shown_before[right] - column + 1, below - row + 1
            if width < 1 or height < 1 or width * height < 2:
                continue
            if found.columns_of_merges + width - 1 > grid_places:
                width = 1
            found.columns_of_merges += width - 1
            extents[row, column] = height, width
        found.merges = Merges(extents)


@lru_cache(maxsize=4)
def _shown_before(hidden: bytes) -> list[int]:
    """For each column its number among those that show; for a hidden one the number of the next."""
    numbers, count = [0] * len(hidden), 0
    for column in range(1, len(hidden)):
        numbers[column] = count + 1
        count += not hidden[column]
    return numbers


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
