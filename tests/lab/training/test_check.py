"""The gate over whole articles: a reader that points to the wrong passage is reported as worse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wherein_lab.pages.questions import PageQuestion
from wherein_lab.training.release.check import compare_page_questions, compare_pages, table

from tests.lab.test_page import FILE, PARAGRAPHS, ScriptedReader, opened
from wherein.core.passage import Passage
from wherein.reading.reader import Reading


class OnlyBela:
    """Knows no name but one that answers nothing."""

    name = "bela"

    def load(self) -> None:
        """There is nothing to load."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        for reading in ScriptedReader().read(question, passages):
            kept = tuple(c for c in reading.candidates if c.margin == 1.0)
            yield Reading(reading.passages, kept)


def test_pages_report_first_and_first_three() -> None:
    rows = compare_pages(opened(), opened(), [("town", FILE)], 10, 0)
    assert [(row.measure, row.current, row.candidate) for row in rows] == [
        ("page_top1", 0.5, 0.5),
        ("page_top3", 1.0, 1.0),
    ]
    assert not any(row.worse for row in rows)


def test_the_wrong_passage_is_worse() -> None:
    misled = replace(opened(), reader=OnlyBela())
    rows = compare_pages(opened(), misled, [("town", FILE)], 10, 0)
    assert [row.candidate for row in rows] == [0.0, 0.0]
    assert all(row.worse for row in rows)
    assert table(rows).count("WORSE") == 2


def test_people_s_questions_of_saved_pages_are_asked_too() -> None:
    saved = {"town.txt": "\n\n".join(PARAGRAPHS).encode()}
    questions = [
        PageQuestion(
            "1", "town.txt", "plain", "Who built the mill?", ("Ada",), "Ada built the mill."
        ),
        PageQuestion("2", "town.txt", "plain", "Who built the bridge?", ("Bela",), "Bela built"),
        PageQuestion("3", "town.txt", "absent", "Who painted the mill?", ()),
    ]
    rows = compare_page_questions(opened(), opened(), questions, saved)
    found = {row.measure: (row.current, row.candidate) for row in rows}
    assert found == {"first1": (0.5, 0.5), "first3": (1.0, 1.0), "auroc": (0.5, 0.5)}
    misled = replace(opened(), reader=OnlyBela())
    rows = compare_page_questions(opened(), misled, questions, saved)
    worse = {row.measure for row in rows if row.worse}
    assert "first3" in worse
