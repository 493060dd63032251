"""`wherein eval near` and `wherein train near`: measures and fits the serving of earlier answers for paraphrases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json
from wherein.cli.printing import print_json, say
from wherein.cli.terminal import progress

if TYPE_CHECKING:
    from wherein_lab.memory.paraphrase_hits import Tried


def _tried(reader: str, unseen: bool = False) -> list[Tried]:
    from wherein_lab.memory.paraphrase_hits import cases, tried, unseen_cases
    from wherein_lab.registry.encoders import ENCODERS
    from wherein_lab.registry.readers import open_reader

    with progress("near hits") as on_progress:
        return tried(
            list(unseen_cases() if unseen else cases()), open_reader(reader), ENCODERS["static"](),
            lambda done, of: on_progress(done, of, "questions"),
        )  # fmt: skip


@click.command("near")
@click.option(
    "--reader", default="small", show_default=True, help="The reader that verifies paraphrases."
)
@click.option("--wrong", type=click.IntRange(0), default=0, show_default=True,
              help="The wrong hits that a fit of the crosswise figures allows.")  # fmt: skip
@click.option("--unseen", is_flag=True, help="Ask the pairs of a third writer, which no fit reads.")
@as_json
def evaluate(reader: str, wrong: int, unseen: bool, as_json: bool) -> None:
    """Measure how many paraphrases memory serves, and how many other questions it serves wrongly.

    The figures use the bound that ships. `crosswise` fits a bound on the questions of one writer and
    measures it on those of another.
    """
    from wherein.memory.paraphrase_bound import shipped_bound
    from wherein_lab.memory.paraphrase_hits import figures, fit

    every = _tried(reader, unseen)
    row = figures(every, shipped_bound())
    if not unseen:
        halves = [[one for one in every if one.case.half == half] for half in (0, 1)]
        row["crosswise"] = [
            figures(halves[half], fit(halves[1 - half], wrong)) for half in (0, 1)
        ]  # fmt: skip
    if as_json:
        print_json(row)
        return
    say(f"{'kind':24}{'n':>6}{'served':>8}")
    for kind, of in row["by_kind"].items():
        say(f"{kind:24}{of['n']:>6}{of['served']:>8}")
    say(f"wrong: {row['wrong']} of {row['n_different']}")


@click.command("near")
@click.option(
    "--reader", default="small", show_default=True, help="The reader that verifies paraphrases."
)
@click.option("--wrong", type=click.IntRange(0), default=0, show_default=True,
              help="The number of questions with another answer that the fitted bound may serve wrongly.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False),
              default=Path("src/wherein/memory/paraphrase_bound.json"), show_default=True)  # fmt: skip
def train(reader: str, wrong: int, out: Path) -> None:
    """Fit the bound above which an earlier answer is served for a paraphrase."""
    from wherein_lab.memory.paraphrase_hits import figures, fit

    every = _tried(reader)
    bound = fit(every, wrong)
    settings = {
        "weights": {name: round(weight, 5) for name, weight in bound.weights.items()},
        "intercept": round(bound.intercept, 5),
        "least": bound.least,
    }
    out.write_text(json.dumps(settings, indent=1) + "\n", "utf-8")
    row = figures(every, bound)
    say(
        f"{row['paraphrases_served']:.1%} of the paraphrases served, {row['wrong']} of"
        f" {row['n_different']} others wrongly. Written into {out}.",
        err=True,
    )
