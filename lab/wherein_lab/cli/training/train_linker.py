"""`wherein train linker`: fits the linker's weights on the development questions."""

from __future__ import annotations

import json
import random
from pathlib import Path

import click

from wherein.cli.terminal.printing import say


@click.command("linker")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="The file to write the weights to.",
)
@click.option("--share", type=click.FloatRange(0.01, 1.0), default=1.0, show_default=True,
              help="Fit on a random share of the examples.")  # fmt: skip
@click.option(
    "--least",
    type=float,
    default=0.0,
    show_default=True,
    help="The bound on the score below which there is no link.",
)
@click.option("--seed", type=int, default=0, show_default=True)
def linker(out: Path, share: float, least: float, seed: int) -> None:
    """Fit the linker's weights (minutes; needs the train extra and the shared entity data)."""
    import numpy as np

    from wherein.linking.logit import ABOUT, weights_of
    from wherein_lab.cli.linking.eval_entity import openings_base
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.training.fitting.linker import (
        ABOUT_RIDGE,
        about_table,
        as_file,
        examples,
        fit,
        tabulate,
        vocabularies,
    )

    folder = shared_path("data/entity")
    base = openings_base(folder)
    taught = vocabularies(folder, base)
    every = list(examples(folder, base, seed))
    random.Random(seed).shuffle(every)
    table = tabulate(every[: int(len(every) * share)], base, taught)
    fitted = fit(table)
    nothing = np.zeros(len(ABOUT))
    without = weights_of(json.loads(as_file(fitted, nothing, taught[None], least)))
    several = about_table(folder, base, without, taught)
    about = fit(several, ABOUT_RIDGE, nil=0.0)[0, 1:]
    out.write_text(as_file(fitted, about, taught[None], least), "utf-8")
    say(f"{len(table.starts):,} examples, {len(table.rows):,} candidates: {out}")
