"""Asks and judges questions whose answer has several parts.

Such a question is satisfied if at least half of its parts are shown, and nothing that is no part.
"""

from __future__ import annotations

import json
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from wherein.answering.options import Options
from wherein.core.errors import DataMissing, UsageError
from wherein.core.span import Span
from wherein_lab.fresh_home import open_with
from wherein_lab.metrics.uncertainty import interval
from wherein_lab.pages.asking import OnProgress, document_of
from wherein_lab.pages.gold_spans import SpacedText
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.pages.readings import KeptReadings

ARCHIVES = {"pagequestions": ("pages.tar.xz", "pages/"), "policies": ("policies.tar.gz", "")}
"""The location of each source's pages: an archive of a folder of that name, else files in the folder."""
COVERED = 0.5
"""A part counts as shown when marks cover at least this share of its code points."""
ENOUGH = 0.5
"""A question is satisfied when at least this share of its parts is shown."""


@dataclass(frozen=True, slots=True)
class PartsQuestion:
    """A question with all parts of its answer, and for each a longer piece of the page that occurs once.

    `also` are pieces that are neither required nor counted as wrong.
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
    """The number of parts that were shown, and of marks that belong to no part."""

    question: PartsQuestion
    given: int
    marks: int
    foreign: int

    @property
    def satisfied(self) -> bool:
        return self.marks > self.foreign == 0 and self.given >= ENOUGH * len(self.question.parts)


def read_parts(path: Path, split: str | None = None) -> tuple[PartsQuestion, ...]:
    """Read the questions of a JSON-lines file: all, or those of one split. Raises UsageError for another form."""
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
    """The pages of the questions, from the folders of the shared data. Raises DataMissing."""
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


def asked(
    models: Sequence[str],
    questions: Sequence[PartsQuestion],
    pages: Mapping[str, bytes],
    readings: KeptReadings | None = None,
    on_progress: OnProgress = lambda done, of: None,
) -> Iterator[PartsResult]:
    """Ask every question through all of the product's stages, page by page, without memory.

    `models` are installed besides those that ship. Readings are taken from and added to `readings`.
    """
    kept = readings.of if readings is not None else lambda stage: stage
    done = 0
    with (
        tempfile.TemporaryDirectory(prefix="wherein-parts-") as home,
        open_with(Path(home), models, kept) as engine,
    ):
        in_turn = sorted(questions, key=lambda one: one.page)
        for page, some in groupby(in_turn, lambda one: one.page):
            document = document_of(page, pages[page])
            for one in some:
                result = engine.ask(one.question, document, Options(memory=False))
                if readings is not None:
                    about = PageQuestion(one.id, page, one.kind, one.question, one.parts)
                    readings.write(about)
                marks = [answer.span for answer in result.answers]
                yield judged(one, SpacedText(document.text, document.generated), marks)
                done += 1
                on_progress(done, len(questions))


def judged(question: PartsQuestion, text: SpacedText, marks: Sequence[Span]) -> PartsResult:
    """Judge marks in the page's text by the parts of the answer."""
    places = [
        span
        for part, context in zip(question.parts, question.contexts, strict=True)
        for around in list(text.occurrences(context))[:1]
        for span in [s for s in text.occurrences(part) if around.contains(s)][:1]
    ]
    besides = [span for piece in question.also for span in text.occurrences(piece)]
    given = sum(_shown(place, marks) >= COVERED * len(place) for place in places)
    foreign = sum(not any(mark.overlaps(span) for span in (*places, *besides)) for mark in marks)
    return PartsResult(question, given, len(marks), foreign)


def _shown(place: Span, marks: Sequence[Span]) -> int:
    """The number of a span's code points that some mark covers."""
    covered: set[int] = set()
    for mark in marks:
        covered.update(range(max(place.start, mark.start), min(place.end, mark.end)))
    return len(covered)


def figures(results: Sequence[PartsResult]) -> dict[str, Any]:
    """The figures that `wherein eval kinds` prints, by kind of question, as shares of 1.

    `satisfied`, `answered` and `half_given` (at least half of the parts are shown) are shares of all questions;
    `nothing_foreign` is the share of the answered ones whose marks all belong to a part. `interval` is the 95 %
    interval of `satisfied`, by bootstrap over questions.
    """
    report: dict[str, Any] = {"n": len(results), "pages": len({r.question.page for r in results})}
    for kind in sorted({r.question.kind for r in results}):
        some = [r for r in results if r.question.kind == kind]
        answered = [r for r in some if r.marks]
        spread = interval([float(r.satisfied) for r in some])
        report[kind] = {
            "n": len(some),
            "satisfied": _rate([r.satisfied for r in some]),
            "answered": _rate([r.marks > 0 for r in some]),
            "half_given": _rate([r.given >= ENOUGH * len(r.question.parts) for r in some]),
            "nothing_foreign": _rate([r.foreign == 0 for r in answered]),
            "interval": [round(end, 4) for end in spread],
        }
    return report


def _rate(flags: Sequence[bool]) -> float:
    return round(sum(flags) / len(flags), 4) if flags else 0.0
