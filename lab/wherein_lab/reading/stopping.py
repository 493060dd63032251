"""Fits and measures stopping rules for long documents: reads whole books once, then tries every rule on the stored
readings.

Reading a book takes a minute, trying a rule on a reading almost nothing. A stored reading is valid only for the same
model, question and passages in the same order.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from statistics import mean, median
from typing import Any

from wherein.answering.grading.stopping import StopRule
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.read import ReadPassages
from wherein.answering.stages.retrieve import Retrieve
from wherein.answering.stages.scopes import Scope
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Candidate
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.core.text.word_count import word_count
from wherein.passages.split import split
from wherein.questions.question import parse_question
from wherein.reading.reader import Reading
from wherein.retrieval.by_words.page import PageIndex
from wherein_lab.data.books import FOLDER, BookQuestion, books, questions, read_book
from wherein_lab.data.gold_spans import says, words_of
from wherein_lab.metrics.uncertainty import wilson
from wherein_lab.registry.readers import OpenReader

KEPT = Path("benchmarks/out/stopping")
"""The folder of kept readings; an interruption loses at most one."""
CHANGES = 0.005
"""The share of first answers that a rule may change."""
PENALTIES = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0)
HIGHEST = tuple(0.5 * n for n in range(6, 25))
LEAST = (-2.0, -1.0, 0.0, 1.0)
MOST = (160, 240, 320, 480, 640)
"""The values that a fit tries. Reading more passages than the last takes longer than a person waits."""


@dataclass(frozen=True, slots=True)
class KeptReading:
    """A reader's results in all passages for one question, batch by batch, which it replays as a `Reader`."""

    name: str
    batches: tuple[Reading, ...]

    def load(self) -> None:
        """Does nothing: there is no model to load."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        yield from self.batches


def reading_of(
    asked: BookQuestion, order: Sequence[Passage], by: OpenReader, folder: Path = KEPT
) -> KeptReading:
    """The reader's results for the passages in this order; read now unless they were kept earlier."""
    path = folder / asked.book / f"{_key(asked, order, by)}.json.gz"
    by_number = {passage.index: passage for passage in order}
    if path.is_file():
        rows = json.loads(gzip.decompress(path.read_bytes()))
        return KeptReading(by.name, tuple(_batch(row, by_number) for row in rows))
    batches = tuple(by.reader.read(asked.question, order))
    path.parent.mkdir(parents=True, exist_ok=True)
    data = json.dumps([_row(batch) for batch in batches], separators=(",", ":"))
    part = path.with_suffix(".part")
    part.write_bytes(gzip.compress(data.encode(), mtime=0))
    part.replace(path)
    return KeptReading(by.name, batches)


def _key(asked: BookQuestion, order: Sequence[Passage], by: OpenReader) -> str:
    digest = hashlib.sha256(f"{by.model_sha256}\n{asked.question}".encode())
    for passage in order:
        digest.update(json.dumps([passage.index, passage.section, passage.text]).encode())
    return digest.hexdigest()[:32]


def _row(batch: Reading) -> list[Any]:
    found = [
        [c.passage.index, c.span.start, c.span.end, round(c.score, 4), round(c.null_score, 4)]
        for c in batch.candidates
    ]
    return [[passage.index for passage in batch.passages], found]


def _batch(row: list[Any], passages: dict[int, Passage]) -> Reading:
    numbers, found = row
    return Reading(
        tuple(passages[number] for number in numbers),
        tuple(Candidate(passages[n], Span(a, b), score, null) for n, a, b, score, null in found),
    )


@dataclass(frozen=True, slots=True)
class Point:
    """The arguments of a rule after a batch, and the first answer shown then (None without one)."""

    best_margin: float
    share: float
    passages_read: int
    first: str | None


@dataclass(frozen=True, slots=True)
class Course:
    """One question from its first batch to the end of its book; the last point is the end of the book."""

    asked: BookQuestion
    half: int
    passages: int
    points: tuple[Point, ...]

    @property
    def end(self) -> Point:
        return self.points[-1]

    def stopped_by(self, rule: StopRule) -> Point:
        """The point at which the rule ends reading."""
        for point in self.points[:-1]:
            if rule.stops(point.best_margin, point.share, point.passages_read):
                return point
        return self.end

    def is_right(self, point: Point) -> bool:
        said = words_of(point.first or "")
        return any(says(said, words_of(piece)) for piece in self.asked.accepted)


@dataclass(frozen=True, slots=True)
class _Listening(StopRule):
    """Never stops, and records the arguments of each call."""

    heard: list[tuple[float, float, int]] = field(default_factory=list)

    def stops(self, best_margin: float, share: float, passages_read: int) -> bool:
        self.heard.append((best_margin, share, passages_read))
        return False

    def can_show(self, chance: Callable[[int], float]) -> bool:
        return True


