"""`wherein eval grid`: a table of many questions to many documents beside answers that were found by reading."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress

_FOLDER = Path("benchmarks/questions/policies-grid")


@click.command("grid")
@click.option("--corpus", type=click.Path(path_type=Path), default=None,
              help="A packed folder of documents.  [default: the policies of the shared data]")  # fmt: skip
@click.option("--questions", type=click.Path(path_type=Path), default=_FOLDER / "questions.txt",
              show_default=True, help="A file with a question on each line.")  # fmt: skip
@click.option("--answers", type=click.Path(path_type=Path), default=_FOLDER / "answers.jsonl",
              show_default=True, help="JSON lines with document, question and answers; an empty list where it does not say.")  # fmt: skip
@as_json
def grid(corpus: Path | None, questions: Path, answers: Path, as_json: bool) -> None:
    """Ask each question of each document; count the cells that are right, and those refused rightly."""
    from wherein_lab.answering.grid import measure
    from wherein_lab.data.shared_data import shared_path

    with progress("grid") as on_progress:
        figures = measure(
            corpus or shared_path("data/policies/policies.tar.gz"),
            questions,
            answers,
            lambda done, of: on_progress(done, of, "cells"),
        )
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        say(f"{name:<18} {value}")
