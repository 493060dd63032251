"""`wherein kb`: adds, updates, lists, shares and removes knowledge bases."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json, engine
from wherein.cli.terminal.printing import print_json, say, say_sentence
from wherein.cli.terminal.terminal import progress

if TYPE_CHECKING:
    from wherein.answering.articles.bases import MadeBase

MOST_KINDS_TOLD = 8
"""Most kinds of templates and tags without a rule that are listed; a dump has thousands."""
MOST_LISTED = 20
"""Most lines on skipped articles; a damaged source may have thousands."""


def _fetching() -> None:
    say("Fetching the leads of 10,033 articles (a package of 5 MB).", err=True)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _print(made: MadeBase, began: float, as_json: bool) -> None:
    """Print the outcome. Exits with 1 when parts of the sources were left out."""
    info, left_out = made.info, made.left_out
    if as_json:
        milliseconds = round((time.perf_counter() - began) * 1000, 1)
        print_json(
            {
                **asdict(info),
                "left_out": [asdict(left) for left in left_out],
                "dropped": dict(made.dropped.most_common()),
                "milliseconds": milliseconds,
            }
        )
    else:
        say(
            f"{info.name}: {_count(info.articles, 'article')},"
            f" {_count(info.aliases, 'other name')}, {info.bytes / 1e6:.1f} MB."
        )
        if made.dropped:
            say(_not_shown(made.dropped), err=True)
        for left in left_out[:MOST_LISTED]:
            say(f"Left out {left.what}: {left.reason}", err=True)
        if len(left_out) > MOST_LISTED:
            say(f"And {len(left_out) - MOST_LISTED:,} more; with --json all are listed.", err=True)
    if left_out:
        raise click.exceptions.Exit(1)


def _not_shown(dropped: Counter[str]) -> str:
    """Print how many templates and tags have no rule, and the most frequent of them."""
    commonest = ", ".join(
        f"{what} {times:,}" for what, times in dropped.most_common(MOST_KINDS_TOLD)
    )
    more = len(dropped) - MOST_KINDS_TOLD
    rest = f", and {_count(more, 'other kind')} (all with --json)" if more > 0 else ""
    return (
        f"Not shown, {_count(dropped.total(), 'time')}, because no rule exists: {commonest}{rest}."
    )


@click.group("kb")
def kb_command() -> None:
    """Add, update, list, share and remove knowledge bases: articles that questions name."""


@kb_command.command("add")
@click.argument("name")
@click.argument("sources", nargs=-1, metavar="SOURCE…")
@click.option(
    "--names-only",
    is_flag=True,
    help="Index only names: smaller and faster to make, but only named articles can answer.",
)
@as_json
def add(name: str, sources: tuple[str, ...], names_only: bool, as_json: bool) -> None:
    """Make the base NAME from SOURCE: JSON lines with title and text, a MediaWiki dump (.xml,
    .xml.bz2), a ZIM file, or a folder of documents.

    Rules turn the templates of a dump into text; templates without a rule are left out and counted.

    Two sources have names: `sample`, the articles that come with wherein, and `vital`, 10,033 leads
    of Wikipedia, which are fetched. The base has the same name unless you give another. A base of
    that name is replaced when the new one is complete. After an interruption, the same command
    continues.
    """
    began = time.perf_counter()
    with engine() as home, progress(f"Building {name}") as on_progress:
        made = home.bases.make(
            name, *sources, names_only=names_only, on_progress=on_progress, on_fetch=_fetching
        )
    _print(made, began, as_json)


@kb_command.command("update")
@click.argument("name")
@click.argument("sources", nargs=-1, metavar="[SOURCE…]")
@as_json
def update(name: str, sources: tuple[str, ...], as_json: bool) -> None:
    """Rebuild the base NAME from its sources, or from newer SOURCEs.

    The old base answers until the new one is complete. Unchanged sources need no work.
    """
    began = time.perf_counter()
    with engine() as home, progress(f"Building {name}") as on_progress:
        made = home.bases.update(name, *sources, on_progress=on_progress, on_fetch=_fetching)
    if made.unchanged and as_json:
        print_json({**asdict(made.info), "left_out": [], "unchanged": True})
    elif made.unchanged:
        say(f"{name} is up to date with its sources; nothing was done.")
    else:
        if made.damage is not None:
            say(f"{made.damage} It was built again.", err=True)
        _print(made, began, as_json)


@kb_command.command("list")
@as_json
def list_(as_json: bool) -> None:
    """List the bases with their articles, size, date, licence and credit."""
    with engine() as home:
        infos, damaged, half = home.bases.installed(), home.bases.damaged(), home.bases.unfinished()
        missing = home.bases.missing()
    if as_json:
        print_json(
            {
                "bases": [asdict(info) for info in infos],
                "unfinished": half,
                "damaged": list(damaged),
                **({"not_fetched": [base.name for base in missing]} if missing else {}),
            }
        )
        return
    for info in infos:
        say(
            f"{info.name:<16} {info.articles:>9,} articles {info.aliases:>9,} names"
            f" {info.bytes / 1e6:>9.1f} MB{'' if info.words is not None else '   names only'}"
        )
        for origin in info.origins:
            named = (origin.source, origin.snapshot, origin.licence, origin.attribution)
            say(f"{'':16} {' · '.join(part for part in named if part)}")
    for said in damaged.values():
        say_sentence(said, err=False)
    for name in half:
        say(
            f"{name} is not finished: the command that began it goes on where it was,"
            f" and `wherein kb remove {name}` removes what it left."
        )
    for base in missing:
        say(
            f"{base.name:<16} {base.articles:>9,} articles {'':15} {base.bytes / 1e6:>9.1f} MB"
            f"   in the database, not on this machine: wherein kb fetch {base.name}"
        )
    if not infos and not half and not damaged and not missing:
        say("There is no knowledge base. Make one: wherein kb add NAME SOURCE")


@kb_command.command("remove")
@click.argument("name")
@as_json
def remove(name: str, as_json: bool) -> None:
    """Remove the base NAME; the sources it was made from stay."""
    with engine() as home:
        home.bases.remove(name)
    if as_json:
        print_json({"removed": name})
    else:
        say(f"Removed {name}.")


@kb_command.command("share")
@click.argument("name")
@as_json
def share(name: str, as_json: bool) -> None:
    """Copy the base NAME into the team's database (--store), from which all machines of the team fetch it.

    It replaces a shared base of that name. After an interruption, the same command goes on.
    """
    with engine() as home, progress(f"Sharing {name}", in_bytes=True) as on_progress:
        shared = home.bases.share(name, on_progress)
    if as_json:
        print_json({"shared": name, "version": shared.version, "bytes": shared.bytes})
    else:
        say(f"Shared {name}: {_count(shared.articles, 'article')}, {shared.bytes / 1e6:.1f} MB.")


@kb_command.command("unshare")
@click.argument("name")
@as_json
def unshare(name: str, as_json: bool) -> None:
    """Remove the base NAME from the team's database and, at their next fetch, the copies on other machines."""
    with engine() as home:
        home.bases.unshare(name)
    if as_json:
        print_json({"unshared": name})
    else:
        say(f"{name} is not shared any more.")


@kb_command.command("fetch")
@click.argument("names", nargs=-1, metavar="[NAME…]")
@as_json
def fetch(names: tuple[str, ...], as_json: bool) -> None:
    """Copy the knowledge bases in the team's database to this machine: all of them, or the ones with these NAMEs.

    A server does so by itself. Copies of bases that are no longer shared are removed. A base that this
    machine built itself stays as it is. After an interruption, the same command goes on.
    """
    with engine() as home, progress("Fetching", in_bytes=True) as on_progress:
        changed = home.bases.catch_up(*names, on_progress=on_progress)
    if as_json:
        shown = {"fetched": changed.fetched, "removed": changed.removed, "own": changed.own}
        print_json({**shown, "failed": [str(error) for error in changed.failed]})
    for error in changed.failed:
        say_sentence(str(error))
    if changed.failed:
        raise click.exceptions.Exit(1)
    if as_json:
        return
    for name in changed.fetched:
        say(f"Fetched {name}.")
    for name in changed.removed:
        say(f"Removed {name}, which is no longer shared.")
    for name in changed.own:
        say(
            f"{name} is this machine's own and stays; the shared base of that name was not fetched."
        )
    if not (changed.fetched or changed.removed or changed.own):
        say("Everything that is shared is here.")
