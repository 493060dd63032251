"""What counts as relevant when nobody judged passages: those that hold an answer, or bear its title."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from enum import StrEnum

from wherein.core.passage import Passage
from wherein.evaluation.corpora import Question


class Relevance(StrEnum):
    """How the relevant documents of a question are known."""

    GIVEN = "given"
    """The set's own judgements, of documents."""
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


def _title(passage: Passage) -> str:
    return passage.section[0] if passage.section else passage.document


def unit_name(passage: Passage, relevance: Relevance) -> str:
    """What a run names: the passage where passages are judged, else its document."""
    if relevance in (Relevance.ANSWER, Relevance.ANSWER_IN_TITLE):
        return f"{passage.document}#{passage.index}"
    return passage.document


def normalised_words(text: str) -> list[str]:
    """Words without case, punctuation and articles: SQuAD's normalisation (Rajpurkar, 2016)."""
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
