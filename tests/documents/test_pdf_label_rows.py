"""Lines of a PDF page that are labels with their values, without walls and columns: price lists with dots, heads of letters."""

from __future__ import annotations

from collections.abc import Sequence

from tests.documents.pdf_writer import Text
from tests.documents.test_pdf_tables import PROSE, cells, read, texts

Lines = Sequence[str]
PRICES = (
    ("Adult day ticket", "12.50"),
    ("Child day ticket", "6.00"),
    ("Family day ticket", "30.00"),
)


def lines(rows: Lines, top: float = 700) -> list[Text]:
    return [Text(72, top - 15 * number, row, 10) for number, row in enumerate(rows)]


def led(rows: Sequence[tuple[str, str]], space: str = " ") -> list[Text]:
    """A line for each label, with dots that lead to its value."""
    return lines(
        [f"{label}{space}{'.' * (60 - len(label))}{space}{value}" for label, value in rows]
    )


def test_dots_lead_from_a_label_to_its_value() -> None:
    for space in (" ", ""):
        page = read([[*texts([[line] for line in PROSE], (72,), 780, 13), *led(PRICES, space)]])
        found = cells(page)
        assert [(row, text) for row, _, text in found if row] == list(PRICES)
        assert "...." not in page.text


def test_a_list_of_contents_has_no_values() -> None:
    rows = (
        ("1 The harbour", "3"),
        ("2 The tides", "9"),
        ("3 The boats", "17"),
        ("4 The pilots", "30"),
    )
    assert cells(read([led(rows)])) == []


def test_labels_with_a_colon_name_what_stands_behind_them() -> None:
    rows = (
        ("Invoice no.:", "HP-20418", "Date:", "3 May 2025"),
        ("Customer:", "Harbour Mills", "Due:", "2 June 2025"),
        ("Order:", "", "Terms:", "30 days net"),
    )
    found = cells(read([texts(rows, (72, 152, 322, 392))]))
    assert [(row, text) for row, _, text in found if row] == [
        ("Invoice no.", "HP-20418"), ("Date", "3 May 2025"), ("Customer", "Harbour Mills"),
        ("Due", "2 June 2025"), ("Terms", "30 days net"),
    ]  # fmt: skip
    assert "Order:" in [text for _, _, text in found]


def test_two_labels_without_room_for_a_value_head_columns() -> None:
    rows = (
        ("Bill to:", "Deliver to:"),
        ("Harbour Mills", "Skarra Works"),
        ("2 Mole Lane", "9 Quay"),
    )
    assert not any(row in ("Bill to", "Deliver to") for row, _, _ in cells(read([texts(rows, (72, 322))])))  # fmt: skip


def test_what_people_say_is_no_form() -> None:
    said = ("Berg: I have read the whole report and I don't agree with it.", "Holm: Then tell us what you would change in it, please.", "Berg: The second half, which nobody here has checked at all.")  # fmt: skip
    assert cells(read([lines(said)])) == []
