"""`wherein migrate`, `wherein backup` and `wherein restore`: takes a library with its memory elsewhere. Copies nothing itself."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress
from wherein.core.errors import UsageError
from wherein.home.folder import Home, library_place
from wherein.postgres.address import SCHEMES, StoreAddress

if TYPE_CHECKING:
    from wherein.answering.moving.copying import Copied


@click.command("migrate")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@as_json
def migrate_command(source: str, target: str, as_json: bool) -> None:
    """Copy library and memory FROM a home or database TO another, and check every piece.

    Each is a folder, or the address of a PostgreSQL database. What was copied before is passed over, and what is FROM stays.
    """
    from wherein.answering.moving.copying import copy_all

    one, other = _place(source), _place(target)
    if one == other:
        raise UsageError("Both places are the same.", "Name two.")
    if one.store is None and not (one.library.exists() or one.memory.exists()):
        raise UsageError(f"There is no library in {one.folder}.", "Name the folder of a home.")
    with progress("Copying") as tell:
        copied = copy_all(one, other, tell)
    _print(copied, f"{library_place(one)} is in {library_place(other)} now", as_json)


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@as_json
def backup_command(file: Path, as_json: bool) -> None:
    """Write library, memory and received files into a new FILE, and check it.

    With --store, those of the database. Models and knowledge bases are not in it: they can be got and built again.
    """
    from wherein.answering.moving.backup import back_up

    home = Home.choose()
    with progress("Copying") as tell:
        copied = back_up(home, file.absolute(), tell)
    _print(copied, f"{library_place(home)} is in {file} now", as_json)


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@as_json
def restore_command(file: Path, as_json: bool) -> None:
    """Bring what is in a backup FILE into the library and memory, or with --store into those of the database.

    Documents of the same source are replaced; what else is there stays.
    """
    from wherein.answering.moving.backup import restore

    home = Home.choose()
    with progress("Restoring") as tell:
        copied = restore(file.absolute(), home, tell)
    _print(copied, f"{file} is in {library_place(home)} now", as_json)


def _place(name: str) -> Home:
    if name.partition("://")[0].lower() in SCHEMES:
        return Home(Home.choose().folder, StoreAddress.parse(name))
    return Home(Home.choose(name).folder)


def _print(copied: Copied, sentence: str, as_json: bool) -> None:
    if as_json:
        print_json(asdict(copied))
        return
    say(
        f"All that is in {sentence}, checked: {copied.documents:,} documents ({copied.documents_new:,} copied),"
        f" {copied.questions:,} questions ({copied.questions_new:,}), {copied.verdicts:,} verdicts"
        f" ({copied.verdicts_new:,})"
        + (
            "."
            if not copied.people
            else f", {copied.people:,} people with their tokens, groups and shares."
        )
    )
