"""`wherein models`: which models there are, getting and removing them by name."""

from __future__ import annotations

import click

from wherein.cli.options import as_json, engine
from wherein.cli.terminal import print_json, progress


@click.group("models")
def models_command() -> None:
    """List, get and remove models. Nothing is ever fetched unasked."""


@models_command.command("list")
@as_json
def list_models(as_json: bool) -> None:
    """List every known model, whether it is here, its size and licence."""
    with engine() as kept:
        store = kept.assets
        rows = [
            {
                "name": asset.name,
                "what": asset.what,
                "here": store.is_here(asset.name),
                "shipped": asset.shipped,
                "bytes": asset.size_bytes,
                "licence": asset.licence,
                "origin": asset.origin,
            }
            for asset in store.assets
        ]
    if as_json:
        print_json({"models": rows})
        return
    for row in rows:
        state = "here" if row["here"] else f"get it: wherein models get {row['name']}"
        click.echo(
            f"{row['name']:<12} {int(str(row['bytes'])) / 1e6:7.1f} MB  {row['what']}  ({state})"
        )


@models_command.command("get")
@click.argument("name")
@click.option("--from", "source", metavar="FOLDER", help="A folder or checkout that holds it.")
@as_json
def get_model(name: str, source: str | None, as_json: bool) -> None:
    """Get a model by NAME, check it and keep it."""
    from wherein.assets.fetch import fetch

    with engine() as kept:
        asset = kept.assets.asset(name)
        click.echo(f"Getting {name} ({asset.size_bytes / 1e6:.1f} MB)…", err=True)
        with progress(f"Getting {name}", in_bytes=True) as told:
            folder = kept.assets.install(name, lambda target: fetch(asset, target, source, told))
    if as_json:
        print_json({"name": name, "folder": str(folder)})
    else:
        click.echo(f"{name} is in {folder}, verified.")


@models_command.command("remove")
@click.argument("name")
@as_json
def remove_model(name: str, as_json: bool) -> None:
    """Remove a model that was got; those that come with wherein stay."""
    with engine() as kept:
        kept.assets.remove(name)
    if as_json:
        print_json({"removed": name})
    else:
        click.echo(f"{name} is removed.")
