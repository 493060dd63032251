"""`wherein train near-misses`, `bundle` and `collect`: a training on a borrowed accelerator, before and after it."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wherein.cli.terminal.printing import say
from wherein.cli.terminal.terminal import progress
from wherein_lab.training.runs.assemble import require_training_extra
from wherein_lab.training.runs.kept_weights import weights_file

DEFAULT_ROOT = Path("~/.cache/wherein/training")
NEAR_MISSES = "near-misses.jsonl"
root_option = click.option(
    "--root", type=click.Path(path_type=Path, file_okay=False), default=DEFAULT_ROOT,
    show_default=True, help="The folder that `train data` wrote.",
)  # fmt: skip


@click.command("near-misses")
@root_option
@click.option("--reader", "name", default="small", show_default=True,
              help="The reader that reads them: a name or a folder.")  # fmt: skip
@click.option("--minutes", type=click.FloatRange(0), default=30.0, show_default=True,
              help="Stop after this many minutes; the same command continues.")  # fmt: skip
def near_misses(root: Path, name: str, minutes: float) -> None:
    """Find wrong passages that a reader almost takes for the answer, as hard negatives for training."""
    from wherein_lab.registry.readers import open_reader
    from wherein_lab.training.examples.data import load
    from wherein_lab.training.examples.near_misses import mine

    root = root.expanduser()
    contexts, examples = load(root / "data")
    opened = open_reader(name, threads=1, calibrated=False)
    path = root / NEAR_MISSES
    with progress("Questions") as on_progress:
        count = mine(
            opened,
            contexts,
            examples,
            path,
            60 * minutes,
            lambda n: on_progress(n, len(examples), ""),
        )
    say(f"{count} questions with their near misses are in {path}.")


@click.command("bundle")
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@root_option
@click.option("--recipe", type=click.Path(path_type=Path, dir_okay=False), show_default=True,
              default=Path("recipes/accelerator.toml"), help="The recipe with the stages of the training.")  # fmt: skip
@click.option("--start", "starts", type=(str, click.Path(path_type=Path)), multiple=True,
              required=True, metavar="NAME PATH",
              help="What the stage NAME of the recipe starts from: a folder with a packed reader, or weights (a file, or a name"
              " of recipes/kept-weights.toml). Give it once for each stage.")  # fmt: skip
@click.option("--load-megabytes", type=click.FloatRange(1), default=60.0, show_default=True,
              help="The largest size of one part.")  # fmt: skip
def bundle(
    out: Path, root: Path, recipe: Path, starts: tuple[tuple[str, Path], ...], load_megabytes: float
) -> None:
    """Write everything that training needs on a machine with only torch and tokenizers into OUT, in parts."""
    require_training_extra()
    from wherein_lab.training.accelerator.travel.assemble import make_bundle

    root = root.expanduser()
    mined = root / NEAR_MISSES
    loads = make_bundle(
        out,
        root,
        recipe,
        {stage: weights_file(path, root) for stage, path in starts},
        mined if mined.is_file() else None,
        int(1e6 * load_megabytes),
    )
    for load in loads:
        say(f"{load.name}: {load.bytes / 1e6:.1f} MB in {len(load.pieces)} pieces")


@click.command("collect")
@click.argument("bundle", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.argument("result", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
def collect(bundle: Path, result: Path, out: Path) -> None:
    """Convert a training's RESULT, made from BUNDLE on another machine, to weights in OUT for `wherein train export`."""
    require_training_extra()
    from wherein_lab.training.accelerator.travel.assemble import collect as collected

    paths = collected(bundle, result, out)
    say(json.dumps([str(path) for path in paths]))
