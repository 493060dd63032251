"""The gathering stage: extends an answer to the places that belong with it, where a question asks for several things or
steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wherein.answering.grading.gathering import Seed, belonging_together
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Outcome


class Gather:
    """Shows the list items, steps or sentences that belong together, in reading order."""

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        best, question = attempt.best, attempt.question.text
        if attempt.several or attempt.question.topic is not None or not attempt.reads_english:
            return
        found = [*best.answers, *best.perhaps]
        grades = attempt.grades
        if not found or (
            not best.answers and found[0].confidence < grades.gathered * grades.answer
        ):
            return
        began = attempt.clock()
        first = found[0]
        seeds = [
            Seed(answer.span, answer.confidence)
            for answer in found
            if answer.document == first.document
        ]
        document = attempt.scope.document(first.document)
        spans = [
            span
            for span in belonging_together(document, question, seeds)
            if not attempt.bars(first.document, span)
        ]
        if not spans:
            return
        answers = tuple(attempt.localizer.moved(first, span) for span in spans)
        attempt.several = True
        perhaps = tuple(
            one for one in best.perhaps if not any(one.span.overlaps(span) for span in spans)
        )
        attempt.best = replace(best, answers=answers[: attempt.limit], perhaps=perhaps)
        attempt.step("gather", Outcome.ANSWERED, began)
        yield attempt.best
