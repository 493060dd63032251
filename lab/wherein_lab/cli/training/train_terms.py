"""`wherein train terms`: fits the weights of what stands under a question's term."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress

_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command("terms")
@click.option("--data", "folders", type=_FOLDER, multiple=True, required=True,
              help="A folder of documents with questions.jsonl, as for wherein eval strangers; may be repeated.")  # fmt: skip
@click.option("--pages", type=_FOLDER, multiple=True,
              help="A folder of web pages, pages.tar.xz, with their questions.jsonl; may be repeated.")  # fmt: skip
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="Seed of the random split of the documents into ten parts.",
)
@click.option("--into", type=_FOLDER, help="Write the weights into contracts/lexicon/named-terms.json of this checkout.")  # fmt: skip
@as_json
def terms(
    folders: tuple[Path, ...], pages: tuple[Path, ...], seed: int, into: Path | None, as_json: bool
) -> None:
    """Fit the probability that the text under the term of a question (its heading, option or label) is the answer.

    Figures are cross-fitted: a tenth of the documents is measured with weights fitted on the rest. Reads documents and
    pages; needs no reader and no extra.
    """
    from wherein_lab.training.fitting.terms import collected, figures, fit, write

    with progress("Reading") as on_progress:
        examples = collected(folders, pages, on_progress)
    fitted = fit(examples, seed)
    report = {
        "weights": list(fitted.weights),
        "intercept": fitted.intercept,
        "cross_fitted": figures(examples, seed),
    }
    if into is not None:
        write(into, fitted)
    if as_json:
        print_json(report)
    else:
        say(json.dumps(report, indent=1))
