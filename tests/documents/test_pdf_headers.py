"""Which row of a PDF's table names its columns: no row of amounts, no labels with their values, and headers far above."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.documents.pdf_writer import Text
from tests.documents.test_pdf_table_styles import ABOVE, under
from tests.documents.test_pdf_tables import cells, lines_of_walls, read, texts

OUTLAYS = (
    ("HARBOURS", "281.30", "67.52", "348.82"),
    ("Dredging of the north basin", "222.60", "48.45", "271.05"),
    ("Lamps and buoys", "58.70", "19.07", "77.77"),
    ("ROADS", "179.00", "41.10", "220.10"),
    ("Bridges over the Lene", "148.30", "34.27", "182.57"),
    ("Paths in the dunes", "30.70", "6.83", "37.53"),
)
OUTLAYS_X = (72, 232, 302, 372)
BLOOD = (
    ("Test", "Result", "Unit", "Range"),
    ("Ferritin", "9", "ug/L", "15 - 150"),
    ("Sodium", "139", "mmol/L", "135 - 145"),
    ("Creatinine", "71", "umol/L", "45 - 84"),
    ("Vitamin D", "38", "nmol/L", "50 - 125"),
)
BLOOD_X = (72, 202, 282, 362)
PATIENT = (("Patient: Ingrid Nilsson", "Born: 02.11.1971", "", "Order: 88-4127"),)


def bold(found: list[Text]) -> list[Text]:
    return [Text(each.x, each.y, each.text, each.size, bold=True) for each in found]


@pytest.mark.parametrize("walls", [False, True])
def test_a_row_of_amounts_in_bold_names_no_columns(walls: bool) -> None:
    page = [*ABOVE, *bold(texts(OUTLAYS[:1], OUTLAYS_X)), *texts(OUTLAYS[1:], OUTLAYS_X, 684)]
    ys = tuple(712 - 16 * k for k in range(7))
    drawing = [lines_of_walls((70, 230, 300, 370, 430), ys)] if walls else []
    found = cells(read([page], drawing))
    assert under("Lamps and buoys", "281.30", found) is None
    assert ("Lamps and buoys", None, "58.70") in found
    assert ("HARBOURS", None, "67.52") in found


def test_years_in_bold_name_their_columns() -> None:
    page = [*ABOVE, *bold(texts([("Ward", "2021", "2022", "2023")], OUTLAYS_X)), *texts(OUTLAYS[1:], OUTLAYS_X, 684)]  # fmt: skip
    assert under("ROADS", "2022", cells(read([page]))) == "41.10"


@pytest.mark.parametrize("walls", [False, True])
def test_labels_with_their_values_above_the_headers_name_no_columns(walls: bool) -> None:
    page = [*ABOVE, *texts((*PATIENT, *BLOOD), BLOOD_X)]
    ys = tuple(712 - 16 * k for k in range(7))
    drawing = [lines_of_walls((70, 200, 280, 360, 450), ys)] if walls else []
    document = read([page], drawing)
    found = cells(document)
    assert under("Ferritin", "Result", found) == "9"
    assert under("Vitamin D", "Range", found) == "50 - 125"
    assert "Born: 02.11.1971" in document.text
    assert not any("Born" in text for _, _, text in found)


def test_a_filled_value_names_no_values() -> None:
    rows = (
        ("Surname", "Abernathy"),
        ("First names", "Clara Louise"),
        ("Date of birth", "17/08/1984"),
        ("Address", "9 Tollgate Mews"),
        ("Vehicle registration", "KX19 ZTD"),
    )
    found = cells(read([[*ABOVE, *texts(rows, (72, 232))]]))
    assert ("Vehicle registration", None, "KX19 ZTD") in found
    assert ("Surname", None, "Abernathy") in found


def test_a_header_over_amounts_names_them_in_two_columns() -> None:
    rows = (("Item", "Price"), ("Kettle", "40.00"), ("Toaster", "25.00"), ("Mirror", "27.00"))
    found = cells(read([[*ABOVE, *texts(rows, (72, 232))]]))
    assert under("Toaster", "Price", found) == "25.00"


def test_sums_below_the_items_of_an_invoice_join_none_of_their_columns() -> None:
    rows = (
        ("1", "Cargo bike with three wheels,", "2", "2,890.00", "5 %", "5,491.00"),
        ("", "box for six children", "", "", "", ""),
        ("2", "Rain cover", "2", "149.00", "-", "298.00"),
        ("3", "Helmet", "12", "24.50", "10 %", "264.60"),
    )
    head = bold(texts([("Pos.", "Description", "Qty", "Unit price", "Discount", "Amount")], (72, 102, 272, 302, 362, 422)))  # fmt: skip
    items = texts(rows, (72, 102, 280, 306, 376, 422), 682)
    sums = [Text(320, 618, "Deposit paid in May", 10), Text(422, 618, "1,000.00", 10)]
    due = [Text(355, 600, "Amount due", 10), Text(422, 600, "5,053.60", 10)]
    lines = "\n".join(f"70 {y} m 470 {y} l S" for y in (712, 694, 662, 646, 630, 612, 594))
    found = cells(read([[*ABOVE, *head, *items, *sums, *due]], [lines]))
    assert under("Helmet", "Unit price", found) == "24.50"
    assert under("Helmet", "Discount", found) == "10 %"
    assert under("Rain cover", "Qty", found) == "2"


ITEMS = (
    ("Item", "Qty", "Unit price", "Amount"),
    ("Oak shelf", "4", "12.50", "50.00"),
    ("Steel bracket", "8", "3.20", "25.60"),
    ("Delivery", "", "", "18.00"),
)
COLUMNS = (72, 172, 202, 262)


@pytest.mark.parametrize("items", [ITEMS, ITEMS[:2]])
@pytest.mark.parametrize("left", [172, 72])
def test_labels_of_sums_over_several_columns_do_not_join_these(
    items: Sequence[Sequence[str]], left: int
) -> None:
    label = "Subtotal, no tax" if left > 72 else "Subtotal of all goods before any taxes"
    below = 700 - 16 * len(items)
    sums = texts(((label, "93.60"), ("VAT at 20 % of it", "18.72")), (left, 262), below)
    found = cells(read([[*ABOVE, *texts(items, COLUMNS), *sums]]))
    assert under("Oak shelf", "Qty", found) == "4"
    assert under("Oak shelf", "Unit price", found) == "12.50"
    assert under(label, "Amount", found) == "93.60"
    assert under("VAT at 20 % of it", "Amount", found) == "18.72"


def test_a_sum_beside_blank_places_is_named_by_its_own_label() -> None:
    rows = (
        ("Date", "Text", "Out", "In", "Balance"),
        ("", "Opening balance", "", "", "1,204.50"),
        ("02 Mar", "Card payment", "23.40", "", "1,181.10"),
        ("05 Mar", "Salary", "", "2,150.00", "3,331.10"),
        ("07 Mar", "Rent", "950.00", "", "2,381.10"),
        ("11 Mar", "Refund", "", "35.00", "2,416.10"),
        ("", "Closing balance", "", "", "2,416.10"),
    )
    found = cells(read([[*ABOVE, *texts(rows, (72, 132, 252, 312, 372))]]))
    assert under("02 Mar", "Out", found) == "23.40"
    assert under("05 Mar", "In", found) == "2,150.00"
    assert under("Opening balance", "Balance", found) == "1,204.50"
    assert under("Closing balance", "Balance", found) == "2,416.10"


def test_a_blank_place_below_the_label_of_a_group_is_no_sum() -> None:
    rows = (
        ("Season", "Day", "Boats", "Crews"),
        ("Winter", "Weekday", "12", "31"),
        ("", "Sunday", "7", "15"),
        ("Summer", "Weekday", "44", "90"),
        ("", "Sunday", "38", "71"),
    )
    found = cells(read([[*ABOVE, *texts(rows, (72, 152, 232, 302))]]))
    assert under("Summer / Sunday", "Boats", found) == "38"


def test_a_text_of_an_item_that_is_as_long_as_a_sentence_is_in_its_row() -> None:
    works = "Repaint the hull below the water with two coats,\nall of the labour is included and so is the paint\nthat is used for it"  # fmt: skip
    rows = (
        ("Works", "Qty", "Price", "Amount"),
        (works, "1", "1,450.00", "1,450.00"),
        ("Replace anodes", "6", "22.00", "132.00"),
        ("Crane", "2", "190.00", "380.00"),
    )
    found = cells(read([texts(rows, (72, 332, 372, 442), 700, 13)]))
    assert under(works.replace("\n", " "), "Price", found) == "1,450.00"
    assert under("Crane", "Amount", found) == "380.00"
