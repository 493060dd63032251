"""`wherein train evidence`: fits how likely a sentence belongs to the answer, on a reader's outputs."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress

_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command("evidence")
@click.option("--data", "folders", type=_FOLDER, multiple=True,
              help="A folder of documents with questions.jsonl, as for wherein eval strangers; may be repeated.")  # fmt: skip
@click.option("--pages", type=_FOLDER, multiple=True,
              help="A folder of web pages, pages.tar.xz, with their questions.jsonl; may be repeated.")  # fmt: skip
@click.option("--half", is_flag=True, help="Fit on half of the texts; wherein eval evidence --half measures the other.")  # fmt: skip
@click.option("--into", type=_FOLDER, help="A checkout of wherein, whose contracts/lexicon/evidence.json is then overwritten with the weights.")  # fmt: skip
@as_json
def evidence(
    folders: tuple[Path, ...], pages: tuple[Path, ...], half: bool, into: Path | None, as_json: bool
) -> None:
    """Fit the probability that a sentence belongs to the answer, and how likely it has to be to be marked.

    Runs the reader that comes with wherein over a few passages of each question's document. Figures are cross-fitted by
    document.
    """
    from wherein_lab.pages.evidence import in_held_half
    from wherein_lab.pages.evidence_examples import own_examples
    from wherein_lab.registry.readers import open_reader
    from wherein_lab.training.fitting.evidence import READER, figures, fit, read, write

    given = own_examples(folders, pages)
    fitted = (one for one in given if not (half and in_held_half(one.group)))
    opened = open_reader(READER)
    with progress("Reading") as on_progress:
        rows = read(
            fitted, opened.reader, opened.titles, lambda done, what: on_progress(done, None, what)
        )
    found = fit(rows)
    if into is not None:
        write(into, found)
    report = {"bounds": found.bounds, "fits": found.fits, "cross_fitted": figures(rows, found)}
    if as_json:
        print_json(report)
    else:
        say(json.dumps(report, indent=1))
