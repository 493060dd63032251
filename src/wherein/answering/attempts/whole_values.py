"""The stage of whole values: marks a value with its limit and what belongs to it, and of a form's boxes the ticked one.
Changes no confidence.

Readers mark "14 June" of "up to 14 June": the questions that they learned from were answered so, in encyclopedias. Of their
own documents and pages people want the limit too, so it is marked there; in an encyclopedia's article the reader's words stay.
The twin is web/reader/src/stages/whole-values.ts; the cases are in contracts/value-extents.json and
ticked-choices.json.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wherein.answering.grading.ticked_choice import ticked_choice
from wherein.answering.grading.value_extent import whole_value
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.remembered import is_remembered
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Answer
from wherein.core.span import Span
from wherein.documents.places.cells import cell_of

_OF_A_BASE = "article"
"""A kind of document."""


class WholeValues:
    """Widens what readers marked, of one document that is no article of an encyclopedia, in English."""

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        best = attempt.best
        shown = (*best.answers, *best.perhaps)
        if (
            attempt.several
            or not attempt.reads_english
            or attempt.scope.passages is None
            or len({one.document for one in shown}) != 1
            or is_remembered(best.answers)
            or attempt.scope.document(shown[0].document).kind == _OF_A_BASE
        ):
            return
        wide = replace(
            best,
            answers=_each_once(_whole(attempt, one) for one in best.answers),
            perhaps=_each_once(_whole(attempt, one) for one in best.perhaps),
        )
        if wide != best:
            attempt.best = wide
            yield wide


def _each_once(answers: Iterator[Answer]) -> tuple[Answer, ...]:
    """The answers without those at the place of one before: two parts of one value."""
    kept: dict[tuple[int, int], Answer] = {}
    for one in answers:
        kept.setdefault((one.span.start, one.span.end), one)
    return tuple(kept.values())


def _whole(attempt: Attempt, answer: Answer) -> Answer:
    if answer.evidence or answer.written is not None:
        return answer
    chosen = ticked_choice(attempt.scope.document(answer.document).text, answer.span)
    if chosen is not None:
        quote = Span(
            min(answer.quote_span.start, chosen.start), max(answer.quote_span.end, chosen.end)
        )
        return attempt.localizer.quoted(answer, chosen, quote, answer.confidence)
    if answer.span == answer.quote_span:
        return answer
    if not answer.quote_span.contains(answer.span):
        return answer
    if cell_of(attempt.scope.document(answer.document), answer.span) is not None:
        return answer
    inside = answer.span.shifted(-answer.quote_span.start)
    wide = whole_value(answer.quote, inside)
    if wide == inside:
        return answer
    span = wide.shifted(answer.quote_span.start)
    return attempt.localizer.quoted(answer, span, answer.quote_span, answer.confidence)
