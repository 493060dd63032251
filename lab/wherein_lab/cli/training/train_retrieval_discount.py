"""`wherein train retrieval-discount`: fits the retrieval discount."""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress


@click.command("retrieval-discount")
@click.option("--each", type=click.IntRange(2), default=40, show_default=True,
              help="Questions for each of five kinds and three sizes.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True)
@as_json
def retrieval_discount(each: int, seed: int, as_json: bool) -> None:
    """Fit the retrieval discount on collections of 500 to 70,000 passages and on a library of real documents.

    The three weights go into src/wherein/answering/grading/retrieval_discount.py; the figures are of questions they
    were not fitted on (two-fold cross-fitting). Needs the shared data; takes minutes.
    """
    from wherein.cli.options import engine
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.training.fitting.retrieval_discount import (
        collect,
        collect_library,
        figures,
        fit,
    )

    with engine() as opened:
        stage = opened.stage(opened.home.settings().reader)
        with progress("Asking") as on_progress:
            seen = collect(shared_path("data"), stage, each, seed, on_progress)
            with tempfile.TemporaryDirectory(prefix="wherein-library-") as folder:
                seen += collect_library(Path(folder), stage, len(seen), on_progress)
    numbers = sorted({row.question for row in seen})
    random.Random(seed).shuffle(numbers)
    halves = [set(numbers[::2]), set(numbers[1::2])]
    bound = stage.confidence.answer_bound
    report = {
        "weights": [round(weight, 3) for weight in fit(seen)],
        "questions": len(numbers),
        "bound": bound,
        "as_the_reader_says": figures(seen, (0.0, 0.0, 0.0), bound),
        "not_fitted_on": [
            figures(
                [row for row in seen if row.question in half],
                fit([row for row in seen if row.question not in half]),
                bound,
            )
            for half in halves
        ],
    }
    if as_json:
        print_json(report)
    else:
        say(json.dumps(report, indent=1))
