"""Titles of sections within a table: they name the rows below them, in each format with tables."""

from __future__ import annotations

import pytest

from tests.documents.test_sheets import cells, parsed
from tests.documents.test_tables_beside import Made, pdf, separated, walled_pdf, word, workbook
from wherein.documents.building.sheets.regions import Merges, Row, Value, kind_of_text
from wherein.documents.building.sheets.sections import sections_of

ROOMS = (
    ("Room", "Per hour", "Per day"),
    ("Ground floor", "", ""),
    ("Hall", "40.5", "220.5"),
    ("Kitchen", "15.5", "80.5"),
    ("Upper floor", "", ""),
    ("Hall", "30.5", "150.5"),
    ("Studio", "25.5", "130.5"),
)


@pytest.mark.parametrize("made", [pdf, walled_pdf, word, workbook, separated])
def test_a_row_is_named_by_the_title_of_its_section(made: Made) -> None:
    found = made(ROOMS)
    assert ("Upper floor / Hall", "Per day", "150.5") in found
    assert ("Ground floor / Hall", "Per day", "220.5") in found
    assert ("Ground floor", "Room", "Kitchen") in found


def test_a_merged_title_counts_in_the_middle_of_a_table_too() -> None:
    rows = (*ROOMS[:1], *ROOMS[2:4], ("Upper floor",), ("Loft", 30, 150), ("Studio", 25, 130))
    assert cells(parsed(rows, "A4:C4"))["150"] == ("Upper floor / Loft", "Per day")
    assert cells(parsed(rows))["150"] == ("Loft", "Per day")


def rows_of(*rows: str, bold: str = "") -> list[Row]:
    """Rows of cells that bars part; the first cell is bold where it is one of `bold`."""
    return [
        Row(
            number,
            [
                Value(column, text, kind_of_text(text), bold=column == 1 and text in bold.split())
                for column, text in enumerate(row.split("|"), start=1)
                if text
            ],
        )
        for number, row in enumerate(rows)
    ]


@pytest.mark.parametrize(
    "rows",
    [
        rows_of("Hall|40|220", "Kitchen||", "Studio|25|130", "Loft|20|90"),
        rows_of("Kitchen||", "Hall|40|220", "Studio|25|130"),
        rows_of("Hall|40|220", "Kitchen|15|80", "All prices without tax.||"),
        rows_of("Hall|40|220", "Kitchen||", "Studio|25|130", bold="Hall Kitchen Studio"),
    ],
    ids=["a label without values", "one at the top", "a note below", "all labels bold"],
)
def test_a_label_without_values_names_no_other_row(rows: list[Row]) -> None:
    assert sections_of(rows, 1, Merges()) == {}


def test_bold_titles_name_rows_and_the_last_sum_is_of_the_whole_table() -> None:
    rows = rows_of("Hall|40", "Upstairs", "Studio|25", "Loft|20", "Total|85", bold="Upstairs")
    assert sections_of(rows, 1, Merges()) == {2: "Upstairs", 3: "Upstairs"}
