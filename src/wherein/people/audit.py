"""Writes down who read, added, changed, removed, shared and signed in, over either store. No question is in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from wherein.core.text.readable import plain
from wherein.people.rows import written
from wherein.people.tables import Run, Tables

READ = "read"
"""The word of an entry for a document whose text or file was handed out."""
SAME_READING = timedelta(minutes=10)
"""Within it, a person's reading of the document that they read last is the same reading: the app asks for a document's text,
its look and each of its pictures by a request of its own."""
_LONGEST_ABOUT = 500
_NEWEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Audited:
    """Something that a person did: added, removed, shared, signed in. It never has a question.

    `number` counts the entries of one store, later ones higher.
    """

    at: str
    person: str
    what: str
    about: str
    number: int = field(default=0, compare=False)


class Audit:
    """The entries of a team. Threads may share it."""

    def __init__(self, tables: Tables, now: Callable[[], datetime]) -> None:
        self._tables = tables
        self._now = now

    def note(self, person: str, what: str, about: str = "") -> None:
        """Write down that a person did something, on one line and without control characters, whatever `about` holds."""
        about = plain(about)[:_LONGEST_ABOUT]
        now = self._now()

        def work(run: Run) -> None:
            if what == READ and _was_just_read(run, person, about, written(now - SAME_READING)):
                return
            run(
                "INSERT INTO audit (at, person, what, about) VALUES (?,?,?,?)",
                (written(now), person, what, about),
            )

        self._tables.write(work)

    def latest(self, limit: int = 1_000, before: int | None = None) -> list[Audited]:
        """What was done last, newest first; with `before`, of the entries older than the one with that number."""
        rows = self._tables.read(
            lambda run: run(
                "SELECT at, person, what, about, number FROM audit WHERE number < ?"
                " ORDER BY number DESC LIMIT ?",
                (_NEWEST if before is None else before, limit),
            )
        )
        return [Audited(*row) for row in rows]


def _was_just_read(run: Run, person: str, about: str, since: str) -> bool:
    """Whether the last entry of a person is that they read the same."""
    rows = run(
        "SELECT at, what, about FROM audit WHERE person = ? ORDER BY number DESC LIMIT 1", (person,)
    )
    return bool(rows) and rows[0][1:] == (READ, about) and rows[0][0] > since
