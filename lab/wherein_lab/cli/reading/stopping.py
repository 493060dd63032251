"""`wherein eval stopping` and `wherein train stopping`: the stopping rule of long documents."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress

if TYPE_CHECKING:
    from wherein_lab.reading.stopping import Course

_kept = click.option(
    "--kept", type=click.Path(path_type=Path, file_okay=False), default=Path("benchmarks/out/stopping"),
    show_default=True, help="The folder of kept readings, which are reused.",
)  # fmt: skip
_reader = click.option(
    "--reader", default="small", show_default=True, help="The reader to measure."
)


def _courses(reader: str, penalties: Sequence[float], kept: Path) -> dict[float, list[Course]]:
    from wherein_lab.reading.stopping import courses
    from wherein_lab.registry.readers import open_reader

    with progress("Reading whole books") as on_progress:
        return courses(open_reader(reader), penalties, on_progress, kept=kept)


@click.command("stopping")
@_reader
@_kept
@as_json
def evaluate(reader: str, kept: Path, as_json: bool) -> None:
    """Measure how many first answers change when a long document is not read to its end.

    Whole books and manuals are read once, which takes hours, and the readings are kept. `fitted` are the figures of the
    half of the books on which the rule was fitted, `others` those of the other half; `as_a_page` is without the penalty
    on margins.
    """
    from wherein.answering.grading.stopping import shipped_rule
    from wherein_lab.reading.stopping import figures

    rule = shipped_rule()
    every = _courses(reader, (0.0, rule.penalty), kept)
    plain = replace(rule, penalty=0.0)
    row = {"rule": asdict(rule)} | {
        name: figures(_half(every, half)[rule.penalty], rule)
        | {"as_a_page": figures(_half(every, half)[0.0], plain)["to_the_end"]}
        for name, half in (("fitted", 0), ("others", 1))
    }
    if as_json:
        print_json(row)
        return
    for name in ("fitted", "others"):
        of = row[name]
        say(
            f"{name}: {of['changed']} of {of['questions']} first answers changed, {of['books']} books;"
            f" {of['stopped']['share_read']:.0%} read"
        )


@click.command("early-end")
@_reader
@click.option("--kept", type=click.Path(path_type=Path, dir_okay=False),
              default=Path("benchmarks/out/early-end.jsonl"), show_default=True,
              help="Keep the readings in this file, and reuse those that it has.")  # fmt: skip
@click.option("--book", "books", multiple=True, help="Only this book; may be repeated.")
@as_json
def early_end(reader: str, kept: Path, books: tuple[str, ...], as_json: bool) -> None:
    """Measure the answers lost by ending once no unread passage can bring an answer that would be shown.

    Each question reads its book once, up to the end by the rule of `wherein eval stopping`. All settings are compared on these readings.
    """
    from wherein_lab.reading.early_end import reaches, settings
    from wherein_lab.registry.readers import open_reader

    with progress("Reading whole books") as on_progress:
        every = list(reaches(open_reader(reader), kept, frozenset(books), on_progress))
    row = {
        "questions": len(every),
        "books": len({one.book for one in every}),
        "passages": sum(len(one.shown) for one in every),
        "settings": settings(every),
    }
    if as_json:
        print_json(row)
        return
    say(f"{row['questions']} questions, {row['passages']} passages without the early end")
    for one in settings(every):
        say("  ".join(f"{name} {value}" for name, value in one.items()))


def _half(every: Mapping[float, Sequence[Course]], half: int) -> dict[float, list[Course]]:
    return {p: [one for one in some if one.half == half] for p, some in every.items()}


@click.command("stopping")
@_reader
@_kept
@click.option("--changes", type=click.FloatRange(0, 1), default=0.005, show_default=True,
              help="The share of first answers that the rule may change.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False),
              default=Path("src/wherein/answering/grading/stopping.json"), show_default=True)  # fmt: skip
def train(reader: str, kept: Path, changes: float, out: Path) -> None:
    """Fit the stopping rule on one half of the books, and report on the other half."""
    from wherein.answering.grading.stopping import shipped_rule
    from wherein_lab.reading.stopping import PENALTIES, figures, fit

    every = _courses(reader, PENALTIES, kept)
    shipped = shipped_rule()
    rule = fit(_half(every, 0), shipped.near, shipped.words, changes)
    out.write_text(json.dumps(asdict(rule), indent=1) + "\n", "utf-8")
    row = figures(_half(every, 1)[rule.penalty], rule)
    say(
        f"{row['changed']} of {row['questions']} first answers of the other half change."
        f" Written into {out}.",
        err=True,
    )
