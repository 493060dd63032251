"""Copies everybody from one store to another, and compares what is there afterwards. Decides nothing about rights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from wherein.core.errors import LibraryError, UsageError
from wherein.people.tables import Row, Run, Tables

_TABLES = ("people", "tokens", "members", "libraries", "shares")
"""Each after those that it refers to; `audit` and `ended` are copied beside them."""


def check_others(source: Tables, target: Tables) -> None:
    """Raise UsageError where both have people and the target's are others."""
    coming = source.read(_everybody)
    there = target.read(_everybody)
    if coming and not there <= coming:
        raise UsageError(
            "Both places have people, and they are others.",
            "Remove those of one place: wherein people remove NAME",
        )


def replace_everybody(source: Tables, target: Tables) -> int:
    """Replace everybody in the target by those of the source, with their tokens, groups, libraries and shares; returns how many they are.

    The target's rows are deleted and the source's written in one transaction, so that all of it is there or nothing. Of the audits both
    stay, and of the sessions that were ended. Raises UsageError where it has others, and LibraryError, also where it is not as in the source afterwards.
    """
    check_others(source, target)
    rows, audit, ended = source.read(_every), source.read(_audit), source.read(_ended)
    if not rows["people"] and len(rows["libraries"]) <= 1:  # the library that every store has
        return 0

    def work(run: Run) -> None:
        both = _together(_audit(run), audit)
        for table in reversed(_TABLES):
            others = " WHERE id <> ''" if table == "libraries" else ""
            run(f"DELETE FROM {table}{others}", ())
        run("DELETE FROM audit", ())
        for table in _TABLES:
            _insert(run, table, rows[table])
        for row in both:
            run("INSERT INTO audit (at, person, what, about) VALUES (?,?,?,?)", row)
        for row in ended:
            run("INSERT INTO ended VALUES (?,?) ON CONFLICT DO NOTHING", row)

    target.write(work)
    there = target.read(_every)
    if any(sorted(map(repr, there[table])) != sorted(map(repr, rows[table])) for table in _TABLES):
        raise LibraryError(
            "The people are not in the new place as they were in the old one.",
            "Run the same command again while nobody changes them; the old place is unchanged.",
        )
    return len(rows["people"])


def _everybody(run: Run) -> set[str]:
    return {row[0] for row in run("SELECT id FROM people", ())}


def _every(run: Run) -> dict[str, list[Row]]:
    return {table: run(f"SELECT * FROM {table}", ()) for table in _TABLES}


def _audit(run: Run) -> list[Row]:
    return run("SELECT at, person, what, about FROM audit ORDER BY number", ())


def _ended(run: Run) -> list[Row]:
    return run("SELECT session, until FROM ended", ())


def _together(there: Sequence[Row], coming: Sequence[Row]) -> list[Row]:
    """The entries of both audits by their time, those that both have once."""
    missing = Counter(there) - Counter(coming)
    only_there = []
    for row in there:
        if missing[row]:
            missing[row] -= 1
            only_there.append(row)
    return sorted((*coming, *only_there), key=lambda row: row[0])


def _insert(run: Run, table: str, rows: Sequence[Row]) -> None:
    for row in _parents_first(rows) if table == "tokens" else rows:
        if (table, row[0]) != ("libraries", ""):
            run(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)


def _parents_first(tokens: Sequence[Row]) -> Iterator[Row]:
    """Tokens in such an order that each comes after the one that it was made with."""
    children: dict[object, list[Row]] = {}
    for row in tokens:
        children.setdefault(row[-1], []).append(row)
    ready: list[object] = [None]
    while ready:
        for row in children.pop(ready.pop(), ()):
            ready.append(row[0])
            yield row
