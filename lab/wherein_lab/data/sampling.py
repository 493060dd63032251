"""Samples the questions of a file and the passages to ask. Knows no retriever and no reader."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from wherein.core.errors import UsageError
from wherein.core.passage import Passage
from wherein_lab.data.corpora import FORM, Question, read_questions
from wherein_lab.data.nuggets import Nuggets
from wherein_lab.data.relevance import Relevance, check_judged, judged
from wherein_lab.metrics.squad_measures import normalised

YES_NO = frozenset({"yes", "no", "true", "false"})


@dataclass(frozen=True, slots=True)
class Job:
    """The corpus, the questions and how to sample them.

    depth: passages read for each question.
    limit, seed: the number of sampled questions, and the seed.
    balanced: samples half of them from the unanswerable questions.
    absent: makes half of them unanswerable by removing the documents that answer them, as `relevance` says.
    longest_context: leaves out questions whose given passages have more words.
    facts: the nuggets of questions, by id.
    """

    corpus: tuple[Path, ...]
    questions: Path
    depth: int = 5
    limit: int | None = None
    seed: int = 0
    balanced: bool = False
    absent: bool = False
    relevance: Relevance = Relevance.GIVEN
    longest_context: int | None = None
    facts: Mapping[str, Nuggets] | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """The questions in the file's order, the passages they are asked of, and how many were left out, by reason.
    `absent` has, by id, the answers of questions whose documents were removed.
    """

    questions: Sequence[Question]
    passages: Sequence[Passage]
    skipped: Mapping[str, int]
    absent: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def draw(job: Job, passages: Sequence[Passage]) -> Sample:
    """Draw the sample. Raises UsageError where no question is left."""
    if job.balanced and job.absent:
        raise UsageError(
            "--balanced and --absent cannot be used together.",
            "Leave one of them out.",
        )
    if job.relevance is Relevance.GIVEN:
        check_judged(read_questions(job.questions), passages, job.questions)
    kept, skipped = _measurable(job, passages)
    if not kept:
        why = ", ".join(
            f"{count} {reason.removeprefix('questions: ')}" for reason, count in skipped.items()
        )
        raise UsageError(
            f"No question of {job.questions} can be measured ({why or 'there is none'}).",
            f"Write each line like {FORM}",
        )
    chance = random.Random(job.seed)
    if job.absent:
        return _half_absent(job, kept, skipped, passages, chance)
    if job.balanced:
        kinds = [[q for q in kept if q.is_answerable is kind] for kind in (True, False)]
        each = min(*(len(kind) for kind in kinds), (job.limit or len(kept)) // 2)
        if not each:
            raise UsageError(
                "There are no questions of one kind, answerable or unanswerable.",
                "Leave --balanced out.",
            )
        chosen = {q.id for kind in kinds for q in chance.sample(kind, each)}
        kept = [q for q in kept if q.id in chosen]
    elif job.limit is not None and job.limit < len(kept):
        kept = [kept[at] for at in sorted(chance.sample(range(len(kept)), job.limit))]
    return Sample(kept, passages, skipped)


def asks_yes_or_no(question: Question) -> bool:
    """Whether all of the question's answers are yes or no."""
    return bool(question.answers) and all(normalised(a) in YES_NO for a in question.answers)


def _measurable(job: Job, passages: Sequence[Passage]) -> tuple[list[Question], dict[str, int]]:
    words: dict[str, int] = {}
    for passage in passages:
        size = len(passage.text.split())
        words[passage.document] = words.get(passage.document, 0) + size
    kept: list[Question] = []
    skipped: dict[str, int] = {}
    for question in read_questions(job.questions):
        given = sum(words.get(document, 0) for document in question.grades)
        reason = (
            "blank" if not question.text.strip()
            else "longer context" if job.longest_context and given > job.longest_context
            else "no answers" if question.is_answerable and not question.answers
            and question.id not in (job.facts or ())
            else ""
        )  # fmt: skip
        if reason:
            _count(skipped, reason)
        else:
            kept.append(question if question.is_answerable else replace(question, answers=()))
    return kept, skipped


def _half_absent(
    job: Job,
    questions: Sequence[Question],
    skipped: dict[str, int],
    passages: Sequence[Passage],
    chance: random.Random,
) -> Sample:
    """Remove documents, with all questions about them, until half of the remaining questions lack theirs.

    Questions that lose only some of their documents are left out, since they might still be answerable. So
    are yes/no questions, because almost any text has evidence for one of the two.
    """
    known = {passage.document for passage in passages}
    usable: list[tuple[Question, frozenset[str]]] = []
    for question, homes in zip(questions, _homes(job, questions, passages), strict=True):
        reason = (
            "yes or no" if asks_yes_or_no(question)
            else "no answers" if not question.is_answerable or not question.answers
            else "nothing in the corpus answers it" if not homes or not homes <= known
            else ""
        )  # fmt: skip
        if reason:
            _count(skipped, reason)
        else:
            usable.append((question, homes))
    half = min(job.limit or len(usable), len(usable)) // 2
    gone: set[str] = set()
    for _, homes in chance.sample(usable, len(usable)):
        if sum(theirs <= gone for _, theirs in usable) >= half:
            break
        gone |= homes
    without = [question for question, homes in usable if homes <= gone]
    there = [question for question, homes in usable if not homes & gone]
    if not half or len(without) < half or len(there) < half:
        raise UsageError(
            f"Of {job.questions} no {2 * half or 2} questions can be split into answerable and absent ones.",
            "Ask for fewer with --limit, or leave --absent out.",
        )
    absent = {q.id: q.answers for q in chance.sample(without, half)}
    chosen = {q.id for q in chance.sample(there, half)}
    asked = [
        replace(q, is_answerable=False, answers=()) if q.id in absent else q
        for q in questions
        if q.id in absent or q.id in chosen
    ]
    left = [passage for passage in passages if passage.document not in gone]
    return Sample(asked, left, skipped, absent)


def _homes(
    job: Job, questions: Sequence[Question], passages: Sequence[Passage]
) -> list[frozenset[str]]:
    """The documents that contain an answer to each question."""
    named = judged(questions, passages, job.relevance)
    if job.relevance in (Relevance.GIVEN, Relevance.TITLE):
        return [frozenset(documents) for documents in named]
    return [frozenset(unit.rpartition("#")[0] for unit in units) for units in named]


def _count(skipped: dict[str, int], reason: str) -> None:
    skipped[f"questions: {reason}"] = skipped.get(f"questions: {reason}", 0) + 1
