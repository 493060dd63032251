"""`wherein eval evidence`: what is marked against the text that belongs to the answers."""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress

_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command("evidence")
@click.option("--rows", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="JSON lines, one for each search: its query, and its results with chunk, title and gold_extraction.")  # fmt: skip
@click.option("--half", is_flag=True, help="Also measure the half of the texts that wherein train evidence --half leaves out.")  # fmt: skip
@click.option("--data", "folders", type=_FOLDER, multiple=True, help="With --half: as for wherein train evidence.")  # fmt: skip
@click.option("--pages", type=_FOLDER, multiple=True, help="With --half: as for wherein train evidence.")  # fmt: skip
@click.option("--reader", "readers", multiple=True, help="A larger reader to install beside the one that comes with wherein; may be repeated.")  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(1), help="Measure at most this many rows of each kind."
)
@as_json
def evidence(
    rows: Path | None,
    half: bool,
    folders: tuple[Path, ...],
    pages: tuple[Path, ...],
    readers: tuple[str, ...],
    limit: int | None,
    as_json: bool,
) -> None:
    """Ask each question of its document, and compare the words that are marked with those that belong to the answer.

    Precision, recall and F1 of the answers' sentences, with the perhaps, of the evidence, and of answers and evidence.
    """
    from wherein_lab.fresh_home import open_with
    from wherein_lab.pages.evidence import measure, rows_of_chunks, rows_of_examples
    from wherein_lab.pages.evidence_examples import own_examples

    parts = []
    if rows is not None:
        parts.append(itertools.islice(rows_of_chunks(rows), limit))
    if half:
        parts.append(itertools.islice(rows_of_examples(own_examples(folders, pages)), limit))
    with (
        tempfile.TemporaryDirectory(prefix="wherein-evidence-") as home,
        open_with(Path(home), readers) as engine,
        progress("Asking") as on_progress,
    ):
        found = measure(
            engine,
            itertools.chain(*parts),
            lambda done, what: on_progress(done, None, what),
        )
    if as_json:
        print_json(found)
        return
    for family, figures in found.items():
        say(f"{family}: {figures}")
