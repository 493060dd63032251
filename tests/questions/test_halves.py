"""A double question is cut into its two; each half is answered, or said to be without an answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.answering.fakes import WordReader
from tests.answering.test_pipeline import ask, scope
from wherein import Engine
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.questions.halves import halves

LIFE = """# Margarethe Lindholm

Margarethe Lindholm (3 November 1911 – 26 July 1989) was a bridge engineer.

She was born in Härnösand, the second of four children.

She died of pneumonia in Nakuru and is buried beside her husband in Embu.
"""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When and where was she born?", ("When was she born?", "Where was she born?")),
        ("How much and until when do I pay", ("How much do I pay?", "Until when do I pay?")),
        ("When was Borg split off from Attic, and why?", ("When was Borg split off from Attic?", "Why was Borg split off from Attic?")),
        ("Where would a mediation be held and who pays for it?", ("Where would a mediation be held?", "Who pays for a mediation?")),
        ("How much is the annual fee and until when is it due?", ("How much is the annual fee?", "Until when is the annual fee due?")),
        ("When does it end, and who decides?", ("When does it end?", "Who decides?")),
        ("Who is the chair?", None),
        ("What do salt and pepper cost?", None),
        ("rent and deposit", None),
        ("When is it " + "very " * 100 + "late and why?", None),
    ],
)  # fmt: skip
def test_halves(question: str, expected: tuple[str, str] | None) -> None:
    assert halves(question) == expected


MINUTES = """# Board

The decision to shut is taken by the area manager by 7 am and posted on the front page.

You pay 5% and the company 4%.

The bridge was opened in 1961, and its architect died in 1988.
"""


@pytest.mark.parametrize(
    ("question", "marked", "shown"),
    [
        ("What goes in from me and from the employer?", {"5%": 0.8, "4%": 0.9}, ["You pay 5% and the company 4%."]),
        ("pension percentage", {"5%": 0.8, "4%": 0.9}, ["You pay 5% and the company 4%."]),
        ("When was the bridge opened?", {"1961": 0.9, "1988": 0.8}, ["1961", "1988"]),
    ],
)  # fmt: skip
def test_two_answers_of_one_sentence_are_one_where_both_are_asked_for(
    question: str, marked: dict[str, float], shown: list[str]
) -> None:
    document = parse(Source(MINUTES.encode(), "minutes.md", "minutes.md"))
    found = ask(question, WordReader(marked), where=scope(document))
    assert [one.text for one in found.answers] == shown
    assert found.answers[0].confidence <= max(marked.values())


def test_a_sentence_that_answers_both_halves_is_one_answer(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "minutes.md"
    file.write_text(MINUTES, "utf-8")
    found = engine.ask("Who takes the decision to shut, and where is it posted?", file)
    assert found.answers[0].text == MINUTES.splitlines()[2]


def test_both_halves_are_answered_or_the_missing_one_is_said(
    engine: Engine, tmp_path: Path
) -> None:
    file = tmp_path / "life.md"
    file.write_text(LIFE, "utf-8")
    both = engine.ask("When and where was Margarethe Lindholm born?", file)
    assert {"Härnösand", "3 November 1911"} <= {one.text for one in both.answers}
    alone = engine.ask("Where did she die, and who was her dentist?", file)
    assert [one.text for one in alone.answers] == ["Nakuru"]
    assert "Nothing here answers “Who was her dentist?” surely enough." in alone.notes
