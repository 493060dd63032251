"""Measures the rule that ends the reading of a long document once nothing unread can be shown.

Each question reads its book once, as far as the other rule goes. After each passage the chance of the likeliest unread one
is kept, for each number of words, so that every setting is tried on the same reading.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from wherein.answering.grading.escalation import selected_for_reranking
from wherein.answering.grading.stopping import StopRule, shipped_rule
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.read import ReadPassages
from wherein.answering.stages.retrieve import Retrieve
from wherein.answering.stages.scopes import Scope
from wherein.answering.stages.stage import Attempt
from wherein.questions.question import parse_question
from wherein_lab.data.books import FOLDER, BookQuestion, books, questions, read_book
from wherein_lab.data.gold_spans import says, words_of
from wherein_lab.reading.stopping import scope_of
from wherein_lab.registry.readers import OpenReader

NEAR = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
WORDS = (2, 4, 8, 16, 32)
"""The values that are tried."""
JUDGED = 4
"""The passages that `large` reads of those that this reader read."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown after a passage: the first answer, else the first perhaps. `judged` are the numbers of the passages that
    a judge would read."""

    text: str
    confidence: float
    is_answer: bool
    judged: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """One question, passage by passage: what was shown, and the chance of the likeliest unread passage by words. The last
    passage, after which the other rule ends or the book does, has no chances."""

    book: str
    question: str
    accepted: tuple[str, ...]
    half: int
    shown: tuple[Shown | None, ...]
    chances: tuple[dict[int, float], ...]

    def ended_by(self, near: float, words: int) -> int:
        """The index of the last passage that is read."""
        for at, chance in enumerate(self.chances):
            if chance[words] < near:
                return at
        return len(self.shown) - 1

    def is_right(self, shown: Shown) -> bool:
        said = words_of(shown.text)
        return any(says(said, words_of(piece)) for piece in self.accepted)


@dataclass(frozen=True, slots=True)
class _Watching(StopRule):
    """The rule without its early end; records the chances."""

    chances: list[dict[int, float]] = field(default_factory=list)

    def can_show(self, chance: Callable[[int], float]) -> bool:
        self.chances.append({words: round(chance(words), 4) for words in WORDS})
        return True


def reaches(
    by: OpenReader,
    kept: Path,
    only: frozenset[str] = frozenset(),
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
    folder: Path = FOLDER,
) -> Iterator[Reach]:
    """Every question of the books, or of those named. A question that `kept` has is not read again. The books take turns, so
    that a run that was interrupted has some of each. Raises DataMissing."""
    known = _kept(kept, by)
    chosen = [book for book in books(folder) if not only or book.name in only]
    asked = {book.name: [q for q in questions(folder) if q.book == book.name] for book in chosen}
    rounds = max((len(some) for some in asked.values()), default=0)
    turns = [
        (book, asked[book.name][n])
        for n in range(rounds)
        for book in chosen
        if n < len(asked[book.name])
    ]
    scopes: dict[str, Scope] = {}
    for done, (book, question) in enumerate(turns):
        on_progress(done, len(turns), book.title)
        if (row := known.get((question.book, question.question))) is None:
            if book.name not in scopes:
                document = read_book(book)
                by.titles[document.id] = document.title
                scopes[book.name] = scope_of(document)
            attempt = Attempt(
                parse_question(question.question),
                partial(scopes.__getitem__, book.name),
                None,
                lambda: 0.0,
            )
            row = _read(attempt, question, book.half, by)
            kept.parent.mkdir(parents=True, exist_ok=True)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"model": by.model_sha256, **asdict(row)}) + "\n")
        yield row


def _kept(kept: Path, by: OpenReader) -> dict[tuple[str, str], Reach]:
    if not kept.is_file():
        return {}
    rows = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    return {
        (row["book"], row["question"]): _reach(row)
        for row in rows
        if row.pop("model") == by.model_sha256
    }


def _reach(row: dict[str, Any]) -> Reach:
    return Reach(
        row["book"],
        row["question"],
        tuple(row["accepted"]),
        row["half"],
        tuple(
            None if one is None else Shown(**{**one, "judged": tuple(one["judged"])})
            for one in row["shown"]
        ),
        tuple({int(words): chance for words, chance in one.items()} for one in row["chances"]),
    )


def _read(attempt: Attempt, asked: BookQuestion, half: int, by: OpenReader) -> Reach:
    """Run the product's stages, with the bounds that the product has."""
    for _ in Retrieve().run(attempt):
        pass
    order = list(attempt.order)
    rule = _Watching(**asdict(shipped_rule()))
    stage = ReadPassages(CalibratedReader(by.reader, by.calibration, stop=rule, graded=True))
    shown: list[Shown | None] = []
    for progress in stage.run(attempt):
        best = (*progress.answers, *progress.perhaps)
        read = order[: progress.passages]
        judged = selected_for_reranking(attempt.judged.candidates, read, JUDGED)
        shown.append(
            Shown(
                best[0].text,
                round(best[0].confidence, 4),
                bool(progress.answers),
                tuple(passage.index for passage in judged),
            )
            if best
            else None
        )
    assert len(shown) in (len(rule.chances), len(rule.chances) + 1)
    return Reach(
        asked.book,
        asked.question,
        asked.accepted,
        half,
        tuple(shown),
        tuple(rule.chances[: len(shown) - 1]),
    )


def settings(every: Sequence[Reach]) -> list[dict[str, float | int]]:
    """What each setting reads, and what it loses against reading as far as the other rule goes: first answers, those of them
    that are right, first perhaps, and questions of which a judge would read other passages."""
    rows: list[dict[str, float | int]] = []
    read = sum(len(one.shown) for one in every)
    for words, near in product(WORDS, NEAR):
        ends = [(one, one.ended_by(near, words)) for one in every]
        pairs = [(one, one.shown[at], one.shown[-1]) for one, at in ends]
        lost = [(one, last) for one, now, last in pairs if last is not None and _is_lost(now, last)]
        answers = [(one, last) for one, last in lost if last.is_answer]
        passages = sum(at + 1 for _, at in ends)
        rows.append(
            {
                "near": near,
                "words": words,
                "passages": passages,
                "share": round(passages / max(1, read), 4),
                "answers_lost": len(answers),
                "right_lost": sum(one.is_right(last) for one, last in answers),
                "perhaps_lost": len(lost) - len(answers),
                "judged_otherwise": sum(
                    now is not None and last is not None and now.judged != last.judged
                    for _, now, last in pairs
                ),
            }
        )
    return rows


def _is_lost(now: Shown | None, last: Shown) -> bool:
    """Whether ending now loses what reading to the end shows: nothing is shown now, or in place of the answer there are other
    words or only a perhaps."""
    return now is None or (last.is_answer and (not now.is_answer or now.text != last.text))
