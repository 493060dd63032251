"""Tables that stand beside each other, as their headers, their labels or the order of drawing tell: each is a table of its own."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import replace

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


BERTHS = (("Berth", "Depth"), ("North", "6.2 m"), ("Mole", "4.1 m"), ("Inner", "3.3 m"))
VESSELS = (
    ("Vessel", "Length", "Crew"),
    ("Aurora", "22 m", "6"),
    ("Petrel", "14 m", "3"),
    ("Skua", "9 m", "2"),
    ("Tern", "11 m", "2"),
)


@pytest.mark.parametrize("lower", [0, 7])
def test_tables_that_are_drawn_one_after_the_other_are_two(lower: float) -> None:
    page = [*texts(BERTHS, (72, 132)), *texts(VESSELS, (292, 372, 442), 700 - lower)]
    shown = cells(read([page]))
    assert ("Mole", "Depth", "4.1 m") in shown
    assert ("Skua", "Length", "9 m") in shown
    assert ("Tern", "Crew", "2") in shown
    assert (None, "Vessel", "Aurora") in shown


def test_a_table_that_is_drawn_column_by_column_is_one() -> None:
    rows = (("Name", "Role", "Town", "Phone"), ("Ada", "Pilot", "Skarra", "4411"), ("Rolf", "Warden", "Mole", "4400"), ("Ines", "Clerk", "Quay", "4417"))  # fmt: skip
    columns = [texts([(row[n],) for row in rows], (x,)) for n, x in enumerate((72, 132, 292, 372))]
    shown = cells(read([[text for column in columns for text in column]]))
    assert ("Rolf", "Phone", "4400") in shown


@pytest.mark.parametrize("by_rows", [True, False])
def test_an_address_beside_labels_with_values_names_none_of_them(by_rows: bool) -> None:
    address = texts([["Bill to"], ["Harbour Mills"], ["2 Mole Lane"], ["Skarra"]], (72,), 700, 13)
    order = (("Order", "A-2291"), ("Date", "4 May 2025"), ("Carrier", "Mole Freight"), ("Weight", "42 kg"))  # fmt: skip
    page = [*address, *texts(order, (332, 402), 700, 17)]
    shown = cells(read([sorted(page, key=lambda text: -text.y) if by_rows else page]))
    assert ("Date", None, "4 May 2025") in shown
    assert ("Weight", None, "42 kg") in shown


def test_lists_of_labels_with_numbers_beside_each_other_are_two() -> None:
    rows = (("Espresso", "2.40", "Lemonade", "3.00"), ("Flat white", "3.40", "Cider", "4.50"), ("Tea", "2.60", "Beer", "4.20"))  # fmt: skip
    assert ("Cider", None, "4.50") in cells(read([texts(rows, (72, 132, 292, 352))]))
    # Close together they may as well be one: "Flat white" with all that follows.
    assert ("Flat white", None, "4.50") in cells(read([texts(rows, (72, 132, 162, 222))]))


def test_lists_with_the_same_labels_beside_each_other_are_two() -> None:
    rows = (("Library", "", "Cafe", ""), ("Weekdays", "9 - 18", "Weekdays", "8 - 16"), ("Saturday", "10 - 14", "Saturday", "9 - 15"), ("Sunday", "closed", "Sunday", "10 - 13"))  # fmt: skip
    page = [*texts(rows, (72, 152, 292, 372))]
    titles = [replace(text, bold=True) for text in page[:2]]
    shown = cells(read([[*titles, *page[2:]]]))
    assert ("Library / Saturday", None, "10 - 14") in shown
    assert ("Cafe / Saturday", None, "9 - 15") in shown
