"""Writes questions, answers and uses to the memory's tables in PostgreSQL. Judges nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from wherein.core.answer import BY_PERSON
from wherein.memory.store.postgres.questions import PostgresQuestions, selected
from wherein.memory.store.postgres.statements import count_asking, insert_answer, put_page
from wherein.memory.store.recency import score_after
from wherein.memory.store.store import Asking, Standing, StoredAnswer, StoredQuestion
from wherein.postgres.database import PostgresDatabase

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection


class PostgresWriter:
    """`QuestionWriter`. Of two servers that write the same question, one waits for the other's transaction."""

    def __init__(self, database: PostgresDatabase, questions: PostgresQuestions) -> None:
        self._database = database
        self._questions = questions

    def remember(self, asking: Asking) -> StoredQuestion:
        def work(connection: Connection) -> StoredQuestion:
            page = put_page(connection, asking.page)
            question = count_asking(connection, page, asking.key, asking.text, 1, asking.when)
            _add_asker(connection, question, asking.asker)
            _replace_answers(connection, question, asking.answers)
            return selected(connection, "WHERE q.id = %s", (question,), "q.id")[0]

        return self._database.write(work)

    def count_uses(self, uses: Mapping[int, int], when: float) -> None:
        def work(connection: Connection) -> None:
            # In the order of their ids, so that two servers never wait for each other.
            scores = connection.execute(
                "SELECT id, score FROM questions WHERE id = ANY(%s::bigint[]) ORDER BY id FOR UPDATE",
                (list(uses),),
            ).fetchall()
            with connection.cursor() as cursor:
                cursor.executemany(
                    "UPDATE questions SET uses = uses + %s, score = %s,"
                    " last_asked = greatest(last_asked, %s) WHERE id = %s",
                    [
                        (uses[question], score_after(score, uses[question], when), when, question)
                        for question, score in scores
                        if uses[question] > 0
                    ],
                )

        self._database.write(work)

    def mark(self, standings: Mapping[int, Standing]) -> None:
        if not standings:
            return
        ids = sorted(standings)
        self._database.write(
            lambda connection: (
                connection.execute(
                    "UPDATE answers SET standing = marked.standing"
                    " FROM unnest(%s::bigint[], %s::text[]) AS marked (id, standing)"
                    " WHERE answers.id = marked.id AND answers.standing <> 'wrong'",
                    (ids, [standings[one].value for one in ids]),
                ).rowcount
            )
        )

    def drop_answers(self, ids: Collection[int]) -> None:
        if ids:
            self._database.write(
                lambda connection: (
                    connection.execute(
                        "DELETE FROM answers WHERE id = ANY(%s::bigint[])", (list(ids),)
                    ).rowcount
                )
            )


def _add_asker(connection: Connection, question: int, asker: str) -> None:
    added = connection.execute(
        "INSERT INTO askers VALUES (%s,%s) ON CONFLICT DO NOTHING", (question, asker)
    )
    if added.rowcount:
        connection.execute(
            "UPDATE questions SET askers = (SELECT count(*) FROM askers WHERE question = id)"
            " WHERE id = %s",
            (question,),
        )


def _replace_answers(
    connection: Connection, question: int, answers: Sequence[StoredAnswer]
) -> None:
    connection.execute(
        "DELETE FROM answers WHERE question = %s AND standing IN ('current', 'stale')",
        (question,),
    )
    judged = connection.execute(
        "SELECT text, block, standing, model, text_hash, id FROM answers WHERE question = %s",
        (question,),
    ).fetchall()
    # A wrong text stays wrong in whatever block: the block may have been edited since.
    wrong = {row[0] for row in judged if row[2] == Standing.WRONG}
    known = {(row[0], row[1]): row[3:] for row in judged}
    for rank, answer in enumerate(answers):
        if answer.text in wrong:
            continue
        model, text_hash, identity = known.get((answer.text, answer.block), (None, None, 0))
        if model is None or (model == BY_PERSON and text_hash != answer.text_hash):
            insert_answer(connection, question, rank, answer)
        elif model != BY_PERSON:
            connection.execute(
                "UPDATE answers SET confidence = %s, model = %s, stored = %s, generation = %s,"
                " text_hash = %s, options = %s WHERE id = %s",
                (
                    answer.confidence,
                    answer.model,
                    answer.stored,
                    answer.generation,
                    answer.text_hash,
                    answer.options,
                    identity,
                ),
            )
