"""`wherein eval pages`: arguments in, one measurement, JSON out."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress
from wherein.core.errors import UsageError

_WAYS = ("engine", "reader", "extension")
_QUESTIONS = "data/pagequestions/questions.jsonl"
_PAGES = "data/pagequestions/pages.tar.xz"


@click.command("pages")
@click.option("--questions", "questions_path", required=True, help="Questions as JSON lines.",
              type=click.Path(path_type=Path, exists=True, dir_okay=False))  # fmt: skip
@click.option("--pages", "pages_path", required=True, help="A folder or tar archive of the pages.",
              type=click.Path(path_type=Path, exists=True))  # fmt: skip
@click.option("--split", help="Only the questions of this split.")
@click.option("--by", type=click.Choice(_WAYS), default="engine", show_default=True,
              help="All stages of the product, one reader alone, or the extension in Chromium.")  # fmt: skip
@click.option(
    "--with-large", is_flag=True, help="With --by engine: let the larger reader judge too."
)
@click.option(
    "--reader", default="small", show_default=True, help="With --by reader: its name or folder."
)
@click.option("--whole", is_flag=True, help="With --by reader: read all visible text, menus too.")
@click.option("--get", "models", multiple=True,
              help="With --by engine: a model or a reader's folder to install first; may be repeated.")  # fmt: skip
@click.option("--perhaps", "perhaps_bound", type=click.FloatRange(0, 1),
              help="The confidence from which an answer graded perhaps counts as shown.  [default: the reader's]")  # fmt: skip
@click.option("--absent", type=click.FloatRange(0, 1, min_open=True, max_open=True),
              help="Weight the absent questions to this share.")  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(1), help="Take whole pages until there are this many questions."
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The seed with which pages are drawn."
)
@click.option("--readings", "readings_path", type=click.Path(path_type=Path, dir_okay=False),
              help="With --by engine: reuse the readings in this file, and append new ones.")  # fmt: skip
@click.option("--rows", "rows_path", type=click.Path(path_type=Path, dir_okay=False),
              help="Write every question with its judged answers to this JSON-lines file.")  # fmt: skip
@as_json
def pages(
    questions_path: Path, pages_path: Path, split: str | None, by: str, with_large: bool,
    reader: str, whole: bool, models: tuple[str, ...], perhaps_bound: float | None, absent: float | None,
    limit: int | None, seed: int, readings_path: Path | None, rows_path: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Ask people's questions of saved web pages, and report how many are satisfied.

    A question that the page answers is satisfied when one of the first three answers shown is right; a
    question that it does not answer, when no answer is shown.
    """
    from wherein.answering.grading.grades import grades
    from wherein.answering.stages.calibrated_reader import CalibratedReader
    from wherein_lab.browser.asked_pages import ask_extension
    from wherein_lab.pages.asking import by_engine, by_extension, by_reader
    from wherein_lab.pages.measures import figures
    from wherein_lab.pages.questions import read_questions, sampled_pages, saved_pages
    from wherein_lab.pages.readings import Readings
    from wherein_lab.registry.readers import open_reader

    if by != "engine" and (with_large or models or readings_path):
        raise UsageError(
            f"--with-large, --get and --readings do not go with --by {by}.", "Leave --by out."
        )
    questions = sampled_pages(read_questions(questions_path, split), limit, seed)
    saved = saved_pages(pages_path, {question.page for question in questions})
    bounds: dict[str, dict[str, float]] = {}

    def noted(stage: CalibratedReader) -> CalibratedReader:
        limits = {
            "bound": stage.confidence.answer_bound,
            "perhaps_bound": stage.confidence.perhaps_bound,
        }
        bounds[stage.reader.name] = limits
        return stage

    with progress("Asking") as show:

        def on_progress(done: int, of: int) -> None:
            show(done, of, "questions")

        if by == "reader":
            opened = open_reader(reader)
            noted(CalibratedReader(opened.reader, opened.calibration))
            results = list(by_reader(opened, questions, saved, whole, on_progress))
        elif by == "extension":
            normal = grades()
            bounds["extension"] = {"bound": normal.answer, "perhaps_bound": normal.perhaps}
            results = list(by_extension(questions, saved, ask_extension, on_progress))
        else:
            got = [*(["large"] if with_large else []), *models]
            readings = None if readings_path is None else Readings(readings_path)
            results = list(by_engine(got, questions, saved, readings, noted, on_progress))
    if rows_path is not None:
        lines = [json.dumps(result.row(), ensure_ascii=False) for result in results]
        rows_path.write_text("\n".join(lines) + "\n", "utf-8")
    if perhaps_bound is None:
        perhaps_bound = next(iter(bounds.values()))["perhaps_bound"]
    report: dict[str, Any] = {"by": by, "with_large": with_large, "whole": whole, "readers": bounds}
    report |= figures(results, perhaps_bound, absent)
    if as_json:
        print_json(report)
        return
    _print(report)


def _print(report: dict[str, Any]) -> None:
    """Print the rates with their intervals, then a row for each kind."""
    for name, spread in report["intervals"].items():
        figures = "–" if report[name] is None else f"{report[name]:.3f}"
        say(
            f"{name:16} {figures:>6}"
            + (f"  ({spread[0]:.3f} to {spread[1]:.3f})" if spread else "")
        )
    say()
    say(f"{'kind':8} {'n':>5} {'satisfied':>10} {'first':>7} {'visible':>8} {'marks right':>12}")
    for kind, row in report["by_kind"].items():
        cells = [row.get(name) for name in ("satisfied", "first", "visible", "marks_right")]
        said = ["–" if cell is None else f"{cell:.3f}" for cell in cells]
        say(f"{kind:8} {row['n']:>5} {said[0]:>10} {said[1]:>7} {said[2]:>8} {said[3]:>12}")
    for row in report["at_absent"]:
        say(
            f"at {row['share']:.0%} absent: "
            + ", ".join(f"{k} {v}" for k, v in row.items() if k != "share")
        )
    say(f"milliseconds: first {report['milliseconds_first']}, all {report['milliseconds_all']}")


@click.command("canonical-text")
@click.option("--questions", "questions_path", help="Questions as JSON lines.  [default: the shared data's]",
              type=click.Path(path_type=Path, exists=True, dir_okay=False))  # fmt: skip
@click.option("--pages", "pages_path", help="A folder or tar archive of the pages.  [default: the shared data's]",
              type=click.Path(path_type=Path, exists=True))  # fmt: skip
@click.option(
    "--split", default="tune", show_default=True, help="Only the questions of this split."
)
@click.option(
    "--browser", "in_browser", is_flag=True, help="Also compare with the text in a real browser."
)
@as_json
def canonical_text(
    questions_path: Path | None,
    pages_path: Path | None,
    split: str,
    in_browser: bool,
    as_json: bool,
) -> None:
    """Count the accepted answers that are in the canonical text of saved pages."""
    from wherein_lab.browser.in_browser import run_tool
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.pages.canonical_text import reach, same_as_shown, write_for_browser
    from wherein_lab.pages.questions import read_questions, saved_pages

    questions = read_questions(questions_path or shared_path(_QUESTIONS), split)
    saved = saved_pages(
        pages_path or shared_path(_PAGES), {question.page for question in questions}
    )
    report = reach(questions, saved)
    if in_browser:
        with tempfile.TemporaryDirectory(prefix="wherein-pages-") as folder:
            write_for_browser(saved, Path(folder))
            report["browser"] = same_as_shown(saved, run_tool("measure-anchoring.mjs", [folder]))
    if as_json:
        print_json(report)
        return
    for key, value in report.items():
        say(f"{key:<18} {value}")
