"""`wherein eval reading` and `wherein eval page`: arguments in, one measurement, JSON out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import say, say_over

F = TypeVar("F", bound=Callable[..., Any])


def _common(command: F) -> F:
    for option in (
        as_json,
        click.option(
            "--variant", type=click.Choice(["int8", "packed", "fp16", "fp32"]),
            help="Read with this file of the exported reader instead of the usual one.",
        ),
        click.option("--threads", type=click.IntRange(1, 64), help="Threads of the reader."),
        click.option("--seed", type=int, default=0, show_default=True, help="The seed of the sample."),
        click.option("--limit", type=click.IntRange(1), help="The most questions to ask."),
        click.option(
            "--reader", default="small", show_default=True,
            help="A reader's name (or sentence), or a folder with a reader.json.",
        ),
        click.option(
            "--data", required=True, type=click.Path(path_type=Path, dir_okay=False),
            help="A SQuAD-format file, .json or .json.gz.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


@click.command()
@_common
@click.option(
    "--in",
    "only",
    type=click.Choice(["1.1", "2.0"]),
    help="Only the questions of this SQuAD version.",
)
@click.option("--typos", is_flag=True, help="Put one random character edit into every question.")
@click.option(
    "--corrected", is_flag=True,
    help="Ask again with the spelling corrected when a word looks misspelt, as the product does.",
)  # fmt: skip
@click.option(
    "--curve", "curve_path", type=click.Path(path_type=Path, dir_okay=False),
    help="Draw the risk-coverage curve and the calibration into this SVG file.",
)  # fmt: skip
@click.option(
    "--failures", "failures_path", type=click.Path(path_type=Path, dir_okay=False),
    help="Write examples of each kind of failure to this Markdown file.",
)  # fmt: skip
def reading(
    data: Path, reader: str, limit: int | None, seed: int, threads: int | None, as_json: bool,
    variant: str | None, only: str | None, typos: bool, corrected: bool, curve_path: Path | None,
    failures_path: Path | None,
) -> None:  # fmt: skip
    """Measure how well a reader answers from the right paragraph."""
    from wherein_lab.data.squad_file import read_squad
    from wherein_lab.reading.reading import evaluate
    from wherein_lab.registry.readers import open_reader

    opened, file = open_reader(reader, threads, variant=variant), read_squad(data)
    report, judged = evaluate(opened, file, only, limit, seed, typos, _progress(), corrected)
    if curve_path is not None:
        from wherein_lab.reading.risk_coverage import svg

        title = f"{opened.name} on {data.name.split('.')[0]}, {len(judged)} questions"
        curve_path.write_text(svg(judged, title, opened.calibration.answer_bound), encoding="utf-8")
    if failures_path is not None:
        from wherein_lab.reading.failures import markdown

        failures_path.write_text(markdown(judged, file, seed), encoding="utf-8")
    _print(report, as_json)


@click.command()
@_common
def page(
    data: Path, reader: str, limit: int | None, seed: int, threads: int | None, as_json: bool,
    variant: str | None,
) -> None:  # fmt: skip
    """Measure how well questions are answered from whole articles."""
    from wherein_lab.data.squad_file import read_squad
    from wherein_lab.reading.page import evaluate
    from wherein_lab.registry.readers import open_reader

    report = evaluate(
        open_reader(reader, threads, variant=variant), read_squad(data), limit, seed, _progress()
    )
    _print(report, as_json)


@click.command()
@click.option("--data", required=True, type=click.Path(path_type=Path, dir_okay=False),
              help="A SQuAD-format file, .json or .json.gz.")  # fmt: skip
@click.option("--first", default="small", show_default=True, help="A reader's name or folder.")
@click.option("--second", required=True, help="The reader to escalate to, by name or folder.")
@click.option("--rerank-depth", type=click.IntRange(1, 50), default=4, show_default=True,
              help="Passages that the second reader reads.")  # fmt: skip
@click.option("--limit", type=click.IntRange(1), help="The most questions to ask.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the sample.")
@as_json
def escalation(
    data: Path,
    first: str,
    second: str,
    rerank_depth: int,
    limit: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Measure at which confidence a first reader should escalate to a second: accuracy against the share escalated."""
    from wherein_lab.data.squad_file import read_squad
    from wherein_lab.reading.escalation import evaluate
    from wherein_lab.registry.readers import open_reader

    readers = open_reader(first), open_reader(second)
    report = evaluate(*readers, read_squad(data), limit, seed, rerank_depth, _progress())
    if as_json:
        say(json.dumps(report))
        return
    say(f"{'below':>6} {'escalated':>10} {'right':>7} {'shown':>7} {'of them right':>14} {'ms':>9}")
    for row in report["rows"]:
        cells = (row["escalated"], row["right"], row["shown"], row["shown_right"])
        said = ["–" if cell is None else f"{cell:.3f}" for cell in cells]
        say(
            f"{row['escalation_threshold']:6.2f} {said[0]:>10} {said[1]:>7} {said[2]:>7} {said[3]:>14} "
            f"{row['milliseconds'] or 0:9.1f}"
        )


def _progress() -> Callable[[int, int], None]:
    """Show progress on standard error, unless it goes to a pipe."""
    if not sys.stderr.isatty():
        return lambda done, of: None
    return lambda done, of: say_over(f"{done} of {of} questions", last=done == of)


def _print(report: dict[str, Any], as_json: bool) -> None:
    if as_json:
        say(json.dumps(report))
        return
    for name, value in report.items():
        if name in ("intervals", "domains"):
            continue
        spread = report.get("intervals", {}).get(name)
        extra = f"  ({spread[0]} to {spread[1]})" if spread else ""
        say(f"{name:24} {'–' if value is None else value}{extra}")
