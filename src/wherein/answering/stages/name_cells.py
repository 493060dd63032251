"""The stage of table cells: answers with the cell whose row and column the question names, beside what readers marked.

The twin is web/reader/src/stages/name-cells.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.answering.stages.sweep import ANSWERS
from wherein.core.answer import Answer, Candidate, Outcome
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.places.cells import cell_of
from wherein.lexicon import lexicon
from wherein.reading.cells.cell_probability import probability
from wherein.reading.cells.named_cell import named_cells
from wherein.reading.cells.table_rows import tables_of

SURER = lexicon("table-cells").number("surer")
"""How much surer than the named cell an answer in another cell has to be to stay."""
CELLS = "cells"
"""The name of the stage's step, and `found_by` of its answers."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A cell that the question names, in its passage, with the probability that it is the answer."""

    passage: Passage
    span: Span
    probability: float


class NameCells:
    """Looks the question up in the tables of the passages that were read. Leaves topic requests, yes/no questions and other
    languages to the readers."""

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        if (
            attempt.several
            or attempt.question.topic is not None
            or attempt.wants_evidence
            or not attempt.reads_english
        ):
            return
        began = attempt.clock()
        named = self._likeliest(attempt)
        if named is None:
            return
        grades = attempt.grades
        if named.probability < grades.perhaps:
            attempt.step(
                CELLS,
                Outcome.REFUSED,
                began,
                f"The cell that the question names best has confidence {named.probability:.2f}, below {grades.perhaps:.2f}, the least for a perhaps.",
            )
            return
        before = attempt.best
        cell = attempt.localizer.sentence(named.passage, named.span, named.probability, CELLS)
        attempt.best = _joined(
            before, cell, attempt.scope.document(cell.document), grades.answer, attempt.limit
        )
        answered = any(answer.found_by == CELLS for answer in attempt.best.answers)
        attempt.step(CELLS, Outcome.ANSWERED if answered else Outcome.REFUSED, began)
        if attempt.best != before:
            yield attempt.best

    def _likeliest(self, attempt: Attempt) -> _Named | None:
        """The likeliest cell of the passages in the attempt's order; None where the question names no row."""
        by_document: dict[str, list[Passage]] = {}
        for passage in attempt.order:
            by_document.setdefault(passage.document, []).append(passage)
        found = [
            self._best_of(attempt, attempt.scope.document(identity), passages)
            for identity, passages in by_document.items()
            # Canonical text parts the cells of a row by tabs: without one, a document need not be loaded.
            if any("\t" in passage.text for passage in passages)
        ]
        return max(
            (named for named in found if named is not None),
            key=lambda named: named.probability,
            default=None,
        )

    def _best_of(
        self, attempt: Attempt, document: Document, passages: Sequence[Passage]
    ) -> _Named | None:
        """The cell of one document that the question names best and that may be an answer; None without one."""
        tables = tables_of(document, [passage.span for passage in passages])
        question = attempt.question.text
        for cell in named_cells(question, tables) if tables else ():
            passage = next((p for p in passages if p.span.contains(cell.span)), None)
            if passage is None or attempt.bars(document.id, cell.span):
                continue
            candidate = Candidate(passage, cell.span, 0.0, 0.0)
            admits = attempt.scope.admits
            if admits is not None and not admits(question, candidate):
                continue
            (sure,) = attempt.discount.probabilities([candidate], [probability(cell)])
            return _Named(passage, cell.span, sure)
        return None


def _joined(
    before: Progress, cell: Answer, document: Document, bound: float, limit: int | None
) -> Progress:
    """The answers with the cell among them by its confidence.

    A reader's answer within the cell keeps its words and takes the higher confidence. Answers in other cells are no longer
    shown unless they are far surer: a reader sees a row as a line of numbers, and marks the neighbour's.
    """
    if any(cell.span.overlaps(answer.span) for answer in before.answers):
        return replace(before, answers=_ranked(_surer(before.answers, cell), limit))
    if cell.confidence < bound:
        if before.answers:
            return before
        doubtful = _surer(before.perhaps, cell)
        if not any(cell.span.overlaps(one.span) for one in before.perhaps):
            doubtful.append(cell)
        return replace(before, perhaps=_ranked(doubtful, None))
    rest = [
        answer
        for answer in before.answers
        if answer.confidence >= cell.confidence + SURER or not _is_in_a_cell(answer, document)
    ]
    perhaps = [one for one in before.perhaps if not cell.span.overlaps(one.span)]
    return replace(
        before,
        answers=_ranked([*rest, cell], limit),
        perhaps=tuple(perhaps) if before.answers else (),
    )


def _surer(found: Sequence[Answer], cell: Answer) -> list[Answer]:
    """The answers; those within the cell with the higher of both confidences."""
    return [
        replace(answer, confidence=max(answer.confidence, cell.confidence))
        if cell.span.overlaps(answer.span)
        else answer
        for answer in found
    ]


def _is_in_a_cell(answer: Answer, document: Document) -> bool:
    return answer.document == document.id and cell_of(document, answer.span) is not None


def _ranked(answers: Sequence[Answer], limit: int | None) -> tuple[Answer, ...]:
    ranked = sorted(answers, key=lambda answer: -answer.confidence)
    return tuple(ranked[: limit or ANSWERS])
