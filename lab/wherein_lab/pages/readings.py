"""Stores readers' results for passages in a file, so that asking again with other constants reads nothing.

A line of the file has the readings of one question. A passage is identified by its headings and text, so that only the
changed parts of a page are read again; a page's title is assumed to be unchanged. Changes in how `wherein.reading`
makes spans of a network's output are not detected: start a new file after one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Candidate
from wherein.core.errors import UsageError
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.extractive import ExtractiveReader, ReaderFiles
from wherein.reading.reader import Reader, Reading
from wherein_lab.pages.questions import PageQuestion

Kept: TypeAlias = list[list[float]]
"""Candidates of one passage: start and end relative to the passage, score, null score."""
_DIGITS = 6


class KeptReadings(Protocol):
    """A store of readings, which are replayed where it has them and added where not."""

    @property
    def replayed(self) -> bool:
        """Whether any reading was taken from the store since the last question was written."""
        ...

    def of(self, stage: CalibratedReader) -> CalibratedReader: ...

    def write(self, question: PageQuestion) -> None: ...


class Readings:
    """The readings of a file, and new ones. Not for several threads."""

    def __init__(self, path: Path) -> None:
        """Load the file, if it exists. Raises UsageError where it is not a file of readings."""
        self._path = path
        self._kept: dict[tuple[str, str], dict[str, Kept]] = {}
        self._new: dict[tuple[str, str], dict[str, Kept]] = {}
        self._replayed = False
        try:
            lines = path.read_text("utf-8").splitlines() if path.exists() else []
            for line in lines:
                for row in json.loads(line)["readings"]:
                    known = self._kept.setdefault((row["model"], row["asked"]), {})
                    known.update(row["passages"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f"{path} is not a file of readings ({error!r}).", "Name another."
            ) from error

    @property
    def replayed(self) -> bool:
        return self._replayed

    @property
    def asked(self) -> frozenset[str]:
        """The questions with readings, in the wording they were asked in."""
        return frozenset(asked for _, asked in self._kept)

    def found(self, model: str, asked: str, passages: Sequence[Passage]) -> Reading:
        """The passages of `passages` that were read for the question, and their candidates, best margin first."""
        known = self._kept.get((model, asked), {})
        read = tuple(passage for passage in passages if key_of(passage) in known)
        self._replayed = self._replayed or bool(read)
        candidates = [
            Candidate(passage, Span(int(start), int(end)).shifted(passage.span.start), score, null)
            for passage in read
            for start, end, score, null in known[key_of(passage)]
        ]
        candidates.sort(key=lambda c: (-c.margin, c.passage.document, c.span))
        return Reading(read, tuple(candidates))

    def keep(self, model: str, asked: str, reading: Reading) -> None:
        """Add one reading: its passages in the order they were given to the reader."""
        here = self._new.setdefault((model, asked), {})
        here.update({key_of(passage): [] for passage in reading.passages})
        for candidate in reading.candidates:
            base = candidate.passage.span.start
            here[key_of(candidate.passage)].append(
                [
                    candidate.span.start - base,
                    candidate.span.end - base,
                    round(candidate.score, _DIGITS),
                    round(candidate.null_score, _DIGITS),
                ]
            )

    def write(self, question: PageQuestion) -> None:
        """Append what was read since the last call, as belonging to this question; nothing if nothing was read."""
        if self._new:
            readings = [
                {"model": model, "asked": asked, "passages": passages}
                for (model, asked), passages in self._new.items()
            ]
            about = {"id": question.id, "page": question.page, "kind": question.kind}
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(about | {"readings": readings}, ensure_ascii=False) + "\n")
        for key, passages in self._new.items():
            self._kept.setdefault(key, {}).update(passages)
        self._new = {}
        self._replayed = False

    def of(self, stage: CalibratedReader) -> CalibratedReader:
        """The stage with a reader that replays earlier readings and keeps new ones.

        Only for readers whose candidates of a passage do not depend on the other passages.
        """
        if not isinstance(stage.reader, ExtractiveReader):
            return stage
        return replace(stage, reader=_Recorded(stage.reader, model_of(stage.reader.files), self))


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A reader that replays a file of readings and reads what the file lacks."""

    reader: Reader
    model: str
    readings: Readings

    @property
    def name(self) -> str:
        return self.reader.name

    def load(self) -> None:
        """Does nothing: the model is loaded when a passage has to be read."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        if not question.strip() or not passages:
            return
        known = self.readings.found(self.model, question, passages)
        if known.passages:
            yield known
        read = frozenset(known.passages)
        missing = [passage for passage in passages if passage not in read]
        for reading in self.reader.read(question, missing) if missing else ():
            self.readings.keep(self.model, question, reading)
            yield reading


def model_of(files: ReaderFiles) -> str:
    """The key of a reader: its network and how it cuts windows, but not its calibration."""
    digest = hashlib.sha256(files.model.read_bytes())
    digest.update(repr((files.shape, files.longest_answer, files.pair)).encode())
    return f"{files.name}@{digest.hexdigest()[:12]}"


def key_of(passage: Passage) -> str:
    """The key of a passage."""
    parts: list[Any] = [*passage.section, passage.text]
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
