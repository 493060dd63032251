"""`wherein eval compare` and `eval report`: printed results side by side, and as a page with plots."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("compare")
@click.argument("results", nargs=-1, required=True, type=_FILE, metavar="ONE [OTHER]")
@click.option(
    "--rows", metavar="A,B", help="Compare retriever A of ONE with B of OTHER, or both of ONE."
)
@as_json
def compare(results: tuple[Path, ...], rows: str | None, as_json: bool) -> None:
    """Print every figure of two results (printed with --json) and the difference, OTHER minus ONE.

    With --rows, only the rows of two retrievers are compared; both may be from one result. Where both
    results were printed with --per-question, p is from the paired randomisation test.
    """
    from wherein.core.errors import UsageError
    from wherein_lab.metrics.comparison import compare_results, read_result, row_of

    if len(results) > 2 or (len(results) == 1 and rows is None):
        raise UsageError(
            "A comparison needs two results, or one result and --rows.",
            "Write: wherein eval compare ONE.json OTHER.json, or ONE.json --rows bm25,hybrid",
        )
    pair = [(path, read_result(path)) for path in (results[0], results[-1])]
    if rows is not None:
        names = [name.strip() for name in rows.split(",")]
        if len(names) != 2:
            raise UsageError(f"--rows {rows} does not name two rows.", "Write --rows bm25,hybrid")
        pair = [
            (path, row_of(found, name, path))
            for (path, found), name in zip(pair, names, strict=True)
        ]
    compared = compare_results(pair[0][1], pair[1][1])
    if as_json:
        print_json({"figures": [{**asdict(row), "difference": row.difference} for row in compared]})
        return
    width = max((len(row.figure) for row in compared), default=0)
    for row in compared:
        first, second, less = (_figure(value) for value in (row.one, row.other, row.difference))
        apart = "" if row.apart is None else "  apart" if row.apart else "  within chance"
        if row.p is not None:
            apart += f"  p {row.p:.4f} ({row.pairs} pairs)"
        say(f"{row.figure:<{width}}{first:>14}{second:>14}{less:>14}{apart}")


@click.command("report")
@click.argument("result", type=_FILE)
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="The folder for the report."
)
@click.option("--title", help="The report's title.  [default: the file's name]")
@click.option("--measure", default="nDCG@5", show_default=True, help="The measure in the plots.")
@as_json
def report(result: Path, out: Path, title: str | None, measure: str, as_json: bool) -> None:
    """Write a result of eval retrieval as Markdown with plots: the measure by k, and the measure by time."""
    from wherein_lab.metrics.comparison import read_result
    from wherein_lab.metrics.report import write_report

    written = write_report(read_result(result), title or result.stem, out, measure)
    if as_json:
        print_json({"written": [str(path) for path in written]})
        return
    for path in written:
        say(str(path))


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.6g}"
