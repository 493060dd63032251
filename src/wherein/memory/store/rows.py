"""Makes values of rows of the memory's tables and rows of values, in whichever store they lie. Runs no statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from wherein.home.database import Database
from wherein.memory.store.store import (
    Feedback,
    Page,
    PageKey,
    Standing,
    StoredAnswer,
    StoredQuestion,
)
from wherein.questions.wording import wording_key

MOST_NAMES = 500  # values bound in one statement
QUESTION = (
    "q.id, p.key, p.title, p.content_hash, q.key, q.text, q.uses, q.askers, q.score,"
    " q.first_asked, q.last_asked FROM questions q JOIN pages p ON p.id = q.page"
)
ASKED = " AND q.id IN (SELECT question FROM askers WHERE asker = ?)"
ANSWER = (
    "text, quote, block, quote_start, answer_start, confidence, found_by, model, evidence,"
    " standing, stored, document, generation, text_hash, options, id"
)
FEEDBACK = (
    "question, verdict, context, answer, answer_start, given, asker, typed, document, block,"
    " wording, typed_wording"
)


_TEXT, _WHOLE, _REAL = str, int, (int, float)
_QUESTION_IS = (_WHOLE, *[_TEXT] * 5, _WHOLE, _WHOLE, _REAL, _REAL, _REAL)
_ANSWER_IS = (
    *[_TEXT] * 3, _WHOLE, _WHOLE, _REAL, _TEXT, _TEXT, _WHOLE, _TEXT, _REAL, _TEXT, _WHOLE,
    _TEXT, _TEXT, _WHOLE,
)  # fmt: skip


def checked(row: Sequence[Any], kinds: Sequence[Any]) -> Sequence[Any]:
    """The row, after checking its types. Raises TypeError, since a damaged row may have any values."""
    if len(row) != len(kinds) or not all(map(isinstance, row, kinds)):
        raise TypeError("a row of another kind")
    return row


def texts(row: Sequence[Any]) -> Sequence[str]:
    """The row, checked to have only texts. Raises TypeError."""
    return checked(row, [_TEXT] * len(row))


def question_of(row: Sequence[Any], answers: Sequence[StoredAnswer]) -> StoredQuestion:
    """A stored question of a row. Raises TypeError or ValueError for a damaged row, as does `answer_of`."""
    checked(row, _QUESTION_IS)
    identity, page_key, title, content, key, text, uses, askers, score, first, last = row
    page = Page(PageKey(page_key), title, content)
    return StoredQuestion(
        identity, page, key, text, uses, askers, score, first, last, tuple(answers)
    )


def answer_of(row: Sequence[Any]) -> StoredAnswer:
    checked(row, _ANSWER_IS)
    *values, evidence, standing, stored, document, generation, text_hash, options, identity = row
    text, quote, block, quote_start, answer_start, confidence, found_by, model = values
    return StoredAnswer(
        text,
        quote,
        block,
        quote_start,
        answer_start,
        confidence,
        found_by,
        model,
        bool(evidence),
        Standing(standing),
        stored,
        document,
        generation,
        text_hash,
        options,
        identity,
    )


def answer_values(answer: StoredAnswer) -> tuple[str | int | float, ...]:
    """What a row keeps of an answer, in the order of `ANSWER` without the id, which the store gives."""
    return (
        answer.text,
        answer.quote,
        answer.block,
        answer.quote_start,
        answer.answer_start,
        answer.confidence,
        answer.found_by,
        answer.model,
        answer.evidence,
        answer.standing.value,
        answer.stored,
        answer.document,
        answer.generation,
        answer.text_hash,
        answer.options,
    )


def feedback_values(feedback: Feedback) -> tuple[str | int | float | None, ...]:
    """What a row keeps of a verdict, in the order of `FEEDBACK`."""
    return (
        feedback.question,
        feedback.verdict.value,
        feedback.context,
        feedback.answer,
        feedback.answer_start,
        feedback.given,
        feedback.asker,
        feedback.typed,
        feedback.document,
        feedback.block,
        wording_key(feedback.question).lower(),
        wording_key(feedback.typed or feedback.question).lower(),
    )


def wipe_conditions(
    page: PageKey | None, since: float | None, before: float | None
) -> tuple[str, list[str | float]]:
    """The SQL condition of a wipe, with TIME in place of the column of time."""
    parts = ["1"]
    values: list[str | float] = []
    if page is not None:
        parts.append("page = (SELECT id FROM pages WHERE key = ?)")
        values.append(page.text)
    if since is not None:
        parts.append("TIME >= ?")
        values.append(since)
    if before is not None:
        parts.append("TIME < ?")
        values.append(before)
    return " AND ".join(parts), values


def slices(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(ids), MOST_NAMES):
        yield ids[start : start + MOST_NAMES]


@contextmanager
def damage_reported(file: Database) -> Iterator[None]:
    """Raise StoreDamaged where a row inside the `with` block is damaged."""
    try:
        yield
    except (TypeError, ValueError) as error:
        raise file.damaged(error) from error
