"""Asked once more where there was no answer: which result is told, and what of both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wherein.answering.events import Found
from wherein.answering.widening import widened
from wherein.core.answer import Answer, Outcome, Read, Result, Step
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span

NOTHING = Result(
    "why?", (), (), False, (), {}, Read(1.0, 10), (Step("entity", Outcome.REFUSED, 1.0),), 2.0
)


def answer(confidence: float, document: str) -> Answer:
    span = Span(0, 4)
    return Answer("text", document, document, span, "text", span, (), confidence, "small")


def events(*told: Found | Result) -> Iterator[Found | Result]:
    yield from told


def hit(document: str) -> Hit:
    return Hit(Passage(document, 0, Span(0, 4), "text"), 1.0)


def told(narrow: Result, wide: Result | None, *, asked: list[str] | None = None) -> Result:
    def wider(question: str) -> Iterator[Found | Result] | None:
        if asked is not None:
            asked.append(question)
        return None if wide is None else events(wide)

    *_, last = widened(events(narrow), wider)
    assert isinstance(last, Result)
    return last


def test_an_answer_is_not_looked_for_further() -> None:
    asked: list[str] = []
    found = replace(NOTHING, answers=(answer(0.9, "a"),), answered=True)
    assert told(found, NOTHING, asked=asked) == found
    assert asked == []


def test_where_there_is_nothing_more_the_first_result_stands() -> None:
    assert told(NOTHING, None) == NOTHING


def test_the_second_place_answers() -> None:
    narrow = replace(NOTHING, less_likely=(answer(0.2, "a"),), notes=("of a",), meant="whither?")
    wide = replace(
        NOTHING,
        answers=(answer(0.8, "b"),),
        answered=True,
        question="whither?",
        read=Read(0.1, 90),
        steps=(Step("fused", Outcome.ANSWERED, 3.0),),
        notes=("of b",),
        milliseconds=4.0,
    )
    asked: list[str] = []
    both = told(narrow, wide, asked=asked)
    assert asked == ["whither?"]
    assert (both.question, both.meant) == ("why?", "whither?")
    assert [one.document for one in both.answers] == ["b"]
    assert both.less_likely == ()
    assert both.notes == ("of b",)
    assert both.read == Read(0.1, 100)
    assert [step.name for step in both.steps] == ["entity", "fused"]
    assert both.milliseconds == 6.0


def test_what_both_doubt_is_told_with_the_surer_first() -> None:
    narrow = replace(NOTHING, less_likely=(answer(0.2, "a"),), nearest=(hit("a"),), notes=("of a",))
    wide = replace(
        NOTHING,
        less_likely=(answer(0.3, "b"), answer(0.2, "a")),
        nearest=(hit("b"), hit("a"), hit("c"), hit("d")),
        notes=("of b",),
    )
    both = told(narrow, wide)
    assert not both.answered
    assert [(one.document, one.confidence) for one in both.less_likely] == [("b", 0.3), ("a", 0.2)]
    assert [one.passage.document for one in both.nearest] == ["a", "b", "c"]
    assert both.notes == ("of a", "of b")


def test_states_on_the_way_are_told_where_they_hold_answers() -> None:
    better = Found((answer(0.9, "b"),), (), Read(0.1, 5))
    doubtful = Found((), (answer(0.3, "b"),), Read(0.1, 5))
    wide = replace(NOTHING, answers=better.answers, answered=True)
    seen = list(widened(events(NOTHING), lambda question: events(doubtful, better, wide)))
    assert seen[:-1] == [better]
