"""The question memory in one SQLite file. Decides nothing about what may be kept or served."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from wherein.core.closeable import Closeable
from wherein.home.database import Database
from wherein.memory.migrations import MIGRATIONS
from wherein.memory.recency import score_after
from wherein.memory.sqlite_rows import (
    ANSWER,
    ASKED,
    MOST_NAMES,
    QUESTION,
    answer_of,
    checked,
    question_of,
    slices,
    texts,
    wipe_conditions,
)
from wherein.memory.sqlite_vectors import SqliteVectors, wipes_of
from wherein.memory.store import (
    Asking,
    Feedback,
    Held,
    Page,
    PageKey,
    Standing,
    Stats,
    StoredAnswer,
    StoredQuestion,
    Verdict,
    Wiped,
)

WHEN_DAMAGED = "Set it aside and begin a new one: wherein memory set-aside"


class SqliteMemory(Closeable):
    """A `MemoryStore` in a file. One instance belongs to one thread; open as many as there are threads."""

    def __init__(self, path: Path) -> None:
        """Open or create. Raises NewerLibrary, StorageFull, StoreDamaged or LibraryError."""
        self._path = path
        self._file = Database(path, MIGRATIONS, "memory", WHEN_DAMAGED)
        self._db = self._file.connection
        with self._file.explained():
            # What is wiped is overwritten in the file, not only unlinked from its tables.
            self._db.execute("PRAGMA secure_delete = ON")
        self._vectors = SqliteVectors(self._file)

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self._file.close()

    @property
    def is_frozen(self) -> bool:
        return self._file.is_frozen

    def check(self) -> None:
        """Read everything. Raises StoreDamaged."""
        self._file.check()
        for _ in self.held():
            pass
        for _ in self.feedback():
            pass

    @property
    def wipes(self) -> int:
        return wipes_of(self._file)

    @property
    def vectors(self) -> SqliteVectors:
        return self._vectors

    # Asked

    def remember(self, asking: Asking) -> StoredQuestion:
        with self._file.transaction():
            page = self._put_page(asking.page)
            question = self._count(page, asking.key, asking.text, 1, asking.when)
            self._add_asker(question, asking.asker)
            self._replace_answers(question, asking.answers)
        return self.questions([question])[0]

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

    def question(self, page: PageKey, key: str) -> StoredQuestion | None:
        return next(iter(self._questions("WHERE p.key = ? AND q.key = ?", (page.text, key))), None)

    def questions(self, ids: Sequence[int]) -> list[StoredQuestion]:
        found: dict[int, StoredQuestion] = {}
        for some in slices(ids):
            marks = ",".join("?" * len(some))
            for question in self._questions(f"WHERE q.id IN ({marks})", tuple(some)):
                found[question.id] = question
        return [found[identity] for identity in ids if identity in found]

    def questions_of(self, page: PageKey, limit: int) -> list[StoredQuestion]:
        return self._questions(
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
        with self._as_written():
            return [Page(PageKey(key), title, content) for key, title, content in map(texts, rows)]

    def page_count(self) -> int:
        return int(self._one("SELECT count(*) FROM pages")[0])

    # Judged

    def mark(self, standings: Mapping[int, Standing]) -> None:
        if not standings:
            return
        with self._file.transaction():
            self._db.executemany(
                "UPDATE answers SET standing = ? WHERE id = ? AND standing <> 'wrong'",
                [(standing.value, identity) for identity, standing in standings.items()],
            )

    def judge(self, feedback: Feedback, key: str, right: StoredAnswer | None) -> None:
        with self._file.transaction():
            page = self._page_for(feedback)
            self._insert_feedback(page, feedback)
            row = self._db.execute(
                "SELECT id FROM questions WHERE page = ? AND key = ?", (page, key)
            ).fetchone()
            question = None if row is None else int(row[0])
            if feedback.verdict is Verdict.SPAN and right is not None:
                if question is None:
                    question = self._count(page, key, feedback.question, 1, feedback.given)
                self._bar(question, None)
                self._put_right(question, right)
            elif question is None:
                return
            elif feedback.verdict is Verdict.NOT_HERE:
                self._bar(question, None)
            elif feedback.verdict is Verdict.WRONG:
                self._bar(question, feedback.answer)
            elif feedback.verdict is Verdict.RIGHT:
                self._db.execute(
                    "UPDATE answers SET standing = 'confirmed', rank = -1 WHERE question = ? AND text = ?"
                    " AND standing <> 'wrong'",
                    (question, feedback.answer),
                )

    def feedback(self, asker: str | None = None) -> Iterator[Feedback]:
        whose, values = ("", ()) if asker is None else (" WHERE f.asker = ?", (asker,))
        with self._file.explained():
            rows = self._db.execute(
                "SELECT p.key, p.title, f.question, f.verdict, f.context, f.answer,"
                " f.answer_start, f.given, f.asker FROM feedback f JOIN pages p ON p.id = f.page"
                f"{whose} ORDER BY f.id",
                values,
            ).fetchall()
        for row in rows:
            with self._as_written():
                key, title, question, verdict, context, answer = texts(row[:6])
                start, given, whose = row[6:]
                checked((start or 0, given, whose), (int, (int, float), str))
                told = Feedback(
                    PageKey(key), title, question, Verdict(verdict), context, answer, *row[6:]
                )
            yield told

    # Taken out, put back, removed

    def held(self, asker: str | None = None) -> Iterator[Held]:
        whose, values = ("", ()) if asker is None else (ASKED, (asker,))
        last = 0
        while True:
            some = self._questions(
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
                page = self._page_for(verdict)
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
                self._insert_feedback(page, verdict)
                verdicts += 1
        return questions, verdicts

    def wipe(
        self,
        page: PageKey | None = None,
        since: float | None = None,
        before: float | None = None,
    ) -> Wiped:
        where, values = wipe_conditions(page, since, before)
        with self._file.transaction():
            questions = self._db.execute(
                f"DELETE FROM questions WHERE {where.replace('TIME', 'last_asked')}", values
            ).rowcount
            verdicts = self._db.execute(
                f"DELETE FROM feedback WHERE {where.replace('TIME', 'given')}", values
            ).rowcount
            self._removed(bool(questions or verdicts))
        self._empty_log()
        return Wiped(questions, verdicts)

    def forget(self, asker: str) -> Wiped:
        with self._file.transaction():
            asked = "SELECT question FROM askers WHERE asker = ?"
            questions = self._db.execute(
                f"DELETE FROM questions WHERE askers <= 1 AND id IN ({asked})", (asker,)
            ).rowcount
            self._db.execute(
                f"UPDATE questions SET askers = askers - 1 WHERE id IN ({asked})", (asker,)
            )
            self._db.execute("DELETE FROM askers WHERE asker = ?", (asker,))
            verdicts = self._db.execute(
                "DELETE FROM feedback WHERE asker = ?", (asker,)
            ).rowcount
            self._removed(bool(questions or verdicts))
        self._empty_log()
        return Wiped(questions, verdicts)

    def stats(self) -> Stats:
        one = self._one
        oldest, newest, uses, questions = one(
            "SELECT min(first_asked), max(last_asked), coalesce(sum(uses), 0), count(*) FROM questions"
        )
        return Stats(
            pages=self.page_count(),
            questions=questions,
            answers=one("SELECT count(*) FROM answers")[0],
            stale=one("SELECT count(*) FROM answers WHERE standing = 'stale'")[0],
            wrong=one("SELECT count(*) FROM answers WHERE standing = 'wrong'")[0],
            feedback=one("SELECT count(*) FROM feedback")[0],
            uses=uses,
            oldest=oldest,
            newest=newest,
            bytes=self._path.stat().st_size if self._path.exists() else 0,
        )

    # Inside

    def _removed(self, anything: bool) -> None:
        self._db.execute(
            "DELETE FROM pages WHERE NOT EXISTS (SELECT 1 FROM questions WHERE page = pages.id)"
            " AND NOT EXISTS (SELECT 1 FROM feedback WHERE page = pages.id)"
        )
        if anything:
            self._db.execute("UPDATE state SET value = value + 1 WHERE name = 'wipes'")

    def _empty_log(self) -> None:
        with self._file.explained():
            # The log still holds the pages as they were; once it is folded back it is emptied.
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _one(self, query: str) -> tuple[int, ...]:
        with self._file.explained():
            row: tuple[int, ...] = self._db.execute(query).fetchone()
        return row

    def _questions(self, condition: str, values: tuple[object, ...]) -> list[StoredQuestion]:
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
                    with self._as_written():
                        answers[question].append(answer_of(answer))
        with self._as_written():
            return [question_of(row, answers[row[0]]) for row in rows]

    @contextmanager
    def _as_written(self) -> Iterator[None]:
        """A row that can't have been written so is damage."""
        try:
            yield
        except (TypeError, ValueError) as error:
            raise self._file.damaged(error) from error

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Several reads of one state, whatever other processes write meanwhile."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            if self._db.in_transaction:
                self._db.execute("COMMIT")

    def _put_page(self, page: Page) -> int:
        row = self._db.execute(
            "INSERT INTO pages (key, hash, title, content_hash) VALUES (?,?,?,?)"
            " ON CONFLICT (key) DO UPDATE SET title = excluded.title,"
            " content_hash = excluded.content_hash RETURNING id",
            (page.key.text, page.key.hash, page.title, page.content_hash),
        ).fetchone()
        return int(row[0])

    def _page_for(self, feedback: Feedback) -> int:
        row = self._db.execute(
            "SELECT id FROM pages WHERE key = ?", (feedback.page.text,)
        ).fetchone()
        return (
            self._put_page(Page(feedback.page, feedback.title, "")) if row is None else int(row[0])
        )

    def _count(self, page: int, key: str, text: str, uses: int, when: float) -> int:
        row = self._db.execute(
            "SELECT id, score FROM questions WHERE page = ? AND key = ?", (page, key)
        ).fetchone()
        if row is None:
            made = self._db.execute(
                "INSERT INTO questions (page, key, text, uses, askers, score, first_asked, last_asked)"
                " VALUES (?,?,?,?,0,?,?,?)",
                (page, key, text, uses, score_after(None, uses, when), when, when),
            )
            assert made.lastrowid is not None
            return made.lastrowid
        self._db.execute(
            "UPDATE questions SET uses = uses + ?, score = ?, last_asked = max(last_asked, ?)"
            " WHERE id = ?",
            (uses, score_after(row[1], uses, when), when, row[0]),
        )
        return int(row[0])

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
            "SELECT text, block, standing FROM answers WHERE question = ?", (question,)
        ).fetchall()
        # A wrong text stays wrong in whatever block: the block may have been edited since.
        wrong = {text for text, _, standing in judged if standing == Standing.WRONG}
        known = {(text, block) for text, block, _ in judged}
        for rank, answer in enumerate(answers):
            if answer.text not in wrong and (answer.text, answer.block) not in known:
                self._insert_answer(question, rank, answer)

    def _insert_answer(self, question: int, rank: int, answer: StoredAnswer) -> None:
        self._db.execute(
            f"INSERT INTO answers (question, rank, {ANSWER.removesuffix(', id')})"
            " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
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
            ),
        )

    def _bar(self, question: int, text: str | None) -> None:
        self._db.execute(
            "UPDATE answers SET standing = 'wrong' WHERE question = ?1 AND (?2 IS NULL OR text = ?2)",
            (question, text),
        )

    def _put_right(self, question: int, right: StoredAnswer) -> None:
        """The person's own span, first; the newest word stands against an older verdict."""
        self._db.execute(
            "DELETE FROM answers WHERE question = ? AND text = ? AND block = ?",
            (question, right.text, right.block),
        )
        self._insert_answer(question, -1, right)

    def _insert_feedback(self, page: int, feedback: Feedback) -> None:
        self._db.execute(
            "INSERT INTO feedback (page, question, verdict, context, answer, answer_start, given,"
            " asker) VALUES (?,?,?,?,?,?,?,?)",
            (
                page,
                feedback.question,
                feedback.verdict.value,
                feedback.context,
                feedback.answer,
                feedback.answer_start,
                feedback.given,
                feedback.asker,
            ),
        )

    def _restore_question(self, one: Held) -> int:
        question = one.question
        page = self._put_page(question.page)
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
            self._insert_answer(made.lastrowid, rank, answer)
        return 1
