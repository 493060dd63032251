"""The options that the commands share which fit the weights of a document's structure, and what they print."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say

F = TypeVar("F", bound=Callable[..., Any])
_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


def structure_options(written: str) -> Callable[[F], F]:
    """Decorates a command with the options `folders`, `pages`, `seed`, `into` and `as_json`.

    `written` names the file that the command overwrites in the checkout `into`, for the help text."""
    options = (
        click.option("--data", "folders", type=_FOLDER, multiple=True, required=True,
                     help="A folder of documents with questions.jsonl, as for wherein eval strangers; may be repeated."),
        click.option("--pages", type=_FOLDER, multiple=True,
                     help="A folder of web pages, pages.tar.xz, with their questions.jsonl; may be repeated."),
        click.option("--seed", type=int, default=0, show_default=True,
                     help="Seed of the random split of the documents into ten parts."),
        click.option("--into", type=_FOLDER, help=f"Write the weights into {written} of this checkout."),
        as_json,
    )  # fmt: skip

    def added(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return added


def print_report(report: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(report)
    else:
        say(json.dumps(report, indent=1))
