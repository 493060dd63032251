"""The stage that weighs answers by the kind of their source: converts the confidences of answers in a document that things
are looked up in, and grades them by the bounds for such documents.

The twin is web/reader/src/stages/weigh-source.ts; the cases are in contracts/source-kinds.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from wherein.answering.grading.grades import Grades
from wherein.answering.grading.sentence_once import each_sentence_once
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Answer, Outcome
from wherein.core.document import BlockKind, Document
from wherein.reading.cells.likeness import Alike, never_alike
from wherein.reading.source_kind import (
    DECIDES,
    UNDER_ITS_QUESTION,
    agreeing,
    in_document,
    is_article,
    says_yes_or_no,
)
from wherein.reading.terms.question_heading import is_question, likest_question

SOURCE = "source"
"""The name of the stage's step."""


class WeighSource:
    """Weighs the answers of one document. Leaves libraries, whose confidences were fitted on passages of many documents,
    topic requests and pages of running text as they are."""

    def __init__(
        self, bounds: Grades | None = None, alike: Callable[[], Alike] = lambda: never_alike
    ) -> None:
        """`bounds` grade answers in documents; None leaves all as they are. `alike` makes the comparison of meanings for one
        question."""
        self._bounds = bounds
        self._alike = alike

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        bounds, best = self._bounds, attempt.best
        shown = (*best.answers, *best.perhaps)
        is_one = attempt.scope.passages is not None and len({one.document for one in shown}) == 1
        if bounds is None or attempt.several or not is_one:
            return
        document = attempt.scope.document(shown[0].document)
        if is_article(document):
            return
        began = attempt.clock()
        attempt.best = weighed(best, bounds, self._asked_there(attempt, document))
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

    def _asked_there(self, attempt: Attempt, document: Document) -> str | None:
        """The heading that asks the person's question, where one of the answers stands below such a heading."""
        shown = (*attempt.best.answers, *attempt.best.perhaps)
        if not attempt.reads_english or not any(map(is_question, (h for one in shown for h in one.section[-1:]))):  # fmt: skip
            return None
        headings = [
            " ".join(block.span.of(document.text).split())
            for block in document.blocks
            if block.kind is BlockKind.HEADING
        ]
        return likest_question(attempt.question.text, headings, self._alike())


def weighed(best: Progress, bounds: Grades, asked_there: str | None = None) -> Progress:
    """What is shown of a document that things are looked up in, graded anew with the confidences that hold there, and with
    what agrees: `asked_there` is the heading that asks the same as the question.

    What was made a perhaps before stays one, however sure its reader was: another stage knows why. Only what stands under
    that heading may become an answer.
    """
    shown = [
        _weighed(one, asked_there, is_answer)
        for found, is_answer in ((best.answers, True), (best.perhaps, False))
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


def _weighed(one: Answer, asked_there: str | None, is_answer: bool) -> tuple[Answer, bool]:
    """An answer with the confidence that it has in a document, and whether it may answer."""
    there = in_document(one.confidence, one.found_by)
    is_decided = one.evidence and says_yes_or_no(one.text)
    decided = agreeing(there, one.found_by, DECIDES if is_decided else 0.0)
    if asked_there is None or one.section[-1:] != (asked_there,):
        return replace(one, confidence=decided), is_answer
    sure = agreeing(decided, one.found_by, UNDER_ITS_QUESTION)
    return replace(one, confidence=sure), is_answer or sure > decided
