"""`wherein kb`: knowledge bases added, listed and removed."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal import print_json, progress


def _folder() -> Path:
    from wherein.library.home import Home

    return Home.choose().knowledge


@click.group("kb")
def kb_command() -> None:
    """Add, list and remove knowledge bases: articles that questions name."""


@kb_command.command("add")
@click.argument("name")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…")
@as_json
def add(name: str, sources: tuple[str, ...], as_json: bool) -> None:
    """Make the base NAME from SOURCE: JSON lines with title and text, aliases and redirects.

    A base of that name is replaced once the new one is whole. If you stop half-way, the same
    command goes on where it was.
    """
    from wherein.knowledge.building import build_base, checked_name
    from wherein.knowledge.importers import importer_for

    began = time.perf_counter()
    checked_name(name)
    importers = [importer_for(source) for source in sources]
    with progress(f"Building {name}") as told:
        base = build_base(
            _folder(), name, importers, lambda done, of, what: told(done, of or 0, what)
        )
    info = base.info
    base.close()
    milliseconds = round((time.perf_counter() - began) * 1000, 1)
    if as_json:
        print_json({**asdict(info), "milliseconds": milliseconds})
        return
    click.echo(
        f"{info.name}: {info.articles:,} articles, {info.aliases:,} other names,"
        f" {info.bytes / 1e6:.1f} MB."
    )


@kb_command.command("list")
@as_json
def list_(as_json: bool) -> None:
    """List the bases with their articles, size, date, licence and credit."""
    from wherein.knowledge.building import installed
    from wherein.knowledge.store import InstalledBase

    infos = []
    for name in installed(_folder()):
        base = InstalledBase(_folder() / name)
        infos.append(base.info)
        base.close()
    if as_json:
        print_json({"bases": [asdict(info) for info in infos]})
        return
    for info in infos:
        click.echo(
            f"{info.name:<16} {info.articles:>9,} articles {info.aliases:>9,} names"
            f" {info.bytes / 1e6:>9.1f} MB"
        )
        for origin in info.origins:
            said = (origin.source, origin.snapshot, origin.licence, origin.attribution)
            click.echo(f"{'':16} {' · '.join(part for part in said if part)}")
    if not infos:
        click.echo("There is no knowledge base. Make one: wherein kb add NAME SOURCE")


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
        click.echo(f"Removed {name}.")
