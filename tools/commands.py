"""The commands of the product with their options, in the order of `wherein --help`: what manual and reference are made of."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass

import click

from wherein.cli.main import PRODUCT_COMMANDS, main


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `words` as typed ("wherein kb add"), its arguments, its help and its options (form, help)."""

    words: str
    usage: str
    help: str
    options: tuple[tuple[str, str], ...]

    @property
    def first_sentence(self) -> str:
        return self.help.split("\n", 1)[0]


def commands() -> Iterator[Command]:
    """Every command that can be run, without those of the lab."""
    context = click.Context(main, info_name="wherein")
    for name in PRODUCT_COMMANDS:
        found = main.get_command(context, name)
        assert found is not None
        yield from _leaves(found, context, name)


def general_options() -> tuple[tuple[str, str], ...]:
    """The options that precede every command."""
    return _options(main, click.Context(main, info_name="wherein"))


def _leaves(command: click.Command, parent: click.Context, name: str) -> Iterator[Command]:
    context = click.Context(command, info_name=name, parent=parent)
    if isinstance(command, click.Group):
        for child in command.list_commands(context):
            found = command.get_command(context, child)
            assert found is not None
            yield from _leaves(found, context, child)
        return
    usage = " ".join(command.collect_usage_pieces(context))
    yield Command(
        context.command_path, usage, _text(command.help or ""), _options(command, context)
    )


def _options(command: click.Command, context: click.Context) -> tuple[tuple[str, str], ...]:
    records = (parameter.get_help_record(context) for parameter in command.get_params(context))
    return tuple((form, _text(text)) for form, text in filter(None, records) if text)


def _text(text: str) -> str:
    """Paragraphs of one line each, without click's marks for kept lines."""
    parts = inspect.cleandoc(text).replace("\f", "\n").split("\n\n")
    return "\n\n".join(
        part.replace("\b\n", "") if part.startswith("\b") else " ".join(part.split())
        for part in parts
    )
