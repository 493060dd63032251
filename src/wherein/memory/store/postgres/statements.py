"""SQL statements that several parts of the memory in PostgreSQL use for writing. Begins and ends no transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wherein.memory.store.recency import score_after
from wherein.memory.store.rows import ANSWER, FEEDBACK, answer_values, feedback_values
from wherein.memory.store.store import Feedback, Page, StoredAnswer

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
        (question, rank, *answer_values(answer)),
    )


def insert_feedback(connection: Connection, page: int, feedback: Feedback) -> None:
    connection.execute(
        f"INSERT INTO feedback (page, {FEEDBACK}) VALUES (%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s)",
        (page, *feedback_values(feedback)),
    )
