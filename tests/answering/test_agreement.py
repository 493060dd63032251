"""Equal answers of several documents together, and the sentence that reports them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wherein.answering.agreement import agreement, in_one_sentence
from wherein.answering.grid import Cell, Row, Status
from wherein.cli.main import invoke


def row(answer: str, date: str | None = None, confidence: float = 0.9) -> Row:
    status = Status.ANSWERED if answer else Status.REFUSED
    return Row("s", "", "", (Cell(status, answer, answer, None, confidence, date=date),))


def test_equal_answers_stand_together_and_the_newest_is_marked() -> None:
    rows = [
        row("14 days", "2024-05-01"),
        row("30 days", "2020-01-01"),
        row(""),
        row("within thirty days", None, 0.99),
        row("30  Days"),
    ]
    groups = agreement(rows, 0)
    assert [(group.text, group.rows, group.newest) for group in groups] == [
        ("within thirty days", (1, 3, 4), False),
        ("14 days", (0,), True),
    ]
    said = in_one_sentence(groups)
    assert said == "3 documents say “within thirty days”, 1 says “14 days” (the newest)."


def test_numbers_that_differ_are_kept_apart() -> None:
    assert len(agreement([row("1,000"), row("1000"), row("1.000"), row("1000 a")], 0)) == 2


def test_words_that_are_all_idle_still_differ() -> None:
    assert len(agreement([row("The"), row("an")], 0)) == 2


def test_what_is_less_sure_and_what_is_refused_says_nothing() -> None:
    perhaps = Row("s", "", "", (Cell(Status.PERHAPS, "30 days"),))
    assert agreement([perhaps, row("")], 0) == ()
    assert in_one_sentence(()) == ""


def test_the_table_shows_what_the_documents_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    terms = tmp_path / "terms"
    terms.mkdir()
    for name, days in (("north", 30), ("south", 30), ("west", 14)):
        text = f"# Terms of {name}\n\nGoods may be returned within {days} days.\n"
        (terms / f"{name}.md").write_text(text, "utf-8")
    questions = tmp_path / "q.txt"
    questions.write_text("Within how many days may goods be returned?\n", "utf-8")
    assert invoke(["ask", "--questions", str(questions), "--each", str(terms), "--json"]) == 0
    said = capsys.readouterr()
    (groups,) = json.loads(said.out)["agreement"]
    assert [group["documents"] for group in groups] == [[0, 1], [2]]
    assert "2 documents say “30" in said.err
    assert ", 1 says “14" in said.err
