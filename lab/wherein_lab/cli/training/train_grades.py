"""`wherein train grades`: fits the calibration on pages and the bounds of the grades."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress


@click.command("grades")
@click.option("--questions", "questions_path", required=True, help="Questions as JSON lines.",
              type=click.Path(path_type=Path, exists=True, dir_okay=False))  # fmt: skip
@click.option("--pages", "pages_path", required=True, help="A folder or tar archive of the pages.",
              type=click.Path(path_type=Path, exists=True))  # fmt: skip
@click.option(
    "--split", default="tune", show_default=True, help="Only the questions of this split."
)
@click.option(
    "--limit", type=click.IntRange(1), help="Take whole pages until there are this many questions."
)
@click.option("--articles", "articles_path", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="A SQuAD 2.0 file whose whole articles are used as pages too.")  # fmt: skip
@click.option("--articles-limit", type=click.IntRange(1), default=200, show_default=True,
              help="How many questions on these articles are read.")  # fmt: skip
@click.option("--data", "folders", multiple=True, type=click.Path(path_type=Path, exists=True, file_okay=False),
              help="A folder of documents with questions.jsonl, as for wherein eval strangers; may be repeated.")  # fmt: skip
@click.option("--readings", "readings_path", required=True, type=click.Path(path_type=Path, dir_okay=False),
              help="Reuse the readings in this file, and append new ones.")  # fmt: skip
@click.option(
    "--only-read", is_flag=True, help="Use only the questions that are in the file of readings."
)
@click.option("--with-large", is_flag=True, help="Also fit the larger reader, and both together.")
@click.option("--small", help="The folder of a reader to fit instead of the shipped one.")
@click.option("--into", type=click.Path(path_type=Path, exists=True, file_okay=False),
              help="Write the constants below this checkout's folders models and contracts.")  # fmt: skip
@click.option("--keep", "kept_from", type=click.Path(path_type=Path, exists=True, file_okay=False),
              help="Keep the proportions of this checkout's weights; fit only their scale and the weights of what a text says of itself.")  # fmt: skip
@click.option("--scale-only", is_flag=True,
              help="With --keep: keep the weights of what a text says of itself too, and fit the scale alone.")  # fmt: skip
@click.option("--curve", "curve_path", type=click.Path(path_type=Path, dir_okay=False),
              help="Draw the share of answerable questions satisfied against the share of absent ones refused.")  # fmt: skip
@click.option("--risk", "risk_path", type=click.Path(path_type=Path, dir_okay=False),
              help="Draw the risk-coverage curve: the share of wrong answers against the share of questions answered.")  # fmt: skip
@as_json
def grades(
    questions_path: Path, pages_path: Path, split: str, limit: int | None, articles_path: Path | None,
    articles_limit: int, folders: tuple[Path, ...], readings_path: Path, only_read: bool, with_large: bool, small: str | None,
    into: Path | None, kept_from: Path | None, scale_only: bool, curve_path: Path | None, risk_path: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Fit the readers' constants and the bounds of the grades on questions of web pages, and of documents.

    Figures are cross-fitted: each half of the pages is measured with constants fitted on the other half.
    """
    from wherein_lab.data.squad_file import read_squad
    from wherein_lab.pages.articles import article_questions
    from wherein_lab.pages.documents import document_questions
    from wherein_lab.pages.observing import observed
    from wherein_lab.pages.questions import read_questions, sampled_pages, saved_pages
    from wherein_lab.pages.readings import Readings
    from wherein_lab.training.fitting.grades import TRAITS, choose, fit_all
    from wherein_lab.training.fitting.grades_files import picture, risk_picture, shipped, write

    readings = Readings(readings_path)
    questions = sampled_pages(read_questions(questions_path, split), limit, seed=0)
    if articles_path is not None:
        more, articles = article_questions(read_squad(articles_path), articles_limit, seed=0)
    else:
        more, articles = (), {}
    documents = document_questions(folders)
    own = documents.questions
    if only_read:
        questions, more, own = (
            tuple(one for one in some if one.question in readings.asked)
            for some in (questions, more, own)
        )
    saved = saved_pages(pages_path, {one.page for one in questions})
    models = [*([small] if small else []), *(["large"] if with_large else [])]
    with progress("Asking") as on_progress:
        seen = list(
            observed(
                models,
                (*questions, *more, *own),
                {**saved, **articles, **documents.pages},
                readings,
                lambda n, of: on_progress(n, of, "questions"),
                documents.asked,
            )
        )
    judge = "large" if with_large else None
    free = () if scale_only else TRAITS
    fitted = fit_all(seen, judge, shipped(kept_from, judge, free) if kept_from else None)
    found = choose(fitted, seen)
    report = {**fitted.report, **found.report}
    if into is not None:
        write(into, fitted, found)
    if curve_path is not None:
        picture(found).write(curve_path)
    if risk_path is not None:
        risk_picture(found).write(risk_path)
    if as_json:
        print_json(report)
    else:
        say(json.dumps(report, indent=1))
