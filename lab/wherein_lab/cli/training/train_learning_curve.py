"""`wherein train curve`: a table of the scores of each milestone of a training run."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress


@click.command("curve")
@click.option("--root", type=click.Path(path_type=Path, file_okay=False),
              default=Path("~/.cache/wherein/training"), show_default=True,
              help="The folder of the base and the checkpoints.")  # fmt: skip
@click.option("--recipe", "recipe_path", type=click.Path(path_type=Path, dir_okay=False), required=True,
              help="The recipe of the run to measure.")  # fmt: skip
@click.option("--data", "paths", type=click.Path(path_type=Path, dir_okay=False), multiple=True,
              required=True, help="SQuAD-format files; may be repeated.")  # fmt: skip
@click.option("--limit", type=click.IntRange(1), help="Questions of each file.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the sample.")
@as_json
def curve(
    root: Path,
    recipe_path: Path,
    paths: tuple[Path, ...],
    limit: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Score the reader that a recipe starts from, and every milestone of its trunk, on the same questions.

    always: F1 of answerable questions without refusal; best: F1 of all questions at the best bound. Both rank
    by margin alone. Exporting each milestone takes a minute or two.
    """
    from wherein_lab.data.squad_file import read_squad
    from wherein_lab.training.runs.learning_curve import learning_curve, table

    files = [(path.name.split(".")[0], read_squad(path)) for path in paths]
    with progress("Measured") as on_progress:
        points = list(
            learning_curve(root.expanduser(), recipe_path, files, limit, seed, on_progress)
        )
    if as_json:
        print_json({"points": [asdict(one) for one in points]})
    else:
        say(table(points))
