"""Stores people's verdicts, and the answers that they bar or confirm, in PostgreSQL. Reads no question."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from wherein.memory.store.postgres.statements import (
    count_asking,
    insert_answer,
    insert_feedback,
    page_for,
)
from wherein.memory.store.store import Feedback, PageKey, StoredAnswer, Verdict
from wherein.postgres.database import PostgresDatabase

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection

_SELECT = (
    "SELECT p.key, p.title, f.question, f.verdict, f.context, f.answer, f.answer_start, f.given,"
    " f.asker, f.typed, f.document, f.block, f.id"
    " FROM feedback f JOIN asked_pages p ON p.id = f.page"
)
_AT_ONCE = 1_000


class PostgresFeedback:
    """`KeptFeedback` in the tables `feedback` and `answers`."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def judge(self, feedback: Feedback, key: str, right: StoredAnswer | None) -> None:
        self._database.write(lambda connection: _judge(connection, feedback, key, right))

    def given(self, asker: str | None = None) -> Iterator[Feedback]:
        last = 0
        while some := self._selected(
            "WHERE f.id > %s AND (%s::text IS NULL OR f.asker = %s) ORDER BY f.id LIMIT %s",
            (last, asker, asker, _AT_ONCE),
        ):
            yield from some
            last = some[-1].id

    def worded(self, keys: Collection[str]) -> list[Feedback]:
        # By their hashes, since a long wording does not fit into an index.
        some = list(keys)
        return self._selected(
            "WHERE (md5(f.wording) = ANY (SELECT md5(k) FROM unnest(%s::text[]) k)"
            " AND f.wording = ANY(%s::text[]))"
            " OR (md5(f.typed_wording) = ANY (SELECT md5(k) FROM unnest(%s::text[]) k)"
            " AND f.typed_wording = ANY(%s::text[])) ORDER BY f.id",
            (some, some, some, some),
        )

    def marked(self, most: int) -> list[Feedback]:
        return self._selected(
            "WHERE f.verdict = %s ORDER BY f.id DESC LIMIT %s", (Verdict.SPAN.value, most)
        )

    def withdraw(self, ids: Collection[int]) -> None:
        if ids:
            self._database.write(
                lambda connection: (
                    connection.execute(
                        "DELETE FROM feedback WHERE id = ANY(%s::bigint[])", (list(ids),)
                    ).rowcount
                )
            )

    def _selected(self, where: str, values: Sequence[object]) -> list[Feedback]:
        rows = self._database.read(
            lambda connection: connection.execute(f"{_SELECT} {where}", values).fetchall()
        )
        return [
            Feedback(PageKey(row[0]), row[1], row[2], Verdict(row[3]), *row[4:]) for row in rows
        ]


def _judge(
    connection: Connection, feedback: Feedback, key: str, right: StoredAnswer | None
) -> None:
    page = page_for(connection, feedback)
    insert_feedback(connection, page, feedback)
    row = connection.execute(
        "SELECT id FROM questions WHERE page = %s AND key = %s FOR UPDATE", (page, key)
    ).fetchone()
    question = None if row is None else int(row[0])
    if feedback.verdict is Verdict.SPAN and right is not None:
        if question is None:
            question = count_asking(connection, page, key, feedback.question, 1, feedback.given)
        _bar(connection, question, None)
        # The span that the person marked comes first; a new verdict replaces an older one.
        connection.execute(
            "DELETE FROM answers WHERE question = %s AND text = %s AND block = %s",
            (question, right.text, right.block),
        )
        insert_answer(connection, question, -1, right)
    elif question is None:
        return
    elif feedback.verdict is Verdict.NOT_HERE:
        _bar(connection, question, None)
    elif feedback.verdict is Verdict.WRONG:
        _bar(connection, question, feedback.answer)
    elif feedback.verdict is Verdict.RIGHT:
        _confirm(connection, question, feedback.answer)


def _confirm(connection: Connection, question: int, text: str) -> None:
    confirmed = connection.execute(
        "UPDATE answers SET standing = 'confirmed', rank = -1 WHERE question = %s AND text = %s"
        " AND standing <> 'wrong'",
        (question, text),
    )
    if not confirmed.rowcount:  # it was a perhaps, which is not stored
        connection.execute(
            "DELETE FROM answers WHERE question = %s AND standing <> 'wrong'", (question,)
        )


def _bar(connection: Connection, question: int, text: str | None) -> None:
    connection.execute(
        "UPDATE answers SET standing = 'wrong'"
        " WHERE question = %s AND (%s::text IS NULL OR text = %s)",
        (question, text, text),
    )
