"""Questions to the rows of a table: by a number, a unit, a heading above, or records without headers; and things that the
table lacks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clock import growth
from wherein.answering.engine import Engine
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.reading.cells.cell_terms import match, question_terms, words_of
from wherein.reading.cells.named_cell import named_cells
from wherein.reading.cells.table_rows import tables_of

REPAIRS = """Order no.,Client,Trouble,Handled by,Finished
7101,Old Mill,broken belt,Ines,3 May
7102,Quay Bakery,no steam,Tom,
7103,Hill School,leaking tap,Ines,9 May
7104,Elm Farm,worn brake,Rosa,11 May
"""
VISITS = """08:10,2,Mrs Hale,Dr Roos,cough,Carewell
08:30,1,Mr Ode,Dr Lind,bad knee,Union Health
08:50,2,Miss Pratt,Dr Roos,vaccination,
09:10,1,Mr Quist,Dr Lind,earache,Carewell
"""
BLADES = """Code,Item,Unit price EUR,Unit price EUR from 10
B-1,Saw blade 40 cm,21,18
B-2,Saw blade 48 cm,26,23
B-3,Saw blade 54 cm,31,27
"""
BERTHS = """Length of boat,January to March,April to June,Members,Guests,Crew (nights)
up to 6 m,€9,€12,€5,€8,2
6 to 9 m,€13,€17,€7,€12,3
9 to 12 m,€16,€22,€10,€17,4
"""
FOOD = """Ingredient,4 guests,12 guests
Red peppers,3,9
Rice,300 g,900 g
Stock,1 l,3 l
"""
RACES = """<title>Rowing day</title><h1>Rowing day at Lake Elm</h1><p>The day was dry.</p>
<h2>Juniors</h2><table><tr><th>Rank</th><th>Name</th><th>Half</th><th>Finish</th></tr>
<tr><td>1</td><td>Ada Holm</td><td>2:01</td><td>4:10</td></tr>
<tr><td>2</td><td>Bea Lund</td><td>2:03</td><td>4:12</td></tr></table>
<h2>Seniors</h2><table><tr><th>Rank</th><th>Name</th><th>Half</th><th>Finish</th></tr>
<tr><td>1</td><td>Cara Moss</td><td>1:58</td><td>4:01</td></tr>
<tr><td>2</td><td>Dina Nord</td><td>1:59</td><td>4:02</td></tr></table>
<h2>Boat Swift 8</h2><table><tr><td>Weight</td><td>96 kg</td></tr><tr><td>Beam</td><td>58 cm</td></tr></table>
<h2>Boat Swift 4</h2><table><tr><td>Weight</td><td>51 kg</td></tr><tr><td>Beam</td><td>49 cm</td></tr></table>
"""
FILES = {
    "repairs.csv": REPAIRS,
    "visits.csv": VISITS,
    "blades.csv": BLADES,
    "berths.csv": BERTHS,
    "food.csv": FOOD,
    "races.html": RACES,
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with Engine.open(tmp_path_factory.mktemp("home")) as opened:
        yield opened


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("files")
    for name, text in FILES.items():
        (made / name).write_text(text, "utf-8")
    return made


@pytest.mark.parametrize(
    ("file", "question", "answer"),
    [
        ("repairs.csv", "Who is dealing with order 7102?", "Tom"),
        ("repairs.csv", "When was order 7103 finished?", "9 May"),
        ("visits.csv", "What time is the vaccination?", "08:50"),
        ("berths.csv", "What does a boat of 11 metres cost in May?", "€22"),
        ("races.html", "What was the finish of Dina Nord in the seniors' race?", "4:02"),
        ("races.html", "What is the weight of the Swift 4?", "51 kg"),
    ],
)
def test_the_row_that_is_meant_answers(
    engine: Engine, folder: Path, file: str, question: str, answer: str
) -> None:
    assert [one.text for one in engine.ask(question, folder / file).answers[:1]] == [answer]


@pytest.mark.parametrize(
    ("file", "question", "answer"),
    [
        ("blades.csv", "What does a single 48 cm saw blade cost?", "26"),
        ("berths.csv", "price for non-members, boat of 8 metres", "€12"),
    ],
)
def test_the_row_that_is_meant_is_the_first_perhaps_where_it_does_not_answer(
    engine: Engine, folder: Path, file: str, question: str, answer: str
) -> None:
    result = engine.ask(question, folder / file)
    assert [one.text for one in (*result.answers, *result.perhaps)[:1]] == [answer]


@pytest.mark.parametrize(
    ("file", "question"),
    [
        ("repairs.csv", "When was order 7102 finished?"),
        ("repairs.csv", "Who handled order 7109?"),
        ("food.csv", "How much red wine for 12 guests?"),
        ("races.html", "What was the finish of Cara Moss among the juniors?"),
        ("races.html", "What is the weight of the Swift 2?"),
    ],
)
def test_what_no_row_says_is_not_answered(
    engine: Engine, folder: Path, file: str, question: str
) -> None:
    assert [one.text for one in engine.ask(question, folder / file).answers] == []


def cells(*tables: list[list[str]], head: int = 1, after: str = "") -> Document:
    """A document of tables, one directly below the other; the first has `head` rows of headers, the others none."""
    text, blocks = "", []
    for number, rows in enumerate(tables):
        for at, row in enumerate(rows):
            for place, cell in enumerate(row):
                text += "" if not text else "\t" if place else "\n" if at else "\n\n"
                is_below = number == 0 and head and at >= head
                column = tables[0][0][place] if is_below else None
                span = Span(len(text), len(text) + len(cell))
                blocks.append(Block(BlockKind.CELL, span, column=column))
                text += cell
    if after:
        blocks.append(Block(BlockKind.PARAGRAPH, Span(len(text) + 2, len(text) + 2 + len(after))))
        text += f"\n\n{after}"
    return Document("d", "/d", "D", "text", text, "0", blocks=tuple(blocks))


TIMES = [["Stop", "201", "203"], ["Abbot Quay", "06:10", "07:10"], ["Brand Pier", "06:25", "07:25"]]


@pytest.mark.parametrize(
    ("stop", "time"), [("Brand Pier", "07:25"), ("Dune Head", "07:55"), ("East Ness", "08:05")]
)
def test_a_table_goes_on_below_a_page_s_end(stop: str, time: str) -> None:
    made = cells(TIMES, [["Dune Head", "06:55", "07:55"]], after="East Ness\t07:05\t08:05")
    (table,) = tables_of(made, [Span(0, len(made.text))])
    best, *_ = named_cells(f"When does boat 203 leave {stop}?", [table])
    assert (best.cell.text, best.cell.slot.column) == (time, "203")


def test_another_table_below_stays_another() -> None:
    for other in ([["Fee", "€3"]], [["Dune Head", "06:55", "07:55", "08:55"]]):
        made = cells(TIMES, other)
        assert len(tables_of(made, [Span(0, len(made.text))])) == 2


@pytest.mark.parametrize(
    ("asked", "header", "is_named"),
    [
        ("9 metres", "10 m", True),
        ("4 kilos", "Weight kg", True),
        ("non-members", "Members", False),
        ("non-members", "Non-members", True),
        ("in May", "April to June", True),
        ("in July", "April to June", False),
        ("January", "November – February", True),
    ],
)
def test_words_for_the_same_name_a_header(asked: str, header: str, is_named: bool) -> None:
    assert any(match(term, words_of(header)) for term in question_terms(asked)) is is_named


def test_time_grows_with_the_pieces_of_a_table() -> None:
    def look(count: int) -> None:
        made = cells(TIMES, *([[f"Pier {n}", "06:55", "07:55"]] for n in range(count)))
        (table,) = tables_of(made, [Span(0, len(made.text))])
        assert named_cells("When does boat 203 leave Pier 9?", [table])

    # Eight times the pieces take eight times the processor time; quadratic work would take sixty-four.
    assert growth(look, 200, 1600) < 24
