"""`wherein train terms`: fits the weights of what stands under a question's term."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.terminal.terminal import progress
from wherein_lab.cli.training.structure_options import print_report, structure_options


@click.command("terms")
@structure_options("contracts/lexicon/named-terms.json")
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
    print_report(report, as_json)
