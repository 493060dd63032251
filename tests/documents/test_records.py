"""Tables without headers: a first row of times or amounts like those below it names no columns, in each format."""

from __future__ import annotations

import pytest

from tests.documents.pdf_writer import Text
from tests.documents.test_pdf_tables import cells, read, texts
from tests.documents.test_tables_beside import Made, pdf, separated, walled_pdf, word, workbook
from wherein.documents.building.sheets.records import is_record
from wherein.documents.building.sheets.regions import Row, Value, kind_of_text

PROGRAMME = (
    ("9:00 - 9:30", "Opening", "Anna Berg"),
    ("9:30 - 10:15", "The tides", "Tom Reed"),
    ("10:15 - 10:45", "Coffee", ""),
    ("10:45 - 12:00", "Round table", "Ida Holm"),
)


@pytest.mark.parametrize("made", [pdf, walled_pdf, word, workbook, separated])
def test_a_programme_has_no_headers_and_is_named_by_its_times(made: Made) -> None:
    found = made(PROGRAMME)
    assert ("9:00 - 9:30", None, "Opening") in found
    assert ("10:45 - 12:00", None, "Ida Holm") in found
    assert {column for _, column, _ in found} == {None}


def row_of(number: int, row: str, *, bold: bool = False) -> Row:
    return Row(
        number,
        [
            Value(at, text, kind_of_text(text), bold)
            for at, text in enumerate(row.split("|"), 1)
            if text
        ],
    )


@pytest.mark.parametrize(
    ("first", "below", "expected"),
    [
        ("Hall|40 a day", ("Loft|25 a day", "Yard|12 a day"), True),
        ("Hall|Monday", ("Loft|Friday", "Yard|Sunday"), True),
        ("Room|Price", ("Loft|25 a day", "Yard|12 a day"), False),
        ("Room|Q1 2024", ("Loft|25 a day", "Yard|12 a day"), False),
        ("Room|2024", ("Loft|25", "Yard|12"), False),
        ("Step 1|Step 2", ("Saw|Glue", "Nail|Screw"), False),
        ("Hall|40 a day", ("Loft|", "Yard|12 a day"), False),
        ("Hall|40 a day", ("Loft|25 a day",), False),
    ],
)
def test_a_record_has_the_form_of_those_below(
    first: str, below: tuple[str, ...], expected: bool
) -> None:
    rows = [row_of(number, row) for number, row in enumerate(below, 1)]
    assert is_record(row_of(0, first), rows) is expected


def test_a_bold_row_above_others_names_columns() -> None:
    below = [row_of(1, "Loft|25 a day"), row_of(2, "Yard|12 a day")]
    assert not is_record(row_of(0, "Hall|40 a day", bold=True), below)


def test_headers_stand_over_all_that_comes_again_below_them() -> None:
    rows = (("", "2024", "", "2025", ""), ("", "H1", "H2", "H1", "H2"), ("North", "1.2", "1.4", "1.5", "1.6"), ("South", "2.2", "2.4", "2.5", "2.6"), ("West", "3.1", "3.4", "3.2", "3.3"))  # fmt: skip
    page: list[Text] = texts(rows, (72, 172, 232, 292, 352))
    found = cells(read([page]))
    assert ("South", "2024 / H2", "2.4") in found
    assert ("West", "2025 / H1", "3.2") in found
