"""`wherein eval tables`: how many neighbouring cells of the tables in PDF files are found."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress


@click.command("tables")
@click.option("--data", type=click.Path(path_type=Path, exists=True, file_okay=False), default=None,
              help="A folder of PDF files, each with its tables as NAME-str.xml.  [default: pdftables/us of the shared data]")  # fmt: skip
@as_json
def tables(data: Path | None, as_json: bool) -> None:
    """Find the tables in PDF files, and score pairs of neighbouring cells against marked tables, as at ICDAR 2013."""
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.pages.table_relations import measure

    with progress("tables") as on_progress:
        figures = measure(
            data or shared_path("data/pdftables/us"), lambda n, of: on_progress(n, of, "files")
        )
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        if name != "worst":
            say(f"{name:<10} {value}")
    say("worst      " + "  ".join(f"{one['file']} {one['f1']:g}" for one in figures["worst"]))
