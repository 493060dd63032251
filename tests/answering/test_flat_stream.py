"""Between a question and its reader run three generators at most: the question's, its attempts' and the stage's."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from wherein import Engine
from wherein.answering.options import Options
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.passage import Passage
from wherein.core.turn import Turn
from wherein.home.folder import Home
from wherein.reading.reader import Reader, Reading

QUESTIONS = {
    "a question": ("Who designed the harbour?", Options()),
    "a repaired question": ("Who desined the harbour wall?", Options()),
    "a follow-up": ("And who designed it?", Options(turns=(Turn("Where is the harbour?"),))),
}


def running_generators() -> list[str]:
    """The generators of the product that run now, innermost first."""
    return [
        frame.function
        for frame in inspect.stack(0)
        if frame.frame.f_code.co_flags & inspect.CO_GENERATOR and "/src/wherein/" in frame.filename
    ]


class Watching:
    """A reader that finds nothing and notes which generators run when it is asked."""

    def __init__(self, reader: Reader, seen: list[list[str]]) -> None:
        self.name = reader.name
        self._seen = seen

    def load(self) -> None:
        """There is nothing to load."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        self._seen.append(running_generators())
        return iter([Reading(tuple(passages), ())])


@pytest.mark.parametrize(("question", "options"), QUESTIONS.values(), ids=QUESTIONS)
def test_at_most_three_generators_run_where_the_reader_is_called(
    home: Path, tmp_path: Path, question: str, options: Options
) -> None:
    page = tmp_path / "page.txt"
    page.write_text("The harbour was designed by Ingrid. She came in 1990.")
    seen: list[list[str]] = []

    def through(stage: CalibratedReader) -> CalibratedReader:
        return replace(stage, reader=Watching(stage.reader, seen))

    with Engine(Home.choose(home), through) as engine:
        assert not engine.ask(question, page, options).answered
    assert seen
    for generators in seen:
        assert generators == ["run", "run", "events"], generators
