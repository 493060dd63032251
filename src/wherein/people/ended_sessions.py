"""Keeps which sessions of the server's own token were signed out, over either store. Knows no cookie and no member."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from wherein.people.rows import written
from wherein.people.tables import Run, Tables


class EndedSessions:
    """A session of a member ends with its token; one of the server's own token has none, so that its end is kept until it
    would have expired. Threads may share it."""

    def __init__(self, tables: Tables, now: Callable[[], datetime]) -> None:
        self._tables = tables
        self._now = now

    def end(self, session: str, until: datetime) -> None:
        """End a session, by its name in the cookie, that would have expired at `until`."""

        def work(run: Run) -> None:
            run("DELETE FROM ended WHERE until <= ?", (written(self._now()),))
            values = (session, written(until))
            run("INSERT INTO ended VALUES (?,?) ON CONFLICT DO NOTHING", values)

        self._tables.write(work)

    def has(self, session: str) -> bool:
        """Whether a session was ended."""
        return bool(
            self._tables.read(lambda run: run("SELECT 1 FROM ended WHERE session = ?", (session,)))
        )
