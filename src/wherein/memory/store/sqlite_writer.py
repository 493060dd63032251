"""Writes questions, answers and uses to the memory's tables. Judges nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from wherein.core.answer import BY_PERSON
from wherein.home.database import Database
from wherein.memory.store.recency import score_after
from wherein.memory.store.sqlite_questions import SqliteQuestions
from wherein.memory.store.sqlite_statements import count_asking, insert_answer, put_page
from wherein.memory.store.store import Asking, Standing, StoredAnswer, StoredQuestion


class SqliteWriter:
    """`QuestionWriter` in the tables `questions`, `answers`, `askers` and `pages`."""

    def __init__(self, file: Database, questions: SqliteQuestions) -> None:
        self._file = file
        self._db = file.connection
        self._questions = questions

    def remember(self, asking: Asking) -> StoredQuestion:
        with self._file.transaction():
            page = put_page(self._db, asking.page)
            question = count_asking(self._db, page, asking.key, asking.text, 1, asking.when)
            self._add_asker(question, asking.asker)
            self._replace_answers(question, asking.answers)
        return self._questions.with_ids([question])[0]

    def count_uses(self, uses: Mapping[int, int], when: float) -> None:
        with self._file.transaction():
            for question, number in uses.items():
                row = self._db.execute(
                    "SELECT score FROM questions WHERE id = ?", (question,)
                ).fetchone()
                if row is not None and number > 0:
                    self._db.execute(
                        "UPDATE questions SET uses = uses + ?, score = ?,"
                        " last_asked = max(last_asked, ?) WHERE id = ?",
                        (number, score_after(row[0], number, when), when, question),
                    )

    def mark(self, standings: Mapping[int, Standing]) -> None:
        if not standings:
            return
        with self._file.transaction():
            self._db.executemany(
                "UPDATE answers SET standing = ? WHERE id = ? AND standing <> 'wrong'",
                [(standing.value, identity) for identity, standing in standings.items()],
            )

    def drop_answers(self, ids: Collection[int]) -> None:
        if not ids:
            return
        with self._file.transaction():
            self._db.executemany("DELETE FROM answers WHERE id = ?", [(one,) for one in ids])

    def _add_asker(self, question: int, asker: str) -> None:
        self._db.execute("INSERT OR IGNORE INTO askers VALUES (?,?)", (question, asker))
        self._db.execute(
            "UPDATE questions SET askers = (SELECT count(*) FROM askers WHERE question = id)"
            " WHERE id = ?",
            (question,),
        )

    def _replace_answers(self, question: int, answers: Sequence[StoredAnswer]) -> None:
        self._db.execute(
            "DELETE FROM answers WHERE question = ? AND standing IN ('current', 'stale')",
            (question,),
        )
        judged = self._db.execute(
            "SELECT text, block, standing, model, text_hash, id FROM answers WHERE question = ?",
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
                insert_answer(self._db, question, rank, answer)
            elif model != BY_PERSON:
                self._read_again(identity, answer)

    def _read_again(self, identity: int, answer: StoredAnswer) -> None:
        """Note that a confirmed answer was read again, in a text that may have changed around it."""
        self._db.execute(
            "UPDATE answers SET confidence = ?, model = ?, stored = ?, generation = ?,"
            " text_hash = ?, options = ? WHERE id = ?",
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
