"""The cell that a question names by its row and its column is found, with how well it is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clock import growth
from wherein.answering.engine import Engine
from wherein.answering.grading.grades import Caution, grades
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.documents.building.canonical import CanonicalText, Cell
from wherein.reading.cells.cell_probability import measures_of, probability
from wherein.reading.cells.cell_terms import match, number_of, question_terms, words_of
from wherein.reading.cells.cell_values import value_of
from wherein.reading.cells.named_cell import named_cells
from wherein.reading.cells.superlative_cell import compared_cells
from wherein.reading.cells.table_rows import MOST_CELLS, tables_of
from wherein.reading.value_kind import asked_kind, cell_agreement

HARBOUR = [
    ["Boat", "Winter", "Summer", "Harbour master"],
    ["up to 8 m", "€12.00", "€18.00", "Ida Brandt"],
    ["8 – 10 m", "€15.00", "€22.00", "Ida Brandt"],
    ["over 10 m", "€20.00", "€31.00", "Jon Falk"],
]
BOATS = [
    ["Route", "Mon – Fri", "Saturday", "Sunday"],
    ["Orsay", "17:20", "18:05", "19:30"],
    ["Skarra", "10:30", "11:15", "–"],
]


ACTIONS = [
    ["No.", "Action", "Who", "By"],
    ["6", "Mark out bay 14", "Stan", "12 July"],
    ["7", "Write to flat 18 with pet consent", "Gillian", "21 June"],
    ["8", "Have block A extract fans tested", "Carol", "31 July"],
]


def document(*tables: list[list[str]], line: str = "") -> Document:
    out = CanonicalText()
    for number, rows in enumerate(tables):
        out.add(BlockKind.HEADING, f"Table {number}", level=2)
        if line:
            out.add(BlockKind.PARAGRAPH, line)
        for at, row in enumerate(rows):
            for place, text in enumerate(row):
                head = rows[0][place] if at else None
                label = row[0] if at and place else None
                out.add(BlockKind.CELL, text, cell=Cell(number, at, place, label, head))
    return Document("d", "/d", "D", "text", out.text, "0", blocks=out.blocks)


def named(question: str, *tables: list[list[str]]) -> str:
    made = document(*tables)
    cells = named_cells(question, tables_of(made, [Span(0, len(made.text))]))
    return cells[0].cell.text if cells else ""


@pytest.mark.parametrize(
    ("question", "cell"),
    [
        ("Who writes to flat 18?", "Gillian"),
        ("who has the extract fans tested", "Carol"),
        ("When is bay 14 to be marked out?", "12 July"),
    ],
)
def test_a_list_of_actions_says_who_does_what_by_when(question: str, cell: str) -> None:
    assert named(question, ACTIONS) == cell


@pytest.mark.parametrize(
    ("question", "cell"),
    [
        ("What does a boat of 9 m cost in winter?", "€15.00"),
        ("price for a 12 m boat in summer", "€31.00"),
        ("7 metres, summer", "€18.00"),
        ("Who is the harbour master for boats over 10 m?", "Jon Falk"),
        ("When does the boat to Orsay leave on Thursdays?", "17:20"),
        ("skarra saturday", "11:15"),
        ("Which route is the longest?", ""),
    ],
)
def test_words_numbers_ranges_and_days_name_a_cell(question: str, cell: str) -> None:
    assert named(question, HARBOUR, BOATS) == cell


def test_a_blank_cell_is_found_so_that_no_neighbour_answers(tmp_path: Path) -> None:
    assert named("When does the boat to Skarra leave on Sunday?", BOATS) == "–"
    path = tmp_path / "drinks.csv"
    rows = ["Item,Small,Medium,Large", "Chai,$3.00,$3.50,$4.00", "Flat white,$3.10,$3.60,"]
    path.write_text("\n".join([*rows, "Latte,$3.20,$3.80,$4.30"]), "utf-8")
    with Engine.open(tmp_path / "home") as engine:
        result = engine.ask("What does a large flat white cost?", path)
        there = engine.ask("What does a large latte cost?", path)
    assert not result.answers
    assert [answer.text for answer in there.answers[:1]] == ["$4.30"]


def of_cell(question: str, cell: str) -> int:
    return cell_agreement(question, asked_kind(question), cell)


def test_a_cell_of_the_wrong_kind_is_no_answer() -> None:
    assert of_cell("How many chairs are there?", "$70") == -1
    assert of_cell("How many chairs are there?", "4") == 1
    assert of_cell("When does it leave?", "Ida Brandt") == -1
    assert of_cell("When does it leave?", "daily") == 0
    assert of_cell("How much is a berth?", "€16.90") == 1
    assert of_cell("Who keeps the key?", "12:00") == -1


def test_a_label_names_the_value_to_its_right() -> None:
    made = document([["Taken back by", "Lorna Mistry"]])
    cells = named_cells("who took back the van", tables_of(made, [Span(0, len(made.text))]))
    assert [cell.span.of(made.text) for cell in cells] == ["Lorna Mistry"]


def test_what_the_row_and_column_lack_makes_a_cell_unlikely() -> None:
    made = document(HARBOUR)
    tables = tables_of(made, [Span(0, len(made.text))])
    (right, *_), (wrong, *_) = (
        named_cells(question, tables)
        for question in ("boat of 9 m in winter", "boat of 9 m in winter 2031 at Velmar")
    )
    assert wrong.cell.measures.missed > right.cell.measures.missed == 0.0
    assert probability(wrong, 0.8) < 0.5 < probability(right, 0.8)
    assert len(measures_of(right, 0.8)) == 18


def test_a_first_row_of_numbers_heads_the_columns() -> None:
    rows = [["Stop", "101", "103"], ["Mill Lane", "06:10", "06:40"], ["Abbey", "06:21", "06:51"]]
    out = CanonicalText()
    for at, row in enumerate(rows):
        for place, text in enumerate(row):
            out.add(BlockKind.CELL, text, cell=Cell(0, at, place, row[0] if place else None, None))
    made = Document("d", "/d", "D", "text", out.text, "0", blocks=out.blocks)
    best, *_ = named_cells("tram 103 at Abbey", tables_of(made, [Span(0, len(made.text))]))
    assert (best.cell.text, best.cell.slot.column) == ("06:51", "103")


def test_labels_and_values_side_by_side_are_no_columns() -> None:
    made = document(
        [
            ["Hirer", "Nora Vance", "Plate", "KX 21"],
            ["Collected", "2 May, 08:10", "Returned", "4 May, 17:30"],
            ["Handed over by", "Ted Moss", "Taken back by", "Lena Ray"],
        ]
    )
    tables = tables_of(made, [Span(0, len(made.text))])
    cells = [named_cells(q, tables)[0].cell.text for q in ("who took it back", "when returned?")]
    assert cells == ["Lena Ray", "4 May, 17:30"]


@pytest.mark.parametrize(
    ("question", "column"),
    [("12 kg to Orsay", "up to 15 kg"), ("4 kg to Orsay", "up to 5 kg")],
)
def test_the_narrowest_range_that_holds_a_number_counts(question: str, column: str) -> None:
    made = document([["Zone", "up to 5 kg", "up to 15 kg"], ["Orsay", "€6", "€9"]])
    best, *_ = named_cells(question, tables_of(made, [Span(0, len(made.text))]))
    assert best.cell.slot.column == column


def test_a_number_out_of_its_series_is_missed() -> None:
    made = document([["Grade", "Step 1", "Step 2"], ["M6", "120", "130"], ["M5", "100", "110"]])
    tables = tables_of(made, [Span(0, len(made.text))])
    there, absent = (named_cells(f"M6 step {step}", tables)[0] for step in (2, 7))
    assert there.cell.text == "130"
    assert there.cell.measures.missed == 0.0
    assert absent.cell.measures.missed > 0.0


def test_a_header_that_means_the_same_names_a_column() -> None:
    made = document([["Pump", "Noise level", "Price"], ["Corva", "53 dB", "€900"]])
    tables = tables_of(made, [Span(0, len(made.text))])
    known = {("loud", "Noise level"): 0.5}
    best, *_ = named_cells("how loud is Corva", tables, lambda a, b: known.get((a, b), 0.0))
    assert best.cell.text == "53 dB"


def test_a_question_about_something_else_is_unlikely_to_name_a_cell() -> None:
    made = document(HARBOUR, BOATS)
    tables = tables_of(made, [Span(0, len(made.text))])
    cells = named_cells("Who was the first king of Norway?", tables)
    assert all(probability(cell, 0.8) < grades(Caution.NORMAL).answer for cell in cells)


def test_tables_are_parted_as_canonical_text_parts_them() -> None:
    made = document(HARBOUR, BOATS, line="Prices of 2025")
    tables = tables_of(made, [Span(0, len(made.text))])
    assert [len(table.rows) for table in tables] == [4, 3]
    assert [table.about for table in tables] == ["Table 0 Prices of 2025", "Table 1 Prices of 2025"]
    assert tables[1].rows[1].texts == ("Orsay", "17:20", "18:05", "19:30")
    first = made.text.index("8 – 10 m")
    part = tables_of(made, [Span(first, made.text.index("over 10 m"))])
    assert [row.texts[0] for table in part for row in table.rows] == ["8 – 10 m"]


def test_a_table_without_end_is_looked_at_in_part() -> None:
    count = MOST_CELLS + 10
    text = "\n".join(["x"] * count)
    blocks = tuple(Block(BlockKind.CELL, Span(2 * n, 2 * n + 1)) for n in range(count))
    made = Document("d", "/d", "D", "text", text, "0", blocks=blocks)
    (table,) = tables_of(made, [Span(0, len(text))])
    assert sum(len(row.cells) for row in table.rows) == MOST_CELLS


@pytest.mark.parametrize("width", [2, 10_000], ids=["many rows", "one row of many cells"])
def test_time_grows_with_the_cells_of_a_table(width: int) -> None:
    def look(count: int) -> None:
        text, blocks = "", []
        for n in range(count):
            text += "" if n == 0 else "\t" if n % width else "\n"
            span = Span(len(text), len(text) + len(f"boat {n} m"))
            text += f"boat {n} m"
            blocks.append(Block(BlockKind.CELL, span, None, "boat", f"winter {n}"))
        made = Document("d", "/d", "D", "text", text, "0", blocks=tuple(blocks))
        assert named_cells("boat of 9 m in winter", tables_of(made, [Span(0, len(made.text))]))

    # Eight times the cells take eight times the processor time; quadratic work would take sixty-four.
    assert growth(look, 400, 3200) < 24


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("1,204", 1204.0),
        ("20.000", 20000.0),
        ("0,5", 0.5),
        ("0.250", 0.25),
        ("7", 7.0),
        ("x", None),
        ("1.2.3", None),
        ("\u0663", None),
    ],
)
def test_numbers(word: str, value: float | None) -> None:
    assert number_of(word) == value


@pytest.mark.parametrize(
    ("asked", "header", "is_named"),
    [
        ("eight", "6 to 10 years", True),
        ("11", "6 to 10 years", False),
        ("3", "up to 5 years", True),
        ("25", "more than 20 years", True),
        ("70", "65 and over", True),
        ("Wednesday", "Mon–Fri", True),
        ("Sunday", "Mon–Fri", False),
        ("July", "2024-07", True),
        ("July", "15.07.2024", True),
        ("second", "2", True),
        ("berths", "Berth", True),
    ],
)
def test_a_term_is_named_by_a_header(asked: str, header: str, is_named: bool) -> None:
    (term,) = question_terms(asked)
    assert bool(match(term, words_of(header))) is is_named


def test_the_cell_stands_before_a_reader_s_neighbour(tmp_path: Path) -> None:
    rows = "".join(
        "<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in HARBOUR[1:]
    )
    head = "".join(f"<th>{text}</th>" for text in HARBOUR[0])
    path = tmp_path / "dues.html"
    path.write_text(
        f"<title>Dues</title><h1>Dues</h1><table><tr>{head}</tr>{rows}</table>", "utf-8"
    )
    with Engine.open(tmp_path / "home") as engine:
        result = engine.ask("What does a boat of 9 m pay in summer?", path)
        again = engine.ask("What does a boat of 9 m pay in summer?", path)
        yes_no = engine.ask("Is it €22.00 for a boat of 9 m in summer?", path)
    best = result.answers[0]
    assert (best.text, best.row, best.column) == ("€22.00", "8 – 10 m", "Summer")
    assert best.found_by in ("cells", "small")
    assert [step.name for step in result.steps][-1] == "cells"
    assert again.answers[0].text == "€22.00"
    assert all(step.name != "cells" for step in yes_no.steps)


def test_the_words_of_tables_are_in_one_file() -> None:
    lexicon = Path(__file__).parents[2] / "contracts" / "lexicon" / "table-cells.json"
    entries = json.loads(lexicon.read_text("utf-8"))
    assert len(entries["fitted"]["cell"]["weights"]) == 18
    assert entries["lines"]["days"][0].split()[0] == "monday"


FEES = [
    ["Course", "Tutor", "Fee", "Length", "Starts"],
    ["Pottery", "Brackett", "€142", "90 min", "3 May"],
    ["Weaving", "Strachey", "€165", "2 h", "12 April"],
    ["Binding", "Brackett", "€96", "45 min", "30 June"],
    ["Carving", "Strachey", "€99", "45 min", "1 June"],
    ["Total", "", "€502", "", ""],
]


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Which course has the highest fee?", ["Weaving"]),
        ("Which course is the cheapest?", ["Binding"]),
        ("Which of Strachey's courses is the cheapest?", ["Carving"]),
        ("Which course has the longest length?", ["Weaving"]),
        ("Which course has the shortest length?", ["Binding", "Carving"]),
        ("highest fee", ["€165"]),
        ("Which course starts latest?", ["Binding"]),
        ("Which course has the worst food in Norway?", None),
        ("Which is the cheapest and the longest course?", None),
        ("What does pottery cost?", None),
    ],
)
def test_a_superlative_compares_the_cells_of_a_column(
    question: str, answers: list[str] | None
) -> None:
    made = document(FEES)
    found = compared_cells(question, tables_of(made, [Span(0, len(made.text))]))
    assert (found and [span.of(made.text) for span in found.answers]) == answers


def test_cells_of_several_kinds_are_not_compared() -> None:
    rows = [["Lamp", "Light"], ["Lumo", "12 lux"], ["Sol", "about 9 or 10"], ["Ray", "11 W"]]
    made = document(rows)
    tables = tables_of(made, [Span(0, len(made.text))])
    assert compared_cells("Which lamp has the most light?", tables) is None


@pytest.mark.parametrize(
    ("text", "kind", "size"),
    [
        ("1.2 kg", "mass", 1200.0),
        ("€1,204", "€", 1204.0),
        ("-1.7%", "%", -1.7),
        ("1:05:30", "clock 2", 3930.0),
        ("2024-02-01", "date", 752991.0),
        ("3 weeks", "time", 1814400.0),
    ],
)
def test_a_cell_is_read_with_its_unit(text: str, kind: str, size: float) -> None:
    found = value_of(text)
    assert found is not None
    assert (found.kind, found.size) == (kind, pytest.approx(size))


def test_a_superlative_is_answered_with_the_cell_that_shows_it(tmp_path: Path) -> None:
    path = tmp_path / "fees.csv"
    path.write_text("\n".join(",".join(row) for row in FEES), "utf-8")
    with Engine.open(tmp_path / "home") as engine:
        result = engine.ask("Which course has the highest fee?", path)
    assert [answer.text for answer in result.answers[:2]] == ["Weaving", "€165"]
