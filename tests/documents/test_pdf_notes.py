"""Notes below the tables of a PDF page: each is a text of its own, and its mark in a cell makes no header of it."""

from __future__ import annotations

from tests.documents.pdf_writer import Text
from tests.documents.test_pdf_tables import cells, read, texts
from wherein.core.document import BlockKind, Document

HOURS = (
    ("Day", "Pool", "Sauna"),
    ("Weekdays", "9 - 17", "10 - 12"),
    ("Saturday", "10 - 14", "11 - 13"),
    ("Sunday*", "closed", "closed"),
)


def outside(document: Document) -> list[str]:
    """The texts that are no cells."""
    return [
        block.span.of(document.text)
        for block in document.blocks
        if block.kind is not BlockKind.CELL
    ]


def test_a_note_between_a_table_and_further_rows_is_in_neither() -> None:
    note = [Text(72, 636, "* open from 10 in July", 10)]
    below = texts((("Phone", "0451 22"), ("Fax", "0451 23")), (72, 172), 620)
    document = read([[*texts(HOURS, (72, 172, 252)), *note, *below]])
    assert ("Sunday*", "Sauna", "closed") in cells(document)
    assert not any("July" in text for _, _, text in cells(document))
    assert outside(document)[0].startswith("* open from 10 in July")


def test_a_mark_that_stands_on_nothing_above_begins_no_note() -> None:
    rows = (("Part", "Left", "Right"), ("Bolt", "4", "6"), ("*Nut", "9", "3"), ("Ring", "7", "5"))
    assert ("Ring", "Right", "5") in cells(read([texts(rows, (72, 172, 252))]))


def test_each_note_below_a_table_is_its_own() -> None:
    notes = texts((("* open from 10 in July.",), ("** with a ticket of the pool",)), (72,), 630, 13)
    document = read([[*texts(HOURS, (72, 172, 252)), *notes]])
    assert outside(document) == ["* open from 10 in July.", "** with a ticket of the pool"]


def test_a_day_with_a_mark_below_other_days_shows_that_the_first_is_no_header() -> None:
    rows = (("Monday", "closed"), ("Tuesday", "9 - 17"), ("Friday", "9 - 17"), ("Saturday", "10 - 14"), ("Sunday*", "10 - 12"))  # fmt: skip
    found = cells(read([texts(rows, (72, 172))]))
    assert ("Monday", None, "closed") in found
    assert ("Saturday", None, "10 - 14") in found
