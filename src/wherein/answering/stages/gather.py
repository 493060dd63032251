"""From an answer to all that belongs to it, where a question asks for several things or for steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wherein.answering.gathering import Seed, gathered, share_a_list
from wherein.answering.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Outcome
from wherein.questions.kinds import asks_for_several, asks_how_to, asks_openly


class Gather:
    """Shows the items of a list, the steps or the sentences that belong together, in reading order."""

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        best, question = attempt.best, attempt.question.text
        steps = asks_how_to(question)
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
        if not (steps or asks_for_several(question) or (asks_openly(question) and share_a_list(document, seeds))):
            return
        spans = gathered(document, question, seeds, steps)
        if not spans:
            return
        answers = tuple(attempt.placer.moved(first, span) for span in spans)
        attempt.several = True
        doubtful = tuple(
            one for one in best.perhaps if not any(one.span.overlaps(span) for span in spans)
        )
        attempt.best = replace(best, answers=answers[: attempt.limit], perhaps=doubtful)
        attempt.step("gather", Outcome.ANSWERED, began)
        yield attempt.best
