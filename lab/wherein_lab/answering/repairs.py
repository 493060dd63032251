"""Judges what asking does with words that dictionaries lack: which questions are asked in another spelling.

A row is a word, a text, a question with the word about the text, and the answer, if the text has one (`JudgedWord`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.answering.engine import Engine
from wherein.answering.library.sources import InlineText
from wherein.answering.options import Options
from wherein.core.errors import DataMissing, UsageError
from wherein_lab.metrics.uncertainty import wilson


@dataclass(frozen=True, slots=True)
class JudgedWord:
    """`answer` is a part of the right answer; "" where the text has none, so that a refusal is right."""

    word: str
    text: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Repaired:
    """The outcome of one question. `meant` is the question with its spelling repaired if that one was answered, else None."""

    row: JudgedWord
    meant: str | None
    answers: tuple[str, ...]
    sure: bool

    @property
    def rewritten(self) -> bool:
        """Whether the word was replaced by another one."""
        return self.meant is not None and self.row.word.lower() not in self.meant.lower()

    @property
    def right(self) -> bool:
        """Whether the first answer has the right one, or nothing is answered where nothing is said."""
        if not self.row.answer:
            return not self.answers
        return bool(self.answers) and self.row.answer.lower() in self.answers[0].lower()


def read_words(path: Path) -> tuple[JudgedWord, ...]:
    """The rows of a JSON-lines file. Raises DataMissing for a missing file, UsageError for another form."""
    if not path.is_file():
        raise DataMissing(f"There is no data file at {path}.", "Name a file of JSON lines.")
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        return tuple(
            JudgedWord(row["word"], row["text"], row["question"], row.get("answer") or "")
            for row in rows
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            f"{path} has another form ({error!r}).",
            'Each line has "word", "text", "question" and "answer".',
        ) from error


def ask(engine: Engine, row: JudgedWord) -> Repaired:
    """Ask the question of its text alone, without memory."""
    result = engine.ask(row.question, InlineText(row.text), Options(memory=False))
    said = tuple(f"{answer.text} | {answer.quote}" for answer in result.answers)
    sure = bool(result.answers) and result.answers[0].confidence >= 0.8
    return Repaired(row, result.meant if result.answered else None, said, sure)


def figures(asked: Sequence[Repaired]) -> dict[str, Any]:
    """The shares of all questions that were rewritten, that were rewritten and got a sure answer, and whose outcome is right."""
    n = len(asked)
    rewritten = sum(one.rewritten for one in asked)
    right = sum(one.right for one in asked)
    return {
        "n": n,
        "rewritten": round(rewritten / max(1, n), 4),
        "rewritten_and_sure": sum(one.rewritten and one.sure for one in asked),
        "right": round(right / max(1, n), 4),
        "intervals": {"rewritten": list(wilson(rewritten, n)), "right": list(wilson(right, n))},
    }
