"""`wherein eval understood`: judges how follow-up questions are understood."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say


@click.command("understood")
@click.option("--data", required=True, type=click.Path(path_type=Path),
              help="Judged follow-ups, JSON lines: title, turns, question, need, not, unchanged, no_question.")  # fmt: skip
@click.option(
    "--show",
    is_flag=True,
    help="Print each question that was understood wrongly, on standard error.",
)
@as_json
def understood(data: Path, show: bool, as_json: bool) -> None:
    """Judge how follow-up questions are understood, by words that must and must not be in them."""
    from wherein_lab.answering.understanding import figures, judge, read_judged

    judged = [judge(row) for row in read_judged(data)]
    for one in judged if show else ():
        if one.right and not one.harms:
            continue
        asked = one.understood if one.is_question else "(no question)"
        say(f"{'; '.join(one.harms) or 'wrong'}: {one.row.typed} -> {asked}", err=True)
    found = figures(judged)
    if as_json:
        print_json(found)
        return
    for name, value in found.items():
        say(f"{name:<20} {value}")
