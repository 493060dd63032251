"""A conversation: follow-ups are completed, asked, recorded and undone; passages of the last answer are candidates."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherein import Conversation, Engine, Options, Turn
from wherein.answering.question.followups import completed
from wherein.core.errors import UnknownDocument, UsageError
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span
from wherein.retrieval.pinned import PinnedRetriever

REPORT = """# Annual Report

## Visitors

In 2018 the museum had 41,000 visitors. In 2019 the museum had 38,000 visitors.

## People

The director of the museum is Ingrid Haugen. Ingrid Haugen was born in Bergen in 1961.
"""


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "report.md"
    path.write_text(REPORT, "utf-8")
    return path


def test_a_follow_up_is_asked_as_it_is_understood(engine: Engine, report: Path) -> None:
    talk = Conversation(engine, str(report))
    first = talk.ask("Who is the director of the museum?")
    assert first.typed is None
    second = talk.ask("Where was she born?")
    assert (second.typed, second.question) == (
        "Where was she born?",
        "Where was Ingrid Haugen born?",
    )
    assert second.answers[0].text == "Bergen"


def test_an_ellipsis_asks_the_last_question_again(engine: Engine, report: Path) -> None:
    talk = Conversation(engine, str(report))
    talk.ask("How many visitors did the museum have in 2018?")
    assert talk.ask("and in 2019?").answers[0].text.startswith("38,000")


def test_as_typed_adds_nothing(engine: Engine, report: Path) -> None:
    talk = Conversation(engine, str(report))
    talk.ask("Who is the director of the museum?")
    result = talk.ask("Where was she born?", as_typed=True)
    assert (result.question, result.typed) == ("Where was she born?", None)


def test_an_earlier_question_is_asked_again_and_what_followed_is_forgotten(
    engine: Engine, report: Path
) -> None:
    talk = Conversation(engine, str(report))
    talk.ask("How many visitors did the museum have in 2018?")
    talk.ask("and in 2019?")
    talk.rewind(1)
    assert talk.turns == ()
    talk.ask("Who is the director of the museum?")
    assert talk.understand("Where was she born?").understood == "Where was Ingrid Haugen born?"
    for turn in (0, 3, -1):
        with pytest.raises(UsageError):
            talk.rewind(turn)
    talk.forget()
    assert not talk.understand("Where was she born?").changed


def test_turns_go_with_a_question_of_their_own(engine: Engine, report: Path) -> None:
    turns = (Turn("Who is the director of the museum?", "Ingrid Haugen"),)
    result = engine.ask("Where was she born?", str(report), Options(turns=turns))
    assert result.answers[0].text == "Bergen"


def test_a_document_removed_between_two_turns_is_an_error_or_no_answer(
    engine: Engine, report: Path
) -> None:
    engine.add(report)
    of_library = Conversation(engine)
    assert of_library.ask("Who is the director of the museum?").answers
    of_document = Conversation(engine, engine.documents()[0].document)
    of_document.ask("Who is the director of the museum?")
    engine.remove(engine.documents()[0].document)
    assert not of_library.ask("Where was she born?").answers
    with pytest.raises(UnknownDocument):
        engine.kept(of_document.turns[0].document)


def test_the_conversation_is_written_as_markdown(engine: Engine, report: Path) -> None:
    talk = Conversation(engine, str(report))
    talk.ask("Who is the director of the museum?")
    talk.ask("Where was she born?")
    talk.ask("Which lens did the lighthouse of Cordouan get?")
    text = talk.markdown()
    assert "## Where was she born?\n\nUnderstood as: Where was Ingrid Haugen born?" in text
    assert "**Bergen**" in text
    assert str(report) in text
    refused = text.partition("## Which lens did the lighthouse of Cordouan get?\n\n")[2]
    assert refused.startswith(
        ("Not here.\n\n### Nearest passages\n\n> ", "No clear answer.\n\n### Perhaps")
    )


class _Found:
    name = "found"

    def __init__(self, *hits: Hit) -> None:
        self._hits = list(hits)

    def search(self, question: str, limit: int, within: object = None) -> list[Hit]:
        return self._hits[:limit] if question.strip() else []


def test_pinned_passages_take_the_last_places() -> None:
    one, two, three = (Passage("d", n, Span(0, 1), "x") for n in range(3))
    retriever = PinnedRetriever(_Found(Hit(one, 2.0), Hit(two, 1.0)), lambda: [three, one])
    assert [hit.passage.index for hit in retriever.search("x", 2)] == [0, 2]
    assert [hit.passage.index for hit in retriever.search("x", 9)] == [0, 1, 2]
    assert retriever.search("x", 9, within=["other"])[-1].passage.index == 1
    assert retriever.search(" ", 9) == []
    scores = [hit.score for hit in retriever.search("x", 9)]
    assert scores == sorted(scores, reverse=True)


def test_a_refused_question_counts_and_takes_the_place_of_an_earlier_document() -> None:
    turns = (
        Turn("What may a gift cost?", "$50", "GitHub Gifts", "", "gifts"),
        Turn("How many weeks of paid parental leave do I get?"),
    )
    assert completed("Who is eligible?", turns).understood == (
        "Who is eligible (weeks of paid parental leave)?"
    )
    assert "leave" not in completed("Who is eligible?", turns[:1]).understood


def test_a_refused_question_about_the_same_leaves_its_title() -> None:
    turns = (
        Turn("Where was John Snetzler born?", "Schaffhausen", "John Snetzler", "", "snetzler"),
        Turn("Who was the wife of John Snetzler?"),
    )
    assert completed("When did he die?", turns).understood == "When did John Snetzler die?"


@pytest.mark.parametrize(
    ("confidence", "named"),
    [(0.95, "Anne Hutt"), (0.05, "Marta Lindqvist"), (None, "Anne Hutt")],
)
def test_an_unsure_answer_is_not_referred_to_beside_a_name_of_the_question(
    confidence: float | None, named: str
) -> None:
    turn = Turn("Who taught Marta Lindqvist?", "Anne Hutt", "Report", confidence=confidence)
    assert completed("When was she born?", (turn,)).understood == f"When was {named} born?"
