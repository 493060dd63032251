"""SQL statements that several parts of the memory in PostgreSQL use for writing. Begins and ends no transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wherein.memory.store.recency import score_after
from wherein.memory.store.sqlite_rows import ANSWER
from wherein.memory.store.store import Feedback, Page, StoredAnswer
from wherein.questions.wording import wording_key

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection


def put_page(connection: Connection, page: Page) -> int:
    """Store the page's current state under its key; returns its id. No other transaction removes it until the end."""
    row = connection.execute(
        "INSERT INTO asked_pages (key, hash, title, content_hash) VALUES (%s,%s,%s,%s)"
        " ON CONFLICT (key) DO UPDATE SET title = excluded.title,"
        " content_hash = excluded.content_hash RETURNING id",
        (page.key.text, page.key.hash, page.title, page.content_hash),
    ).fetchone()
    assert row is not None
    return int(row[0])


def page_for(connection: Connection, feedback: Feedback) -> int:
    """The id of the page of a verdict; creates a page without questions, but changes none."""
    row = connection.execute(
        "SELECT id FROM asked_pages WHERE key = %s FOR SHARE", (feedback.page.text,)
    ).fetchone()
    if row is None:
        return put_page(connection, Page(feedback.page, feedback.title, ""))
    return int(row[0])


def count_asking(
    connection: Connection, page: int, key: str, text: str, uses: int, when: float
) -> int:
    """Add uses to the page's question with this key, creating it where there is none; returns its id.

    The question stays locked until the transaction ends, so that no other one counts beside it.
    """
    row = connection.execute(
        "INSERT INTO questions (page, key, text, uses, askers, score, first_asked, last_asked)"
        " VALUES (%s,%s,%s,%s,0,%s,%s,%s) ON CONFLICT (page, key)"
        " DO UPDATE SET uses = questions.uses + excluded.uses,"
        " last_asked = greatest(questions.last_asked, excluded.last_asked)"
        " RETURNING id, score, xmax <> 0",
        (page, key, text, uses, score_after(None, uses, when), when, when),
    ).fetchone()
    assert row is not None
    identity, score, was_there = row
    if was_there:
        connection.execute(
            "UPDATE questions SET score = %s WHERE id = %s",
            (score_after(score, uses, when), identity),
        )
    return int(identity)


def insert_answer(connection: Connection, question: int, rank: int, answer: StoredAnswer) -> None:
    connection.execute(
        f"INSERT INTO answers (question, rank, {ANSWER.removesuffix(', id')})"
        " VALUES (%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s)",
        (
            question,
            rank,
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
        ),
    )


def insert_feedback(connection: Connection, page: int, feedback: Feedback) -> None:
    connection.execute(
        "INSERT INTO feedback (page, question, verdict, context, answer, answer_start, given,"
        " asker, typed, document, block, wording, typed_wording)"
        " VALUES (%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s)",
        (
            page,
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
        ),
    )
