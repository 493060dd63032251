"""`wherein eval satisfaction`: people's questions on saved real pages, through reader, engine or extension."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import click

_WAYS = ("reader", "engine", "extension", "extension+server")


@click.command("satisfaction")
@click.option("--by", type=click.Choice(_WAYS), default="reader", show_default=True)
@click.option("--reader", default="small", show_default=True, help="By reader: its name or folder.")
@click.option("--threads", type=click.IntRange(1, 64), help="By reader: its threads.")
@click.option("--pages", type=click.IntRange(1), help="Only the first so many pages.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def satisfaction(
    by: str, reader: str, threads: int | None, pages: int | None, as_json: bool
) -> None:
    """Ask the questions of benchmarks/questions/satisfaction.json; tell how many are satisfied."""
    from wherein.answering.engine import Engine
    from wherein.evaluation import satisfaction as measure
    from wherein.evaluation.accepted import read_questions
    from wherein.evaluation.readers import open_reader

    def told(done: int, of: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{done} of {of} questions", nl=done == of, err=True)

    asked = read_questions(measure.QUESTIONS)[:pages]
    report: dict[str, object] = {"by": by}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if by == "reader":
            opened = open_reader(reader, threads)
            rows = measure.by_reader(opened, asked, folder, told)
            report |= {"reader": opened.name, "model_sha256": opened.model_sha256}
        elif by == "engine":
            with Engine.open(folder / "home") as engine:
                rows = measure.by_engine(engine, asked, folder, told)
        else:
            rows = measure.by_extension(asked, folder, by == "extension+server", told)
    report |= measure.figures(rows)
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False))
        return
    for kind, row in report["kinds"].items():  # type: ignore[attr-defined]
        click.echo(f"{kind:<8} {row['n']:>3}  {row['rate']:.0%}  {row['interval']}")
    for key in ("satisfied", "everyday", "marks", "typos", "causes"):
        click.echo(f"{key:<10} {report[key]}")
