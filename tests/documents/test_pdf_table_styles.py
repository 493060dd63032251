"""Tables as browsers, offices and printers set them: shaded rows, lines below rows, headers over several columns or upwards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from tests.documents.pdf_writer import Text
from tests.documents.test_pdf_tables import PROSE, cells, lines_of_walls, read, texts

Found = tuple[str | None, str | None, str]
ABOVE = texts([[line] for line in PROSE], (72,), 780, 13)
DOSES = (
    ("Medicine", "Weight", "Dose", "Most a day"),
    ("Paralex", "5 - 10 kg", "3 ml", "12 ml"),
    ("", "10 - 20 kg", "6 ml", "24 ml"),
    ("", "20 - 40 kg", "11 ml", "44 ml"),
    ("Ibrofen", "5 - 10 kg", "1.5 ml", "4.5 ml"),
    ("", "10 - 20 kg", "3.5 ml", "10.5 ml"),
)
BOATS = (
    ("Boat", "Length", "Crew", "Cost"),
    ("Alder", "12.4", "5", "1,250"),
    ("Birch", "9.8", "3", "990"),
    ("Cedar", "15.1", "8", "2,410"),
    ("Elder", "7.2", "2", "640"),
)
XS = (72, 172, 252, 332)
BIRTHS = (
    ("North", "311", "207", "298", "219"),
    ("South", "412", "305", "433", "317"),
    ("Harbour", "98", "64", "101", "59"),
)
BIRTHS_X = (72, 172, 242, 312, 382)


def below_rows(count: int, left: float, right: float, top: float = 694, step: float = 16) -> str:
    """Lines across the page, one below each of some rows."""
    return "\n".join(f"{left} {top - step * k} m {right} {top - step * k} l S" for k in range(count))  # fmt: skip


def shaded(rows: Sequence[int], xs: Sequence[float], top: float = 711, step: float = 16) -> str:
    """A filled box behind each cell of some rows."""
    boxes = (
        f"{left} {top - step * (row + 1)} {right - left} {step} re f"
        for row in rows
        for left, right in pairwise(xs)
    )
    return "0.9 g\n" + "\n".join(boxes) + "\n0 g"


def under(row: str, column: str, found: Sequence[Found]) -> str | None:
    """The only cell with these headers."""
    texts_there = [text for label, name, text in found if (label, name) == (row, column)]
    return texts_there[0] if len(texts_there) == 1 else None


def test_a_label_that_is_written_once_and_what_comes_again_in_each_group_name_a_row() -> None:
    for drawing in ("", lines_of_walls((70, 168, 248, 328, 420), tuple(range(714, 610, -16)))):
        found = cells(read([[*ABOVE, *texts(DOSES, XS)]], [drawing]))
        assert under("Paralex / 10 - 20 kg", "Dose", found) == "6 ml"
        assert under("Ibrofen / 10 - 20 kg", "Most a day", found) == "10.5 ml"


def test_a_label_in_the_middle_of_its_rows_belongs_to_all_of_them() -> None:
    rows = [DOSES[0], *(("", *row[1:]) for row in DOSES[1:])]
    labels = [Text(72, 668, "Paralex", 10), Text(72, 628, "Ibrofen", 10)]
    found = cells(read([[*ABOVE, *texts(rows, XS), *labels]]))
    assert under("Paralex / 5 - 10 kg", "Dose", found) == "3 ml"
    assert under("Paralex / 20 - 40 kg", "Dose", found) == "11 ml"
    assert under("Ibrofen / 5 - 10 kg", "Dose", found) == "1.5 ml"
    assert under("Ibrofen / 10 - 20 kg", "Dose", found) == "3.5 ml"


def test_a_number_that_counts_the_rows_names_none() -> None:
    rows = (
        ("No.", "Article", "Stock", "Price"),
        ("1", "Claw hammer", "14", "12.90"),
        ("2", "Spirit level", "6", "21.50"),
        ("3", "Hand saw", "9", "18.75"),
    )
    found = cells(read([[*ABOVE, *texts(rows, XS)]]))
    assert under("Spirit level", "Price", found) == "21.50"


def test_numbers_of_trains_are_the_headers_of_times() -> None:
    rows = (
        ("Stop", "4701", "4703", "4705"),
        ("Castle Square", "05:42", "06:17", "07:03"),
        ("Mill Bridge", "05:46", "06:21", "07:07"),
        ("Hospital", "05:51", "06:26", "07:12"),
    )
    for drawing in ("", lines_of_walls((70, 168, 248, 328, 420), (714, 695, 679, 663, 645))):
        found = cells(read([[*ABOVE, *texts(rows, XS)]], [drawing]))
        assert under("Mill Bridge", "4703", found) == "06:21"


def test_amounts_are_no_headers_of_amounts() -> None:
    rows = (("Oats", "12", "40", "77"), ("Rye", "15", "38", "80"), ("Wheat", "9", "41", "79"))
    found = cells(read([[*ABOVE, *texts(rows, XS)]]))
    assert {column for _, column, _ in found} == {None}


def test_ten_headers_in_one_line_are_no_sentence() -> None:
    rows = (
        ("Site", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep"),
        *((name, *(str(100 * k + 7 * j) for j in range(9))) for k, name in enumerate(("Kiln", "Mere", "Fell"), 1)),
    )  # fmt: skip
    wide = [72 + 34 * k for k in range(10)]
    found = cells(read([[*ABOVE, *texts(rows, wide)]]))
    assert under("Mere", "Aug", found) == "249"


@pytest.mark.parametrize("rows_shaded", [(1, 3), (0, 2, 4), (0, 1, 3)])
def test_rows_that_are_shaded_by_turns_are_one_table(rows_shaded: tuple[int, ...]) -> None:
    drawing = shaded(rows_shaded, (70, 168, 248, 328, 420))
    found = cells(read([[*ABOVE, *texts(BOATS, XS)]], [drawing]))
    assert len(found) == 20
    for row in BOATS[1:]:
        for name, value in zip(BOATS[0][1:], row[1:], strict=True):
            assert under(row[0], name, found) == value


def test_the_paragraph_above_shaded_rows_is_no_row() -> None:
    sentence = Text(72, 716, "The boats lie in the inner harbour, where all can see them.", 10)
    drawing = shaded((0, 2, 4), (70, 168, 248, 328, 420))
    document = read([[*ABOVE, sentence, *texts(BOATS, XS)]], [drawing])
    assert len(cells(document)) == 20
    assert sentence.text in document.text


@pytest.mark.parametrize("bold", [True, False])
def test_lines_below_all_rows_part_rows_and_the_first_names_the_columns(bold: bool) -> None:
    head = [Text(t.x, t.y, t.text, t.size, bold=bold) for t in texts(BOATS[:1], XS)]
    page = [*ABOVE, *head, *texts(BOATS[1:], XS, 684)]
    found = cells(read([page], [below_rows(5, 70, 420)]))
    assert under("Alder", "Cost", found) == "1,250"
    assert under("Elder", "Length", found) == "7.2"


def test_a_row_below_the_last_line_is_in_the_table() -> None:
    page = [*ABOVE, *texts(BOATS, XS)]
    found = cells(read([page], [below_rows(4, 70, 420)]))
    assert under("Elder", "Cost", found) == "640"


def test_texts_of_several_lines_between_lines_are_one_row() -> None:
    rows = (
        ("Offer", "What you get", "Price"),
        ("Small\nbasket", "Bread from our own oven, two cheeses and\na jar of honey, packed in paper", "18.00"),
        ("Large\nbasket", "As the small one, with ham, a bottle of red\nwine and walnuts after an old recipe", "39.00"),
        ("Feast", "Everything above for six people, brought\nto your door on Saturdays before noon", "112.00"),
    )  # fmt: skip
    drawing = "\n".join(f"70 {y} m 480 {y} l S" for y in (714, 696, 668, 640, 612))
    found = cells(read([[*ABOVE, *texts(rows, (72, 152, 432), 702, 14)]], [drawing]))
    assert under("Large basket", "Price", found) == "39.00"
    assert under("Small basket", "What you get", found) == (
        "Bread from our own oven, two cheeses and a jar of honey, packed in paper"
    )


@pytest.mark.parametrize("where", ["centre", "right"])
def test_headers_over_two_columns_each_stand_over_both(where: str) -> None:
    shift = 45 if where == "centre" else 70
    line = 12 if where == "centre" else 0
    groups = [Text(172 + shift - line, 716, "2022", 10), Text(312 + shift - line, 716, "2023", 10)]
    head = texts([("District", "Births", "Deaths", "Births", "Deaths")], BIRTHS_X)
    rights = [Text(x + 24 - 5.6 * len(text), 684 - 16 * k, text, 10) for k, row in enumerate(BIRTHS) for x, text in zip(BIRTHS_X[1:], row[1:], strict=True)]  # fmt: skip
    labels = texts([[row[0]] for row in BIRTHS], (72,), 684)
    over = "" if where == "centre" else "160 712 m 410 712 l S\n"
    drawing = over + below_rows(4, 70, 410)
    found = cells(read([[*ABOVE, *groups, *head, *labels, *rights]], [drawing]))
    assert under("South", "2022 / Deaths", found) == "305"
    assert under("Harbour", "2023 / Births", found) == "101"


def test_labels_with_values_between_lines_have_no_column_headers() -> None:
    rows = (("Height", "38 m"), ("Built", "1926"), ("Keeper", "Agda Norell"), ("Steps", "204"))
    found = cells(read([[*ABOVE, *texts(rows, (72, 172))]], [below_rows(4, 70, 260)]))
    assert ("Height", None, "38 m") in found
    assert ("Keeper", None, "Agda Norell") in found


def test_headers_that_are_written_upwards_stand_over_their_columns() -> None:
    names = ("Height in metres", "Steel in mm", "Capacity in tonnes")
    upwards = [Text(x + 14, 714, name, 10, matrix=(0, 1, -1, 0)) for x, name in zip(XS[1:], names, strict=True)]  # fmt: skip
    rows = (("River silo", "18.2", "4.1", "620"), ("Gate silo", "18.3", "3.8", "590"), ("Mill silo", "22.5", "4.6", "870"))  # fmt: skip
    above = [Text(text.x, text.y + 50, text.text, text.size) for text in ABOVE]
    document = read([[*above, *upwards, *texts(rows, XS)]])
    found = cells(document)
    assert under("Mill silo", "Capacity in tonnes", found) == "870"
    assert under("Gate silo", "Steel in mm", found) == "3.8"
    assert document.text.count("Capacity in tonnes") == 1


def test_two_rows_overleaf_belong_to_the_table_that_ends_the_page() -> None:
    first = [*ABOVE, *texts(BOATS, XS, 140)]
    document = read(
        [first, texts([("Fir", "8.8", "4", "700"), ("Gorse", "6.1", "1", "310")], XS, 780)]
    )
    found = cells(document)
    assert under("Fir", "Crew", found) == "4"
    assert under("Gorse", "Cost", found) == "310"


def test_a_sentence_overleaf_is_no_row() -> None:
    first = [*ABOVE, *texts(BOATS, XS, 140)]
    document = read([first, [Text(72, 780, "All boats were sold in the autumn of that year.", 10)]])
    assert len(cells(document)) == 20


STOPS = (
    ("Castle Square", "05:42", "06:17", "07:03", "07:48", "08:05"),
    ("Mill Bridge", "05:46", "06:21", "07:07", "07:52", "08:09"),
    ("Hospital", "05:51", "06:26", "07:12", "07:57", "08:14"),
)
STOPS_X = (72, 172, 222, 272, 322, 372)
SUNDAYS = (
    ("Castle Square", "09:10", "13:10", "15:10"),
    ("Mill Bridge", "09:14", "13:14", "15:14"),
    ("Hospital", "09:19", "13:19", "15:19"),
)
# Their columns are not those of the table above: the second one is below its second and third.
SUNDAYS_X = (72, 172, 247, 345)


def test_tables_below_each_other_keep_their_own_columns() -> None:
    weekdays = texts([("Stop", "101", "103", "105", "107", "109"), *STOPS], STOPS_X)
    below = texts([("Stop", "301", "303", "305"), *SUNDAYS], SUNDAYS_X, 628)
    found = cells(read([[*ABOVE, *weekdays, *below]]))
    assert under("Mill Bridge", "103", found) == "06:21"
    assert under("Mill Bridge", "105", found) == "07:07"
    assert under("Mill Bridge", "303", found) == "13:14"


def test_numbers_of_trains_head_their_times_above_a_row_of_marks() -> None:
    head = (("Journey", "101", "103", "105", "107", "109"), ("Notes", "", "S", "", "", "T"))
    found = cells(read([[*ABOVE, *texts([*head, *STOPS], STOPS_X)]]))
    assert under("Hospital", "103 S", found) == "06:26"
    assert under("Hospital", "107", found) == "07:57"


def test_days_over_numbers_of_trains_stand_over_all_up_to_the_next() -> None:
    days = [
        Text(172, 716, "Saturdays", 10, bold=True),
        Text(318, 716, "Sundays and holidays", 10, bold=True),
    ]
    rows = texts([("Journey", "101", "103", "105", "107", "109"), *STOPS], STOPS_X)
    found = cells(read([[*ABOVE, *days, *rows]]))
    assert under("Hospital", "Saturdays / 105", found) == "07:12"
    assert under("Hospital", "Sundays and holidays / 107", found) == "07:57"


def test_columns_of_one_name_are_told_apart_by_headers_that_were_set_by_eye() -> None:
    rows = (
        ("Length", "a night", "a week", "a month", "a month", "season"),
        ("up to 6 m", "14.50", "87.00", "198.00", "165.00", "940.00"),
        ("6 to 8 m", "19.00", "114.00", "262.00", "218.00", "1,245.00"),
        ("8 to 10 m", "24.50", "147.00", "334.00", "278.50", "1,590.00"),
    )
    groups = [Text(248, 716, "Visitors", 10), Text(374, 716, "Residents", 10)]
    found = cells(read([[*ABOVE, *groups, *texts(rows, (72, 172, 228, 282, 336, 392))]]))
    assert under("6 to 8 m", "Visitors / a month", found) == "262.00"
    assert under("6 to 8 m", "Residents / a month", found) == "218.00"
    assert under("6 to 8 m", "Residents / season", found) == "1,245.00"


def test_a_value_over_two_columns_has_the_headers_of_both() -> None:
    rows = (
        ("Pool", "Weekdays", "Saturday", "Sunday"),
        ("Lido", "14", "10", "12"),
        ("Sauna", "15", "", ""),
        ("Slide", "16", "11", "13"),
    )
    walls = [(70, 168, 248, 328, 420), (714, 695, 679, 663, 645)]
    across = "\n".join(f"70 {y} m 420 {y} l S" for y in walls[1])
    down = "\n".join(f"{x} 714 m {x} 645 l S" for x in walls[0] if x != 328)
    broken = "328 714 m 328 679 l S\n328 663 m 328 645 l S"
    closed = Text(310, 668, "closed", 10)
    found = cells(read([[*ABOVE, *texts(rows, XS), closed]], [f"{across}\n{down}\n{broken}"]))
    assert under("Sauna", "Saturday / Sunday", found) == "closed"


def test_the_last_row_goes_on_in_a_second_line() -> None:
    rows = (("Service", "Fee", "Paid by"), ("Copy of a certificate", "24.00", "applicant"), ("Change of name", "57.50", "applicant"))  # fmt: skip
    below = [Text(72, 631, "Wedding outside opening", 10), Text(222, 631, "110.00", 10)]
    below += [Text(302, 631, "couple", 10), Text(72, 620, "hours", 10)]
    found = cells(read([[*ABOVE, *texts(rows, (72, 222, 302), 685, 18), *below]]))
    assert under("Wedding outside opening hours", "Fee", found) == "110.00"
