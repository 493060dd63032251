"""`wherein eval scale`, `eval kb-scale`: indexes at ten thousand, a hundred thousand, a million."""

from __future__ import annotations

import json

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import say


@click.command("scale")
@click.option(
    "--sizes",
    default="10000,100000",
    show_default=True,
    help="Numbers of passages, with commas between.",
)
@click.option("--engines", default="bm25,bm25s", show_default=True)
@click.option("--questions", type=click.IntRange(min=1), default=1000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--by-turns",
    type=click.IntRange(min=0),
    default=0,
    metavar="ROUNDS",
    help="Instead, ask both engines over the real openings in turns, in one process.",
)
@as_json
def scale(
    sizes: str, engines: str, questions: int, seed: int, by_turns: int, as_json: bool
) -> None:  # fmt: skip
    """Index synthetic mixtures of real sentences and time questions, beside bm25s."""
    from wherein.core.errors import UsageError

    if by_turns:
        from wherein_lab.scale.beside_bm25s import measure_by_turns

        say(json.dumps(measure_by_turns(by_turns, questions)))
        return
    from wherein_lab.scale.scale import ENGINES, measure_scale

    names = engines.split(",")
    unknown = sorted(set(names) - set(ENGINES))
    if unknown:
        raise UsageError(
            f"There is no engine {unknown[0]!r}.", f"Choose among {', '.join(ENGINES)}."
        )
    report = measure_scale(_counts(sizes), names, questions, seed)
    if as_json:
        say(json.dumps(report))
        return
    for size, engines_of in report["sizes"].items():
        for name, row in engines_of.items():
            figures = "  ".join(f"{key} {value}" for key, value in row.items())
            say(f"{size:>9} {name:<6} {figures}")


def _counts(sizes: str) -> list[int]:
    from wherein.core.errors import UsageError

    try:
        counts = [int(size) for size in sizes.split(",")]
    except ValueError as error:
        raise UsageError(
            f"--sizes {sizes} is not a list of numbers.", "Write 10000,100000."
        ) from error
    if min(counts) < 1:
        raise UsageError("A size is at least 1.", "Write 10000,100000.")
    return counts


@click.command("kb-scale")
@click.option(
    "--sizes",
    default="10000,100000",
    show_default=True,
    help="Numbers of articles, with commas between.",
)
@click.option("--questions", type=click.IntRange(min=1), default=1000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@as_json
def kb_scale(sizes: str, questions: int, seed: int, as_json: bool) -> None:
    """Build knowledge bases of real titles and synthetic texts, and measure disk, memory and the time to look up names."""
    from wherein_lab.scale.kb_scale import measure_kb_scale

    report = measure_kb_scale(_counts(sizes), questions, seed)
    if as_json:
        say(json.dumps(report))
        return
    for size, row in report["sizes"].items():
        say(f"{size:>9} " + "  ".join(f"{key} {value}" for key, value in row.items()))
    if "extrapolated" in report:
        say(f"{report['extrapolated_to']:>9} by a straight line: {report['extrapolated']}")


@click.command("long-document")
@click.option("--megabytes", type=click.IntRange(min=0), default=100, show_default=True)
@click.option(
    "--pages", type=click.IntRange(min=0), default=1000, show_default=True, help="Pages of the PDF."
)
@click.option("--retriever", default="hybrid", show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@as_json
def long_document(megabytes: int, pages: int, retriever: str, seed: int, as_json: bool) -> None:
    """Add one very long text and one very long PDF to an empty library, and measure seconds and peak memory."""
    from wherein_lab.scale.long_document import measure_long

    report = measure_long(megabytes, pages, seed, retriever)
    if as_json:
        say(json.dumps(report))
        return
    for name in ("text", "pdf"):
        for key, value in report.get(name, {}).items():
            say(f"{name:<5} {key:<20} {value:>14,}")
