"""`wherein eval kinds`: arguments in, one measurement, JSON out."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress


@click.command("kinds")
@click.option("--questions", "questions_path", show_default=True,
              default=Path("benchmarks/questions/kinds/questions.jsonl"), help="Questions as JSON lines.",
              type=click.Path(path_type=Path, exists=True, dir_okay=False))  # fmt: skip
@click.option("--split", help="Only the questions of this split.")
@click.option("--with-large", is_flag=True, help="Let the larger reader judge too.")
@click.option("--readings", "readings_path", type=click.Path(path_type=Path, dir_okay=False),
              help="Reuse the readings in this file, and append new ones.")  # fmt: skip
@as_json
def kinds(
    questions_path: Path, split: str | None, with_large: bool, readings_path: Path | None, as_json: bool
) -> None:  # fmt: skip
    """Ask questions whose answers have several parts or steps, and report how many are satisfied.

    A question is satisfied when at least half of its parts are shown, and nothing that belongs to no
    part.
    """
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.pages.parts import asked, figures, pages_of, read_parts
    from wherein_lab.pages.readings import Readings

    questions = read_parts(questions_path, split)
    pages = pages_of(questions, shared_path("data"))
    readings = None if readings_path is None else Readings(readings_path)
    models = ["large"] if with_large else []
    with progress("Asking") as show:
        results = asked(models, questions, pages, readings, lambda n, of: show(n, of, "questions"))
        report = {"with_large": with_large, **figures(list(results))}
    if as_json:
        print_json(report)
        return
    for name, row in report.items():
        say(f"{name:12} {row}")
