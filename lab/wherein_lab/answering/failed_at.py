"""Tells at which stage a question of a person failed: in the text, in retrieving, in reading, or in what is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from wherein.core.answer import Candidate
from wherein.reading.calibration import text_of
from wherein_lab.answering.strangers import Asked, Judged, says, stands_in
from wherein_lab.reading.recorder import Recorder


class FailedAt(StrEnum):
    """The stage that failed: the first one whose result lacks the right answer or ranks a wrong one above it."""

    PARSED = "not in the text"
    RETRIEVED = "not read"
    MARKED = "no reader marks it"
    SHOWN_LATER = "shown, not first"
    PERHAPS = "a perhaps"
    JUDGED = "marked first by a reader, not shown"
    OUTRANKED = "marked, not first"


def failed_at(asked: Asked, judged: Judged, text: str, recorder: Recorder) -> FailedAt | None:
    """The stage that lost the right answer; None where the question is satisfied or its document does not say it.

    `text` is the document's canonical text; the recorder has what was read for this question.
    """
    if judged.is_satisfied or not asked.answers or judged.failed:
        return None
    if not stands_in(text, asked.answers):
        return FailedAt.PARSED
    if judged.right > 1:
        return FailedAt.SHOWN_LATER
    if judged.perhaps:
        return FailedAt.PERHAPS
    if not any(
        stands_in(passage.text, asked.answers)
        for recorded in recorder.recorded
        for passage in recorded.read
    ):
        return FailedAt.RETRIEVED
    best = ranks(asked, recorder)
    if not best:
        return FailedAt.MARKED
    return FailedAt.JUDGED if 1 in best.values() else FailedAt.OUTRANKED


def ranks(asked: Asked, recorder: Recorder) -> dict[str, int]:
    """For each reader that marked a right span, the place of the first one among its candidates by margin, from 1."""
    marked: dict[str, list[Candidate]] = {}
    for recorded in recorder.recorded:
        marked.setdefault(recorded.stage.reader.name, []).extend(recorded.marked)
    found = {}
    for reader, candidates in marked.items():
        ordered = sorted(candidates, key=lambda candidate: -candidate.margin)
        right = (
            place
            for place, candidate in enumerate(ordered, start=1)
            if says(text_of(candidate), asked.answers, asked.wrong)
        )
        if (first := next(right, None)) is not None:
            found[reader] = first
    return found


def counted(stages: Sequence[FailedAt | None]) -> dict[str, int]:
    """The number of failed questions for each stage, stages in their order; those without a failure are left out."""
    counts = Counter(stages)
    return {stage.value: counts[stage] for stage in FailedAt if counts[stage]}
