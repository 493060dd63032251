"""Printed forms: boxes whose name stands in small or bold letters above what is filled in, and labels beside their values."""

from __future__ import annotations

from tests.documents.pdf_writer import Text
from tests.documents.test_pdf_tables import cells, lines_of_walls, read, texts

WALLS = (68, 218, 372)
BOXES = (
    ("Surname", "Okafor", "First name", "Ngozi"),
    ("Date of birth", "4 May 1988", "Place of birth", ""),
    ("Employer", "Harbour Mills", "Since", "2019"),
)


def boxes(small: float = 7, *, bold: bool = False) -> list[tuple[str | None, str | None, str]]:
    """The cells of a form of two boxes a row, 28 points high."""
    page = []
    for row, (one, value, other, beside) in enumerate(BOXES):
        top = 700 - 28 * row
        page += [Text(72, top, one, small, bold), Text(76, top - 12, value, 10)]
        page += [Text(222, top, other, small, bold), Text(226, top - 12, beside, 10)]
    return cells(read([page], [lines_of_walls(WALLS, (710, 682, 654, 626))]))


def values(found: list[tuple[str | None, str | None, str]]) -> dict[str | None, str]:
    assert all(column is None for _, column, _ in found)
    return {label: text for label, _, text in found if label is not None}


def test_the_name_of_a_box_is_the_label_of_what_is_filled_in() -> None:
    expected = {one: value for row in BOXES for one, value in (row[:2], row[2:]) if value}
    assert values(boxes()) == expected
    assert values(boxes(10, bold=True)) == expected


def test_boxes_in_one_size_of_letters_keep_their_lines_together() -> None:
    assert "Surname Okafor" in [text for _, _, text in boxes(10)]


def test_labels_that_forms_have_name_the_values_beside_them() -> None:
    rows = (
        ("Surname", "Okafor", "First name", "Ngozi"),
        ("Employer", "Mills", "Telephone", "555 0101"),
        ("Date of birth", "4 May 1988", "Nationality", "Irish"),
    )
    drawn = lines_of_walls((70, 168, 248, 328, 420), tuple(range(714, 660, -16)))
    found = values(cells(read([texts(rows, (72, 172, 252, 332))], [drawn])))
    assert found == {label: value for row in rows for label, value in (row[:2], row[2:])}


def test_columns_that_are_called_as_forms_are_stay_columns() -> None:
    people = (
        ("Name", "Date of birth", "Town", "Since"),
        ("Okafor", "4 May 1988", "Hull", "2019"),
        ("Berg", "7 June 1990", "Leeds", "2021"),
        ("Holm", "1 March 1979", "York", "2020"),
    )
    drawn = lines_of_walls((70, 168, 248, 328, 420), tuple(range(714, 640, -16)))
    found = cells(read([texts(people, (72, 172, 252, 332))], [drawn]))
    assert ("Berg", "Town", "Leeds") in found
    assert ("Holm", "Since", "2020") in found
