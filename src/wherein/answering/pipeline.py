"""Answers a question by attempts in order, each of which runs the stages. Names no implementation.

A later attempt runs only where its condition holds. The surer outcome wins; the result keeps the steps and
notes of all attempts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TypeAlias

from wherein.answering.contradiction import differences
from wherein.answering.grades import Grades, grades, highest_likely
from wherein.answering.notices import LEFT_OUT, VERDICTS
from wherein.answering.progress import Progress
from wherein.answering.scopes import Scope
from wherein.answering.sentence_once import each_sentence_once
from wherein.answering.stages.gather import Gather
from wherein.answering.stages.read import ANSWERS, CalibratedReader, ReadPassages
from wherein.answering.stages.remembered import Recollection, Remembered, is_remembered
from wherein.answering.stages.retrieve import LIBRARY_PASSAGES, NEAREST, Retrieve
from wherein.answering.stages.select_sentences import SelectSentences
from wherein.answering.stages.stage import Attempt, Barring, Place, Stage
from wherein.answering.stream import AnswerStream, Events
from wherein.core.answer import Answer, Coverage, Outcome, Result, Step
from wherein.core.label import Label
from wherein.core.passage import Hit, Passage
from wherein.questions.question import Question
from wherein.reading.selector import Selector

FURTHER_PASSAGES = 24
"""Passages that all attempts after the first may read together beyond as many as the first one read."""

Revalidate: TypeAlias = Callable[[str], Recollection]
"""Looks up a question among those answered before."""


@dataclass(frozen=True, slots=True)
class Another:
    """An attempt that may follow the first one.

    put: the question of this attempt, from the original question and the result so far; None skips the attempt.
    scope: where to ask; None is the scope of the first attempt.
    rival: True keeps only the surer of the two outcomes; False shows the outcomes of both places.
    repair: the question of this attempt is repaired; its answers are at most likely, and it is named only with them.
    skip_read: leaves out passages that an earlier attempt at this question has read.
    own_place: asks another place in its own right, as the first attempt asks its place: a judge reads there in any case.
    step: the name and the reason of a step that comes before the steps of this attempt. An attempt with a step reads
        beside the main text and leaves the share read at that of the main text.
    """

    put: Callable[[Question, Result], Question | None]
    scope: Callable[[], Scope] | None = None
    rival: bool = False
    repair: bool = False
    skip_read: bool = False
    own_place: bool = False
    step: tuple[str, str] | None = None


class Pipeline:
    """Runs the stages of each attempt until a reader answers, and makes further attempts where none is sure."""

    def __init__(
        self,
        readers: Sequence[CalibratedReader],
        selector: Selector | None = None,
        clock: Callable[[], float] = time.perf_counter,
        bounds: Grades | None = None,
        barring: Barring | None = None,
    ) -> None:
        """`selector` answers topic requests; without one the readers alone do. `bounds` grade the
        answers, by default those of normal caution. `barring` are people's verdicts on the question."""
        self._reading: tuple[Stage, ...] = (
            Retrieve(),
            *([SelectSentences(selector)] if selector is not None else []),
            *(ReadPassages(reader) for reader in readers),
        )
        self._gather = Gather()
        self._clock = clock
        self._bounds = grades() if bounds is None else bounds
        self._barring = barring

    def ask(
        self,
        question: Question,
        scope: Scope | Callable[[], Scope],
        limit: int | None = None,
        revalidate: Revalidate | None = None,
        otherwise: Iterable[Another] = (),
    ) -> AnswerStream:
        """A stream of progress, one event for each change of the shown answers, that ends with the result.

        `revalidate` looks up a question among those answered before; None skips the memory. A `scope` given as
        a function is built only when a stage has to read.
        """
        return AnswerStream(self._attempts(question, scope, limit, revalidate, otherwise))

    def _attempts(
        self,
        question: Question,
        scope: Scope | Callable[[], Scope],
        limit: int | None,
        revalidate: Revalidate | None,
        otherwise: Iterable[Another],
    ) -> Events:
        where = scope if not isinstance(scope, Scope) else lambda: scope
        read = _Read()
        best = yield from self._attempt(question, where, limit, revalidate, read)
        for another in otherwise:
            put = another.put(question, best)
            if put is None:
                continue
            if read.passages_left <= 0:
                best = replace(best, steps=(*best.steps, _nothing_left(put, question)))
                continue
            events = self._attempt(
                put,
                another.scope or where,
                limit,
                None,
                read,
                another,
            )
            if another.rival:
                found = yield from _where_surer(events, best, another.repair)
                best = _again(best, found, another.repair)
            elif another.step is not None:
                found = yield from _with(events, best, limit, best.read)
                best = _beside(best, _explained(found, *another.step), limit, best.read)
            else:
                best = _beside(best, (yield from _with(events, best, limit)), limit)
        return best

    def _attempt(
        self,
        question: Question,
        scope: Callable[[], Scope],
        limit: int | None,
        revalidate: Revalidate | None,
        read: _Read,
        further: Another | None = None,
    ) -> Events:
        """`read` are the passages that were read so far, to which this attempt's are added."""
        began = self._clock()
        attempt = Attempt(question, scope, limit, self._clock, self._bounds, barring=self._barring)
        if further is not None:
            attempt.left_out = frozenset(read.places) if further.skip_read else frozenset()
            attempt.most = read.passages_left
            attempt.only_hopeful = not further.own_place
        remembered = [Remembered(revalidate)] if revalidate is not None else []
        for stage in (*remembered, *self._reading):
            yield from stage.run(attempt)
            if attempt.ended:
                break
        if not is_remembered(attempt.best.answers):
            yield from self._gather.run(attempt)
        if attempt.has_barred:
            attempt.step(VERDICTS, Outcome.SKIPPED, self._clock(), LEFT_OUT)
            attempt.notes.append(LEFT_OUT)
        read.add(attempt.order)
        return _result(attempt, round((self._clock() - began) * 1000, 1))


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


