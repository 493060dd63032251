"""`wherein eval repairs`: judges which questions are asked in another spelling."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json, engine
from wherein.cli.terminal.printing import print_json, say


@click.command("repairs")
@click.option("--data", required=True, type=click.Path(path_type=Path),
              help="Words, JSON lines: word, text, question, answer (empty where the text has none).")  # fmt: skip
@click.option("--show", is_flag=True, help="List the rewritten and the wrongly answered questions on standard error.")  # fmt: skip
@as_json
def repairs(data: Path, show: bool, as_json: bool) -> None:
    """Judge which questions with rare words or misspellings are asked in another spelling, and their answers."""
    from wherein_lab.answering.repairs import ask, figures, read_words

    rows = read_words(data)
    with engine() as opened:
        asked = [ask(opened, row) for row in rows]
    for one in asked if show else ():
        if one.rewritten or not one.right:
            first = one.answers[0] if one.answers else "no answer"
            say(f"{one.row.question} -> {one.meant or 'as typed'}: {first}", err=True)
    found = figures(asked)
    if as_json:
        print_json(found)
        return
    for name, value in found.items():
        say(f"{name:<20} {value}")
