"""Looks up people, their groups and what is shared with them, in one transaction of either store. Decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from wherein.core.errors import UnknownName
from wherein.core.text.readable import quoted
from wherein.people.access import EVERYONE, Person, Role, Share, group_called, person_of
from wherein.people.tables import Row, Run


def written(time: datetime) -> str:
    """A time as the tables have it, so that their order as texts is that of the times."""
    return time.astimezone(UTC).isoformat(timespec="seconds")


def person_called(run: Run, name: str) -> Person:
    """Raises UnknownName."""
    return _person(run("SELECT id, name, is_admin FROM people WHERE name = ?", (name,)), name)


def person_alone(run: Run, name: str) -> Person:
    """A person of whom no other transaction changes the rights or makes tokens before this one ends. Raises UnknownName."""
    statement = "UPDATE people SET name = name WHERE name = ? RETURNING id, name, is_admin"
    return _person(run(statement, (name,)), name)


def _person(rows: Sequence[Row], name: str) -> Person:
    if not rows:
        raise UnknownName(
            f"There is no person {quoted(name, 80)}.", "See who is there: wherein people list"
        )
    identity, called, is_admin = rows[0]
    return Person(identity, called, bool(is_admin))


def groups_of(run: Run, person: Person) -> list[str]:
    """The names of the groups that a person is in."""
    rows = run("SELECT called FROM members WHERE person = ? ORDER BY called", (person.id,))
    return [group for (group,) in rows]


def holdings_of(run: Run, person: Person) -> tuple[str | None, list[str], list[Share]]:
    """The id of a person's own library, their groups, and the shares with them, a group of theirs or everyone."""
    groups = groups_of(run, person)
    whom = (EVERYONE, person_of(person.id), *map(group_called, groups))
    marks = ",".join("?" * len(whom))
    shares = [
        Share(library, folder, base, to, Role(role))
        for library, folder, base, to, role in run(
            f"SELECT library, folder, base, whom, role FROM shares WHERE whom IN ({marks})", whom
        )
    ]
    own = run("SELECT id FROM libraries WHERE owner = ?", (person.id,))
    return own[0][0] if own else None, groups, shares


def libraries_named(run: Run, libraries: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The names of libraries by their ids, each with the name of the person whose own it is, else ""."""
    if not libraries:
        return {}
    marks = ",".join("?" * len(libraries))
    rows = run(
        "SELECT l.id, l.name, p.name FROM libraries l LEFT JOIN people p ON p.id = l.owner"
        f" WHERE l.id IN ({marks})",
        libraries,
    )
    return {library: (name, owner or "") for library, name, owner in rows}