def _nothing_left(put: Question, question: Question) -> Step:
    asked = "" if put.text == question.text else f" for {put.text!r}"
    reason = (
        f"The attempts before it have read what one question may read, so nothing was read{asked}."
    )
    return Step("attempt", Outcome.SKIPPED, 0.0, reason)


def is_surer(answers: Sequence[Answer], others: Sequence[Answer]) -> bool:
    """Whether a later attempt's best answer is at least as confident as the best so far."""
    if not answers or not others:
        return bool(answers)
    return answers[0].confidence >= others[0].confidence


def _where_surer(events: Events, so_far: Result, repair: bool) -> Events:
    """Pass on an attempt's progress, with its answers only where they are at least as sure as those so far."""
    with closing(AnswerStream(events)) as stream:
        for progress in stream:
            if not is_surer(progress.answers, so_far.answers):
                yield _still(progress, so_far)
                continue
            answers = _at_most_likely(progress.answers) if repair else progress.answers
            yield replace(progress, answers=answers)
        return stream.result()


def _with(
    events: Events, so_far: Result, limit: int | None, read: Coverage | None = None
) -> Events:
    """Pass on an attempt's progress together with the answers so far, with `read` as its coverage."""
    with closing(AnswerStream(events)) as stream:
        for progress in stream:
            if read is not None:
                progress = replace(progress, read=read)
            if progress.answers:
                answers = _together(so_far.answers, progress.answers, limit)
                yield replace(progress, answers=answers)
            else:
                yield _still(progress, so_far)
        return stream.result()


def _still(progress: Progress, so_far: Result) -> Progress:
    """The attempt's reading progress with the answers of the earlier attempts."""
    return replace(progress, answers=so_far.answers, perhaps=so_far.perhaps)


