"""The engine of the chosen home, and the options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from wherein.core.errors import UsageError

if TYPE_CHECKING:
    from wherein.answering.engine import Engine


class FiniteRange(click.FloatRange):
    """A number within bounds; "nan" and "inf", which pass for numbers, are none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


F = TypeVar("F", bound=Callable[..., Any])


def as_json(command: F) -> F:
    """`--json`: one JSON object on standard output and nothing else."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def with_password(command: F) -> F:
    """`--password`, or WHEREIN_PASSWORD where other people can see the command line."""
    option = click.option(
        "--password",
        metavar="TEXT",
        envvar="WHEREIN_PASSWORD",
        help="The password of an encrypted PDF (or set WHEREIN_PASSWORD).",
    )
    return option(command)


def with_open(command: F) -> F:
    """`--open`: shows the first answer or passage in its document."""
    option = click.option(
        "--open",
        "opened",
        is_flag=True,
        help="Open the document at the first result, in the browser or the pager.",
    )
    return option(command)


def not_both(opened: bool, as_json: bool) -> None:
    """Raise UsageError for `--open` with `--json`: the first is for a person, the second for a program."""
    if opened and as_json:
        raise UsageError("--open and --json were both given.", "Give one of them.")


def at_most(default: int) -> Callable[[F], F]:
    return click.option(
        "--limit",
        type=click.IntRange(1, 1000),
        default=default,
        show_default=True,
        help="Most results to print.",
    )


def in_time(command: F) -> F:
    """`--since` and `--until`: only documents whose own date lies between them."""
    for name, help_text in (
        ("--until", "Only documents dated on or before it."),
        ("--since", "Only documents dated on or after it: 2024, 2024-05 or 2024-05-31."),
    ):
        command = click.option(name, metavar="DATE", help=help_text)(command)
    return command


def within(command: F) -> F:
    """`--in`, repeatable: only these documents, folders and knowledge bases."""
    option = click.option(
        "--in",
        "within",
        metavar="NAME",
        multiple=True,
        help="Only this document, folder or knowledge base; may be repeated.",
    )
    return option(command)


def in_library(command: F) -> F:
    """`--library`: one of a team's libraries."""
    option = click.option(
        "--library",
        metavar="NAME",
        help="A library of a team (see wherein share list), in place of all.",
    )
    return option(command)


def engine() -> Engine:
    from wherein.answering.engine import Engine

    return Engine.open()


@contextmanager
def engine_of(library: str | None) -> Iterator[Engine]:
    """The engine of the chosen home, or over one of its team's libraries. Raises UnknownName."""
    with engine() as whole:
        if library is None:
            yield whole
            return
        from wherein.people.people import People

        with People.of(whole.home) as people:
            identity = people.library(library)
        with whole.in_library(identity) as one:
            yield one
