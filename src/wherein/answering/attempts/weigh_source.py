"""The stage that weighs answers by the kind of their source: converts the confidences of answers in a document that things
are looked up in, and grades them by the bounds for such documents.

The twin is web/reader/src/stages/weigh-source.ts; the cases are in contracts/source-kinds.json.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wherein.answering.grading.grades import Grades
from wherein.answering.grading.sentence_once import each_sentence_once
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Answer, Outcome
from wherein.reading.source_kind import in_document, is_article

SOURCE = "source"
"""The name of the stage's step."""


class WeighSource:
    """Weighs the answers of one document. Leaves libraries, whose confidences were fitted on passages of many documents,
    topic requests and pages of running text as they are."""

    def __init__(self, bounds: Grades | None = None) -> None:
        """`bounds` grade answers in documents; None leaves all as they are."""
        self._bounds = bounds

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        bounds, best = self._bounds, attempt.best
        shown = (*best.answers, *best.perhaps)
        is_one = attempt.scope.passages is not None and len({one.document for one in shown}) == 1
        if bounds is None or attempt.several or not is_one:
            return
        if is_article(attempt.scope.document(shown[0].document)):
            return
        began = attempt.clock()
        attempt.best = weighed(best, bounds)
        if best.answers and not attempt.best.answers:
            reason = (
                f"In such a document its best answer has confidence"
                f" {attempt.best.perhaps[0].confidence:.2f}, below {bounds.answer:.2f}."
                if attempt.best.perhaps
                else "In such a document its best answer is too unlikely to show."
            )
            attempt.step(SOURCE, Outcome.REFUSED, began, reason)
        if attempt.best != best:
            yield attempt.best


def weighed(best: Progress, bounds: Grades) -> Progress:
    """What is shown of a document that things are looked up in, graded anew with the confidences that hold there.

    What was made a perhaps before stays one, however sure its reader was: another stage knows why.
    """
    shown = [
        (replace(one, confidence=in_document(one.confidence, one.found_by)), may_answer)
        for found, may_answer in ((best.answers, True), (best.perhaps, False))
        for one in found
    ]
    shown.sort(key=lambda each: -each[0].confidence)
    answers: list[Answer] = []
    perhaps: list[Answer] = []
    for one, may_answer in shown:
        least = bounds.least(answers[0].confidence, len(answers)) if answers else bounds.answer
        if may_answer and one.confidence >= least:
            answers.append(one)
        elif one.confidence >= bounds.perhaps:
            perhaps.append(one)
    kept = each_sentence_once(answers, perhaps)[: bounds.most_perhaps]
    return replace(best, answers=tuple(answers), perhaps=tuple(kept))
