"""`wherein models`: lists, fetches and removes models by name."""

from __future__ import annotations

from dataclasses import asdict

import click

from wherein.cli.options import as_json, engine
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress


@click.group("models")
def models_command() -> None:
    """List, get and remove models. Only `get` fetches anything."""


@models_command.command("list")
@as_json
def list_models(as_json: bool) -> None:
    """List every known model: whether it is installed, its size and licence."""
    with engine() as kept:
        models = kept.models.known()
    if as_json:
        print_json({"models": [asdict(model) for model in models]})
        return
    for model in models:
        state = "here" if model.here else f"get it: wherein models get {model.name}"
        say(f"{model.name:<12} {model.bytes / 1e6:7.1f} MB  {model.what}  ({state})")


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

    def begun(size: int) -> None:
        say(f"Getting {name} ({size / 1e6:.1f} MB)…", err=True)

    with engine() as kept, progress(f"Getting {name}", in_bytes=True) as tell:
        got = kept.models.get(name, source, sha256, tell, begun)
    if as_json:
        print_json({"name": name, "folder": str(got.folder), "needed": list(got.needed)})
        return
    say(f"{name} is in {got.folder}, verified.")
    if got.needed:
        say("Before it answers:")
    for step in got.needed:
        say(f"  {step}")


@models_command.command("undo")
@click.argument("name")
@as_json
def undo_model(name: str, as_json: bool) -> None:
    """Restore the model that NAME had before the last one was installed."""
    with engine() as kept:
        shipped = kept.models.undo(name)
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
        kept.models.remove(name)
    if as_json:
        print_json({"removed": name})
    else:
        say(f"{name} is removed.")