def courses(
    by: OpenReader,
    penalties: Sequence[float],
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
    folder: Path = FOLDER,
    kept: Path = KEPT,
) -> dict[float, list[Course]]:
    """Every question of every book, read to its end, by penalty. Raises DataMissing for a missing book."""
    of_book: dict[str, list[BookQuestion]] = defaultdict(list)
    for asked in questions(folder):
        of_book[asked.book].append(asked)
    done, of = 0, sum(map(len, of_book.values()))
    found: dict[float, list[Course]] = {penalty: [] for penalty in penalties}
    for book in books(folder):
        document = read_book(book)
        by.titles[document.id] = document.title
        scope = scope_of(document)
        for asked in of_book[book.name]:
            on_progress(done, of, book.title)
            for penalty in penalties:
                found[penalty].append(_course(asked, book.half, scope, by, penalty, kept))
            done += 1
    return found


def scope_of(document: Document) -> Scope:
    """The outcome of reading the whole book as a page is read."""
    passages = split(document)
    words = sum(word_count(passage.text) for passage in passages)
    return Scope(PageIndex.of(passages), {document.id: document}.__getitem__, words, passages)


def _course(
    asked: BookQuestion, half: int, scope: Scope, by: OpenReader, penalty: float, kept: Path
) -> Course:
    """Run the product's stages on a stored reading."""
    attempt = Attempt(parse_question(asked.question), lambda: scope, None, lambda: 0.0)
    for _ in Retrieve().run(attempt):
        pass
    passages = len(attempt.order)
    reader = reading_of(asked, attempt.order, by, kept)
    rule = _Listening(penalty, 0.0, 0.0, 0, 0.0, 0)
    stage = ReadPassages(CalibratedReader(reader, by.calibration, stop=rule))
    seen: list[Progress] = list(stage.run(attempt))
    heard = [*rule.heard, (0.0, 0.0, passages)]
    assert len(seen) == len(heard), "every batch changes how much was read"
    points = (
        Point(*args, first=progress.answers[0].text if progress.answers else None)
        for args, progress in zip(heard, seen, strict=True)
    )
    return Course(asked, half, passages, tuple(points))


def fit(
    every: Mapping[float, Sequence[Course]], near: float, words: int, changes: float = CHANGES
) -> StopRule:
    """Fit a stop rule.

    The penalty is the one with the most right first answers at the end of the books, minus the wrong ones;
    ties go to the lower penalty. Of the rules with at most this share of changed first answers, the one that
    reads least is returned, with this `near` and `words`. Raises ValueError where every rule changes more.
    """
    penalty = max(every, key=lambda one: (_worth(every[one]), -one))
    best: tuple[tuple[float, float, float], StopRule] | None = None
    for highest, least, most in product(HIGHEST, LEAST, MOST):
        rule = StopRule(penalty, highest, least, most, near, words)
        ends = [(course.stopped_by(rule), course.end) for course in every[penalty]]
        if sum(_differs(point, end) for point, end in ends) > changes * len(ends):
            continue
        rank = (mean(point.passages_read for point, _ in ends), -highest, least)
        if best is None or rank < best[0]:
            best = rank, rule
    if best is None:
        raise ValueError("every rule changes too many answers")
    return best[1]


def _worth(every: Sequence[Course]) -> int:
    """Right first answers minus wrong ones, with all books read to their ends."""
    right = sum(course.is_right(course.end) for course in every)
    return 2 * right - sum(course.end.first is not None for course in every)


def _differs(point: Point, end: Point) -> bool:
    """Whether an answer was shown that reading on would have changed. A refusal does not count: it says that the
    rest was not read.
    """
    return point.first is not None and words_of(point.first) != words_of(end.first or "")


def figures(every: Sequence[Course], rule: StopRule) -> dict[str, Any]:
    """The first answers that the rule changes, and how much it reads."""
    ends = [(course, course.stopped_by(rule), course.end) for course in every]
    changed = [(c, p, e) for c, p, e in ends if _differs(p, e)]
    missed = [(c, p, e) for c, p, e in ends if p.first is None and e.first is not None]
    return {
        "books": len({course.asked.book for course in every}),
        "questions": len(ends),
        "changed": len(changed),
        "changed_share": round(len(changed) / max(1, len(ends)), 4),
        "changed_interval": wilson(len(changed), len(ends)),
        "refused_though_found_later": len(missed),
        "stopped": _summary([(c, p) for c, p, _ in ends]),
        "to_the_end": _summary([(c, e) for c, _, e in ends]),
        "changes": [
            {"book": c.asked.book, "question": c.asked.question, "stopped": p.first, "end": e.first}
            for c, p, e in (*changed, *missed)
        ],
    }


def _summary(some: Sequence[tuple[Course, Point]]) -> dict[str, Any]:
    """Right, wrong and refused; the number of passages read for an answer and for a refusal."""
    answered = [(course, point) for course, point in some if point.first is not None]
    refused = [(course, point) for course, point in some if point.first is None]
    right = sum(course.is_right(point) for course, point in answered)
    return {
        "right": right,
        "wrong": len(answered) - right,
        "refused": len(refused),
        "share_read": round(mean(p.passages_read / c.passages for c, p in some), 4)
        if some
        else 0.0,
        "answered_passages": _middle(answered),
        "refused_passages": _middle(refused),
    }


def _middle(some: Sequence[tuple[Course, Point]]) -> dict[str, float]:
    if not some:
        return {}
    read = [point.passages_read for _, point in some]
    return {"mean": round(mean(read), 1), "median": median(read), "most": max(read)}
