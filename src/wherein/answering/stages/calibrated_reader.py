"""A reader with its calibration, and the rule for when it is asked. A value; asks nothing itself."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.answering.grading.confidence import Confidence
from wherein.answering.grading.grades import Grades
from wherein.answering.grading.stopping import StopRule
from wherein.reading.reader import Reader
from wherein.reading.together import Together


@dataclass(frozen=True, slots=True)
class CalibratedReader:
    """A reader with its calibration, and the rule for when it is asked.

    model: the exact model that reads, so that the memory can recognise answers of other models.
    rerank_depth: 0 for an ordinary reader. Otherwise the reader is a judge: it reads at most this many passages,
        selected by the reader before it and by the retriever, and its outcome replaces the earlier one.
    escalation_threshold: a judge is asked where the reader before it refused or its best answer has a lower
        confidence.
    cells: the name in the lexicon of the constants for cells that it reads in sentences of their own; None where none were
        fitted on its margins.
    together: combines the judge's confidence with the earlier reader's, for each answer once.
    reads_english: the reader was trained on English only; results in another language carry a remark.
    stop: the stopping rule for a long document; None reads it to its end.
    graded: the bounds of the question's caution grade its answers, instead of the reader's own bounds.
    grades: replaces both bounds.
    """

    reader: Reader
    confidence: Confidence
    model: str = ""
    reads_english: bool = True
    rerank_depth: int = 0
    escalation_threshold: float = 0.0
    stop: StopRule | None = None
    graded: bool = False
    cells: str | None = None
    grades: Grades | None = None
    together: Together | None = None

    def bounds(self, shared: Grades) -> Grades:
        """The bounds of its answers: `shared`, those of the question's caution, or its own."""
        if self.grades is not None:
            return self.grades
        if self.graded:
            return shared
        return Grades(
            self.confidence.answer_bound, self.confidence.perhaps_bound, shared.most_perhaps
        )
