"""Cells that a reader reads as sentences: what it reads, which cell the names and it choose, and when names alone choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from wherein import Engine
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.lexicon import lexicon
from wherein.reading.cells.named_cell import ScoredCell, best_cells, scored_cells
from wherein.reading.cells.read_cells import are_read, read_cells, read_probability
from wherein.reading.cells.table_rows import Table, tables_of
from wherein.reading.reader import Reading

STOCK = """Code,Bay,On hand,Use
R1,B3,9,hot radiators
R2,B2,16,fences
"""
TRAILERS = """Model,Dry mass,Length
Plain,310 kg,4.1 m
Covered,375 kg,4.4 m
"""


@dataclass
class Marks:
    """A reader that marks one text, with one margin, and keeps what it read."""

    text: str
    margin: float
    read_: list[str] = field(default_factory=list)
    name: str = "marks"

    def load(self) -> None: ...

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        self.read_ += [passage.text for passage in passages]
        found = []
        for passage in passages:
            at = passage.text.find(self.text)
            if at >= 0:
                span = Span(at, at + len(self.text))
                found.append(Candidate(passage, span, self.margin, 0.0))
        yield Reading(tuple(passages), tuple(found))


def _scored(question: str, text: str) -> tuple[list[ScoredCell], list[Table]]:
    document = parse(Source(text.encode(), "t.csv", "t.csv"))
    tables = tables_of(document, [Span(0, len(document.text))])
    return scored_cells(question, tables), tables


def test_a_row_is_named_by_what_the_question_says_of_it() -> None:
    reader = Marks("B3", 2.0)
    scored, tables = _scored("in which bay is the enamel for hot radiators", STOCK)
    first, *_ = read_cells("in which bay is the enamel for hot radiators", scored, tables, reader)
    assert first.cell.text == "B3"
    assert first.margin >= 0.0
    assert "The Bay of R1, hot radiators is B3. " in reader.read_[0]


def test_a_reader_that_knows_the_column_chooses_the_cell() -> None:
    question = "How heavy is the covered model?"
    scored, tables = _scored(question, TRAILERS)
    first, *rest = read_cells(question, scored, tables, Marks("375 kg", 4.0))
    assert first.cell.text == "375 kg"
    sure = read_probability(first, [first, *rest], 0.3, "read_cell")
    unread = read_cells(question, scored, tables, Marks("nothing of it", 0.0))
    assert not any(one.margin >= 0.0 for one in unread)
    assert sure > 0.6 > read_probability(unread[0], unread, 0.3, "read_cell")


def test_only_rows_that_are_named_nearly_best_are_read() -> None:
    reader = Marks("310 kg", 9.0)
    scored, tables = _scored("How heavy is the covered model?", TRAILERS)
    read_cells("How heavy is the covered model?", scored, tables, reader)
    assert not any("Plain" in text for text in reader.read_)


@pytest.mark.parametrize(
    ("question", "table", "is_so"),
    [
        ("What is the dry mass of the covered one?", TRAILERS, True),
        ("price for 8 m", "Length,Price\n1 to 6 m,9\n7 to 9 m,13\n", False),
        ("who saw Mrs Hale", "08:10,2,Mrs Hale,Dr Roos\n08:30,1,Mr Ode,Dr Lind\n", False),
    ],
)
def test_ranges_and_rows_without_headers_are_left_to_names(
    question: str, table: str, is_so: bool
) -> None:
    scored, _ = _scored(question, table)
    (best,) = best_cells(scored, 1)
    assert are_read(question, best.cell) is is_so


AGES = """Ward Grange,People
All ages,9800
Working age (16-64),6160
Pension age (65 and over),2110
School age,1530
"""
STORES = """Item,In stock,Kept in
Flocculant powder,3 tubs,Plant room
Soda ash,12 bags,Store B
Acid,4 drums,Yard
"""
TESTS = """Test,How often,Method
Hardness of water,weekly,drop test
Chlorine level,daily,photometer
Alkalinity,monthly,strip
"""
TANKS = """Test,How often,Method
Hardness of tank 1,weekly,drop test
Hardness of tank 2,monthly,drop test
"""


@pytest.mark.parametrize(
    ("question", "table", "answer"),
    [
        ("where is the flocculant stored", STORES, "Plant room"),
        ("how often's hardness measured", TESTS, "weekly"),
        ("how many people are 65 and over, retirement age", AGES, "2110"),
    ],
)
def test_a_reader_that_is_sure_of_a_cell_knows_other_words_for_its_headers(
    question: str, table: str, answer: str, engine: Engine, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(table, "utf-8")
    best = engine.ask(question, path).answers[0]
    assert (best.text, best.found_by) == (answer, "cells")


def test_no_reader_is_asked_about_a_number_that_the_rows_lack(
    engine: Engine, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(TANKS, "utf-8")
    assert not engine.ask("how often is the hardness of tank 3 measured", path).answers


def test_constants_are_there_for_each_reader_that_reads_rows(engine: Engine) -> None:
    entries = lexicon("table-cells")
    name = engine.stage("small").cells
    assert name is not None
    for one in (name, "read_cell_large"):
        assert len(entries.fitted(one)["weights"]) == 3
