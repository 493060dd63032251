"""Frames of a PDF page that part its layout: boxes with lists or small tables of their own, which are no cells."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.documents.pdf_writer import Text
from tests.documents.test_pdf_tables import Rows, cells, lines_of_walls, read, texts
from wherein.core.document import Document

Cells = list[tuple[str | None, str | None, str]]
WALLS = (68, 248, 420)
CUSTOMER = (("Insured name", "Gabriel Diaz"), ("Claim #", "SF-1008"), ("Phone", "(416) 555-1234"))
VEHICLE = (("Year", "2022"), ("Make", "Jeep"), ("Model", "Grand Cherokee"))


def box(pairs: Rows, x: float, y: float, gap: float = 80) -> list[Text]:
    """Lines with a wide gap between label and value."""
    return texts(pairs, (x, x + gap), y, 14)


def labelled(pairs: Rows) -> Cells:
    return [cell for label, value in pairs for cell in ((None, None, label), (label, None, value))]


def claim(name: str) -> list[Text]:
    """A page of four boxes, the names of two above them, and a small table in the lower one."""
    customer = (("Insured name", name), *CUSTOMER[1:])
    titles = texts((("Customer", "Vehicle"),), (72, 252))
    totals = (("Body", "2", "300"), ("Paint", "1.5", "225"), ("Tax", "3", "278"))
    head = texts((("Hours", "Cost"),), (252, 332), 622)
    return [*titles, *box(customer, 72, 680), *box(VEHICLE, 252, 680), *head, *texts(totals, (72, 252, 332), 600, 14)]  # fmt: skip


DRAWN = lines_of_walls(WALLS, (714, 694, 640, 616, 564))


def claims(*names: str) -> Document:
    return read([claim(name) for name in names], [DRAWN for _ in names])


def test_boxes_beside_each_other_are_lists_below_their_titles() -> None:
    found = cells(claims("Gabriel Diaz"))
    title = (None, None, "Customer")
    assert found[:7] == [title, *labelled(CUSTOMER)]
    assert found[7:14] == [(None, None, "Vehicle"), *labelled(VEHICLE)]
    assert ("Paint", "Cost", "225") in found


def test_no_box_is_a_header_of_what_stands_below_or_overleaf() -> None:
    found = cells(claims("Gabriel Diaz", "Bruce Wayne"))
    assert ("Insured name", None, "Bruce Wayne") in found
    assert {column for _, column, _ in found} <= {None, "Hours", "Cost"}
    assert not any("Diaz" in (row or "") for row, _, _ in found)


def test_items_below_boxes_keep_their_own_headers() -> None:
    items = (("Item", "Qty", "Price"), ("Bolts", "4", "2.00"), ("Nuts", "6", "1.50"))
    page = [*box(CUSTOMER, 72, 690), *box(VEHICLE, 300, 690), *texts(items, (72, 252, 402), 640)]
    upper = lines_of_walls((68, 296, 500), (704, 654))
    found = cells(read([page], [upper + "\n" + lines_of_walls((68, 248, 398, 500), (654, 636, 620, 604))]))  # fmt: skip
    assert ("Nuts", "Price", "1.50") in found
    assert ("Make", None, "Jeep") in found


def test_particulars_beside_a_cell_stay_a_cell_and_lines() -> None:
    page = [*texts((("Product", "Specs"),), (72, 252)), Text(72, 680, "Drill", 10), *box(VEHICLE, 252, 680)]  # fmt: skip
    page += [Text(72, 620, "Saw", 10), *box(CUSTOMER, 252, 620)]
    found = cells(read([page], [lines_of_walls(WALLS, (714, 694, 634, 574))]))
    assert [text for _, _, text in found][2:5:2] == ["Drill", "Saw"]
    assert "Year 2022\nMake Jeep\nModel Grand Cherokee" in [text for _, _, text in found]
    assert not any(row == "Year" for row, _, _ in found)


def test_rows_of_one_table_that_a_wall_parts_stay_rows() -> None:
    people = (
        ("Okafor", "Hull", "Clerk", "2019"),
        ("Berg", "Leeds", "Cook", "2021"),
        ("Holm", "York", "Nurse", "2020"),
    )
    head = (("Name", "Town", "Post", "Since"),)
    page = [*texts(head, (72, 152, 252, 332)), *texts(people, (72, 152, 252, 332), 680, 14)]
    found = cells(read([page], [lines_of_walls(WALLS, (714, 694, 640))]))
    assert ("Berg", "Since", "2021") in found


BETWEEN = (714, 696, 680, 664, 614, 598, 582)


def test_boxes_between_the_rows_of_one_table_do_not_part_it() -> None:
    page = texts((("Item", "Qty"), ("Bolts", "4"), ("Nuts", "6")), (72, 252), 700)
    page += [*box(CUSTOMER, 72, 652), *box(VEHICLE, 252, 652)]
    page += texts((("Screws", "8"), ("Pins", "3")), (72, 252), 602)
    found = cells(read([page], [lines_of_walls(WALLS, BETWEEN)]))
    assert ("Pins", "Qty", "3") in found


@pytest.mark.parametrize("lines", [
    ("The  committee    met", "on Friday   at    noon", "and    talked   about", "the    new     bridge"),
    ("•      all windows", "•      all doors", "•      the roof"),
])  # fmt: skip
def test_gaps_in_prose_and_behind_bullets_make_no_box(lines: Sequence[str]) -> None:
    page = texts((("Old", "New"),), (72, 252))
    page += [Text(x, 680 - 14 * at, line, 10) for x in (72, 252) for at, line in enumerate(lines)]
    joined = " ".join(" ".join(line.split()) for line in lines)
    found = cells(read([page], [lines_of_walls(WALLS, (714, 694, 630))]))
    assert [text for _, _, text in found if text not in ("Old", "New")] == [joined, joined]
