"""`wherein eval scans`: how many answers are found again in scanned pages."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress


@click.command("scans")
@click.option("--data", type=click.Path(path_type=Path), default=None,
              help="A SQuAD-format file.  [default: devset-A of the shared data]")  # fmt: skip
@click.option("--pages", type=click.IntRange(min=1), default=24, show_default=True,
              help="The number of pages, each scanned in three qualities.")  # fmt: skip
@click.option(
    "--seed",
    type=int,
    default=33,
    show_default=True,
    help="The seed with which pages and questions are drawn.",
)
@as_json
def scans(data: Path | None, pages: int, seed: int, as_json: bool) -> None:
    """Ask questions of pages as text and as scans; count the answers that are found again. Needs tesseract."""
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.reading.scans import measure

    with progress("scans") as on_progress:
        figures = measure(
            data or shared_path("data/squad/devset-A.json.gz"),
            pages,
            seed,
            lambda done, of: on_progress(done, of, "scans"),
        )
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        say(f"{name:<12} {value}")
