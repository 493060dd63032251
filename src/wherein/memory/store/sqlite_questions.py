"""Reads stored questions with their answers from the memory's tables. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from wherein.home.database import Database
from wherein.memory.store.rows import (
    ANSWER,
    QUESTION,
    answer_of,
    damage_reported,
    question_of,
    slices,
    texts,
)
from wherein.memory.store.store import Page, PageKey, StoredAnswer, StoredQuestion


class SqliteQuestions:
    """`KeptQuestions` in the tables `questions`, `answers`, `askers` and `pages`."""

    def __init__(self, file: Database) -> None:
        self._file = file
        self._db = file.connection

    def with_key(self, page: PageKey, key: str) -> StoredQuestion | None:
        return next(iter(self.selected("WHERE p.key = ? AND q.key = ?", (page.text, key))), None)

    def with_ids(self, ids: Sequence[int]) -> list[StoredQuestion]:
        found: dict[int, StoredQuestion] = {}
        for some in slices(ids):
            marks = ",".join("?" * len(some))
            for question in self.selected(f"WHERE q.id IN ({marks})", tuple(some)):
                found[question.id] = question
        return [found[identity] for identity in ids if identity in found]

    def of_page(self, page: PageKey, limit: int) -> list[StoredQuestion]:
        return self.selected(
            "WHERE p.key = ? ORDER BY q.score DESC LIMIT ?", (page.text, max(0, limit))
        )

    def asked_among(self, ids: Sequence[int], asker: str) -> frozenset[int]:
        found: set[int] = set()
        with self._file.explained():
            for some in slices(ids):
                marks = ",".join("?" * len(some))
                found.update(
                    question
                    for (question,) in self._db.execute(
                        f"SELECT question FROM askers WHERE question IN ({marks}) AND asker = ?",
                        (*some, asker),
                    )
                )
        return frozenset(found)

    def pages_with(self, hash_prefix: str, limit: int) -> list[Page]:
        prefix = hash_prefix.lower()
        with self._file.explained():
            rows = self._db.execute(
                "SELECT key, title, content_hash FROM pages WHERE hash >= ? AND hash < ?"
                " ORDER BY hash LIMIT ?",
                (prefix, prefix + "g", max(0, limit)),
            ).fetchall()
        with damage_reported(self._file):
            return [Page(PageKey(key), title, content) for key, title, content in map(texts, rows)]

    def page_count(self) -> int:
        with self._file.explained():
            return int(self._db.execute("SELECT count(*) FROM pages").fetchone()[0])

    def selected(self, condition: str, values: tuple[object, ...]) -> list[StoredQuestion]:
        """The questions that match `condition`, the SQL after FROM, with `values` for its placeholders."""
        with self._file.explained(), self._snapshot():
            rows = self._db.execute(f"SELECT {QUESTION} {condition}", values).fetchall()
            answers: dict[int, list[StoredAnswer]] = {row[0]: [] for row in rows}
            for some in slices(list(answers)):
                marks = ",".join("?" * len(some))
                for question, *answer in self._db.execute(
                    f"SELECT question, {ANSWER} FROM answers WHERE question IN ({marks})"
                    " ORDER BY question, rank, id",
                    some,
                ):
                    with damage_reported(self._file):
                        answers[question].append(answer_of(answer))
        with damage_reported(self._file):
            return [question_of(row, answers[row[0]]) for row in rows]

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """A read transaction: several reads see one state, whatever other processes write."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            if self._db.in_transaction:
                self._db.execute("COMMIT")
