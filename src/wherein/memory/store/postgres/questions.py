"""Reads stored questions with their answers from the memory's tables in PostgreSQL. Writes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wherein.memory.store.rows import ANSWER, QUESTION, answer_of, question_of
from wherein.memory.store.store import Page, PageKey, StoredAnswer, StoredQuestion
from wherein.postgres.database import PostgresDatabase

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection

_FOUND, _FROM = QUESTION.replace("JOIN pages", "JOIN asked_pages").split(" FROM ", 1)
_NAMES = (
    "id, page_key, title, content_hash, key, text, uses, askers, score, first_asked, last_asked"
)
_WIDTH = len(_NAMES.split(","))
_ANSWER = ", ".join(f"a.{column}" for column in ANSWER.split(", "))


class PostgresQuestions:
    """`KeptQuestions` in the tables `questions`, `answers`, `askers` and `asked_pages`."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def with_key(self, page: PageKey, key: str) -> StoredQuestion | None:
        found = self.selected("WHERE p.key = %s AND q.key = %s", (page.text, key), "q.id")
        return found[0] if found else None

    def with_ids(self, ids: Sequence[int]) -> list[StoredQuestion]:
        found = self.selected("WHERE q.id = ANY(%s::bigint[])", (list(ids),), "q.id")
        known = {question.id: question for question in found}
        return [known[identity] for identity in ids if identity in known]

    def of_page(self, page: PageKey, limit: int) -> list[StoredQuestion]:
        return self.selected(
            "WHERE p.key = %s", (page.text, max(0, limit)), "q.score DESC, q.id", "LIMIT %s"
        )

    def asked_among(self, ids: Sequence[int], asker: str) -> frozenset[int]:
        rows = self._rows(
            "SELECT question FROM askers WHERE question = ANY(%s::bigint[]) AND asker = %s",
            (list(ids), asker),
        )
        return frozenset(question for (question,) in rows)

    def pages_with(self, hash_prefix: str, limit: int) -> list[Page]:
        prefix = hash_prefix.lower()
        rows = self._rows(
            "SELECT key, title, content_hash FROM asked_pages WHERE hash >= %s AND hash < %s"
            " ORDER BY hash LIMIT %s",
            (prefix, prefix + "g", max(0, limit)),
        )
        return [Page(PageKey(key), title, content) for key, title, content in rows]

    def page_count(self) -> int:
        return int(self._rows("SELECT count(*) FROM asked_pages", ())[0][0])

    def selected(
        self, condition: str, values: Sequence[object], order: str, limit: str = ""
    ) -> list[StoredQuestion]:
        """The questions that match `condition`, in this order; `values` are for the placeholders of both."""
        return self._database.read(lambda c: selected(c, condition, values, order, limit))

    def _rows(self, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        return self._database.read(lambda connection: connection.execute(query, values).fetchall())


def selected(
    connection: Connection, condition: str, values: Sequence[object], order: str, limit: str = ""
) -> list[StoredQuestion]:
    """As `PostgresQuestions.selected`, by one statement: a question and its answers are of one moment."""
    rows = connection.execute(
        f"WITH found ({_NAMES}, place) AS (SELECT {_FOUND}, row_number() OVER (ORDER BY {order}) FROM {_FROM}"
        f" {condition} ORDER BY {order} {limit})"
        f" SELECT found.*, {_ANSWER} FROM found"
        " LEFT JOIN answers a ON a.question = found.id ORDER BY found.place, a.rank, a.id",
        values,
    ).fetchall()
    answers: dict[int, list[StoredAnswer]] = {}
    questions: dict[int, tuple[Any, ...]] = {}
    for row in rows:
        questions.setdefault(row[0], row[:_WIDTH])
        of_it = answers.setdefault(row[0], [])
        if row[-1] is not None:
            of_it.append(answer_of(row[_WIDTH + 1 :]))
    return [question_of(row, answers[identity]) for identity, row in questions.items()]
