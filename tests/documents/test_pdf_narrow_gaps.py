"""Tables as browsers print them: gaps between columns that are hardly wider than a space."""

from __future__ import annotations

from collections.abc import Sequence

from tests.documents.pdf_writer import Text
from tests.documents.test_pdf_tables import PROSE, cells, read, texts

SIZE = 10
NARROW = 6.0
"""Points between the widest cell of a column and the next column; a space of Helvetica has 2.78 at this size."""
CLUBS = (
    ("band or hound", "open and done", "pond"),
    ("hope", "120 bound", "hung"),
    ("none", "7 bound", "gone"),
    ("dodo and bee", "48 bound", "dung"),
)
YEARS = (
    ("", "2023", "2024", "2025"),
    ("bone", "310", "280", "400"),
    ("hound", "900", "1120", "950"),
    ("ended", "1210", "1400", "1350"),
)


def width(text: str) -> float:
    """The width of a text of letters and digits that are equally wide in Helvetica, and of spaces and r."""
    narrow = text.count(" ") * 0.278 + text.count("r") * 0.333
    return SIZE * (narrow + 0.556 * sum(letter not in " r" for letter in text))


def places(rows: Sequence[Sequence[str]], gap: float) -> list[float]:
    left, found = 72.0, []
    for column in zip(*rows, strict=True):
        found.append(left)
        left += max(map(width, column)) + gap
    return found


def table(rows: Sequence[Sequence[str]], gap: float = NARROW) -> list[Text]:
    return texts(rows, places(rows, gap), 700, 14)


def test_a_gap_that_no_space_is_drawn_in_parts_columns() -> None:
    prose = texts([[line] for line in PROSE], (72,), 780, 13)
    found = cells(read([[*prose, *table(CLUBS)]]))
    assert ("dodo and bee", "open and done", "48 bound") in found
    assert ("hope", "pond", "hung") in found


def test_a_gap_that_no_space_is_drawn_in_cuts_a_row_also_where_it_is_hardly_wider_than_one() -> (
    None
):
    prose = texts([[line] for line in PROSE], (72,), 780, 13)
    found = cells(read([[*prose, *table(CLUBS, 3.7)]]))
    assert ("dodo and bee", "open and done", "48 bound") in found


def test_years_stand_over_numbers_in_narrow_columns() -> None:
    found = cells(read([table(YEARS)]))
    assert ("hound", "2024", "1120") in found
    assert ("ended", "2023", "1210") in found


def test_sentences_have_no_columns() -> None:
    document = read([texts([[line] for line in PROSE], (72,), 780, 13)])
    assert "\t" not in document.text
    assert cells(document) == []
