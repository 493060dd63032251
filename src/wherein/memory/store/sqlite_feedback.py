"""Stores people's verdicts, and the answers that they bar or confirm, in the memory's tables. Reads no question."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from wherein.home.database import Database
from wherein.memory.store.rows import MOST_NAMES, checked, damage_reported, texts
from wherein.memory.store.sqlite_statements import (
    count_asking,
    insert_answer,
    insert_feedback,
    page_for,
)
from wherein.memory.store.store import Feedback, PageKey, StoredAnswer, Verdict

_SELECT = (
    "SELECT p.key, p.title, f.question, f.verdict, f.context, f.answer, f.answer_start, f.given,"
    " f.asker, f.typed, f.document, f.block, f.id FROM feedback f JOIN pages p ON p.id = f.page"
)


class SqliteFeedback:
    """`KeptFeedback` in the tables `feedback` and `answers`."""

    def __init__(self, file: Database) -> None:
        self._file = file
        self._db = file.connection

    def judge(self, feedback: Feedback, key: str, right: StoredAnswer | None) -> None:
        with self._file.transaction():
            page = page_for(self._db, feedback)
            insert_feedback(self._db, page, feedback)
            row = self._db.execute(
                "SELECT id FROM questions WHERE page = ? AND key = ?", (page, key)
            ).fetchone()
            question = None if row is None else int(row[0])
            if feedback.verdict is Verdict.SPAN and right is not None:
                if question is None:
                    question = count_asking(
                        self._db, page, key, feedback.question, 1, feedback.given
                    )
                self._bar(question, None)
                self._put_right(question, right)
            elif question is None:
                return
            elif feedback.verdict is Verdict.NOT_HERE:
                self._bar(question, None)
            elif feedback.verdict is Verdict.WRONG:
                self._bar(question, feedback.answer)
            elif feedback.verdict is Verdict.RIGHT:
                self._confirm(question, feedback.answer)

    def _confirm(self, question: int, text: str) -> None:
        confirmed = self._db.execute(
            "UPDATE answers SET standing = 'confirmed', rank = -1 WHERE question = ? AND text = ?"
            " AND standing <> 'wrong'",
            (question, text),
        )
        if not confirmed.rowcount:  # it was a perhaps, which is not stored
            self._db.execute(
                "DELETE FROM answers WHERE question = ? AND standing <> 'wrong'", (question,)
            )

    def given(self, asker: str | None = None) -> Iterator[Feedback]:
        whose, values = ("", ()) if asker is None else (" WHERE f.asker = ?", (asker,))
        yield from self._selected(whose, values)

    def worded(self, keys: Collection[str]) -> list[Feedback]:
        some = list(keys)[:MOST_NAMES]
        marks = ",".join("?" * len(some))
        return list(
            self._selected(
                f" WHERE f.wording IN ({marks}) OR f.typed_wording IN ({marks})", (*some, *some)
            )
        )

    def marked(self, most: int) -> list[Feedback]:
        return list(
            self._selected(" WHERE f.verdict = ?", (Verdict.SPAN.value, most), "DESC LIMIT ?")
        )

    def withdraw(self, ids: Collection[int]) -> None:
        if not ids:
            return
        with self._file.transaction():
            self._db.executemany("DELETE FROM feedback WHERE id = ?", [(one,) for one in ids])

    def _selected(
        self, where: str, values: Sequence[str | int], order: str = ""
    ) -> Iterator[Feedback]:
        with self._file.explained():
            rows = self._db.execute(f"{_SELECT}{where} ORDER BY f.id {order}", values).fetchall()
        for row in rows:
            with damage_reported(self._file):
                key, title, question, verdict, context, answer = texts(row[:6])
                start, given, asker, typed, document, block, identity = row[6:]
                checked((start or 0, given, identity), (int, (int, float), int))
                texts((asker, typed, document, block))
                judged = Feedback(
                    PageKey(key), title, question, Verdict(verdict), context, answer, *row[6:]
                )
            yield judged

    def _bar(self, question: int, text: str | None) -> None:
        self._db.execute(
            "UPDATE answers SET standing = 'wrong' WHERE question = ?1 AND (?2 IS NULL OR text = ?2)",
            (question, text),
        )

    def _put_right(self, question: int, right: StoredAnswer) -> None:
        """Store the span that the person marked as the first answer; a new verdict replaces an older one."""
        self._db.execute(
            "DELETE FROM answers WHERE question = ? AND text = ? AND block = ?",
            (question, right.text, right.block),
        )
        insert_answer(self._db, question, -1, right)
