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
    """Answers one question and no other; keeps what it was asked."""

    def __init__(self, knows: str) -> None:
        self.knows = knows
        self.asked: list[str] = []

    def __call__(self, question: str) -> Iterator[Found | Result]:
        self.asked.append(question)
        found = (answer(PAGE, "Gustave Eiffel"),) if question == self.knows else ()
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


def test_a_question_that_finds_something_is_never_replaced() -> None:
    reader = Reader(RIGHT[0])
    result = told(reader, RIGHT[0])
    assert reader.asked == [RIGHT[0]]
    assert result.meant is None


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
