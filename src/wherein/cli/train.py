"""`wherein train …`: the commands that make the shipped readers. Arguments in, one call each, out."""

from __future__ import annotations

import json
from pathlib import Path

import click

DEFAULT_ROOT = Path("~/.cache/wherein/training")
root_option = click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    default=DEFAULT_ROOT,
    show_default=True,
    help="Where the training set, the base and the checkpoints are kept.",
)
recipe_option = click.option(
    "--recipe",
    "recipe_path",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("recipes/small.toml"),
    show_default=True,
    help="What to train, from what and how long.",
)


@click.group("train")
def group() -> None:
    """Make, calibrate, export and check readers (needs the train extra)."""


@group.command()
@root_option
def data(root: Path) -> None:
    """Build the training set from the SQuAD-format files of the shared folder."""
    from wherein.evaluation.shared_data import shared_folder
    from wherein.training.data import build

    manifest = build(shared_folder(), root.expanduser() / "data")
    click.echo(json.dumps(manifest, indent=1))


@group.command()
@root_option
@recipe_option
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True)
@click.option(
    "--pause-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="While this file exists nothing is computed.  [default: PAUSE in the root]",
)
@click.option("--branch", help="Copy the trunk's newest checkpoint and let the rate fall to 0.")
@click.option(
    "--decay-tokens", type=click.IntRange(1000), default=3_000_000, show_default=True,
    help="How long a branch's rate falls.",
)  # fmt: skip
@click.option("--log", "log_path", type=click.Path(path_type=Path), help="Append progress here.")
def reader(
    root: Path, recipe_path: Path, workers: int, pause_file: Path | None, branch: str | None,
    decay_tokens: int, log_path: Path | None,
) -> None:  # fmt: skip
    """Train a reader, or go on where it stopped; the same command does both.

    A run can be stopped at any time with SIGTERM or SIGINT; killed, it loses five minutes at most.
    """
    from wherein.training.assemble import start_reader

    start_reader(
        root.expanduser(), recipe_path, workers, pause_file, branch, decay_tokens, log_path
    )


train_command = group  # the name the command table looks for

if __name__ == "__main__":
    group()
