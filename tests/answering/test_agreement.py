"""Equal answers of several documents together, and the sentence that reports them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wherein import Engine
from wherein.answering.grading.contradiction import each_that_answers
from wherein.answering.tables.grid import Cell, Row, Status, column_agreement
from wherein.cli.main import invoke
from wherein.core.agreement import Saying, agreement, in_one_sentence
from wherein.core.answer import Answer
from wherein.core.span import Span
from wherein.server.wire import wire
from wherein.server.wire.json_form import result_json


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
    groups = column_agreement(rows, 0)
    assert [(group.text, group.places, group.newest) for group in groups] == [
        ("within thirty days", (1, 3, 4), False),
        ("14 days", (0,), True),
    ]
    said = in_one_sentence(groups)
    assert said == "3 documents say “within thirty days”, 1 says “14 days” (the newest)."


def test_a_number_alone_says_what_the_longer_answer_with_it_does() -> None:
    said = [group.places for group in agreement([Saying(t) for t in ("30", "14", "30 days", "30")])]
    assert said == [(0, 2, 3), (1,)]
    assert len(agreement([Saying(t) for t in ("30", "30 days", "30 months")])) == 3


def test_numbers_that_differ_are_kept_apart() -> None:
    assert len(column_agreement([row("1,000"), row("1000"), row("1.000"), row("1000 a")], 0)) == 2


def test_words_that_are_all_idle_still_differ() -> None:
    assert len(column_agreement([row("The"), row("an")], 0)) == 2


def test_what_is_less_sure_and_what_is_refused_says_nothing() -> None:
    perhaps = Row("s", "", "", (Cell(Status.PERHAPS, "30 days"),))
    assert column_agreement([perhaps, row("")], 0) == ()
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
    assert "2 documents say “within 30" in said.err
    assert ", 1 says “within 14" in said.err


# --- a question to the library


def of(document: str, text: str, quote: str, confidence: float, date: str | None = None) -> Answer:
    start = quote.index(text)
    return Answer(
        text, document, document, Span(start, start + len(text)), quote, Span(0, len(quote)), (), confidence, "small", date=date
    )  # fmt: skip


RETURNED = "Goods may be returned within {} of delivery."


def test_documents_that_say_the_same_or_contradict_it_count_and_no_others() -> None:
    found = [
        of("north", "30 days", RETURNED.format("30 days"), 0.9),
        of("harbour", "1896", "The lighthouse was built in 1896.", 0.8),
        of("east", "45 days", "Send it back, and do so in 45 days.", 0.7),
        of("south", "thirty days", "You have thirty days.", 0.2),  # unlikely, and the same
        of("west", "14 days", RETURNED.format("14 days"), 0.2),  # unlikely, and the same sentence
        of("shop", "20 days", "Our shop is open on 20 days a month.", 0.2),
    ]
    counted = each_that_answers(found, 0.5)
    assert [answer.document for answer in counted] == ["north", "east", "south", "west"]
    assert each_that_answers(found[1:], 0.5) == ()
    assert each_that_answers(found[3:], 0.5) == ()
    assert each_that_answers([], 0.5) == ()


@pytest.fixture
def terms(engine: Engine, tmp_path: Path) -> Engine:
    for name, days, year in (
        ("north", 30, 2020),
        ("south", 30, 2021),
        ("east", 30, 2022),
        ("west", 14, 2024),
    ):
        page = (
            f'<html><head><title>Terms of {name}</title><meta property="article:published_time" content="{year}-05-01">'
            f"</head><body><h1>Terms of {name}</h1><p>Goods may be returned within {days} days of delivery.</p>"
            f"<p>The depot of {name} is open from Monday to Friday.</p></body></html>"
        )
        (tmp_path / f"{name}.html").write_text(page, "utf-8")
    (tmp_path / "tower.md").write_text("# Tower\n\nThe lighthouse was built in 1896.\n", "utf-8")
    engine.add(tmp_path)
    return engine


QUESTION = "Within how many days of delivery may goods be returned?"


def test_one_answer_from_several_documents(terms: Engine) -> None:
    for _ in range(2):  # what each says is not lost to the memory
        result = terms.ask(QUESTION)
        said = [(len(group.places), group.newest) for group in result.agreement]
        assert said == [(3, False), (1, True)]
        assert {answer.title for answer in result.said} == {
            f"Terms of {name}" for name in ("north", "south", "east", "west")
        }
        assert all(answer.text in answer.quote for answer in result.said)
    (three, one) = result_json(result)["agreement"]
    assert "30" in three["text"]
    assert "14" in one["text"]
    assert [len(three["answers"]), len(one["answers"])] == [3, 1]
    assert wire.AskResponse.model_validate(result_json(result))


def test_one_document_says_nothing_together(terms: Engine) -> None:
    assert terms.ask("When was the lighthouse built?").said == ()
    assert "agreement" not in result_json(terms.ask("When was the lighthouse built?"))


def test_the_terminal_says_so_with_a_quote_of_each(
    terms: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["ask", QUESTION]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "3 documents say “30" in said
    assert "(the newest)." in said
    for name, days in (("north", 30), ("south", 30), ("east", 30), ("west", 14)):
        assert f"Terms of {name}" in said
        assert f"“Goods may be returned within {days} days of delivery.”" in said
