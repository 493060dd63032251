"""Exports and imports the memory's tables in PostgreSQL. Knows no file format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from wherein.memory.store.postgres.questions import PostgresQuestions
from wherein.memory.store.postgres.statements import (
    insert_answer,
    insert_feedback,
    page_for,
    put_page,
)
from wherein.memory.store.store import Feedback, Held
from wherein.postgres.database import PostgresDatabase

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection

_AT_ONCE = 500
_ASKED = " AND q.id IN (SELECT question FROM askers WHERE asker = %s)"


class PostgresExchange:
    """`Exchange` over all tables except that of vectors, which are derived."""

    def __init__(self, database: PostgresDatabase, questions: PostgresQuestions) -> None:
        self._database = database
        self._questions = questions

    def held(self, asker: str | None = None) -> Iterator[Held]:
        whose, values = ("", ()) if asker is None else (_ASKED, (asker,))
        last = 0
        while some := self._questions.selected(
            f"WHERE q.id > %s{whose}", (last, *values, _AT_ONCE), "q.id", "LIMIT %s"
        ):
            ids = [question.id for question in some]
            rows = self._database.read(
                lambda connection, ids=ids: connection.execute(  # type: ignore[misc]
                    "SELECT question, asker FROM askers WHERE question = ANY(%s::bigint[])"
                    " ORDER BY asker",
                    (ids,),
                ).fetchall()
            )
            names: dict[int, list[str]] = {}
            for question, name in rows:
                names.setdefault(question, []).append(name)
            for one in some:
                yield Held(one, tuple(names.get(one.id, ())))
            last = ids[-1]

    def restore(self, held: Sequence[Held], feedback: Sequence[Feedback]) -> tuple[int, int]:
        def work(connection: Connection) -> tuple[int, int]:
            questions = sum(_restore_question(connection, one) for one in held)
            return questions, sum(_restore_verdict(connection, one) for one in feedback)

        return self._database.write(work, is_long=True)


def _restore_verdict(connection: Connection, verdict: Feedback) -> int:
    page = page_for(connection, verdict)
    known = connection.execute(
        "SELECT FROM feedback WHERE page = %s AND question = %s AND verdict = %s AND answer = %s"
        " AND answer_start IS NOT DISTINCT FROM %s AND given = %s",
        (
            page,
            verdict.question,
            verdict.verdict.value,
            verdict.answer,
            verdict.answer_start,
            verdict.given,
        ),
    ).rowcount
    if not known:
        insert_feedback(connection, page, verdict)
    return int(not known)


def _restore_question(connection: Connection, one: Held) -> int:
    question = one.question
    page = put_page(connection, question.page)
    row = connection.execute(
        "INSERT INTO questions (page, key, text, uses, askers, score, first_asked, last_asked)"
        " VALUES (%s,%s,%s,%s,%s,%s,%s,%s) ON CONFLICT DO NOTHING RETURNING id",
        (page, question.key, question.text, question.uses, len(one.asker_names), question.score,
         question.first_asked, question.last_asked),
    ).fetchone()  # fmt: skip
    if row is None:
        return 0
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO askers VALUES (%s,%s) ON CONFLICT DO NOTHING",
            [(row[0], name) for name in one.asker_names],
        )
    for rank, answer in enumerate(question.answers):
        insert_answer(connection, row[0], rank, answer)
    return 1
