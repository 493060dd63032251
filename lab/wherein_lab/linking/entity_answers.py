"""Measures answers to questions about articles of a base, half of which their article does not answer.

Judges and counts outcomes; the engine is passed in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from wherein.answering.articles.article_words import index_articles
from wherein.answering.engine import Engine
from wherein.answering.options import Options
from wherein.core.answer import Result
from wherein.core.errors import UsageError
from wherein.home.folder import Home
from wherein.knowledge.building import OnProgress, build_base
from wherein.knowledge.record import Importer
from wherein_lab.metrics.uncertainty import wilson

QUESTIONS = Path("benchmarks/questions/entity/vital.jsonl")
HALVES = ("tuning", "test")
"""The rules were chosen on `tuning`; figures are reported on `test`, whose questions were written later."""


@dataclass(frozen=True, slots=True)
class ArticleQuestion:
    """A question about the article `title`; `stated` says that the article's text answers it.

    `answers` are the right answers, in the article's words where it has them. A question that only another
    article may answer has answers too; where no answer is known there are none.
    """

    id: str
    half: str
    title: str
    question: str
    stated: bool
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one question: the verdict is right, wrong or refused."""

    id: str
    question: str
    stated: bool
    verdict: str
    linked: bool
    confidence: float = 0.0
    found_by: str = ""
    title: str = ""
    text: str = ""


def read_questions(path: Path) -> list[ArticleQuestion]:
    """Parse the questions. Raises UsageError that names the first line that is not a question."""
    asked = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            asked.append(ArticleQuestion(**{**row, "answers": tuple(row["answers"])}))
        except (ValueError, TypeError, KeyError) as error:
            raise UsageError(
                f"Line {number} of {path.name} is not a question ({error!r}).",
                "Each line has id, half, title, question, stated and answers.",
            ) from error
    return asked


def holds_one(text: str, answers: Sequence[str]) -> bool:
    """Whether the text contains one of the answers; a match starts at a word, and numbers match as a whole."""
    return any(
        re.search(
            rf"(?<![\w.,]){re.escape(answer)}{'(?![0-9])' if answer[-1].isdigit() else ''}",
            text,
            re.IGNORECASE,
        )
        for answer in answers
    )


def outcome_of(asked: ArticleQuestion, result: Result) -> Outcome:
    """The verdict on the first answer."""
    linked = asked.title in [link.title for link in result.links]
    if not result.answers:
        return Outcome(asked.id, asked.question, asked.stated, "refused", linked)
    best = result.answers[0]
    text = " ".join(best.text.split())
    # A short span is right when it is part of the answer, a sentence when it contains the answer.
    right = holds_one(text, asked.answers) or (
        len(text) > 3 and any(text.casefold() in answer.casefold() for answer in asked.answers)
    )
    verdict = "right" if right else "wrong"
    return Outcome(
        asked.id, asked.question, asked.stated, verdict, linked,
        round(best.confidence, 4), best.found_by, best.title, best.text,
    )  # fmt: skip


def with_base(home: Path, name: str, importer: Importer, on_progress: OnProgress) -> None:
    """Add a base to a new home, with its indexes of names and words, as `wherein kb add` does."""
    build_base(Home(home).knowledge, name, [importer], on_progress, index_articles).close()


def ask_all(
    engine: Engine, questions: Sequence[ArticleQuestion], on_progress: OnProgress
) -> Iterator[Outcome]:
    """Ask every question of everything in the engine's home, without memory."""
    for done, asked in enumerate(questions, 1):
        yield outcome_of(asked, engine.ask(asked.question, options=Options(memory=False)))
        on_progress(done, len(questions), "questions")


def counted(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Count the outcomes of questions that their article answers, and of the others."""
    figures: dict[str, Any] = {}
    for name, stated in (("stated", True), ("unstated", False)):
        rows = [row for row in outcomes if row.stated is stated]
        verdicts = [row.verdict for row in rows]
        wrong = verdicts.count("wrong")
        figures[name] = {
            "n": len(rows),
            "linked": sum(row.linked for row in rows),
            **{verdict: verdicts.count(verdict) for verdict in ("right", "wrong", "refused")},
            "wrong_sentences": sum(
                row.verdict == "wrong" and row.found_by == "sentence" for row in rows
            ),
            "wrong_share": round(wrong / max(1, len(rows)), 4),
            "wrong_share_95": list(wilson(wrong, len(rows))),
        }
    return {**figures, "rows": [asdict(row) for row in outcomes]}
