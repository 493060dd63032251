"""What a person may read, in words, and by which way each of it came to them. Pure; `access` decides what it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wherein.people.access import EVERYONE, Reach, Role, Share

OWN = "own"
PERSON = "person"
"""Shared with the person themselves."""


@dataclass(frozen=True, slots=True)
class Held:
    """A library by its name, a folder of it, or with `base` set a knowledge base instead.

    owner: the name of the person whose own library it is; "" where it is nobody's. role: what may be done in it.
    through: each of `own`, `person`, `group:NAME` and `everyone` by which it may be read.
    """

    library: str
    folder: str
    base: str
    owner: str
    role: Role
    through: tuple[str, ...]


def held_of(
    reach: Reach, own: str | None, shares: Iterable[Share], names: Mapping[str, tuple[str, str]]
) -> list[Held]:
    """What a reach holds, sorted by name. `shares` are those it was made of, `names` the name and the owner of each library by
    its id."""
    ways: dict[tuple[str, str, str], list[str]] = {}
    if own is not None:
        ways[own, "", ""] = [OWN]
    for share in shares:
        way = share.whom if share.whom == EVERYONE or share.whom.startswith("group:") else PERSON
        ways.setdefault((share.library, share.folder, share.base), []).append(way)
    found = [
        Held("", "", base, "", Role.READER, tuple(ways.get(("", "", base), ())))
        for base in sorted(reach.bases)
    ]
    roles: dict[tuple[str, str], set[Role]] = {}
    for grant in reach.grants:
        roles.setdefault((grant.library, grant.folder), set()).add(grant.role)
    for (library, folder), given in roles.items():
        if library in names:
            role = next(one for one in reversed(Role) if one in given)
            name, owner = names[library]
            through = tuple(sorted(ways[library, folder, ""]))
            found.append(Held(name, folder, "", owner, role, through))
    return sorted(
        found, key=lambda one: (OWN not in one.through, one.base, one.library, one.folder)
    )
