"""Tables of sheets: headers, row keys, what is hidden, and values as they are shown."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.comments import Comment
from openpyxl.styles import Font

from wherein.core.document import BlockKind
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.number_format import shown
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.sheets.regions import kind_of_text
from wherein.documents.office.xlsx import parse_xlsx
from wherein.documents.source import Source

Rows = Sequence[Any]  # of sequences of values


def parsed(rows: Rows, *merged: str, change: Callable[[Any], None] = lambda sheet: None) -> Parsed:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Sheet"
    for row in rows:
        sheet.append(list(row))
    for area in merged:
        sheet.merge_cells(area)
    change(sheet)
    buffer = io.BytesIO()
    book.save(buffer)
    return parse_xlsx(Source(buffer.getvalue(), "a.xlsx", "/a.xlsx"))


def cells(document: Parsed) -> dict[str, tuple[str | None, str | None]]:
    """The row and column header of each cell, by its text."""
    return {
        block.span.of(document.text): (block.row, block.column)
        for block in document.blocks
        if block.kind is BlockKind.CELL
    }


def headings(document: Parsed) -> list[tuple[int | None, str]]:
    return [
        (block.level, block.span.of(document.text))
        for block in document.blocks
        if block.kind is BlockKind.HEADING
    ]


def test_years_that_are_numbers_are_headers() -> None:
    found = cells(parsed([["Item", 2019, 2020], ["Honey", 4120, 5230], ["Wax", 310, 290]]))
    assert found["290"] == ("Wax", "2020")
    assert found["2020"] == (None, None)


def test_years_that_are_numbers_name_rows() -> None:
    found = cells(parsed([["Year", "Members"], [2019, 14], [2020, 17]]))
    assert found["17"] == ("2020", "Members")


def test_a_row_of_equal_steps_is_a_header_but_not_one_in_a_table_of_steps() -> None:
    sizes = cells(parsed([["Size", 36, 37, 38], ["Narrow", 4, 9, 7], ["Wide", 1, 3, 2]]))
    assert sizes["9"] == ("Narrow", "37")
    times = cells(parsed([["one", 1, 2, 3], ["ten", 11, 12, 13], ["x", 21, 22, 23]]))
    assert times["12"] == ("ten", None)


def test_a_list_of_labels_and_values_has_no_header() -> None:
    found = cells(parsed([["Built", 1900], ["Houses", 60], ["Owner", "Ada"]]))
    assert found == {
        "Built": (None, None), "1900": ("Built", None), "Houses": (None, None),
        "60": ("Houses", None), "Owner": (None, None), "Ada": ("Owner", None),
    }  # fmt: skip


def test_two_tables_on_one_sheet_have_their_own_headers() -> None:
    first = [["Part", "Stock", "Price"], ["Brake", 14, 2.5], ["Axle", 52, 3.5]]
    second = [["Driver", "Leave", "Locker"], ["Ines", 24, 7], ["Tomas", 11, 8]]
    for between in ([[None, None, None]], []):
        found = cells(parsed([*first, *between, *second]))
        assert found["14"] == ("Brake", "Stock")
        assert found["24"] == ("Ines", "Leave")


def test_tables_side_by_side_have_their_own_rows() -> None:
    found = cells(
        parsed(
            [
                ["Part", "Stock", None, "Driver", "Leave"],
                ["Brake", 14, None, "Ines", 24],
                ["Axle", 52, None, "Tomas", 11],
            ]
        )
    )
    assert found["24"] == ("Ines", "Leave")
    assert found["52"] == ("Axle", "Stock")


def test_tables_of_numbers_side_by_side_are_told_by_where_they_begin() -> None:
    found = cells(
        parsed([["a", "b"], [1, 2, None, "c", "d"], [3, 4, None, 51, 52], [5, 6, None, 53, 54]])
    )
    assert found["54"][1] == "d"
    assert found["6"][1] == "b"


def test_a_header_parted_from_its_rows_by_empty_ones_still_names_them() -> None:
    rows = [
        ["Revenue"], ["In millions", "January to June", None], [None, "Sales", "Profit"], [],
        ["Zone A", 12553, 2713], [], ["Zone B", 9467, 1570],
    ]  # fmt: skip
    found = cells(parsed(rows, "B2:C2"))
    assert found["1570"] == ("Zone B", "January to June / Profit")


def test_periods_at_the_right_ends_of_groups_are_those_of_all_their_columns() -> None:
    found = cells(
        parsed(
            [
                ["In thousands", None, "Year 2023", None, None, "Year 2022"],
                [None, "Sales", "Profit", None, "Sales", "Profit"],
                [],
                ["Harbour", 812, 41, None, 790, 38],
                ["Quarry", 365, 12, None, 377, 19],
            ]
        )
    )
    assert found["812"] == ("Harbour", "Year 2023 / Sales")
    assert found["12"] == ("Quarry", "Year 2023 / Profit")
    assert found["790"] == ("Harbour", "Year 2022 / Sales")
    assert found["19"] == ("Quarry", "Year 2022 / Profit")


def test_a_period_above_the_last_of_several_columns_is_that_of_all() -> None:
    found = cells(
        parsed(
            [
                ["In thousands", None, None, "January to June 2023"],
                [None, "Sales", "Profit", "Staff"],
                ["Harbour", 812, 41, 17],
                ["Quarry", 365, 12, 9],
            ]
        )
    )
    assert found["812"] == ("Harbour", "January to June 2023 / Sales")
    assert found["17"] == ("Harbour", "January to June 2023 / Staff")


def test_a_row_of_values_that_come_again_is_no_third_row_of_headers() -> None:
    found = cells(
        parsed(
            [
                [None, "North", None, None, "South", None],
                [None, "Open or lit", None, "Wet", "Open", "Lit"],
                ["Pier 1", "true", "false", None, "false", "true"],
                ["Pier 2", "false", None, "true", "true", "never"],
            ],
            "B1:D1",
            "E1:F1",
            "B2:C2",
        )
    )
    assert found["never"] == ("Pier 2", "South / Lit")


def test_a_column_that_always_says_the_same_is_no_key() -> None:
    rows = [["Land", "Town", "Fee"], ["NO", "Bergen", 3], ["NO", "Bodø", 4], ["NO", "Moss", 5]]
    assert cells(parsed(rows))["4"] == ("Bodø", "Fee")


def test_an_empty_column_within_a_table_parts_nothing() -> None:
    found = cells(parsed([["Part", None, "Stock", "Price"], ["Brake", None, 14, 2.5]]))
    assert found["14"] == ("Brake", "Stock")


def test_a_table_goes_on_below_an_empty_row() -> None:
    found = cells(parsed([["Part", "Stock"], ["Brake", 14], [None, None], ["Axle", 52]]))
    assert found["52"] == ("Axle", "Stock")


def test_merged_headers_are_joined_with_those_below() -> None:
    rows = [
        ["Quay", "Summer", None, "Winter", None],
        [None, "Boats", "Tonnes", "Boats", "Tonnes"],
        ["North", 41, 120, 9, 33],
    ]
    merged = cells(parsed(rows, "A1:A2", "B1:C1", "D1:E1"))
    assert merged["9"] == ("North", "Winter / Boats")
    assert cells(parsed(rows))["120"] == ("North", "Summer / Tonnes")


def test_a_row_of_units_belongs_to_the_header() -> None:
    found = cells(parsed([["Port", "Depth", "Fee"], [None, "m", "€"], ["Brest", 6.5, 12]]))
    assert found["6.5"] == ("Brest", "Depth / m")


def test_a_title_above_a_table_is_a_heading() -> None:
    document = parsed([["Boats built by the yard"], ["Yard", 2019, 2020], ["Ottern", 4, 6]])
    assert headings(document) == [(1, "Sheet"), (2, "Boats built by the yard")]
    assert cells(document)["6"] == ("Ottern", "2020")
    wide = parsed(
        [["All landings", None, None], ["Quay", "Boats", "Tonnes"], ["North", 4, 6]], "A1:C1"
    )
    assert headings(wide)[1:] == [(2, "All landings")]
    assert cells(wide)["6"] == ("North", "Tonnes")


@pytest.mark.parametrize("merged", [(), ("A1:C1", "A2:C2")])
@pytest.mark.parametrize("blank", [0, 1])
def test_lines_above_a_table_are_its_title_and_notes(blank: int, merged: Sequence[str]) -> None:
    lines = [["All landings of the spring"], ["yellow = estimated"], *[[None]] * blank]
    document = parsed(
        [*lines, ["Quay", "Boats", "Tonnes"], ["North", 4, 6], ["South", 2, 9]], *merged
    )
    assert headings(document)[1:] == [(2, "All landings of the spring")]
    assert "yellow = estimated" not in cells(document)
    assert cells(document)["6"] == ("North", "Tonnes")


def test_a_value_that_is_merged_over_columns_has_the_headers_of_all() -> None:
    rows = [
        ["Ticket", "Adult", None, "Child"],
        [None, "online", "at the gate", None],
        ["Day", 7, 9, 4],
        ["Season", 68, None, 30],
        ["Year", 99, 120, 60],
    ]
    found = cells(parsed(rows, "B1:C1", "A1:A2", "D1:D2", "B4:C4"))
    assert found["68"] == ("Season", "Adult / online / at the gate")
    assert found["9"] == ("Day", "Adult / at the gate")


def test_a_label_that_is_merged_over_rows_names_them_all() -> None:
    rows = [
        ["Quay", "Month", "Boats"],
        ["North", "May", 3],
        [None, "June", 4],
        ["South", "May", 5],
        [None, "June", 6],
    ]
    for document in (parsed(rows, "A2:A3", "A4:A5"), parsed(rows)):
        found = cells(document)
        assert found["4"] == ("North, June", "Boats")
        assert found["5"] == ("South, May", "Boats")


def test_a_number_that_only_counts_rows_is_no_key() -> None:
    found = cells(parsed([["No", "Name", "Fee"], [1, "Ada", 30], [2, "Bo", 40]]))
    assert found["40"] == ("Bo", "Fee")


def test_what_is_hidden_is_left_out_and_counted() -> None:
    def change(sheet: Any) -> None:
        sheet.row_dimensions[3].hidden = True
        sheet.column_dimensions["B"].hidden = True
        hidden = sheet.parent.create_sheet("Old")
        hidden.append(["secret"])
        hidden.sheet_state = "hidden"

    rows = [["Port", "Code", "Fee"], ["Brest", "X1", 12], ["Sète", "X2", 13], ["Calais", "X3", 14]]
    document = parsed(rows, change=change)
    assert document.text == "Sheet\n\nPort\tFee\nBrest\t12\nCalais\t14"
    assert cells(document)["14"] == ("Calais", "Fee")
    assert set(document.unread) == {
        Unread(UnreadKind.HIDDEN_SHEET, 1), Unread(UnreadKind.HIDDEN_ROW, 1), Unread(UnreadKind.HIDDEN_COLUMN, 1),
    }  # fmt: skip


def test_comments_of_cells_are_counted() -> None:
    def remark(sheet: Any) -> None:
        sheet["A2"].comment = Comment("Ask Toni", "Ada")
        sheet["B2"].comment = Comment("Waiting list until June", "Ada")

    document = parsed([["Item", "Price"], ["Ash", 12]], change=remark)
    assert document.unread == (Unread(UnreadKind.COMMENT, 2),)


def test_formulas_without_a_value_are_counted() -> None:
    document = parsed([["Item", "Net", "Gross"], ["Rope", 100, "=B2*1.25"], ["Paint", 60, "=B3*2"]])
    assert document.unread == (Unread(UnreadKind.FORMULA, 2, 2),)


def test_numbers_that_are_texts_count_as_numbers() -> None:
    found = cells(
        parsed([["Owner", "Ada"], ["Length", "12"], ["Built", "1998"], ["Port", "Brest"]])
    )
    assert found["12"] == ("Length", None)


def test_bold_sets_a_header_apart() -> None:
    def bold(sheet: Any) -> None:
        for cell in sheet[1]:
            cell.font = Font(bold=True)

    rows = [["Month", 2021], ["May", 2019], ["June", 2020]]
    assert cells(parsed(rows, change=bold))["2020"] == ("June", "2021")
    assert cells(parsed(rows))["2020"] == ("June", None)


_TEXTS = st.sampled_from(["a", "b:", "2019", "Total", "n/a"])
_VALUES = st.one_of(st.none(), _TEXTS, st.integers(0, 3000), st.floats(0, 9, width=16))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(_VALUES, min_size=1, max_size=7), min_size=1, max_size=9),
    st.lists(st.sampled_from(["A1:B1", "A1:A3", "C2:E2", "B3:B6", "A1:G1"]), max_size=1),
)
def test_each_cell_is_there_once_in_its_row(rows: Rows, merged: Sequence[str]) -> None:
    document = parsed(rows, *merged)
    found = sorted(block.span.of(document.text) for block in document.blocks[1:])
    covered = {"A1:B1": ["B1"], "A1:G1": ["B1", "C1", "D1", "E1", "F1", "G1"], "A1:A3": ["A2", "A3"],
               "C2:E2": ["D2", "E2"], "B3:B6": ["B4", "B5", "B6"]}  # fmt: skip
    gone = {place for area in merged for place in covered[area]}
    kept = [
        shown(value, "General")
        for number, row in enumerate(rows, 1)
        for column, value in enumerate(row)
        if value is not None and f"{'ABCDEFG'[column]}{number}" not in gone
    ]
    assert found == sorted(kept)


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (1234.5, "#,##0.00", "1,234.50"), (1234.5, "General", "1234.5"), (0.125, "0%", "13%"), (0.0675, "0.0%", "6.8%"),
        (3, "0.00", "3.00"), (5, '"€"#,##0', "€5"), (True, "General", "TRUE"), ("x", "@", "x"),
        (1e20, "General", "1E+20"), (1 / 3, "General", "0.3333333333"), (1730, "00000", "01730"),
        (980.5, '#,##0.00 "crowns"', "980.50 crowns"), (5, r"#,##0.00\ [$€-407]", "5.00 €"),
        (-5, "#,##0;(#,##0)", "(5)"), (-5.5, "0.0", "-5.5"), (0, '0;-0;"none"', "none"), (7, ";;;", ""),
        (150, '[>100]"big" 0;0', "big 150"), (1234567, '0.0,,"M"', "1.2M"), (12345.678, "0.00E+00", "1.23E+04"),
        (5551234567, "(000) 000-0000", "(555) 123-4567"), (1.75, "# ?/?", "1 3/4"), (3.5, "0.##", "3.5"),
        (5, r'_-* #,##0.00\ _€_-;\-* #,##0.00\ _€_-;_-* "-"??\ _€_-;_-@_-', "5.00"),
        (43588, "d. mmmm yyyy", "3. May 2019"), (43588, "[$-407]d. mmmm yyyy", "3. Mai 2019"),
        (43588, "dddd, mmm d", "Friday, May 3"), (43588, "mm-dd-yy", "2019-05-03"),
        (43588.75, "m/d/yy h:mm", "2019-05-03 18:00"), (0.75, "h:mm AM/PM", "6:00 PM"), (44000, "mmm-yy", "Jun-20"),
        (1.5625, "[h]:mm", "37:30"), (1 / 3, "[h]:mm", "8:00"), (0.75084, "h:mm:ss", "18:01:13"),
        (59, "yyyy-mm-dd", "1900-02-28"), (-1, "yyyy", "-1"), (1e300, "yyyy", "1E+300"),
    ],
)  # fmt: skip
def test_numbers_as_sheets_show_them(value: object, number_format: str, text: str) -> None:
    assert shown(value, number_format) == text


@given(
    st.floats(allow_nan=False, allow_infinity=False) | st.integers(),
    st.text('0#?.,%E+-yYmdhs[]"\\;@_*/ ()$€aAP:', max_size=20),
)
@settings(max_examples=300, deadline=None)
def test_no_number_format_fails(value: float, number_format: str) -> None:
    assert isinstance(shown(value, number_format), str)


@pytest.mark.parametrize("text", ["12", "1,204", "1.204,5", "12.5 %", "-3", "(5)", "€12", "1 204"])
def test_numbers_are_told_by_their_looks(text: str) -> None:
    assert kind_of_text(text).name == "NUMBER"
