"""Relevance without judged passages: by a contained answer, or by the title."""

from __future__ import annotations

import difflib
import re
import string
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from wherein.core.errors import UsageError
from wherein.core.passage import Passage
from wherein_lab.data.corpora import Question

NAMED = 3
"""How many unknown documents an error lists."""
COMPARED = 5_000
_LONGEST_SUFFIX = 5


class Relevance(StrEnum):
    """How the relevant documents of a question are determined."""

    GIVEN = "given"
    """The set's own judgements of documents."""
    ANSWER = "answer"
    """A passage is relevant when it contains a normalised answer, word by word (as in DPR and the
    entity retrieval paper)."""
    ANSWER_IN_TITLE = "answer-in-title"
    """As ANSWER, but only passages of a document whose title is an entity of the question."""
    TITLE = "title"
    """A document is relevant when its title is an entity of the question."""


def judged(
    questions: Sequence[Question], passages: Sequence[Passage], relevance: Relevance
) -> list[Mapping[str, int]]:
    """The grades of each question, by the names that `unit_name` gives."""
    if relevance is Relevance.GIVEN:
        return [question.grades for question in questions]
    if relevance is Relevance.TITLE:
        known = {passage.document for passage in passages}
        titled: dict[str, str] = {}
        for passage in passages:
            titled.setdefault(_title(passage).casefold(), passage.document)
        return [
            {
                name: 1
                for title in question.titles
                if (name := title if title in known else titled.get(title.casefold(), ""))
            }
            for question in questions
        ]
    grades = _by_answer(questions, passages)
    if relevance is Relevance.ANSWER:
        return grades
    titles = {unit_name(p, relevance): _title(p).casefold() for p in passages}
    return [
        {name: 1 for name in graded if titles[name] in {t.casefold() for t in question.titles}}
        for question, graded in zip(questions, grades, strict=True)
    ]


def check_judged(
    questions: Sequence[Question], passages: Sequence[Passage], judgements: Path
) -> None:
    """Raises UsageError where a judgement names a document that the corpus does not have.

    No retriever can find such a document, so a typo in its name would count as a miss.
    """
    known = {passage.document for passage in passages}
    unknown = {name: q.id for q in reversed(questions) for name in q.grades if name not in known}
    if not unknown:
        return
    named = [
        f"{name!r} (question {asked}{_near(name, known)})"
        for name, asked in sorted(unknown.items())[:NAMED]
    ]
    more = f" and {len(unknown) - NAMED} more" if len(unknown) > NAMED else ""
    are = "a document" if len(unknown) == 1 else "documents"
    raise UsageError(
        f"{judgements} names {are} that the corpus lacks: {', '.join(named)}{more}.",
        "Correct the names, or take them out of the judgements.",
    )


def _near(name: str, known: Collection[str]) -> str:
    """The document that was probably meant: one with the same name but for case, folder and suffix, else one spelt similarly."""
    bare = _bare(name)
    same = sorted(other for other in known if _bare(other) == bare)
    alike = same or difflib.get_close_matches(name, _some(known, name), 1, 0.75)
    return f", meant {alike[0]!r}?" if alike else ""


def _some(known: Collection[str], name: str) -> list[str]:
    """The names to compare: with very many, only those that begin with the same letter, because the comparison is slow."""
    few = len(known) <= COMPARED
    return sorted(other for other in known if few or other[:1] == name[:1])[:COMPARED]


def _bare(name: str) -> str:
    last = name.casefold().rstrip("/").rpartition("/")[2]
    stem, dot, suffix = last.rpartition(".")
    return stem if dot and stem and len(suffix) <= _LONGEST_SUFFIX else last


def _title(passage: Passage) -> str:
    return passage.section[0] if passage.section else passage.document


def unit_name(passage: Passage, relevance: Relevance) -> str:
    """The name that a run uses: the passage's where passages are judged, else the document's."""
    if relevance in (Relevance.ANSWER, Relevance.ANSWER_IN_TITLE):
        return f"{passage.document}#{passage.index}"
    return passage.document


def normalised_words(text: str) -> list[str]:
    """The words of a text without case, punctuation and articles: SQuAD's normalisation (Rajpurkar, 2016)."""
    kept = "".join(c for c in text.lower() if c not in string.punctuation)
    return re.sub(r"\b(a|an|the)\b", " ", kept).split()


def _by_answer(
    questions: Sequence[Question], passages: Sequence[Passage]
) -> list[Mapping[str, int]]:
    wanted: dict[tuple[str, ...], list[int]] = {}
    for number, question in enumerate(questions):
        for answer in question.answers:
            phrase = tuple(normalised_words(answer))
            if phrase:
                wanted.setdefault(phrase, []).append(number)
    lengths = sorted({len(words) for words in wanted})
    grades: list[dict[str, int]] = [{} for _ in questions]
    for passage in passages:
        words = normalised_words(passage.text)
        for length in lengths:
            for start in range(len(words) - length + 1):
                for number in wanted.get(tuple(words[start : start + length]), ()):
                    grades[number][unit_name(passage, Relevance.ANSWER)] = 1
    return list(grades)
