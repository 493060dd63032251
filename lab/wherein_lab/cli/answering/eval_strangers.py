"""`wherein eval strangers`: questions that people wrote about their own documents."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress


@click.command("strangers")
@click.option("--data", required=True, type=click.Path(path_type=Path),
              help="A folder with documents and questions.jsonl: question, file, answers, wrong, kind, format.")  # fmt: skip
@click.option("--reader", "readers", multiple=True, help="A larger reader to install beside the one that comes with wherein; may be repeated.")  # fmt: skip
@click.option("--show", is_flag=True, help="Print each wrong answer, on standard error.")
@as_json
def strangers(data: Path, readers: tuple[str, ...], show: bool, as_json: bool) -> None:
    """Ask each question of its own document, and judge what is shown first, by kind and format."""
    from wherein_lab.answering.strangers import figures, judge_folder, read_asked, table
    from wherein_lab.fresh_home import open_with

    asked = read_asked(data)
    with (
        tempfile.TemporaryDirectory(prefix="wherein-strangers-") as home,
        open_with(Path(home), readers) as engine,
        progress("Asking") as on_progress,
    ):
        judged = judge_folder(engine, data, asked, on_progress)
    for one in judged if show else ():
        if one.failed or one.is_wrong or not one.is_satisfied:
            wanted = " | ".join(one.asked.answers) or "nothing"
            shown = one.failed or (f"{one.grade}: {one.shown!r}" if one.grade else "not here")
            say(f"{one.asked.file}: {one.asked.question}\n    {wanted} <- {shown}", err=True)
    found = {
        "all": figures(judged),
        "by_format": table(judged, lambda one: one.asked.form),
        "by_kind": table(judged, lambda one: one.asked.kind),
    }
    if as_json:
        print_json(found)
        return
    for name, value in found["all"].items():
        say(f"{name:<20} {value}")
    for by in ("by_format", "by_kind"):
        for name, row in found[by].items():
            say(f"{name:<24} " + "  ".join(f"{key} {value}" for key, value in row.items()))
