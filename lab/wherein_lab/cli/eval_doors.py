"""`wherein eval doors`: whether Python, HTTP, OpenAI's form and the Model Context Protocol give the same answers."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.printing import print_json, say
from wherein.cli.terminal import progress


@click.command("doors")
@click.option("--data", type=click.Path(path_type=Path), default=Path("../shared/data/squad/devset-A.json.gz"),
              show_default=True, help="The SQuAD file to take questions and paragraphs from.")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=1), default=2000, show_default=True,
              help="The number of its questions to ask.")  # fmt: skip
@as_json
def doors(data: Path, limit: int, as_json: bool) -> None:
    """Ask each question at four doors and count where the first three answers are identical."""
    from wherein_lab.answering.doors import measure

    with progress("doors") as on_progress:
        figures = measure(data, limit, lambda done, of: on_progress(done, of, "questions"))
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        say(f"{name:<14} {value}")
