"""`wherein train sources`: fits what a confidence means in documents that things are looked up in."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress

_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command("sources")
@click.option("--data", "folders", type=_FOLDER, multiple=True, required=True,
              help="A folder of documents with questions.jsonl, as for wherein eval strangers; may be repeated.")  # fmt: skip
@click.option("--readings", "readings_path", required=True, type=click.Path(path_type=Path, dir_okay=False),
              help="Reuse the readings in this file, and append new ones.")  # fmt: skip
@click.option(
    "--with-large",
    is_flag=True,
    help="Ask the larger reader too, and fit one set of constants on the answers of both.",
)
@click.option("--into", type=_FOLDER, help="A checkout of wherein, whose contracts/lexicon/source-kinds.json is then overwritten with the constants.")  # fmt: skip
@as_json
def sources(
    folders: tuple[Path, ...],
    readings_path: Path,
    with_large: bool,
    into: Path | None,
    as_json: bool,
) -> None:
    """Fit how the readers' confidences, which hold for web pages, are converted in manuals, contracts and tables.

    The report is cross-fitted: each tenth of the documents is measured with constants that were fitted on the rest.
    """
    from wherein.answering.grading.grades import document_grades, grades
    from wherein_lab.fresh_home import open_with
    from wherein_lab.pages.readings import Readings
    from wherein_lab.training.fitting.sources import (
        Shown,
        collected,
        crossed,
        fit,
        report_of,
        write,
    )

    by_reader: dict[str, list[Shown]] = {}
    for name in ("small", *(["large"] if with_large else [])):
        readings = Readings(readings_path)
        with (
            tempfile.TemporaryDirectory(prefix="wherein-sources-") as home,
            open_with(Path(home), [] if name == "small" else [name], readings.of) as engine,
            progress(f"Asking with {name}") as on_progress,
        ):
            by_reader[name] = collected(engine, folders, readings, on_progress)
    every = [one for some in by_reader.values() for one in some]
    fitted, sure = fit(every), crossed(every)
    bounds = grades().answer, document_grades().answer
    report: dict[str, Any] = {"constants": asdict(fitted)}
    first = 0
    for name, some in by_reader.items():
        report[name] = report_of(some, sure[first : first + len(some)], bounds)
        first += len(some)
    if into is not None:
        write(into, fitted)
    if as_json:
        print_json(report)
    else:
        say(json.dumps(report, indent=1))
