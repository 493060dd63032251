"""Refuses to share what is not there, so that a mistyped name is told at once. Decides nothing about who may share it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wherein.core.errors import UnknownName
from wherein.core.text.readable import quoted
from wherein.library.store import Entry
from wherein.people.access import Grant, Role
from wherein.people.names import checked_folder
from wherein.people.people import BASE, People


def check_is_there(
    people: People,
    what: str,
    folder: str,
    bases: Callable[[], Iterable[str]],
    entries: Callable[[], Iterable[Entry]],
) -> None:
    """Raise UnknownName for a library, a folder without documents or a knowledge base ("base:NAME") that is not there,
    and UsageError for a folder that can be none.

    `bases` are the names of all knowledge bases, `entries` the documents of all libraries.
    """
    if what.startswith(BASE):
        name = what.removeprefix(BASE)
        if name not in bases():
            raise UnknownName(
                f"There is no knowledge base {quoted(name, 80)}.", "See them: wherein kb list"
            )
        return
    of = Grant(people.library(what), checked_folder(folder), Role.READER)
    if of.folder and not any(of.holds_for(entry.library, entry.source) for entry in entries()):
        raise UnknownName(
            f"The library {what} has no document below {quoted(of.folder, 200)}.",
            f"Add some first: wherein add --library {what} PATH, or see what it has: wherein list --library {what}",
        )
