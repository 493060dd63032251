"""Judges answers to questions that people wrote about their own documents, each asked of its document alone.

A folder has documents and `questions.jsonl`, whose rows are `Asked`. Judging compares words, so that every format and every
parser is measured alike; it knows no canonical text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from wherein.answering.engine import Engine
from wherein.answering.grading.grades import in_words
from wherein.answering.options import Options
from wherein.core.answer import Answer, Result
from wherein.core.errors import DataMissing, WhereinError
from wherein.core.turn import Turn
from wherein_lab.data.json_lines import read_rows
from wherein_lab.metrics.calibration import calibration_error
from wherein_lab.metrics.uncertainty import clustered_interval

QUESTIONS = "questions.jsonl"
MOST_MORE_WORDS = 12
"""The words that an answer may have beyond the right one: a clause around it is fine, a paragraph that holds it is not."""
_WORD = re.compile(r"\w+(?:[.,]\d+)*|[^\w\s]")
_SAME = str.maketrans("‘’“”‐‑‒–—−\u00a0\u202f\u2009", "''\"\"------   ")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a person.

    answers: the strings that are right, each as a person sees it in the document; empty where the document does not say it.
    wrong: strings that are wrong though they are near, such as a number with its note's mark.
    kind, form, document_kind: the kind of trouble or of question, the format, and the kind of document, for the tables.
    short: a search of two or three words.
    place: the sentence, item or row that says it, as far as a right answer may reach; "" where it is not given.
    name, after: the row's own name, and of a follow-up that of the row before it in the conversation.
    """

    question: str
    file: str
    answers: tuple[str, ...]
    wrong: tuple[str, ...]
    kind: str
    form: str
    document_kind: str = ""
    short: bool = False
    place: str = ""
    name: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of one question. `right` counts from 1, the place of the first right answer shown, 0 without one.

    grade: the word for the first answer's confidence ("sure"); "" where nothing was answered.
    perhaps: without an answer, a right one is among the *perhaps*.
    failed: the sentence of the error where the document could not be read.
    of: the source of the first answer's document.
    confidence: the first answer's; 0 where nothing was answered.
    """

    asked: Asked
    right: int
    grade: str
    shown: str
    perhaps: bool
    failed: str = ""
    of: str = ""
    confidence: float = 0.0

    @property
    def is_wrong(self) -> bool:
        """Whether a wrong answer is shown first. Where the document has no answer, every answer is wrong."""
        return bool(self.grade) and self.right != 1

    @property
    def is_wrong_and_sure(self) -> bool:
        return self.is_wrong and self.grade == "sure"

    @property
    def is_satisfied(self) -> bool:
        """Whether a person got what was wanted: a right answer first, or, where the document has none, no answer."""
        return self.right == 1 if self.asked.answers else not self.grade and not self.failed


def read_asked(folder: Path) -> tuple[Asked, ...]:
    """The questions of a folder. Raises DataMissing without the file, UsageError for another form."""
    path = folder / QUESTIONS
    if not path.is_file():
        raise DataMissing(
            f"There are no questions at {path}.", f"Name a folder with {QUESTIONS} in it."
        )
    form = 'Each line has "question", "file" and "answers" (null where the file does not say it).'
    return read_rows(path, _asked, form)


def _asked(raw: dict[str, Any]) -> Asked:
    return Asked(
        question=raw["question"],
        file=raw["file"],
        answers=tuple(raw["answers"] or ()),
        wrong=tuple(raw.get("wrong") or ()),
        kind=raw.get("kind", ""),
        form=raw.get("format", "") or Path(raw["file"]).suffix.lstrip("."),
        document_kind=raw.get("document_kind", ""),
        short=bool(raw.get("short")),
        place=raw.get("place") or "",
        name=raw.get("id", ""),
        after=raw.get("after") or "",
    )


def judge_folder(
    engine: Engine,
    folder: Path,
    asked: Sequence[Asked],
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
    on_judged: Callable[[Asked, Judged], None] = lambda asked, judged: None,
    *,
    of_library: bool = False,
) -> list[Judged]:
    """Ask each question of its document, in order, and judge what is shown. A follow-up is asked after its earlier turns.

    `of_library` asks the engine's whole library instead; an answer then has to come from the question's document too.
    `on_judged` is called before the next question is asked.
    """
    judged: list[Judged] = []
    turns: dict[str, tuple[Turn, ...]] = {}
    for number, one in enumerate(asked):
        on_progress(number, len(asked), one.file)
        before = turns.get(one.after, ()) if one.after else ()
        source = None if of_library else folder / one.file
        try:
            result = engine.ask(one.question, source, Options(memory=False, turns=before))
        except WhereinError as error:
            judged.append(Judged(one, 0, "", "", False, str(error)))
        else:
            judged.append(judge(one, result, of_library=of_library))
            turns[one.name] = (*before, _turn(result))
        on_judged(one, judged[-1])
    return judged


def _turn(result: Result) -> Turn:
    """The turn that a follow-up to this result's question is asked after."""
    if not result.answers:
        return Turn(result.question)
    best = result.answers[0]
    heading = best.section[-1] if best.section else ""
    return Turn(
        result.question,
        best.text,
        best.title,
        heading,
        best.document,
        best.span,
        best.confidence,
    )


def judge(asked: Asked, result: Result, *, of_library: bool = False) -> Judged:
    """The judgement of one result; `of_library`: an answer of another document is wrong."""
    shown = [answer for answer in result.answers if answer.text.strip()]

    def right(answer: Answer) -> bool:
        named = not of_library or Path(answer.source).name == asked.file
        return named and is_right(asked, answer)

    return Judged(
        asked,
        next((n for n, each in enumerate(shown, start=1) if right(each)), 0),
        in_words(shown[0].confidence) if shown else "",
        shown[0].text if shown else "",
        not shown and any(map(right, result.perhaps)),
        "",
        shown[0].source if shown else "",
        shown[0].confidence if shown else 0.0,
    )


