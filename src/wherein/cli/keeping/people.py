"""`wherein people`, `wherein tokens`, `wherein share`: the members of a team, and what each may read."""

from __future__ import annotations

from dataclasses import asdict

import click

from wherein.cli.options import FiniteRange, as_json, engine
from wherein.cli.terminal.printing import print_json, say
from wherein.core.text.readable import plain
from wherein.home.folder import Home
from wherein.people.access import Right, Role
from wherein.people.people import People

_ROLES = click.Choice([role.value for role in Role])
_RIGHTS = click.Choice([right.value for right in Right])


def _say(sentence: str, as_json: bool) -> None:
    print_json({"done": sentence}) if as_json else say(sentence)


def _people() -> People:
    return People.of(Home.choose())


@click.group("people")
def people_command() -> None:
    """Add, list and remove the members of a team, and put them in groups.

    Each has a library of their own. What they may read besides is said with `wherein share`.
    """


@people_command.command("list")
@as_json
def list_people(as_json: bool) -> None:
    """List everybody with their groups."""
    with _people() as people:
        everybody, groups = people.all(), people.groups()
    rows = [
        {
            "name": one.name,
            "admin": one.is_admin,
            "groups": [group for group, members in groups.items() if one.name in members],
        }
        for one in everybody
    ]
    if as_json:
        print_json({"people": rows})
        return
    for row in rows:
        admin = "  (admin)" if row["admin"] else ""
        groups_of = ", ".join(map(str, row["groups"] if isinstance(row["groups"], list) else ()))
        say(f"{row['name']}{admin}{f'  in {groups_of}' if groups_of else ''}")
    if not rows:
        say("There is nobody yet. Add somebody: wherein people add NAME")


@people_command.command("add")
@click.argument("name")
@click.option("--admin", is_flag=True, help="May manage people, tokens and shares over HTTP.")
@as_json
def add_person(name: str, admin: bool, as_json: bool) -> None:
    """Add a person with a library of their own."""
    with _people() as people:
        people.add(name, admin)
    _say(
        f"{name} is there. A token for a program of theirs: wherein tokens add {name} PROGRAM",
        as_json,
    )


@people_command.command("remove")
@click.argument("name")
@as_json
def remove_person(name: str, as_json: bool) -> None:
    """Remove a person: their tokens end at once, the documents of their library stay."""
    with _people() as people:
        people.remove(name)
    _say(f"{name} is removed.", as_json)


@people_command.command("join")
@click.argument("group")
@click.argument("name")
@as_json
def join_group(group: str, name: str, as_json: bool) -> None:
    """Put the person NAME in a GROUP, which is there while it has members."""
    with _people() as people:
        people.join(group, name)
    _say(f"{name} is in {group}.", as_json)


@people_command.command("leave")
@click.argument("group")
@click.argument("name")
@as_json
def leave_group(group: str, name: str, as_json: bool) -> None:
    """Take the person NAME out of a GROUP."""
    with _people() as people:
        people.leave(group, name)
    _say(f"{name} is no longer in {group}.", as_json)


@people_command.command("audit")
@click.option("--limit", type=click.IntRange(1, 100_000), default=100, show_default=True)
@click.option(
    "--before",
    type=click.IntRange(0, 2**63 - 1),
    help="Only what is older than the entry of this number.",
)
@as_json
def audit(limit: int, before: int | None, as_json: bool) -> None:
    """Print who read, added, changed, removed, shared and signed in, newest first. No question is in it."""
    with _people() as people:
        found = people.audit.latest(limit, before)
    if as_json:
        print_json({"entries": [asdict(one) for one in found]})
        return
    for one in found:
        say(plain(f"{one.number}  {one.at}  {one.person}  {one.what}  {one.about}".rstrip()))


@click.group("tokens")
def tokens_command() -> None:
    """Make, list and revoke the tokens of people's programs."""


@tokens_command.command("list")
@click.argument("name", required=False)
@as_json
def list_tokens(name: str | None, as_json: bool) -> None:
    """List the tokens of everybody or of NAME, without the tokens themselves."""
    with _people() as people:
        found = people.tokens(name)
    if as_json:
        print_json({"tokens": [asdict(one) for one in found]})
        return
    for one in found:
        until = f"  until {one.expires}" if one.expires else ""
        say(plain(f"{one.id}  {one.person}  {' '.join(one.rights)}{until}  {one.program}"))


@tokens_command.command("add")
@click.argument("name")
@click.argument("program")
@click.option(
    "--may",
    "rights",
    type=_RIGHTS,
    multiple=True,
    default=("read",),
    show_default=True,
    help="What it may be used for; may be repeated.",
)
@click.option(
    "--days",
    type=FiniteRange(min=0, min_open=True, max=36_500),
    help="Ends after so many days, at most 36,500.",
)
@as_json
def add_token(
    name: str, program: str, rights: tuple[str, ...], days: float | None, as_json: bool
) -> None:
    """Make a token for a PROGRAM of the person NAME. It is printed once, and only a hash of it is kept."""
    with _people() as people:
        made, text = people.make_token(name, program, [Right(right) for right in rights], days)
    print_json({**asdict(made), "token": text}) if as_json else say(text)


@tokens_command.command("revoke")
@click.argument("token")
@as_json
def revoke_token(token: str, as_json: bool) -> None:
    """End the token with the id TOKEN, and those that were made with it, at once."""
    with _people() as people:
        people.revoke(token)
    _say("It is revoked.", as_json)


@click.group("share")
def share_command() -> None:
    """Share a library, a folder of it or a knowledge base.

    WHAT is a library's name (each person's own has theirs, `main` is the one of before) or base:NAME. WHOM is a
    person's name, group:NAME or everyone.
    """


@share_command.command("list")
@as_json
def list_shares(as_json: bool) -> None:
    """List the libraries, and what is shared with whom."""
    with _people() as people:
        libraries, shares = sorted(people.libraries().values()), people.shares()
    if as_json:
        print_json({"libraries": libraries, "shares": [asdict(one) for one in shares]})
        return
    say(f"Libraries: {', '.join(libraries)}")
    for one in shares:
        folder = f", {one.folder}" if one.folder else ""
        say(plain(f"{one.what}{folder}: {one.whom} ({one.role})"))


@share_command.command("new")
@click.argument("name")
@as_json
def new_library(name: str, as_json: bool) -> None:
    """Make a library NAME that is nobody's own. Add to it with wherein add --library NAME."""
    with _people() as people:
        people.add_library(name)
    _say(f"{name} is there. Share it: wherein share add {name} WHOM", as_json)


@share_command.command("add")
@click.argument("what")
@click.argument("whom")
@click.option("--role", type=_ROLES, default=Role.READER.value, show_default=True)
@click.option("--folder", default="", metavar="PATH", help="Only the documents below this folder.")
@as_json
def add_share(what: str, whom: str, role: str, folder: str, as_json: bool) -> None:
    """Share WHAT with WHOM."""
    with engine() as asked, People.of(asked.home) as people:
        asked.check_is_there(people, what, folder)
        people.share(what, whom, Role(role), folder)
    shared = f"{folder} of {what}" if folder else what
    _say(f"{shared} is shared with {whom}, as {role}.", as_json)


@share_command.command("remove")
@click.argument("what")
@click.argument("whom")
@click.option("--folder", default="", metavar="PATH", help="The share of this folder.")
@as_json
def remove_share(what: str, whom: str, folder: str, as_json: bool) -> None:
    """Take a share back, at once."""
    with _people() as people:
        people.unshare(what, whom, folder)
    _say(f"{what} is no longer shared with {whom}.", as_json)
