"""What an admin changes about an account, and what its person is told they have, over either store."""

from __future__ import annotations

from wherein.people.access import Identity, Person, reach_of
from wherein.people.held import Held, held_of
from wherein.people.rows import groups_of, holdings_of, libraries_named, person_alone, person_called
from wherein.people.tables import Run, Tables


class Accounts:
    """Threads may share it. Nothing is cached."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def set_admin(self, name: str, is_admin: bool) -> None:
        """Let a person manage the server, or no longer. Tokens that they have get no right by it, and those that had it
        lose it for good, so that only what is made afterwards has it again. Raises UnknownName."""

        def work(run: Run) -> None:
            person = person_alone(run, name)
            if person.is_admin == is_admin:
                return
            run("UPDATE people SET is_admin = ? WHERE id = ?", (int(is_admin), person.id))
            run("DELETE FROM tokens WHERE person = ? AND rights = 'admin'", (person.id,))
            run(
                "UPDATE tokens SET rights = replace(rights, ' admin', '') WHERE person = ?",
                (person.id,),
            )

        self._tables.write(work)

    def end_access(self, name: str) -> None:
        """End all tokens of a person at once, and so the sessions of their browsers. Raises UnknownName."""
        self._tables.write(
            lambda run: run("DELETE FROM tokens WHERE person = ?", (person_called(run, name).id,))
        )

    def held(self, identity: Identity) -> list[Held]:
        """What a person may reach now, by names, and by which way each came to them."""

        def work(run: Run) -> list[Held]:
            own, groups, shares = holdings_of(run, identity.person)
            reach = reach_of(identity, own, groups, shares)
            return held_of(reach, own, shares, libraries_named(run, sorted(reach.libraries)))

        return self._tables.read(work)

    def groups(self, person: Person) -> list[str]:
        """The names of the groups that a person is in."""
        return self._tables.read(lambda run: groups_of(run, person))
