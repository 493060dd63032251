"""Answers a question by attempts in order, each of which runs the stages. Names no implementation.

A later attempt runs only where its condition holds. `merging` joins their results.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TypeAlias

from wherein.answering.attempts.both_halves import in_one_mark
from wherein.answering.attempts.further_attempt import FurtherAttempt
from wherein.answering.attempts.hold_back import HoldBack
from wherein.answering.attempts.mark_evidence import MarkEvidence
from wherein.answering.attempts.merging import Attempted, merged, shown_so_far
from wherein.answering.attempts.stream import AnswerStream, Events
from wherein.answering.attempts.weigh_source import WeighSource
from wherein.answering.attempts.whole_values import WholeValues
from wherein.answering.grading.contradiction import differences
from wherein.answering.grading.grades import Grades, grades
from wherein.answering.library.notices import LEFT_OUT, VERDICTS
from wherein.answering.stages.amended import Amended
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.gather import Gather
from wherein.answering.stages.name_cells import CellReader, NameCells
from wherein.answering.stages.name_terms import NameTerms
from wherein.answering.stages.numbered_clause import CLAUSE, NumberedClause
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.read import ReadPassages
from wherein.answering.stages.remembered import Recollection, Remembered, is_remembered
from wherein.answering.stages.retrieve import LIBRARY_PASSAGES, Retrieve
from wherein.answering.stages.scopes import Scope
from wherein.answering.stages.select_sentences import SelectSentences
from wherein.answering.stages.stage import Attempt, Barring, Place, Stage
from wherein.core.answer import Outcome, Result, Step
from wherein.core.label import Label
from wherein.core.passage import Passage
from wherein.questions.question import Question
from wherein.reading.cells.likeness import Alike, never_alike
from wherein.reading.selector import Selector

FURTHER_PASSAGES = 24
"""Passages that all attempts after the first may read together beyond as many as the first one read."""

Revalidate: TypeAlias = Callable[[str], Recollection]
"""Looks up a question among those answered before."""


class Pipeline:
    """Runs the stages of each attempt until a reader answers, and makes further attempts where none is sure."""

    def __init__(
        self,
        readers: Sequence[CalibratedReader],
        selector: Selector | None = None,
        clock: Callable[[], float] = time.perf_counter,
        bounds: Grades | None = None,
        barring: Barring | None = None,
        alike: Callable[[], Alike] = lambda: never_alike,
        document_bounds: Grades | None = None,
    ) -> None:
        """Make the stages.

        selector: answers topic requests; without one the readers alone do.
        bounds: grade the answers; by default those of normal caution.
        barring: people's verdicts on the question.
        alike: makes the comparison of meanings by which a question finds a table's header.
        document_bounds: grade the answers in a document that things are looked up in; None makes no difference between
            sources.
        """
        self._reading: tuple[Stage, ...] = (
            Retrieve(),
            NumberedClause(),
            *([SelectSentences(selector)] if selector is not None else []),
            *(ReadPassages(reader) for reader in readers),
        )
        self._naming: tuple[Stage, ...] = (
            NameCells(alike, [CellReader(by.reader, by.cells) for by in readers if by.cells]),
            NameTerms(alike),
            WeighSource(document_bounds, alike),
        )
        self._gather = Gather()
        self._amended = Amended(readers, document_bounds)
        self._whole_values = WholeValues()
        self._mark_evidence = MarkEvidence()
        self._clock = clock
        self._bounds = grades() if bounds is None else bounds
        self._barring = barring

    def ask(
        self,
        question: Question,
        scope: Scope | Callable[[], Scope],
        limit: int | None = None,
        revalidate: Revalidate | None = None,
        further: Iterable[FurtherAttempt] = (),
    ) -> AnswerStream:
        """The stream of `run`."""
        return AnswerStream(self.run(question, scope, limit, revalidate, further))

    def run(
        self,
        question: Question,
        scope: Scope | Callable[[], Scope],
        limit: int | None = None,
        revalidate: Revalidate | None = None,
        further: Iterable[FurtherAttempt] = (),
    ) -> Events:
        """Yield progress, one event for each change of the shown answers, and return the result.

        `revalidate` looks up a question among those answered before; None skips the memory. A `scope` given as
        a function is built only when a stage has to read.
        """
        where = scope if not isinstance(scope, Scope) else lambda: scope
        read, held_back = _Read(), cache(HoldBack)  # looks through a document once for all attempts
        attempted: list[Attempted] = []
        missing: list[str] = []
        halves: list[Result] = []
        for planned in (None, *further):
            asked = question
            show: Callable[[Progress], Progress] = _as_it_is
            if planned is not None:
                so_far = merged(attempted, limit)
                wanted = planned.question_for(question, so_far)
                if wanted is None:
                    continue
                asked = wanted
                if read.passages_left <= 0:
                    attempted = [Attempted(_with_nothing_left(so_far, asked, question))]
                    continue
                show = partial(shown_so_far, so_far=so_far, joins=planned.joins, limit=limit)
            attempt = self._attempt(asked, where, limit, read, planned)
            if planned is not None and planned.as_typed:
                attempt.typed = question.text
            began, held = self._clock(), held_back(asked.text)
            for stage in self._stages(attempt, held, revalidate if planned is None else None):
                for progress in stage.run(attempt):
                    yield show(held.of(attempt, progress))
            result = self._result(attempt, began)
            read.add(attempt.order)
            if planned is not None and planned.is_part:
                halves.append(result)
                if not result.answers:
                    missing.append(asked.text)
            attempted.append(_explained(result, planned))
        result = merged(attempted, limit)
        if not is_remembered(result.answers):
            result = in_one_mark(result, halves, lambda *at: attempt.localizer.quoted(*at))
        return _without_part(result, missing)

    def _attempt(
        self,
        question: Question,
        where: Callable[[], Scope],
        limit: int | None,
        read: _Read,
        planned: FurtherAttempt | None,
    ) -> Attempt:
        """The state in which an attempt begins; `planned` is None for the first one."""
        if planned is None:
            return Attempt(question, where, limit, self._clock, self._bounds, barring=self._barring)
        return Attempt(
            question,
            planned.scope or where,
            limit,
            self._clock,
            self._bounds,
            left_out=frozenset(read.places) if planned.skip_read else frozenset(),
            most=read.passages_left,
            only_hopeful=not planned.own_place,
            barring=self._barring,
        )

    def _stages(
        self, attempt: Attempt, held: HoldBack, revalidate: Revalidate | None
    ) -> Iterator[Stage]:
        """The stages in order, until one of them ends the attempt; what was read is gathered in any case."""
        remembered = [Remembered(revalidate)] if revalidate is not None else []
        for stage in (*remembered, *self._reading):
            yield stage
            if attempt.ended:
                break
        if is_remembered(attempt.best.answers):
            return
        if not any(answer.found_by == CLAUSE for answer in attempt.best.answers):
            yield from self._naming
            yield held
            yield self._gather
        yield self._amended
        yield self._whole_values
        yield self._mark_evidence

    def _result(self, attempt: Attempt, began: float) -> Result:
        """The result of an attempt whose stages have run; `began` is what the clock said before the first."""
        if attempt.has_barred:
            attempt.step(VERDICTS, Outcome.SKIPPED, self._clock(), LEFT_OUT)
            attempt.notes.append(LEFT_OUT)
        best = attempt.best
        if is_remembered(best.answers):
            notes: list[str] = []
        else:
            notes = [*differences(best.answers), *attempt.notes, *attempt.scope.notes]
        return Result(
            question=attempt.question.text,
            answers=best.answers,
            perhaps=best.perhaps,
            answered=bool(best.answers),
            nearest=tuple(attempt.nearest),
            labels={
                hit.passage.document: Label.of(attempt.scope.document(hit.passage.document))
                for hit in attempt.nearest
            },
            read=best.read,
            steps=tuple(attempt.steps),
            milliseconds=round((self._clock() - began) * 1000, 1),
            notes=tuple(dict.fromkeys(notes)),
            several=attempt.several,
            said=attempt.said if best.answers and not attempt.several else (),
            evidence=attempt.evidence,
        )


class _Read:
    """The passages that the attempts of one question have read, and how many those to come may read.

    Counted in passages, not in seconds, so that a question has the same answer on a busy machine.
    """

    def __init__(self) -> None:
        self.places: set[Place] = set()
        self._first: int | None = None
        self._further = 0

    @property
    def passages_left(self) -> int:
        """The passages that attempts after the first may still read."""
        return max(self._first or 0, LIBRARY_PASSAGES) + FURTHER_PASSAGES - self._further

    def add(self, passages: Sequence[Passage]) -> None:
        """Count the passages of one more attempt."""
        if self._first is None:
            self._first = len(passages)
        else:
            self._further += len(passages)
        self.places.update((passage.document, passage.index) for passage in passages)


def _as_it_is(progress: Progress) -> Progress:
    return progress


def _with_nothing_left(so_far: Result, asked: Question, question: Question) -> Result:
    """The result so far, with a step that says why the attempt with the question `asked` reads nothing."""
    worded = "" if asked.text == question.text else f" for {asked.text!r}"
    reason = (
        f"The earlier attempts used up what one question may read, so nothing was read{worded}."
    )
    return replace(so_far, steps=(*so_far.steps, Step("attempt", Outcome.SKIPPED, 0.0, reason)))


def _without_part(result: Result, missing: Sequence[str]) -> Result:
    """The result with a note on the part of a double question that nothing answers, where one answer is shown alone."""
    if len(missing) != 1 or len(result.answers) != 1:
        return result
    note = f"Nothing here answers “{missing[0]}” surely enough."
    return replace(result, notes=(*result.notes, note))


def _explained(result: Result, planned: FurtherAttempt | None) -> Attempted:
    """The result of an attempt, with a first step that states why the attempt was made where that was planned."""
    if planned is None:
        return Attempted(result)
    if planned.step is not None:
        name, reason = planned.step
        outcome = Outcome.ANSWERED if result.answers else Outcome.REFUSED
        first = Step(name, outcome, result.milliseconds, reason)
        result = replace(result, steps=(first, *result.steps))
    return Attempted(result, planned.joins)
