"""Timetables of PDF pages that have no headers: each time stands in its row, and no row names the columns of the others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.documents.test_pdf_tables import PROSE, cells, read, texts

Rows = Sequence[Sequence[str]]
XS = (72, 132, 182, 232)
BUSES = (
    ("Line 4", "06:10", "06:40", "22:40"),
    ("Line 7", "05:55", "06:25", "23:25"),
    ("Line 12", "06:02", "07:02", "21:02"),
)
ENDS = (
    ("Line 4", "first 06:10", "last 22:40"),
    ("Line 7", "first 05:55", "last 23:25"),
    ("Line 12", "first 06:02", "last 21:02"),
)


def shown(rows: Rows, xs: Sequence[float] = XS) -> list[tuple[str | None, str | None, str]]:
    return cells(read([[*texts([[line] for line in PROSE], (72,), 780, 13), *texts(rows, xs)]]))


@pytest.mark.parametrize("count", [2, 3])
def test_rows_of_times_have_no_headers(count: int) -> None:
    expected = [
        (None if at == 0 else row[0], None, text)
        for row in BUSES[:count]
        for at, text in enumerate(row)
    ]
    assert shown(BUSES[:count]) == expected


def test_a_row_of_first_and_last_departures_names_no_columns() -> None:
    found = shown(ENDS, (72, 132, 212))
    assert ("Line 4", None, "last 22:40") in found
    assert ("Line 12", None, "first 06:02") in found


def test_two_rows_of_words_are_no_table() -> None:
    rows = (("Harbour", "Mole", "Quay", "Basin"), ("north", "south", "east", "west"))
    assert shown(rows) == []


def test_two_rows_of_figures_that_do_not_stand_in_line_are_no_table() -> None:
    page = [*texts(BUSES[:1], XS), *texts(BUSES[1:2], (72, 145, 210, 290), 684)]
    assert cells(read([page])) == []
