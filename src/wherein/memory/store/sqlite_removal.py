"""Removes entries for good from the memory's file. Has no policy on what to remove."""

from __future__ import annotations

from wherein.home.database import Database
from wherein.memory.store.rows import wipe_conditions
from wherein.memory.store.sqlite_vectors import wipes_of
from wherein.memory.store.store import PageKey, Wiped


class SqliteRemoval:
    """`Removal` over all tables; removed content is also overwritten in the file."""

    def __init__(self, file: Database) -> None:
        self._file = file
        self._db = file.connection

    @property
    def wipes(self) -> int:
        return wipes_of(self._file)

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
        self._file.empty_log()
        return Wiped(questions, verdicts)

    def wipe_document(self, document: str, page: PageKey | None) -> Wiped:
        of_page = "page = (SELECT id FROM pages WHERE key = ?)"
        key = "" if page is None else page.text
        with self._file.transaction():
            questions = self._db.execute(
                f"DELETE FROM questions WHERE {of_page}"
                " OR id IN (SELECT question FROM answers WHERE document = ?)",
                (key, document),
            ).rowcount
            verdicts = self._db.execute(f"DELETE FROM feedback WHERE {of_page}", (key,)).rowcount
            self._removed(bool(questions or verdicts))
        self._file.empty_log()
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
            verdicts = self._db.execute("DELETE FROM feedback WHERE asker = ?", (asker,)).rowcount
            self._removed(bool(questions or verdicts))
        self._file.empty_log()
        return Wiped(questions, verdicts)

    def _removed(self, anything: bool) -> None:
        self._db.execute(
            "DELETE FROM pages WHERE NOT EXISTS (SELECT 1 FROM questions WHERE page = pages.id)"
            " AND NOT EXISTS (SELECT 1 FROM feedback WHERE page = pages.id)"
        )
        if anything:
            self._db.execute("UPDATE state SET value = value + 1 WHERE name = 'wipes'")
