"""Exports and imports the memory's tables. Knows no file format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wherein.home.database import Database
from wherein.memory.store.rows import ASKED, MOST_NAMES
from wherein.memory.store.sqlite_questions import SqliteQuestions
from wherein.memory.store.sqlite_statements import (
    insert_answer,
    insert_feedback,
    page_for,
    put_page,
)
from wherein.memory.store.store import Feedback, Held


class SqliteExchange:
    """`Exchange` over all tables except those of vectors, which are derived."""

    def __init__(self, file: Database, questions: SqliteQuestions) -> None:
        self._file = file
        self._db = file.connection
        self._questions = questions

    def held(self, asker: str | None = None) -> Iterator[Held]:
        whose, values = ("", ()) if asker is None else (ASKED, (asker,))
        last = 0
        while True:
            some = self._questions.selected(
                f"WHERE q.id > ?{whose} ORDER BY q.id LIMIT ?", (last, *values, MOST_NAMES)
            )
            if not some:
                return
            marks = ",".join("?" * len(some))
            names: dict[int, list[str]] = {}
            with self._file.explained():
                for question, asker in self._db.execute(
                    f"SELECT question, asker FROM askers WHERE question IN ({marks})",
                    [question.id for question in some],
                ):
                    names.setdefault(question, []).append(asker)
            for question in some:
                yield Held(question, tuple(names.get(question.id, ())))
            last = some[-1].id

    def restore(self, held: Sequence[Held], feedback: Sequence[Feedback]) -> tuple[int, int]:
        questions = verdicts = 0
        with self._file.transaction():
            for one in held:
                questions += self._restore_question(one)
            for verdict in feedback:
                page = page_for(self._db, verdict)
                start = verdict.answer_start
                if self._db.execute(
                    "SELECT 1 FROM feedback WHERE page = ? AND question = ? AND verdict = ?"
                    " AND answer = ? AND answer_start IS ? AND given = ?",
                    (
                        page,
                        verdict.question,
                        verdict.verdict.value,
                        verdict.answer,
                        start,
                        verdict.given,
                    ),
                ).fetchone():
                    continue
                insert_feedback(self._db, page, verdict)
                verdicts += 1
        return questions, verdicts

    def _restore_question(self, one: Held) -> int:
        question = one.question
        page = put_page(self._db, question.page)
        if self._db.execute(
            "SELECT 1 FROM questions WHERE page = ? AND key = ?", (page, question.key)
        ).fetchone():
            return 0
        made = self._db.execute(
            "INSERT INTO questions (page, key, text, uses, askers, score, first_asked, last_asked)"
            " VALUES (?,?,?,?,?,?,?,?)",
            (page, question.key, question.text, question.uses, len(one.asker_names), question.score,
             question.first_asked, question.last_asked),
        )  # fmt: skip
        assert made.lastrowid is not None
        self._db.executemany(
            "INSERT OR IGNORE INTO askers VALUES (?,?)",
            [(made.lastrowid, name) for name in one.asker_names],
        )
        for rank, answer in enumerate(question.answers):
            insert_answer(self._db, made.lastrowid, rank, answer)
        return 1
