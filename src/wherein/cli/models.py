"""`wherein models`: lists, fetches and removes models by name."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json, engine
from wherein.cli.printing import print_json, say
from wherein.cli.terminal import progress
from wherein.core.errors import AssetDamaged

if TYPE_CHECKING:
    from wherein.assets.manifest import Asset
    from wherein.home.folder import Home


@click.group("models")
def models_command() -> None:
    """List, get and remove models. Only `get` fetches anything."""


@models_command.command("list")
@as_json
def list_models(as_json: bool) -> None:
    """List every known model: whether it is installed, its size and licence."""
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
        say(f"{row['name']:<12} {int(str(row['bytes'])) / 1e6:7.1f} MB  {row['what']}  ({state})")


@models_command.command("get")
@click.argument("name")
@click.option(
    "--from", "source", metavar="PLACE", help="The folder, checkout or address that has it."
)
@click.option("--sha256", metavar="HEX", help="The SHA-256 that its largest file must have.")
@as_json
def get_model(name: str, source: str | None, sha256: str | None, as_json: bool) -> None:
    """Get a model by NAME, verify it and install it.

    For a name that wherein does not list, the source needs an asset.json.
    """
    from wherein.assets.fetch import description, fetch

    with engine() as kept:
        store = kept.assets
        listed = name in {asset.name for asset in store.assets}
        described = description(name, source) if source and not listed else None
        asset = described or store.asset(name)
        main = max(asset.files, key=lambda file: file.bytes)
        if sha256 and main.sha256 != sha256.lower():
            raise AssetDamaged(
                f"{main.path} of {name!r} has the SHA-256 {main.sha256}, not the one you gave.",
                "Get it from a place you trust.",
            )
        say(f"Getting {name} ({asset.size_bytes / 1e6:.1f} MB)…", err=True)
        keep = store.adopt if described else lambda asset, fill: store.install(asset.name, fill)
        with progress(f"Getting {name}", in_bytes=True) as on_progress:
            folder = keep(asset, lambda target: fetch(asset, target, source, on_progress))
        needed = _still_needed(asset, kept.home)
    if as_json:
        print_json({"name": name, "folder": str(folder), "needed": needed})
        return
    say(f"{name} is in {folder}, verified.")
    if needed:
        say("Before it answers:")
    for step in needed:
        say(f"  {step}")


def _still_needed(asset: Asset, home: Home) -> list[str]:
    """The next steps before a language model can be asked; none for other models."""
    if not any(file.path.endswith(".gguf") for file in asset.files):
        return []
    needed = []
    if find_spec("xllamacpp") is None:
        needed.append("Install llama.cpp: .venv/bin/pip install -e '.[llm]'")
    generative = home.settings().generative
    if generative is None or generative.model != asset.name:
        needed.append(
            f'Write these two lines into {home.config}: [generative] and model = "{asset.name}"'
        )
    return needed


@models_command.command("undo")
@click.argument("name")
@as_json
def undo_model(name: str, as_json: bool) -> None:
    """Restore the model that NAME had before the last one was installed."""
    with engine() as kept:
        shipped = kept.assets.go_back(name)
    if as_json:
        print_json({"name": name, "shipped": shipped})
    else:
        say(f"{name} is the one {'that comes with wherein' if shipped else 'before'} again.")


@models_command.command("remove")
@click.argument("name")
@as_json
def remove_model(name: str, as_json: bool) -> None:
    """Remove a model that `get` installed; shipped models stay."""
    with engine() as kept:
        kept.assets.remove(name)
    if as_json:
        print_json({"removed": name})
    else:
        say(f"{name} is removed.")
