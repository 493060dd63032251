"""Parses XLSX sheet by sheet, with values as shown and formulas as their last results."""

from __future__ import annotations

import datetime
import io
import re
import warnings
from collections.abc import Sequence
from typing import Any

from wherein.core.document import BlockKind, Page
from wherein.core.errors import SourceTooLarge, WhereinError
from wherein.core.span import Span
from wherein.documents.building.archive import checked_archive, damaged
from wherein.documents.building.canonical import CanonicalText, Cell, header_of
from wherein.documents.building.dates import iso
from wherein.documents.building.parsed import Parsed
from wherein.documents.office.office_properties import read_properties
from wherein.documents.source import Source

MOST_CELLS = 2_000_000
_DECIMALS = re.compile(r"0\.(0+)")
_QUOTED = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]')
_LEADING_UNIT = re.compile(r'^(?:\[\$([^\-\]]+)[^\]]*\]|"([^"]+)"|([$€£¥]))')


def parse_xlsx(source: Source) -> Parsed:
    """Each sheet is a page under a heading with its name; hidden sheets are left out.

    The column header of a cell is the text above it in the first row that is all text, its row
    header the text in its row's first cell. Raises ParseError, EncryptedDocument, and
    SourceTooLarge over `MOST_CELLS`.
    """
    data, name = source.data, source.name
    with checked_archive(data, name) as archive:
        properties = read_properties(archive, name)
    import openpyxl

    out = CanonicalText()
    pages: list[Page] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of each feature it leaves out
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            cells = 0
            for number, sheet in enumerate(book.worksheets):
                if sheet.sheet_state != "visible":
                    continue
                rows = _rows(book, sheet, MOST_CELLS - cells)
                cells += sum(map(len, rows))
                if cells > MOST_CELLS:
                    raise SourceTooLarge(
                        f"{name} has more than {MOST_CELLS:,} cells.",
                        "Split it into smaller files.",
                    )
                start = len(out)
                if rows:
                    out.add(BlockKind.HEADING, sheet.title, level=1)
                    _add_rows(out, rows, number)
                if pages:
                    pages[-1] = Page(len(pages), Span(pages[-1].span.start, start))
                pages.append(Page(len(pages) + 1, Span(start, len(out))))
            book.close()
    except WhereinError:
        raise
    except Exception as error:  # openpyxl raises whatever its parts raise
        raise damaged(name) from error
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        title=properties.title,
        dates=properties.dates,
        pages=tuple(pages),
    )


# A row is its filled cells: (column, text, whether the value is text).
_Row = list[tuple[int, str, bool]]


def _rows(book: Any, sheet: Any, left: int) -> list[_Row]:
    """The rows that have anything in them; at most one cell more than are `left`.

    By the sheet's own rows and cells: openpyxl fills what is missing, and one cell in the last column of the last row
    may be missing 17,000 million others.
    """
    from openpyxl.cell.read_only import ReadOnlyCell
    from openpyxl.worksheet._reader import WorkSheetParser

    rows: list[_Row] = []
    last = count = 0
    with sheet._get_source() as xml:
        parser = WorkSheetParser(
            xml,
            sheet._shared_strings,
            data_only=book.data_only,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        for number, cells in parser.parse():
            if number <= last:
                continue  # a row that was there before
            last = number
            filled: dict[int, tuple[int, str, bool]] = {}
            for fields in cells:
                column, value = fields["column"], fields["value"]
                filled.pop(column, None)  # if a cell is stated twice, the last one counts
                if value is not None:
                    cell = ReadOnlyCell(sheet, **fields)
                    text = shown(value, cell.number_format or "General")
                    if text and not text.isspace():
                        filled[column] = (column, text, isinstance(value, str))
            if filled:
                rows.append([filled[column] for column in sorted(filled)])
                count += len(filled)
                if count > left:
                    break
    return rows


def _add_rows(out: CanonicalText, rows: Sequence[_Row], number: int) -> None:
    header_index = _header_index(rows)
    named = rows[header_index] if header_index >= 0 else ()
    headers = {column: header_of(text) for column, text, _ in named}
    for row_index, row in enumerate(rows):
        first_column, first, first_is_text = row[0]
        below = row_index > header_index >= 0
        before = header_of(first) if below and first_is_text else None
        for column, text, _ in row:
            above = headers.get(column) if below else None
            header = before if column != first_column else None
            cell = Cell(number, row_index, column, header, above)
            out.add(BlockKind.CELL, text, cell=cell)


def _header_index(rows: Sequence[_Row]) -> int:
    """The row that names the columns; -1 for none.

    Of the three rows before the first row with a number, it is the one with the most texts, at least two, and nothing
    else (titles above a table have few). Without numbers, it is the first row of several texts.
    """
    texts = [len(row) if all(is_text for _, _, is_text in row) else 0 for row in rows]
    data = next((index for index, count in enumerate(texts) if not count), None)
    if data is None:
        found = next((index for index, count in enumerate(texts) if count > 1), -1)
        return found if found < len(rows) - 1 else -1
    candidates = [index for index in range(max(0, data - 3), data) if texts[index] > 1]
    return max(candidates, key=lambda index: (texts[index], index), default=-1)


def shown(value: Any, number_format: str) -> str:
    """A cell's value, nearly as the sheet shows it: dates as ISO 8601, numbers with decimals, thousands separators,
    percent sign and currency. Finer details of the format are left out."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return value.date().isoformat() if midnight else iso(value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return str(value)
    if not isinstance(value, int | float):
        return str(value)
    section = number_format.split(";")[0]
    unit = _LEADING_UNIT.match(section)
    plain = _QUOTED.sub("", section)
    percent = "%" in plain
    number = value * 100 if percent else value
    decimals = _DECIMALS.search(plain)
    if decimals:
        text = f"{number:,.{len(decimals.group(1))}f}"
    elif "0" in plain and not re.search("[eE/?]", plain):
        text = f"{number:,.0f}"
    else:
        text = f"{number:.15g}"
    if "," not in plain:
        text = text.replace(",", "")
    prefix = next((part for part in unit.groups() if part), "") if unit else ""
    return f"{prefix}{text}{'%' if percent else ''}"
