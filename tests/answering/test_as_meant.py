"""Nothing found and a word misspelt: both readings are searched, and the result says which was meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.memory.makers import PARAGRAPHS, answer, document
from wherein.answering.as_meant import as_meant, likeliest
from wherein.answering.events import Found
from wherein.core.answer import Outcome, Read, Result, Step

PAGE = document(*PARAGRAPHS)
RIGHT = "Who desined and built it?", "Who designed and built it?"


class Reader:
    """Answers the questions it knows, as sure as it is told, and no other; keeps what it was asked."""

    def __init__(self, *knows: str, sure: dict[str, float] | None = None, by: str = "fake") -> None:
        self.knows = knows
        self.sure = sure or {}
        self.by = by
        self.asked: list[str] = []

    def __call__(self, question: str) -> Iterator[Found | Result]:
        self.asked.append(question)
        confidence = self.sure.get(question, 0.8)
        said = replace(answer(PAGE, "Gustave Eiffel"), confidence=confidence, found_by=self.by)
        found = (said,) if question in self.knows else ()
        yield Found(found, (), Read(1.0, 10))
        outcome = Outcome.ANSWERED if found else Outcome.REFUSED
        steps = (Step("fake", outcome, 1.0, question),)
        yield Result(question, found, (), bool(found), (), {}, Read(1.0, 10), steps, 1.0)


def told(reader: Reader, question: str, page: object = PAGE) -> Result:
    *_, result = as_meant(reader, question, [page])  # type: ignore[list-item]
    assert isinstance(result, Result)
    return result


def test_what_was_meant_is_searched_too_and_said() -> None:
    wrong, right = RIGHT
    reader = Reader(right)
    result = told(reader, wrong)
    assert reader.asked == [wrong, right]
    assert (result.question, result.meant, result.answered) == (wrong, right, True)
    assert [step.name for step in result.steps] == ["fake", "meant", "fake"]
    assert result.steps[1].outcome is Outcome.ANSWERED
    assert result.milliseconds == 2.0


@pytest.mark.parametrize(
    ("typed", "meant", "shown"), [(0.6, 0.9, 0.9), (0.9, 0.6, 0.9), (0.7, 0.7, 0.7)]
)
def test_of_two_answers_the_surer_is_shown(typed: float, meant: float, shown: float) -> None:
    reader = Reader(*RIGHT, sure=dict(zip(RIGHT, (typed, meant), strict=True)))
    result = told(reader, RIGHT[0])
    assert reader.asked == list(RIGHT)
    assert result.question == RIGHT[0]
    assert result.answers[0].confidence == shown
    assert result.meant == (RIGHT[1] if meant >= typed else None)
    assert [step.name for step in result.steps] == ["fake", "meant", "fake"]


def test_while_it_is_read_a_less_sure_answer_never_takes_the_place_of_a_surer() -> None:
    reader = Reader(*RIGHT, sure={RIGHT[0]: 0.9, RIGHT[1]: 0.6})
    events = list(as_meant(reader, RIGHT[0], [PAGE]))
    assert [e.answers[0].confidence for e in events if isinstance(e, Found)] == [0.9]


def test_what_was_answered_before_is_not_read_again() -> None:
    reader = Reader(RIGHT[0], by="memory")
    assert told(reader, RIGHT[0]).meant is None
    assert reader.asked == [RIGHT[0]]


def test_what_neither_finds_is_told_as_it_was_asked() -> None:
    reader = Reader("")
    result = told(reader, RIGHT[0])
    assert reader.asked == list(RIGHT)
    assert (result.question, result.meant, result.answered) == (*RIGHT, False)
    assert [step.outcome for step in result.steps] == [Outcome.REFUSED] * 3


def test_a_question_without_a_slip_is_searched_once() -> None:
    reader = Reader("")
    assert told(reader, RIGHT[1]).meant is None
    assert reader.asked == [RIGHT[1]]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_in_other_languages_nothing_is_corrected(language: str) -> None:
    assert likeliest(RIGHT[0], [PAGE]) == RIGHT[1]
    assert likeliest(RIGHT[0], [replace(PAGE, language=language)]) is None