def _together(
    known: Sequence[Answer], found: Sequence[Answer], limit: int | None
) -> tuple[Answer, ...]:
    """Merge two lists of answers, most confident first, each place once; ties go to the answer known before."""
    every = {(answer.document, answer.span): answer for answer in (*found, *known)}
    ranked = sorted(every.values(), key=lambda a: (-a.confidence, a not in known))
    return tuple(ranked[: limit or ANSWERS])


def _result(attempt: Attempt, milliseconds: float) -> Result:
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
        milliseconds=milliseconds,
        notes=tuple(dict.fromkeys(notes)),
        several=attempt.several,
        said=attempt.said if best.answers and not attempt.several else (),
    )


def _again(first: Result, second: Result, repair: bool) -> Result:
    """The surer of two outcomes of one question; the second where both are equally sure."""
    if repair:
        second = replace(
            second, answers=_at_most_likely(second.answers), said=_at_most_likely(second.said)
        )
    better = is_surer(second.answers, first.answers)
    outcome = Outcome.ANSWERED if better else Outcome.REFUSED
    step = Step("meant", outcome, second.milliseconds, f"Searched for {second.question!r} too.")
    return replace(
        second if better else first,
        question=first.question,
        meant=second.question if better or not (first.answered or repair) else None,
        steps=(*first.steps, step, *second.steps),
        milliseconds=round(first.milliseconds + second.milliseconds, 1),
    )


def _at_most_likely(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """The answers, none of them sure: what was typed may be right though nothing was found for it."""
    most = highest_likely()
    return tuple(replace(a, confidence=min(a.confidence, most)) for a in answers)


def _explained(found: Result, name: str, reason: str) -> Result:
    """The result of an attempt, with a first step that states why the attempt was made."""
    outcome = Outcome.ANSWERED if found.answers else Outcome.REFUSED
    return replace(found, steps=(Step(name, outcome, found.milliseconds, reason), *found.steps))


def _beside(
    known: Result, other: Result, limit: int | None, read: Coverage | None = None
) -> Result:
    """Merge the results of two places: answers surest first; their "perhaps" only where neither has an answer.

    `read` replaces the coverage of both places together.
    """
    answers = _together(known.answers, other.answers, limit)
    most = grades().most_perhaps
    doubtful: tuple[Answer, ...] = ()
    if not answers:
        doubtful = tuple(each_sentence_once((), _together(known.perhaps, other.perhaps, 2 * most)))
    notes = [*differences(answers), *known.notes, *other.notes]
    return replace(
        known,
        answers=answers,
        perhaps=doubtful[:most],
        answered=bool(answers),
        nearest=_first_of((*known.nearest, *other.nearest)),
        labels={**other.labels, **known.labels},
        read=read or _both_read(known.read, other.read),
        steps=(*known.steps, *other.steps),
        milliseconds=round(known.milliseconds + other.milliseconds, 1),
        notes=tuple(dict.fromkeys(notes)),
        several=known.several or (other.several and not known.answers),
        said=_of_either(known, other),
    )


def _of_either(known: Result, other: Result) -> tuple[Answer, ...]:
    """The best answer of each document of both places; a single answer of one place is added to those of the other."""
    every = [*(known.said or known.answers[:1]), *(other.said or other.answers[:1])]
    best: dict[str, Answer] = {}
    for answer in sorted(every, key=lambda answer: -answer.confidence):
        best.setdefault(answer.document, answer)
    return tuple(best.values()) if len(best) > 1 else ()


def _both_read(one: Coverage, other: Coverage) -> Coverage:
    """The coverage of two scopes together."""
    words = one.words + other.words
    there = sum(read.words / read.fraction for read in (one, other) if read.fraction)
    share = min(1.0, words / there) if there else 1.0
    return Coverage(share, words, one.stopped or other.stopped)


def _first_of(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The first hits without repeated passages."""
    by_place: dict[tuple[str, int], Hit] = {}
    for hit in hits:
        by_place.setdefault((hit.passage.document, hit.passage.index), hit)
    return tuple(by_place.values())[:NEAREST]
