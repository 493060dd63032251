"""`wherein eval satisfaction`, `anchoring`, `pdf-marks`, `app-speed`, `browser-memory`: measurements on saved real pages, mostly in a browser."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import say, say_over

_WAYS = ("reader", "engine", "extension", "extension+server")


@click.command("satisfaction")
@click.option("--by", type=click.Choice(_WAYS), default="reader", show_default=True)
@click.option(
    "--reader", default="small", show_default=True, help="With --by reader: its name or folder."
)
@click.option("--threads", type=click.IntRange(1, 64), help="With --by reader: its threads.")
@click.option(
    "--whole", is_flag=True, help="With --by reader: read all visible text, as the extension does."
)
@click.option(
    "--get",
    "models",
    multiple=True,
    help="With --by engine or a server: a model to install first; may be repeated.",
)
@click.option("--pages", type=click.IntRange(1), help="Only this many pages, from the first.")
@as_json
def satisfaction(
    by: str, reader: str, threads: int | None, whole: bool, models: tuple[str, ...],
    pages: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Ask the questions of benchmarks/questions/satisfaction.json and report how many are satisfied."""
    from wherein_lab.browser import satisfaction as measure
    from wherein_lab.data.gold_spans import read_questions
    from wherein_lab.fresh_home import open_with
    from wherein_lab.registry.readers import open_reader

    on_progress = _progress("questions")
    asked = read_questions(measure.QUESTIONS)[:pages]
    report: dict[str, object] = {"by": by, "models": list(models)}
    with tempfile.TemporaryDirectory() as name:
        folder, home = Path(name), Path(name) / "home"
        if by == "reader":
            opened = open_reader(reader, threads)
            rows, unbounded = measure.by_reader(opened, asked, folder, whole, on_progress)
            report["bound"] = opened.calibration.answer_bound
            report["at_bounds"] = measure.at_bounds(unbounded)
            report |= {"whole": whole, "reader": opened.name, "model_sha256": opened.model_sha256}
        elif by == "engine":
            with open_with(home, models) as engine:
                rows = measure.by_engine(engine, asked, folder, on_progress)
        else:
            server = home if by == "extension+server" else None
            open_with(home, models).close()
            rows = measure.by_extension(asked, folder, server, on_progress)
    report |= measure.figures(rows)
    if as_json:
        say(json.dumps(report, ensure_ascii=False))
        return
    for kind, row in report["kinds"].items():  # type: ignore[attr-defined]
        say(f"{kind:<8} {row['n']:>3}  {row['rate']:.0%}  {row['interval']}")
    for key in ("satisfied", "everyday", "marks", "typos", "causes"):
        say(f"{key:<10} {report[key]}")


@click.command("anchoring")
@as_json
def anchoring(as_json: bool) -> None:
    """Locate random spans of saved pages in a real browser, and compare the browser's text with the server's."""
    from wherein_lab.browser.anchoring import measure

    with tempfile.TemporaryDirectory() as folder:
        _print(measure(Path(folder), _progress("pages")), as_json)


@click.command("browser-memory")
@click.option("--pages", type=click.IntRange(5), default=50, show_default=True)
@as_json
def browser_memory(pages: int, as_json: bool) -> None:
    """Read one page after another in the extension and report the memory of its process after each."""
    from wherein_lab.browser.anchoring import unpack
    from wherein_lab.browser.in_browser import run_tool

    with tempfile.TemporaryDirectory() as folder:
        unpack(Path(folder))
        *_, report = run_tool("measure-memory.mjs", [folder, str(pages)])
    _print(report, as_json)


@click.command("pdf-marks")
@click.option(
    "--each", type=click.IntRange(1), default=60, show_default=True, help="Spans of each kind."
)
@click.option(
    "--pictures",
    type=click.Path(path_type=Path),
    help="A folder that takes a picture of each mark.",
)
@as_json
def pdf_marks(each: int, pictures: Path | None, as_json: bool) -> None:
    """Mark random spans of real PDFs in the app, and judge the boxes by another library's places of the letters."""
    from wherein_lab.browser.pdf_marks import measure

    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    _print(measure(each, pictures, _progress("spans")), as_json)


@click.command("app-speed")
@click.option("--listed", type=click.IntRange(10), default=10_000, show_default=True)
@click.option("--asked", type=click.IntRange(10), default=1000, show_default=True)
@click.option("--questions", type=click.IntRange(1), default=20, show_default=True)
@click.option("--opened", type=click.IntRange(1), default=10, show_default=True)
@click.option(
    "--kept",
    type=click.Path(path_type=Path),
    help="A folder that keeps the libraries that are made, for the next time.",
)
@as_json
def app_speed(
    listed: int, asked: int, questions: int, opened: int, kept: Path | None, as_json: bool
) -> None:
    """Scroll, open, type and ask in the web app over large libraries; report stalls and times in milliseconds."""
    from wherein_lab.browser.app_speed import measure

    def on_progress(what: str) -> None:
        say(what, err=True)

    _print(measure(listed, asked, questions, opened, kept, on_progress), as_json)


def _progress(what: str) -> Callable[[int, int], None]:
    """Show progress on standard error, unless it goes to a pipe."""

    def on_progress(done: int, of: int) -> None:
        if sys.stderr.isatty():
            say_over(f"{done} of {of} {what}", last=done == of)

    return on_progress


def _print(report: Mapping[str, object], as_json: bool) -> None:
    if as_json:
        say(json.dumps(report, ensure_ascii=False))
        return
    for key, value in report.items():
        say(f"{key:<32} {value}")
