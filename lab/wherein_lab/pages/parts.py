"""Questions whose answer has several parts: the set, and whether what was shown answers. Asks nothing.

Such a question is satisfied where at least half of its parts are shown and nothing that does not belong.
"""

from __future__ import annotations

import json
import tarfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wherein.core.errors import DataMissing, UsageError
from wherein.core.span import Span
from wherein_lab.pages.gold_spans import SpacedText

ARCHIVES = {"pagequestions": ("pages.tar.xz", "pages/"), "policies": ("policies.tar.gz", "")}
"""Where each source's pages are: an archive of a folder of that name, else files in the folder."""
COVERED = 0.5
"""The share of a part's code points that has to be shown."""
ENOUGH = 0.5
"""The share of the parts that has to be given."""


@dataclass(frozen=True, slots=True)
class PartsQuestion:
    """A question with every piece that belongs to its answer, and a piece around each that stands once.

    `also` are pieces that may be shown without fault.
    """

    id: str
    page: str
    source: str
    kind: str
    question: str
    parts: tuple[str, ...]
    contexts: tuple[str, ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PartsResult:
    """How many of the parts were shown, and how many marks belong to none."""

    question: PartsQuestion
    given: int
    marks: int
    foreign: int

    @property
    def satisfied(self) -> bool:
        return self.marks > self.foreign == 0 and self.given >= ENOUGH * len(self.question.parts)


def read_parts(path: Path, split: str | None = None) -> tuple[PartsQuestion, ...]:
    """The questions of a JSON-lines file, or those of a split. Raises UsageError."""
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        return tuple(
            PartsQuestion(
                row["id"], row["page"], row["source"], row["kind"], row["question"],
                tuple(row["parts"]), tuple(row["context"]), tuple(row.get("also", ())),
            )
            for row in rows if split in (None, row["split"])
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"{path} is not a set of questions ({error!r}).", "Name another."
        ) from error


def pages_of(questions: Sequence[PartsQuestion], data: Path) -> dict[str, bytes]:
    """The pages that are asked about, from the folders of the shared data. Raises DataMissing."""
    found: dict[str, bytes] = {}
    for source in sorted({one.source for one in questions}):
        names = {one.page for one in questions if one.source == source}
        if source in ARCHIVES:
            archive, prefix = ARCHIVES[source]
            found.update(_from_archive(data / source / archive, prefix, names))
        else:
            found.update({name: (data / source / name).read_bytes() for name in names})
    missing = sorted({one.page for one in questions} - set(found))
    if missing:
        raise DataMissing(f"The page {missing[0]} is not below {data}.", "Set WHEREIN_SHARED.")
    return found


def _from_archive(path: Path, prefix: str, names: set[str]) -> Mapping[str, bytes]:
    with tarfile.open(path) as archive:
        files = ((m, m.name.removeprefix("./").removeprefix(prefix)) for m in archive if m.isfile())
        held = {name: archive.extractfile(member) for member, name in files if name in names}
        return {name: file.read() for name, file in held.items() if file is not None}


def judged(question: PartsQuestion, text: str, marks: Sequence[Span]) -> PartsResult:
    """What some marks in the page's text give of the answer."""
    spaced = SpacedText(text)
    places = [
        span
        for part, context in zip(question.parts, question.contexts, strict=True)
        for around in list(spaced.occurrences(context))[:1]
        for span in [s for s in spaced.occurrences(part) if around.contains(s)][:1]
    ]
    besides = [span for piece in question.also for span in spaced.occurrences(piece)]
    given = sum(_shown(place, marks) >= COVERED * len(place) for place in places)
    foreign = sum(not any(mark.overlaps(span) for span in (*places, *besides)) for mark in marks)
    return PartsResult(question, given, len(marks), foreign)


def _shown(place: Span, marks: Sequence[Span]) -> int:
    """How many code points of a place some mark covers."""
    covered: set[int] = set()
    for mark in marks:
        covered.update(range(max(place.start, mark.start), min(place.end, mark.end)))
    return len(covered)
