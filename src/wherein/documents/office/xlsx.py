"""Parses XLSX sheet by sheet, with values as shown and formulas as their last results."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from typing import Any

from wherein.core.document import BlockKind, Page
from wherein.core.errors import SourceTooLarge, WhereinError
from wherein.core.span import Span
from wherein.core.unread import Unread, UnreadKind, counted
from wherein.documents.building.archive import checked_archive, damaged, member_bytes
from wherein.documents.building.canonical import CanonicalText
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.sheets.sheet_tables import SheetTables
from wherein.documents.office.office_properties import read_properties
from wherein.documents.source import Source

MOST_CELLS = 2_000_000
_CHART = re.compile(r"xl/charts/chart[^/]*\.xml")
_COMMENTS = re.compile(r"xl/(?:comments/)?comments?\d*\.xml")
_COMMENT = re.compile(rb"<(?:\w{1,20}:)?comment\s")
_PICTURE = re.compile(r"xl/media/[^/]+")


def parse_xlsx(source: Source) -> Parsed:
    """Each sheet is a page under a heading with its name; hidden sheets, rows and columns are left out and counted.

    The column header of a cell is what the header rows of its table say above it, its row header the key of its row.
    Raises ParseError, EncryptedDocument, and SourceTooLarge over `MOST_CELLS`.
    """
    data, name = source.data, source.name
    with checked_archive(data, name) as archive:
        properties = read_properties(archive, name)
        beside = _beside_cells(archive, name)
    import openpyxl

    reader = _Reader(name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of each feature it leaves out
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            for sheet in book.worksheets:
                reader.read(book, sheet)
            book.close()
    except WhereinError:
        raise
    except Exception as error:  # openpyxl raises whatever its parts raise
        raise damaged(name) from error
    return Parsed(
        text=reader.out.text,
        blocks=reader.out.blocks,
        title=properties.title,
        dates=properties.dates,
        pages=tuple(reader.pages),
        unread=counted((*reader.unread(), *beside)),
    )


class _Reader:
    """Adds sheet after sheet, and counts what is left out."""

    def __init__(self, name: str) -> None:
        self.out = CanonicalText()
        self.pages: list[Page] = []
        self._name = name
        self._tables = SheetTables(self.out)
        self._cells = 0
        self._hidden_sheets = self._hidden_rows = self._hidden_columns = 0
        self._formulas = self._without_value = 0

    def read(self, book: Any, sheet: Any) -> None:
        from wherein.documents.office.xlsx_rows import rows_of_sheet

        if sheet.sheet_state != "visible":
            self._hidden_sheets += 1
            return
        found = rows_of_sheet(book, sheet, MOST_CELLS - self._cells, self.out.grid_places)
        self._cells += found.cells
        if self._cells > MOST_CELLS:
            raise SourceTooLarge(
                f"{self._name} has more than {MOST_CELLS:,} cells.",
                "Split it into smaller files.",
            )
        self.out.grid_places -= found.columns_of_merges
        self._hidden_rows += found.hidden_rows
        self._hidden_columns += found.hidden_columns
        self._formulas += found.formulas
        self._without_value += found.formulas_without_value
        start = len(self.out)
        if found.rows:
            self.out.add(BlockKind.HEADING, sheet.title, level=1)
            self._tables.add(found.rows, found.merges)
        if self.pages:
            self.pages[-1] = Page(len(self.pages), Span(self.pages[-1].span.start, start))
        self.pages.append(Page(len(self.pages) + 1, Span(start, len(self.out))))

    def unread(self) -> tuple[Unread, ...]:
        hidden = (
            (UnreadKind.HIDDEN_SHEET, self._hidden_sheets),
            (UnreadKind.HIDDEN_ROW, self._hidden_rows),
            (UnreadKind.HIDDEN_COLUMN, self._hidden_columns),
        )
        found = [Unread(kind, count) for kind, count in hidden if count]
        if self._without_value:
            found.append(Unread(UnreadKind.FORMULA, self._without_value, self._formulas))
        return tuple(found)


def _beside_cells(archive: zipfile.ZipFile, name: str) -> tuple[Unread, ...]:
    """The charts, pictures and cells' comments of a workbook: their parts are counted and not read."""
    names = archive.namelist()
    charts = sum(_CHART.fullmatch(name) is not None for name in names)
    pictures = sum(_PICTURE.fullmatch(name) is not None for name in names)
    # A thread of comments also has a part of its own; its first one stands here too.
    parts = [
        member_bytes(archive, part, name) or b"" for part in names if _COMMENTS.fullmatch(part)
    ]
    comments = sum(len(_COMMENT.findall(part)) for part in parts)
    counts = (
        (UnreadKind.CHART, charts),
        (UnreadKind.PICTURE, pictures),
        (UnreadKind.COMMENT, comments),
    )
    return tuple(Unread(kind, count) for kind, count in counts if count)