def is_right(asked: Asked, answer: Answer) -> bool:
    """Whether a person would take an answer for right; see `says_it`."""
    return says_it(asked, answer.text)


def says_it(asked: Asked, text: str) -> bool:
    """Whether a text has a right string, word for word, with little besides or nothing beyond the place that says it, and
    no wrong one."""
    if says(text, asked.answers, asked.wrong):
        return True
    return (
        bool(asked.place)
        and stands_in(asked.place, (text,))
        and says(text, asked.answers, asked.wrong, len(words_of(asked.place)))
    )


def stands_in(text: str, answers: Iterable[str]) -> bool:
    """Whether one of the answers stands in a text, word for word."""
    words = words_of(text)
    return any(_place(words, words_of(one)) is not None for one in answers)


def says(
    text: str,
    answers: Iterable[str],
    wrong: Sequence[str] = (),
    most_more: int = MOST_MORE_WORDS,
) -> bool:
    """Whether a text holds one of the answers word for word, at most `most_more` further words, and no wrong string among
    those."""
    words = words_of(text)
    for wanted in map(words_of, answers):
        place = _place(words, wanted)
        if place is not None and len(words) <= len(wanted) + most_more:
            rest = words[:place] + words[place + len(wanted) :]
            if not any(_place(rest, words_of(one)) is not None for one in wrong):
                return True
    return False


def words_of(text: str) -> list[str]:
    """The words and signs of a text, without differences of case, quotes, dashes and kinds of space.

    A number keeps its points and commas, so that 1,204 is not the beginning of 1,2043; raised digits stay raised.
    """
    text = unicodedata.normalize("NFC", text).translate(_SAME).casefold()
    return _WORD.findall(text)


def with_plain_signs(text: str) -> str:
    """A text of the same length in lower case, with one kind of quotes, dashes and space: places in it are places in the
    original."""
    plain = "".join(lower if len(lower := sign.lower()) == 1 else sign for sign in text)
    return plain.translate(_SAME)


def _place(words: Sequence[str], wanted: Sequence[str]) -> int | None:
    """Where `wanted` begins within `words`; None where it does not stand there."""
    if not wanted:
        return None
    ends = range(len(words) - len(wanted) + 1)
    return next((at for at in ends if list(words[at : at + len(wanted)]) == list(wanted)), None)


def figures(judged: Sequence[Judged]) -> dict[str, Any]:
    """Shares of the questions whose document says the answer, and of those whose document does not."""
    present = [one for one in judged if one.asked.answers]
    absent = [one for one in judged if not one.asked.answers]
    return {
        "questions": len(judged),
        "documents": len({one.asked.file for one in judged}),
        "satisfied": _share(judged, lambda one: one.is_satisfied),
        "satisfied_interval": list(_interval(judged)),
        "first": _share(present, lambda one: one.right == 1),
        "first_three": _share(present, lambda one: 1 <= one.right <= 3),
        "perhaps": _share(present, lambda one: one.perhaps),
        "absent": len(absent),
        "absent_refused": _share(absent, lambda one: one.is_satisfied),
        "wrong": _share(judged, lambda one: one.is_wrong),
        "wrong_and_sure": _share(judged, lambda one: one.is_wrong_and_sure),
        "shown_sure": sum(one.grade == "sure" for one in judged),
        "wrong_of_sure": _share(
            [one for one in judged if one.grade == "sure"], lambda one: one.is_wrong
        ),
        "unreadable": _share(judged, lambda one: bool(one.failed)),
        "ece": _calibration_error(judged),
    }


def table(judged: Sequence[Judged], key: Callable[[Judged], str]) -> dict[str, dict[str, Any]]:
    """The figures of each group of questions, in the order of its name."""
    names = sorted({key(one) for one in judged})
    rows = ((name, [one for one in judged if key(one) == name]) for name in names)
    kept = (
        "questions",
        "satisfied",
        "first",
        "absent_refused",
        "wrong",
        "wrong_and_sure",
        "wrong_of_sure",
        "ece",
    )
    return {name: {k: v for k, v in figures(group).items() if k in kept} for name, group in rows}


def by_grade(judged: Sequence[Judged]) -> dict[str, dict[str, Any]]:
    """What was shown first with each word for its confidence: how many, how many of them were right, and their mean
    confidence."""
    rows: dict[str, dict[str, Any]] = {}
    for grade in sorted({one.grade for one in judged if one.grade}):
        some = [one for one in judged if one.grade == grade]
        rows[grade] = {
            "shown": len(some),
            "right": sum(one.right == 1 for one in some),
            "mean_confidence": round(sum(one.confidence for one in some) / len(some), 3),
        }
    return rows


def _calibration_error(judged: Sequence[Judged]) -> float | None:
    """The expected calibration error of what was shown first; None where nothing was."""
    shown = [one for one in judged if one.grade]
    error = calibration_error(
        np.array([one.confidence for one in shown], np.float64),
        np.array([one.right == 1 for one in shown], bool),
        np.ones(len(shown)),
    )
    return None if error is None else round(error, 3)


def _share(judged: Sequence[Judged], is_so: Callable[[Judged], bool]) -> float | None:
    return round(sum(map(is_so, judged)) / len(judged), 3) if judged else None


def _interval(judged: Iterable[Judged]) -> tuple[float, float]:
    """95 % of the satisfied share; questions about one document resemble each other."""
    groups: dict[str, list[bool]] = {}
    for one in judged:
        groups.setdefault(one.asked.file, []).append(one.is_satisfied)
    return clustered_interval([(sum(group), len(group)) for group in groups.values()])
