"""`wherein index`: the library's indexes in Milvus. This machine's own ones need no command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json, engine
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress
from wherein.core.errors import IndexDamaged, UsageError

if TYPE_CHECKING:
    from wherein.retrieval.by_milvus.search_side import SearchSide, SideStatus


@click.group("index")
def index_command() -> None:
    """Build, check and drop the library's indexes in Milvus, whose address is in --search or WHEREIN_SEARCH.

    They are derived from the library: what is dropped can be built again, and this machine's own indexes answer meanwhile.
    """


@index_command.command("build")
@as_json
def build_command(as_json: bool) -> None:
    """Bring the indexes in Milvus up to date. A build that was interrupted goes on where it was."""
    with _side() as side, progress("Indexing") as tell:
        found = side.build(tell)
    _print(found, as_json)


@index_command.command("status")
@as_json
def status_command(as_json: bool) -> None:
    """Say how many passages each index has, and whether it has all of the library."""
    with _side() as side:
        found = side.status()
    _print(found, as_json)


@index_command.command("verify")
@as_json
def verify_command(as_json: bool) -> None:
    """Compare the passages in Milvus with the library's, document by document."""
    with _side() as side, progress("Checking") as tell:
        wrong = side.verify(tell)
    if as_json:
        print_json({"wrong": wrong})
    elif not wrong:
        say("Every document in Milvus has the passages that it has in the library.")
    if wrong:
        raise IndexDamaged(
            f"{len(wrong):,} documents are other ones in Milvus than in the library, the first {wrong[0]}.",
            "Run: wherein index drop, then wherein index build",
        )


@index_command.command("drop")
@as_json
def drop_command(as_json: bool) -> None:
    """Remove the library's indexes from Milvus. The library stays as it is."""
    with _side() as side:
        side.drop()
    if as_json:
        print_json({"dropped": True})
    else:
        say("The library's indexes are removed from Milvus.")


@contextmanager
def _side() -> Iterator[SearchSide]:
    with engine() as opened:
        side = opened.search_side
        if side is None:
            raise UsageError(
                "No Milvus server is named.",
                "Name it: wherein index build --search milvus://HOST:19530",
            )
        yield side


def _print(found: list[SideStatus], as_json: bool) -> None:
    if as_json:
        print_json({"indexes": [asdict(one) | {"current": one.is_current} for one in found]})
        return
    for one in found:
        state = "up to date" if one.is_current else "behind the library: wherein index build"
        say(f"{one.part}: {one.passages:,} passages in {one.collection}, {state}")
