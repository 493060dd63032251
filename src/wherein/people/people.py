"""The accounts, tokens, groups, libraries and shares of a team, over either store. Decides nothing: `access` does."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Self

from wherein.core.errors import QuotaReached, UnknownName, UsageError
from wherein.core.lifetime.closeable import Closeable
from wherein.core.text.readable import quoted
from wherein.home.folder import Home, people_file
from wherein.people.access import (
    EVERYONE,
    Identity,
    Person,
    Reach,
    Right,
    Role,
    group_called,
    person_of,
    reach_of,
)
from wherein.people.accounts import Accounts
from wherein.people.audit import Audit
from wherein.people.ended_sessions import EndedSessions
from wherein.people.names import checked_folder, checked_name, checked_program
from wherein.people.rows import holdings_of, person_alone, person_called, written
from wherein.people.tables import LazyTables, Row, Run, Tables

_PREFIX = "wherein_"
"""A token's beginning, by which people and programs that look for secrets recognise one."""
BASE = "base:"
MOST_MADE_WITH_OTHERS = 50
"""Tokens that a person may have at once of those that they made themselves: sessions, programs, paired extensions."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is listed; the token itself is shown once, when it is made, and is not kept."""

    id: str
    person: str
    program: str
    rights: tuple[Right, ...]
    made: str
    expires: str | None


@dataclass(frozen=True, slots=True)
class SharedThing:
    """A share in words: `what` is a library's name or `base:NAME`, `whom` a person's name, `group:NAME` or `everyone`."""

    what: str
    folder: str
    whom: str
    role: Role


