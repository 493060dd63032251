"""Puts an answer that a document's structure gives among those that readers marked. Asks no reader.

The twin is web/reader/src/stages/joining.ts; the cases are in contracts/table-cells.json and contracts/named-terms.json.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from wherein.answering.stages.progress import Progress
from wherein.answering.stages.sweep import ANSWERS
from wherein.core.answer import Answer


def joined(
    before: Progress,
    found: Answer,
    bound: float,
    limit: int | None,
    *,
    keeps_words: bool,
    gives_way: Callable[[Answer], bool] = lambda answer: False,
) -> Progress:
    """The answers with one more among them by its confidence; `bound` is the least confidence of an answer.

    With `keeps_words`, an answer that overlaps the new one keeps its words and takes the higher confidence; without, the
    surer one of both is kept. Answers that `gives_way` names are no longer shown beside the new one.
    """
    keep = _surer if keeps_words else _surest
    if any(found.span.overlaps(answer.span) for answer in before.answers):
        return replace(before, answers=ranked(keep(before.answers, found), limit))
    if found.confidence < bound:
        if before.answers:
            return before
        doubtful = keep(before.perhaps, found)
        if not any(found.span.overlaps(one.span) for one in before.perhaps):
            doubtful.append(found)
        return replace(before, perhaps=ranked(doubtful, None))
    rest = [answer for answer in before.answers if not gives_way(answer)]
    perhaps = [one for one in before.perhaps if not found.span.overlaps(one.span)]
    return replace(
        before,
        answers=ranked([*rest, found], limit),
        perhaps=tuple(perhaps) if before.answers else (),
    )


def demoted(answers: Sequence[Answer], most: float) -> tuple[Answer, ...]:
    """Answers that become a *perhaps*, with at most its confidence, so that no later stage takes them for surer."""
    return tuple(replace(one, confidence=min(one.confidence, most)) for one in answers)


def _surer(shown: Sequence[Answer], found: Answer) -> list[Answer]:
    """The answers; those that overlap the new one with the higher of both confidences."""
    return [
        replace(answer, confidence=max(answer.confidence, found.confidence))
        if found.span.overlaps(answer.span)
        else answer
        for answer in shown
    ]


def _surest(shown: Sequence[Answer], found: Answer) -> list[Answer]:
    """The answers; those that overlap the new one give way to it unless one of them is surer."""
    same = [answer for answer in shown if found.span.overlaps(answer.span)]
    if not same or max(answer.confidence for answer in same) > found.confidence:
        return list(shown)
    return [*(answer for answer in shown if answer not in same), found]


def ranked(answers: Sequence[Answer], limit: int | None) -> tuple[Answer, ...]:
    """The answers to show, surest first."""
    by_confidence = sorted(answers, key=lambda answer: -answer.confidence)
    return tuple(by_confidence[: limit or ANSWERS])
