"""Merges the results of a question's attempts into one. Pure functions: nothing is read, nothing runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from wherein.answering.attempts.further_attempt import Joins
from wherein.answering.grading.contradiction import differences
from wherein.answering.grading.grades import grades, highest_likely
from wherein.answering.grading.sentence_once import each_sentence_once
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.retrieve import NEAREST
from wherein.answering.stages.sweep import ANSWERS
from wherein.core.answer import Answer, Coverage, Evidence, Outcome, Result, Step
from wherein.core.passage import Hit
from wherein.core.span import Span
from wherein.reading.evidence.extents import MOST_EXTENTS


@dataclass(frozen=True, slots=True)
class Attempted:
    """The result of one attempt, and how it joins those before it; the first attempt's `joins` is not looked at."""

    result: Result
    joins: Joins = Joins.BESIDE


def merged(attempts: Sequence[Attempted], limit: int | None) -> Result:
    """The attempts' results merged into one: the surer answers, each place once, with the steps and notes of all.

    `attempts` are in the order in which they were made, at least one; `limit` is the most answers shown, None for the
    usual number.
    """
    first, *further = attempts
    return reduce(lambda so_far, one: _joined(so_far, one, limit), further, first.result)


def shown_so_far(progress: Progress, so_far: Result, joins: Joins, limit: int | None) -> Progress:
    """The progress of a further attempt, with the answers that all attempts together would show now."""
    if joins in (Joins.AS_RIVAL, Joins.AS_REPAIR):
        found = progress.answers
        if joins is Joins.AS_REPAIR:
            found = at_most_likely(found)
        if is_surer(found, so_far.answers):
            return replace(progress, answers=found)
        return replace(progress, answers=so_far.answers, perhaps=so_far.perhaps)
    if joins is Joins.BESIDE_MAIN:
        progress = replace(progress, read=so_far.read)
    if not progress.answers:
        return replace(progress, answers=so_far.answers, perhaps=so_far.perhaps)
    return replace(progress, answers=_together(so_far.answers, progress.answers, limit))


def is_surer(answers: Sequence[Answer], others: Sequence[Answer]) -> bool:
    """Whether a later attempt's best answer is at least as confident as the best so far."""
    if not answers or not others:
        return bool(answers)
    return answers[0].confidence >= others[0].confidence


def at_most_likely(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """The answers with confidences of at most *likely*: the typed spelling may be right although it has no answer."""
    most = highest_likely()
    return tuple(replace(a, confidence=min(a.confidence, most)) for a in answers)


def _joined(so_far: Result, attempted: Attempted, limit: int | None) -> Result:
    if attempted.joins is Joins.AS_RIVAL:
        return _surer(so_far, attempted.result, is_repair=False)
    if attempted.joins is Joins.AS_REPAIR:
        return _surer(so_far, attempted.result, is_repair=True)
    return _side_by_side(so_far, attempted.result, limit, attempted.joins is Joins.BESIDE_MAIN)


def _surer(first: Result, second: Result, is_repair: bool) -> Result:
    """The surer of two outcomes of one question; the second where both are equally sure."""
    if is_repair:
        second = replace(
            second, answers=at_most_likely(second.answers), said=at_most_likely(second.said)
        )
    if not is_repair and not first.answers and not second.answers:
        return _neither(first, second)
    better = is_surer(second.answers, first.answers)
    outcome = Outcome.ANSWERED if better else Outcome.REFUSED
    step = Step("meant", outcome, second.milliseconds, f"Searched for {second.question!r} too.")
    return replace(
        second if better else first,
        question=first.question,
        meant=second.question if better or not (first.answered or is_repair) else None,
        steps=(*first.steps, step, *second.steps),
        milliseconds=round(first.milliseconds + second.milliseconds, 1),
    )


def _neither(first: Result, second: Result) -> Result:
    """Two outcomes of one question without an answer: the *perhaps* of both, surest first."""
    most = grades().most_perhaps
    perhaps = each_sentence_once((), _together(first.perhaps, second.perhaps, 2 * most))
    note = f"Searched for {second.question!r} too."
    step = Step("meant", Outcome.REFUSED, second.milliseconds, note)
    return replace(
        first,
        perhaps=tuple(perhaps)[:most],
        meant=second.question,
        steps=(*first.steps, step, *second.steps),
        milliseconds=round(first.milliseconds + second.milliseconds, 1),
    )


def _side_by_side(known: Result, other: Result, limit: int | None, is_same_place: bool) -> Result:
    """Both results: answers surest first; their "perhaps" only where neither has an answer.

    `is_same_place` leaves the share read as it is known.
    """
    answers = _together(known.answers, other.answers, limit)
    most = grades().most_perhaps
    perhaps: tuple[Answer, ...] = ()
    if not answers:
        perhaps = tuple(each_sentence_once((), _together(known.perhaps, other.perhaps, 2 * most)))
    notes = [*differences(answers), *known.notes, *other.notes]
    return replace(
        known,
        answers=answers,
        perhaps=perhaps[:most],
        answered=bool(answers),
        nearest=_first_hits((*known.nearest, *other.nearest)),
        labels={**other.labels, **known.labels},
        read=known.read if is_same_place else _both_read(known.read, other.read),
        steps=(*known.steps, *other.steps),
        milliseconds=round(known.milliseconds + other.milliseconds, 1),
        notes=tuple(dict.fromkeys(notes)),
        several=known.several or (other.several and not known.answers),
        said=_best_of_each_document(known, other),
        evidence=_evidence(answers or perhaps, (*known.evidence, *other.evidence)),
    )


def _together(
    known: Sequence[Answer], found: Sequence[Answer], limit: int | None
) -> tuple[Answer, ...]:
    """Merge two lists of answers, most confident first, each place once with its highest confidence; ties go to the answer known before."""
    every: dict[tuple[str, Span], Answer] = {}
    for answer in (*known, *found):
        place = answer.document, answer.span
        if place not in every or answer.confidence > every[place].confidence:
            every[place] = answer
    ranked = sorted(every.values(), key=lambda a: (-a.confidence, a not in known))
    return tuple(ranked[: limit or ANSWERS])


def _best_of_each_document(known: Result, other: Result) -> tuple[Answer, ...]:
    """The best answer of each document of both places; a single answer of one place is added to those of the other."""
    every = [*(known.said or known.answers[:1]), *(other.said or other.answers[:1])]
    best: dict[str, Answer] = {}
    for answer in sorted(every, key=lambda answer: -answer.confidence):
        best.setdefault(answer.document, answer)
    return tuple(best.values()) if len(best) > 1 else ()


def _evidence(shown: Sequence[Answer], found: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The evidence of both results in the documents of what is shown, each place once."""
    documents = {answer.document for answer in shown}
    places = {(one.document, one.span): one for one in found if one.document in documents}
    return tuple(places.values())[:MOST_EXTENTS]


def _both_read(one: Coverage, other: Coverage) -> Coverage:
    """The coverage of two scopes together."""
    words = one.words + other.words
    there = sum(read.words / read.fraction for read in (one, other) if read.fraction)
    share = min(1.0, words / there) if there else 1.0
    return Coverage(share, words, one.stopped or other.stopped)


def _first_hits(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The first hits without repeated passages."""
    by_place: dict[tuple[str, int], Hit] = {}
    for hit in hits:
        by_place.setdefault((hit.passage.document, hit.passage.index), hit)
    return tuple(by_place.values())[:NEAREST]
