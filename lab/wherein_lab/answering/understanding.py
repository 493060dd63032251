"""Judges how follow-up questions are understood, by a list of words that must and must not be in each of them.

A row has the conversation before a question and what a right understanding has (`JudgedFollowUp`). Asks no reader.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.answering.question.followups import completed
from wherein.core.errors import DataMissing
from wherein.core.turn import Turn
from wherein.questions.followups.followup import FollowUp
from wherein.questions.phrases.followup_terms import PRONOUNS, words_of
from wherein.questions.small_talk import without_small_talk
from wherein.questions.words.function_words import FUNCTION_WORDS
from wherein_lab.data.json_lines import read_rows
from wherein_lab.metrics.uncertainty import wilson

FILLERS = frozenset(
    """ok okay thanks thank please no not yes sorry well great i mean meant same question again instead perfect lovely
    brilliant excellent awesome super wonderful amazing wow hm hmm hmmm lol haha hi hello hey got understood interesting
    oops whoops hang hold wait pardon excuse mistake typo correction wanted actually rather asked asking said come sure yeah yep thx cheers alright good nice cool fine right oh ah""".split()
)
"""Words that open or correct a question without saying what it is about; they may be left out."""


@dataclass(frozen=True, slots=True)
class JudgedFollowUp:
    """A question after the `turns` of a conversation about one document.

    need, refused: beginnings of words that must, and must not, be in the completed question.
    unchanged: the question is complete and has to stay as typed.
    no_question: it is thanks, a greeting or the like, and is not to be asked.
    """

    turns: tuple[Turn, ...]
    typed: str
    need: tuple[str, ...]
    refused: tuple[str, ...]
    unchanged: bool
    no_question: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one question was understood as, whether that is right, and the faults that do harm."""

    row: JudgedFollowUp
    understood: str
    is_question: bool
    right: bool
    harms: tuple[str, ...]


def read_judged(path: Path) -> tuple[JudgedFollowUp, ...]:
    """The rows of a JSON-lines file. Raises DataMissing for a missing file, UsageError for another form."""
    if not path.is_file():
        raise DataMissing(f"There is no data file at {path}.", "Name a file of JSON lines.")
    form = 'Each line has "title", "turns", "question", "need" and "not"; see docs/training.md.'
    return read_rows(path, _row, form)


def _row(raw: dict[str, Any]) -> JudgedFollowUp:
    title = raw.get("title", "")
    turns = tuple(
        Turn(turn["question"], turn["answer"], title if turn["answer"] else "")
        for turn in raw["turns"]
    )
    return JudgedFollowUp(
        turns,
        raw["question"],
        tuple(raw.get("need", ())),
        tuple(raw.get("not", ())),
        bool(raw.get("unchanged")),
        bool(raw.get("no_question")),
    )


def judge(row: JudgedFollowUp) -> Judgement:
    """Complete the question of a row, and judge it."""
    follow_up = completed(row.typed, row.turns)
    is_question = bool(getattr(follow_up, "is_question", True))  # versions before had no such field
    harms = [] if row.no_question else _harms(row, follow_up, is_question)
    if row.no_question:
        right = not is_question
    else:
        right = (
            is_question
            and all(_has(follow_up.understood, word) for word in row.need)
            and not any(_has(follow_up.understood, word) for word in row.refused)
            and not (row.unchanged and follow_up.changed)
        )
    return Judgement(row, follow_up.understood, is_question, right, tuple(harms))


def _harms(row: JudgedFollowUp, follow_up: FollowUp, is_question: bool) -> list[str]:
    if not is_question:
        return ["a question is taken for none"]
    understood = follow_up.understood
    harms = [
        f"has {word!r}"
        for word in row.refused
        if _has(understood, word) and not _has(row.typed, word)
    ]
    taken_back = {word for refused in row.refused for word in words_of(refused)}
    lost = (
        lost_words(without_small_talk(row.typed), understood) - taken_back
    )  # "not the rolls, the loaf"
    harms += [f"lost {word!r}" for word in sorted(lost)]
    if row.unchanged and content_words(understood) != content_words(row.typed):
        harms.append("a complete question was changed")
    return harms


def content_words(text: str) -> frozenset[str]:
    """The words of a text in lower case, without function words, pronouns and fillers."""
    return frozenset(words_of(text)) - FUNCTION_WORDS - PRONOUNS - FILLERS


def lost_words(typed: str, understood: str) -> frozenset[str]:
    """The typed content words that are missing in what was understood."""
    return content_words(typed) - frozenset(words_of(understood))


def _has(text: str, beginning: str) -> bool:
    """Whether a word, or several in a row, of the text begin so; case is ignored."""
    return re.search(rf"(?<!\w){re.escape(beginning.strip())}", text, re.IGNORECASE) is not None


def figures(judgements: Sequence[Judgement]) -> dict[str, Any]:
    """Shares of all rows: rightly understood, and harmful; and of the rows of each kind the right ones."""
    n = len(judgements)
    right = sum(judgement.right for judgement in judgements)
    harmful = sum(bool(judgement.harms) for judgement in judgements)
    kinds = {
        "completed": [j for j in judgements if not (j.row.unchanged or j.row.no_question)],
        "left_alone": [j for j in judgements if j.row.unchanged and not j.row.no_question],
        "no_question": [j for j in judgements if j.row.no_question],
    }
    return {
        "n": n,
        "understood": round(right / max(1, n), 4),
        "harmful": round(harmful / max(1, n), 4),
        **{f"{name}_right": sum(j.right for j in of) for name, of in kinds.items()},
        **{f"{name}_n": len(of) for name, of in kinds.items()},
        "intervals": {
            "understood": list(wilson(right, n)),
            "harmful": list(wilson(harmful, n)),
        },
    }
