"""SQL statements that several parts of the memory use for writing. Begins and ends no transaction."""

from __future__ import annotations

import sqlite3

from wherein.memory.store.recency import score_after
from wherein.memory.store.rows import ANSWER, FEEDBACK, answer_values, feedback_values
from wherein.memory.store.store import Feedback, Page, StoredAnswer


def put_page(db: sqlite3.Connection, page: Page) -> int:
    """Store the page's current state under its key; returns its id."""
    row = db.execute(
        "INSERT INTO pages (key, hash, title, content_hash) VALUES (?,?,?,?)"
        " ON CONFLICT (key) DO UPDATE SET title = excluded.title,"
        " content_hash = excluded.content_hash RETURNING id",
        (page.key.text, page.key.hash, page.title, page.content_hash),
    ).fetchone()
    return int(row[0])


def page_for(db: sqlite3.Connection, feedback: Feedback) -> int:
    """The id of the page of a verdict; creates a page without questions, but changes none."""
    row = db.execute("SELECT id FROM pages WHERE key = ?", (feedback.page.text,)).fetchone()
    return put_page(db, Page(feedback.page, feedback.title, "")) if row is None else int(row[0])


def count_asking(
    db: sqlite3.Connection, page: int, key: str, text: str, uses: int, when: float
) -> int:
    """Add uses to the page's question with this key, creating it where there is none; returns its id."""
    row = db.execute(
        "SELECT id, score FROM questions WHERE page = ? AND key = ?", (page, key)
    ).fetchone()
    if row is None:
        made = db.execute(
            "INSERT INTO questions (page, key, text, uses, askers, score, first_asked, last_asked)"
            " VALUES (?,?,?,?,0,?,?,?)",
            (page, key, text, uses, score_after(None, uses, when), when, when),
        )
        assert made.lastrowid is not None
        return made.lastrowid
    db.execute(
        "UPDATE questions SET uses = uses + ?, score = ?, last_asked = max(last_asked, ?)"
        " WHERE id = ?",
        (uses, score_after(row[1], uses, when), when, row[0]),
    )
    return int(row[0])


def insert_answer(db: sqlite3.Connection, question: int, rank: int, answer: StoredAnswer) -> None:
    db.execute(
        f"INSERT INTO answers (question, rank, {ANSWER.removesuffix(', id')})"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (question, rank, *answer_values(answer)),
    )


def insert_feedback(db: sqlite3.Connection, page: int, feedback: Feedback) -> None:
    db.execute(
        f"INSERT INTO feedback (page, {FEEDBACK}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (page, *feedback_values(feedback)),
    )
