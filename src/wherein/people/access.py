"""The one rule of who may read, change and add what. Pure: knows no store, no request and no document.

Everything that a person is shown comes through a library that asks this rule about each document, and through knowledge
bases that it names. Nothing else decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

MAIN = "main"
"""The name of the library that every store has; its id is ""."""


class Role(StrEnum):
    """What somebody may do in a library; each may do what the ones before it may."""

    READER = "reader"
    EDITOR = "editor"
    """Adds, renames, tags and removes documents."""
    ADMIN = "admin"
    """Shares the library with others."""


class Right(StrEnum):
    """What a token may be used for; its person may do no more with it than this."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


_RANK = tuple(Role)


@dataclass(frozen=True, slots=True)
class Person:
    """An account. `is_admin`: may manage people, tokens and shares of all libraries."""

    id: str
    name: str
    is_admin: bool = False


@dataclass(frozen=True, slots=True)
class Identity:
    """A person who sent a request, with the rights of the token that they sent it with.

    token: its id. made_with: the id of the token that it was made with; "" for one that an admin made.
    """

    person: Person
    rights: frozenset[Right]
    token: str = ""
    made_with: str = ""

    @property
    def may_manage(self) -> bool:
        """Whether they may use what only those who run the server may."""
        return self.person.is_admin and Right.ADMIN in self.rights

    def has_all_of(self, before: Identity) -> bool:
        """Whether they are the same person and may still do all that they might `before`."""
        is_same = self.person.id == before.person.id and self.token == before.token
        manages = self.may_manage or not before.may_manage
        return is_same and manages and self.rights >= before.rights


@dataclass(frozen=True, slots=True)
class Grant:
    """A role in a library by its id, or in one folder of it; "" is the whole library."""

    library: str
    folder: str
    role: Role

    def holds_for(self, library: str, source: str) -> bool:
        if library != self.library:
            return False
        if not self.folder:
            return True
        rest = source[len(self.folder) :]
        return source.startswith(self.folder) and rest[:1] in ("/", "\\")

    def has_all_of(self, other: Grant) -> bool:
        """Whether this gives the other's role, or a higher one, in everything that the other does."""
        is_within = other.folder == self.folder or self.holds_for(other.library, other.folder)
        is_role = _RANK.index(self.role) >= _RANK.index(other.role)
        return self.library == other.library and is_within and is_role


@dataclass(frozen=True)
class Reach:
    """What one person may read and change.

    grants: their roles, with a token's rights taken into account. bases: names of the knowledge bases that they may read.
    own: the id of the library that what they add goes to; None where they may add nothing.
    """

    grants: frozenset[Grant]
    bases: frozenset[str] = frozenset()
    own: str | None = None

    def role(self, library: str, source: str) -> Role | None:
        """The highest role in a document, by its library and source; None for one that they may not read."""
        roles = [grant.role for grant in self.grants if grant.holds_for(library, source)]
        return max(roles, key=_RANK.index, default=None)

    def has_all_of(self, before: Reach) -> bool:
        """Whether everything that could be read and changed `before` still can; there may be more."""
        return (
            self.own == before.own
            and self.bases >= before.bases
            and all(any(now.has_all_of(one) for now in self.grants) for one in before.grants)
        )

    def may_read(self, library: str, source: str) -> bool:
        return any(grant.holds_for(library, source) for grant in self.grants)

    def may_change(self, library: str, source: str) -> bool:
        return self.role(library, source) in (Role.EDITOR, Role.ADMIN)

    def may_add_to(self, library: str) -> bool:
        """Whether documents of any source may be added to a library: an editor of one folder may not."""
        return any(
            grant.library == library and not grant.folder and grant.role is not Role.READER
            for grant in self.grants
        )

    def may_share(self, library: str) -> bool:
        """Whether they may share a library, or a folder of it, with others."""
        return Grant(library, "", Role.ADMIN) in self.grants

    @cached_property
    def libraries(self) -> frozenset[str]:
        """The ids of the libraries of which at least one folder may be read."""
        return frozenset(grant.library for grant in self.grants)

    @cached_property
    def own_alone(self) -> Reach:
        """Of this, the library that what they add goes to."""
        return Reach(frozenset(g for g in self.grants if g.library == self.own), own=self.own)

    @cached_property
    def id(self) -> str:
        """The same for all who may read the same documents and bases, whatever else they may do."""
        readable = sorted({(grant.library, grant.folder) for grant in self.grants})
        text = repr((readable, sorted(self.bases)))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Share:
    """A library, a folder of it or a knowledge base that is shared. `base` is set instead of `library` for a base.

    whom: `everyone`, `group:NAME`, or `person:ID`.
    """

    library: str
    folder: str
    base: str
    whom: str
    role: Role


EVERYONE = "everyone"


def group_called(name: str) -> str:
    return f"group:{name}"


def person_of(identity: str) -> str:
    return f"person:{identity}"


def reach_of(
    identity: Identity, own: str | None, groups: Iterable[str], shares: Iterable[Share]
) -> Reach:
    """What a person may reach: their own library, and what is shared with them, with a group of theirs or with everyone.

    Without the right to read nothing may be read; without the right to write they are a reader everywhere.
    """
    if Right.READ not in identity.rights:
        return Reach(frozenset())
    writes = Right.WRITE in identity.rights
    whom = {EVERYONE, person_of(identity.person.id), *map(group_called, groups)}
    grants, bases = set(), set()
    if own is not None:
        grants.add(Grant(own, "", Role.ADMIN if writes else Role.READER))
    for share in shares:
        if share.whom not in whom:
            continue
        if share.base:
            bases.add(share.base)
        else:
            grants.add(Grant(share.library, share.folder, share.role if writes else Role.READER))
    return Reach(frozenset(grants), frozenset(bases), own if writes else None)
