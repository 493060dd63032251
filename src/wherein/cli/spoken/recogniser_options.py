"""The options of the commands that hear. Loads no recogniser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def with_recogniser(command: F) -> F:
    """`--with` and `--translate`."""
    command = click.option(
        "--translate",
        is_flag=True,
        help="Translate speech in another language into English (whisper-base).",
    )(command)
    return click.option(
        "--with", "method", metavar="NAME",
        help="The recogniser: moonshine-tiny (English), whisper-base (many languages) or endpoint.",
    )(command)  # fmt: skip
