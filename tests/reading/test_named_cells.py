"""The cell that a question names by its row and its column is found, with how well it is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clock import growth
from wherein.answering.engine import Engine
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.documents.building.canonical import CanonicalText, Cell
from wherein.reading.cells.cell_kind import asked_kind, kind_of
from wherein.reading.cells.cell_probability import measures_of, probability
from wherein.reading.cells.cell_terms import match, number_of, question_terms, words_of
from wherein.reading.cells.named_cell import named_cells
from wherein.reading.cells.table_rows import MOST_CELLS, tables_of

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
    return cells[0].span.of(made.text) if cells else ""


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


def test_a_cell_of_the_wrong_kind_or_a_blank_one_is_no_answer() -> None:
    assert named("When does the boat to Skarra leave on Sunday?", BOATS) != "–"
    assert kind_of(asked_kind("How many chairs are there?"), "$70") == -1
    assert kind_of(asked_kind("How many chairs are there?"), "4") == 1
    assert kind_of(asked_kind("When does it leave?"), "Ida Brandt") == -1
    assert kind_of(asked_kind("When does it leave?"), "daily") == 0
    assert kind_of(asked_kind("How much is a berth?"), "€16.90") == 1
    assert kind_of(asked_kind("Who keeps the key?"), "12:00") == -1


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
    assert wrong.missed > right.missed == 0.0
    assert probability(wrong) < 0.5 < probability(right)
    assert len(measures_of(right)) == 10


def test_a_question_about_something_else_is_unlikely_to_name_a_cell() -> None:
    made = document(HARBOUR, BOATS)
    tables = tables_of(made, [Span(0, len(made.text))])
    cells = named_cells("Who was the first king of Norway?", tables)
    assert all(probability(cell) < 0.3 for cell in cells)


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
    assert len(entries["fitted"]["cell"]["weights"]) == 10
    assert entries["lines"]["days"][0].split()[0] == "monday"