class People(Closeable):
    """Threads may share it. Nothing is cached, so that what is taken back is gone at the next request of any server."""

    def __init__(
        self, tables: Tables, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._tables = tables
        self._now = now
        self.audit = Audit(tables, now)
        self.accounts = Accounts(tables)
        self.ended_sessions = EndedSessions(tables, now)

    @classmethod
    def of(cls, home: Home) -> People:
        """The people of a home, or of its store, which is opened at the first use."""
        return cls(LazyTables(people_file(home), home.store))

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self._tables.close()

    # --- people

    def add(self, name: str, is_admin: bool = False) -> Person:
        """Add a person with a library of their own. Raises UsageError for a name that is taken or can't be one."""
        name = checked_name(name)
        person = Person(secrets.token_hex(8), name, is_admin)

        def work(run: Run) -> None:
            for table, what in (("people", "a person"), ("libraries", "a library")):
                if run(f"SELECT 1 FROM {table} WHERE name = ?", (name,)):
                    raise UsageError(
                        f"There is {what} called {name} already.", "Choose another name."
                    )
            values = (person.id, name, int(is_admin), self._time())
            run("INSERT INTO people VALUES (?,?,?,?)", values)
            run("INSERT INTO libraries VALUES (?,?,?)", (secrets.token_hex(8), name, person.id))

        self._tables.write(work)
        return person

    def all(self) -> list[Person]:
        rows = self._tables.read(
            lambda run: run("SELECT id, name, is_admin FROM people ORDER BY name", ())
        )
        return [Person(identity, name, bool(is_admin)) for identity, name, is_admin in rows]

    def remove(self, name: str) -> None:
        """Remove a person with their tokens, memberships and what was shared with them; their library stays.

        Raises UnknownName.
        """

        def work(run: Run) -> None:
            person = person_called(run, name)
            run("DELETE FROM shares WHERE whom = ?", (person_of(person.id),))
            run("DELETE FROM people WHERE id = ?", (person.id,))

        self._tables.write(work)

    # --- tokens

    def make_token(
        self,
        name: str,
        program: str,
        rights: Collection[Right] = (Right.READ,),
        days: float | None = None,
        parent: str | None = None,
    ) -> tuple[Token, str]:
        """A new token of a person for one program, and the text that is sent, which is not kept.

        One that was made with another token, the `parent`, has no right that this has not, and ends with it at the latest.
        Raises UnknownName, also for a parent that has ended, UsageError for rights that the person or the parent does not
        have, and QuotaReached for a person who has made `MOST_MADE_WITH_OTHERS` already.
        """
        if not rights:
            raise UsageError("A token without a right is of no use.", "Give it at least read.")
        program, text = checked_program(program), _PREFIX + secrets.token_urlsafe(32)
        wanted = None if days is None else self._time(timedelta(days=days))

        def work(run: Run) -> Token:
            person = person_alone(run, name)
            values = (person.id, self._time())
            run("DELETE FROM tokens WHERE person = ? AND expires <= ?", values)
            if Right.ADMIN in rights and not person.is_admin:
                raise UsageError(
                    f"{name} does not manage this server.", "Leave out admin, or add an admin."
                )
            if parent is not None:
                _check_made_with(run, person, parent, rights)
            expires = min((e for e in (wanted, *_ends(run, parent)) if e is not None), default=None)
            ordered = tuple(right for right in Right if right in rights)
            made = Token(secrets.token_hex(6), name, program, ordered, self._time(), expires)
            run(
                "INSERT INTO tokens VALUES (?,?,?,?,?,?,?,?)",
                (made.id, person.id, made.program, _digest(text), " ".join(ordered), made.made,
                 expires, parent),
            )  # fmt: skip
            return made

        return self._tables.write(work), text

    def tokens(self, name: str | None = None) -> list[Token]:
        """The tokens of everybody, or of one person. Raises UnknownName."""
        where, values = ("", ()) if name is None else (" WHERE p.name = ?", (name,))

        def work(run: Run) -> list[Row]:
            if name is not None:
                person_called(run, name)
            return run(
                "SELECT t.id, p.name, t.program, t.rights, t.made, t.expires FROM tokens t"
                f" JOIN people p ON p.id = t.person{where} ORDER BY p.name, t.made, t.id",
                values,
            )

        rows = self._tables.read(work)
        return [
            Token(identity, person, program, tuple(map(Right, rights.split())), made, expires)
            for identity, person, program, rights, made, expires in rows
        ]

    def revoke(self, identity: str, of: Person | None = None) -> None:
        """End a token at once; with `of`, only one of that person's. Raises UnknownName."""
        and_of, values = ("", (identity,)) if of is None else (" AND person = ?", (identity, of.id))

        def work(run: Run) -> None:
            if not run(f"DELETE FROM tokens WHERE id = ?{and_of} RETURNING id", values):
                raise UnknownName(
                    f"There is no token {quoted(identity, 40)}.", "See them: wherein tokens list"
                )

        self._tables.write(work)

    def identify(self, text: str) -> Identity | None:
        """Whose token this is; None for one that is unknown, revoked or expired."""
        if not text.startswith(_PREFIX):
            return None
        return self._identity("hash", _digest(text))

    def with_token(self, identity: str) -> Identity | None:
        """Whose token it is, by its id; None for one that is unknown, revoked or expired, or whose parent is expired."""
        return self._identity("id", identity)

    def _identity(self, column: str, value: str) -> Identity | None:
        now = self._time()
        rows = self._tables.read(
            lambda run: run(
                "SELECT p.id, p.name, p.is_admin, t.rights, t.id, t.parent FROM tokens t"
                " JOIN people p ON p.id = t.person LEFT JOIN tokens made_with ON made_with.id = t.parent"
                f" WHERE t.{column} = ? AND (t.expires IS NULL OR t.expires > ?)"
                " AND (made_with.expires IS NULL OR made_with.expires > ?)",
                (value, now, now),
            )
        )
        if not rows:
            return None
        person, name, is_admin, rights, token, parent = rows[0]
        return Identity(
            Person(person, name, bool(is_admin)),
            frozenset(map(Right, rights.split())),
            token,
            parent or "",
        )

    # --- groups, libraries, shares

    def join(self, group: str, name: str) -> None:
        """Make a person a member of a group; it exists while it has members. Raises UnknownName or UsageError."""
        called = checked_name(group)
        self._tables.write(
            lambda run: run(
                "INSERT INTO members VALUES (?,?) ON CONFLICT DO NOTHING",
                (called, person_called(run, name).id),
            )
        )

    def leave(self, group: str, name: str) -> None:
        """Raises UnknownName for a person who is no member."""

        def work(run: Run) -> None:
            values = (group, person_called(run, name).id)
            if not run(
                "DELETE FROM members WHERE called = ? AND person = ? RETURNING person", values
            ):
                raise UnknownName(
                    f"{quoted(name, 80)} is not in the group {quoted(group, 80)}.",
                    "See who is: wherein people list",
                )

        self._tables.write(work)

    def groups(self) -> dict[str, list[str]]:
        """The names of the members of each group."""
        rows = self._tables.read(
            lambda run: run(
                "SELECT m.called, p.name FROM members m JOIN people p ON p.id = m.person"
                " ORDER BY m.called, p.name",
                (),
            )
        )
        found: dict[str, list[str]] = {}
        for group, name in rows:
            found.setdefault(group, []).append(name)
        return found

    def add_library(self, name: str) -> str:
        """Make a library for several people, and return its id. Raises UsageError for a name that is taken."""
        name, identity = checked_name(name), secrets.token_hex(8)

        def work(run: Run) -> None:
            if run("SELECT 1 FROM libraries WHERE name = ?", (name,)):
                raise UsageError(
                    f"There is a library called {name} already.", "Choose another name."
                )
            run("INSERT INTO libraries VALUES (?,?,NULL)", (identity, name))

        self._tables.write(work)
        return identity

    def libraries(self) -> dict[str, str]:
        """The names of all libraries by their ids."""
        rows = self._tables.read(lambda run: run("SELECT id, name FROM libraries", ()))
        return dict(rows)

    def library(self, name: str) -> str:
        """The id of a library. Raises UnknownName."""
        return self._tables.read(lambda run: _library(run, name))

    def share(self, what: str, whom: str, role: Role = Role.READER, folder: str = "") -> None:
        """Share a library, a folder of it, or a knowledge base ("base:NAME"); it takes the place of an earlier share of
        the same to the same. Whether the folder or the base is there is for the caller to check. Raises UnknownName or
        UsageError."""
        folder = checked_folder(folder)

        def work(run: Run) -> None:
            library, base = _thing(run, what)
            if base and (folder or role is not Role.READER):
                raise UsageError(
                    "A knowledge base is shared as a whole, for reading.",
                    "Leave out the folder and the role.",
                )
            run(
                "INSERT INTO shares VALUES (?,?,?,?,?) ON CONFLICT (library, folder, base, whom)"
                " DO UPDATE SET role = excluded.role",
                (library, folder, base, _whom(run, whom), role.value),
            )

        self._tables.write(work)

    def unshare(self, what: str, whom: str, folder: str = "") -> None:
        """Take a share back at once. Raises UnknownName where there is none."""
        folder = checked_folder(folder)

        def work(run: Run) -> None:
            library, base = _thing(run, what)
            values = (library, folder, base, _whom(run, whom))
            if not run(
                "DELETE FROM shares WHERE library = ? AND folder = ? AND base = ? AND whom = ?"
                " RETURNING role",
                values,
            ):
                raise UnknownName(
                    f"{quoted(what, 80)} is not shared so with {quoted(whom, 80)}.",
                    "See what is shared: wherein share list",
                )

        self._tables.write(work)

    def shares(self) -> list[SharedThing]:
        def work(run: Run) -> list[SharedThing]:
            names = {person_of(i): name for i, name in run("SELECT id, name FROM people", ())}
            rows = run(
                "SELECT l.name, s.folder, s.base, s.whom, s.role FROM shares s"
                " JOIN libraries l ON l.id = s.library ORDER BY l.name, s.base, s.folder, s.whom",
                (),
            )
            return [
                SharedThing(
                    BASE + base if base else name, folder, str(names.get(whom, whom)), Role(role)
                )
                for name, folder, base, whom, role in rows
            ]

        return self._tables.read(work)

    def reach(self, identity: Identity) -> Reach:
        """What a person may reach now."""

        def work(run: Run) -> Reach:
            own, groups, shares = holdings_of(run, identity.person)
            return reach_of(identity, own, groups, shares)

        return self._tables.read(work)

    def _time(self, later: timedelta = timedelta()) -> str:
        return written(self._now() + later)


def _digest(text: str) -> str:
    """A token has 256 random bits, so that a plain hash of it can't be reversed by guessing."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _check_made_with(run: Run, person: Person, parent: str, rights: Collection[Right]) -> None:
    """Raise where a person's token can't be made with their token `parent`, of those that have not ended."""
    rows = run("SELECT rights FROM tokens WHERE id = ? AND person = ?", (parent, person.id))
    if not rows:
        raise UnknownName(
            "The token that this is made with has ended.", "Sign in again, or ask an admin."
        )
    if not set(rights) <= set(map(Right, rows[0][0].split())):
        raise UsageError(
            "A token can't have a right that the one it is made with doesn't have.",
            "Leave it out, or ask an admin for the token.",
        )
    counted = "SELECT count(*) FROM tokens WHERE person = ? AND parent IS NOT NULL"
    if run(counted, (person.id,))[0][0] >= MOST_MADE_WITH_OTHERS:
        raise QuotaReached(
            f"{person.name} has {MOST_MADE_WITH_OTHERS} tokens and sessions of their own making already.",
            "End some that are not needed first, in the app under Sharing.",
        )


def _ends(run: Run, token: str | None) -> list[str]:
    """When a token and those that it was made with end, of those that do."""
    ends: list[str] = []
    while token is not None:
        rows = run("SELECT expires, parent FROM tokens WHERE id = ?", (token,))
        expires, token = rows[0] if rows else (None, None)
        ends += [] if expires is None else [expires]
    return ends


def _library(run: Run, name: str) -> str:
    rows = run("SELECT id FROM libraries WHERE name = ?", (name,))
    if not rows:
        raise UnknownName(
            f"There is no library {quoted(name, 80)}.",
            "See them: wherein share list, or make it: wherein share new NAME",
        )
    return str(rows[0][0])


def _thing(run: Run, what: str) -> tuple[str, str]:
    """The library and the base that a name stands for."""
    if what.startswith(BASE):
        return "", what.removeprefix(BASE)
    return _library(run, what), ""


def _whom(run: Run, whom: str) -> str:
    if whom == EVERYONE:
        return EVERYONE
    if whom.startswith("group:"):
        group = checked_name(whom.removeprefix("group:"))
        if not run("SELECT 1 FROM members WHERE called = ? LIMIT 1", (group,)):
            raise UnknownName(
                f"There is no group {quoted(group, 80)}.",
                f"Make it by its first member: wherein people join {group} NAME",
            )
        return group_called(group)
    return person_of(person_called(run, whom).id)
