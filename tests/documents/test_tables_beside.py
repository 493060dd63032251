"""Tables that stand beside each other without a gap, as their headers tell: each is a table of its own."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import docx
import pytest

from tests.documents.test_pdf_tables import cells, lines_of_walls, read, texts
from tests.documents.test_sheets import parsed as sheet
from wherein.core.document import BlockKind
from wherein.documents.building.parsed import Parsed
from wherein.documents.office.docx import parse_docx
from wherein.documents.plain.delimited import parse_delimited
from wherein.documents.source import Source

Rows = Sequence[Sequence[str]]
Found = list[tuple[str | None, str | None, str]]
Made = Callable[[Rows], Found]
XS = (72, 172, 292, 392)
PRICES = (
    ("Adults", "Price", "Children", "Price"),
    ("Day", "12.00", "Day", "6.00"),
    ("Week", "60.00", "Week", "30.00"),
    ("Year", "240.00", "Year", "120.00"),
)
RAIN = (
    ("Year", "Rain (mm)", "Year", "Rain (mm)"),
    ("1991", "612.5", "1994", "588.5"),
    ("1992", "701.5", "1995", "644.5"),
    ("1993", "655.5", "1996", "720.5"),
)
SCORES = (
    ("Method", "Exact", "Overlap", "Exact"),
    ("BiDAF", "64.5", "74.5", "64.9"),
    ("DrQA", "65.3", "75.1", "66.2"),
    ("R-net", "71.1", "79.5", "71.3"),
)


def found(document: Parsed) -> Found:
    return [
        (block.row, block.column, block.span.of(document.text))
        for block in document.blocks
        if block.kind is BlockKind.CELL
    ]


def pdf(rows: Rows) -> Found:
    return cells(read([texts(rows, XS)]))


def walled_pdf(rows: Rows) -> Found:
    across = (70, 168, 288, 388, 450)[: len(rows[0]) + 1]
    drawn = lines_of_walls(across, tuple(714 - 16 * row for row in range(len(rows) + 1)))
    return cells(read([texts(rows, XS)], [drawn]))


def word(rows: Rows) -> Found:
    document = docx.Document()
    table = document.add_table(rows=0, cols=len(rows[0]))
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    buffer = io.BytesIO()
    document.save(buffer)
    return found(parse_docx(Source(buffer.getvalue(), "a.docx", "/a.docx")))


def workbook(rows: Rows) -> Found:
    return found(sheet([[float(text) if "." in text else text for text in row] for row in rows]))


def separated(rows: Rows) -> Found:
    data = "\n".join(",".join(row) for row in rows).encode()
    return found(parse_delimited(Source(data, "a.csv", "/a.csv")))


FORMATS = (pdf, walled_pdf, word, workbook, separated)


@pytest.mark.parametrize("made", FORMATS)
def test_a_row_is_named_by_the_first_cell_of_its_own_table(made: Made) -> None:
    shown = made(PRICES)
    weeks = [float(text) for row, column, text in shown if (row, column) == ("Week", "Price")]
    assert weeks == [60, 30]
    assert [text for _, column, text in shown if column == "Children"] == ["Day", "Week", "Year"]


@pytest.mark.parametrize("made", FORMATS)
def test_a_table_goes_on_to_the_right_of_itself(made: Made) -> None:
    shown = made(RAIN)
    assert ("1995", "Rain (mm)", "644.5") in shown
    assert ("1992", "Rain (mm)", "701.5") in shown


@pytest.mark.parametrize("made", FORMATS)
def test_a_header_that_comes_twice_is_no_second_table(made: Made) -> None:
    shown = made(SCORES)
    assert ("DrQA", "Overlap", "75.1") in shown
    assert ("DrQA", "Exact", "66.2") in shown
