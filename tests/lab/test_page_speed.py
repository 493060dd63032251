"""What is timed on a long page: the first answer that stays, the end, and who was asked; in a home of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from wherein_lab.fresh_home import open_with
from wherein_lab.reading.page_speed import _first_that_stays

from tests.larger_reader import needs_large
from wherein.answering.attempts.stream import AnswerStream, Events
from wherein.answering.stages.progress import Progress
from wherein.core.answer import Answer, Coverage, Outcome, Result, Step
from wherein.core.errors import AssetMissing
from wherein.core.span import Span


def answer(text: str, start: int) -> Answer:
    place = Span(start, start + len(text))
    return Answer(text, "d", "D", place, text, place, (), 0.9, "small")


RED, BLUE = answer("red", 3), answer("blue", 40)
READ = Coverage(1.0, 9)
END = Result(
    "q", (BLUE,), (), True, (), {}, READ,
    (Step("small", Outcome.ANSWERED, 1.0, None), Step("large", Outcome.SKIPPED, 0.0, "not here")), 1.0,
)  # fmt: skip


def clock() -> Iterator[float]:
    yield from (0.0, 0.1, 0.25, 0.5, 0.5, 0.5)


def timed(result: Result, *progress: Progress) -> tuple[float | None, float, frozenset[str]]:
    def events() -> Events:
        yield from progress
        return result

    ticks = clock()
    return _first_that_stays(AnswerStream(events()), lambda: next(ticks))


def test_an_answer_that_is_taken_back_is_not_the_first() -> None:
    found = timed(END, Progress((RED,), (), READ), Progress((RED, BLUE), (), READ))
    assert found == (250.0, 500.0, frozenset({"small"}))


def test_nothing_shown_has_no_first() -> None:
    shown, _, asked = timed(
        replace(END, answers=(), steps=(Step("large", Outcome.REFUSED, 1.0, None),))
    )
    assert (shown, asked) == (None, {"large"})


def test_a_home_has_what_was_asked_for(tmp_path: Path) -> None:
    with open_with(tmp_path / "none", ()) as engine:
        assert not engine.assets.is_here("large")
    with pytest.raises(AssetMissing):
        open_with(tmp_path / "unknown", ("nobody",))


@needs_large
def test_the_larger_reader_comes_from_the_checkout(tmp_path: Path) -> None:
    with open_with(tmp_path, ("large",)) as engine:
        assert engine.assets.is_here("large")
        assert engine.stage("large").rerank_depth > 0
