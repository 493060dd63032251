"""Records what the readers of an engine are given, read and mark. Judges nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.reading.reader import Reading


@dataclass(frozen=True, slots=True)
class Recorded:
    """What one reader was given with one question, and what it has read and marked of it so far."""

    stage: CalibratedReader
    question: str
    given: Sequence[Passage]
    """In their order by rank."""
    read: list[Passage] = field(default_factory=list)
    marked: list[Candidate] = field(default_factory=list)
    """As the reader marks them, without a rank."""


class Recorder:
    """Records the passages that the readers get and the spans that they mark. Open the engine with `open_with(recorder.around)`, and
    call `forget` before each question."""

    def __init__(self) -> None:
        self.recorded: list[Recorded] = []

    def forget(self) -> None:
        self.recorded.clear()

    def around(self, stage: CalibratedReader) -> CalibratedReader:
        """The stage with its reader recorded, as `Engine` takes it for `through`."""
        return replace(stage, reader=_RecordedReader(stage, self))


@dataclass(frozen=True, slots=True)
class _RecordedReader:
    stage: CalibratedReader
    recorder: Recorder

    @property
    def name(self) -> str:
        return self.stage.reader.name

    def load(self) -> None:
        self.stage.reader.load()

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        recorded = Recorded(self.stage, question, passages)
        self.recorder.recorded.append(recorded)
        for reading in self.stage.reader.read(question, passages):
            recorded.read.extend(reading.passages)
            recorded.marked.extend(reading.candidates)
            yield reading
