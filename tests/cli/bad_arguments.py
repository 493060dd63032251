"""Makes command lines that can't work: every command of the tree, with each of its parameters given each bad value. Runs none."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from wherein.cli.main import PRODUCT_COMMANDS, main

Words = tuple[str, ...]

CLOSED = "http://127.0.0.1:1/"
_FOREVER: Mapping[Words, Words] = {
    ("serve",): ("--link",),
    ("watch",): ("--once",),
    ("mcp",): ("--remove", "claude", "--yes"),
    ("listen",): ("--file", "garbage.bin"),
    ("speak",): ("--out", "made.wav"),
    ("update",): ("--from", CLOSED),
    ("restore",): (),
}
"""What else is given, so that a command neither runs for ever nor uses a microphone, a loudspeaker or the network."""
_MEANT: Mapping[Words, Words] = {
    ("ask",): ("good.txt", "Who is it?"),
    ("share", "add"): ("base:nobody", "everyone"),
    ("share", "remove"): ("base:nobody", "everyone"),
}
"""The arguments of commands that tell apart by their form or number what they are given."""
_WRITES = {("memory", "export"), ("backup",)}
_NEVER = {(("serve",), "--sample"), (("memory", "wipe"), "--yes")}
_FITTING: Mapping[str, str] = {
    "question": "Who is it?", "text": "It is.", "words": "boat", "source": "good.txt", "paths": "good.txt",
    "folder": "folder", "file": "good.txt", "files": "good.txt", "name": "nobody", "document": "good.txt",
}  # fmt: skip
"""By the name of an argument: a value that fits, given where another parameter is the bad one."""


def make_files(folder: Path) -> None:
    """The files that `VALUES` names, in the folder that commands are run in."""
    (folder / "good.txt").write_text("The boat leaves at nine.\n")
    (folder / "empty.txt").write_bytes(b"")
    (folder / "garbage.bin").write_bytes(bytes(range(256)) * 40)
    (folder / "folder").mkdir()
    (folder / "loop.txt").symlink_to("loop.txt")
    (folder / "nowhere.txt").symlink_to("no such file")
    os.mkfifo(folder / "pipe")
    for name in ("false.pdf", "false.docx", "false.xlsx", "false.zip", "false.json", "false.wav", "false.toml"):  # fmt: skip
        (folder / name).write_bytes(b"PK\3\4" + bytes(range(256)) * 3)


VALUES: Words = (
    "", " ", "missing.txt", "folder", "garbage.bin", "empty.txt", "loop.txt", "nowhere.txt", "good.txt/below",
    "/proc/self/mem", "/dev/null", "pipe", "/sys/made", "false.pdf", "false.docx", "false.xlsx", "false.json", "false.wav",
    "false.zip", "-1", "0", "99999999999999999999999", "1e999", "nan", "2024-13-45", "0x10", "a" * 5_000, "\udce9",
    "e\u0301\u202e\u200b", "👍🏽", "line\nbreak", "x:y:z", "tag:", "base:", "group:", "~nobody", "*[", "%s{0}",
    CLOSED, "http://[::", "https://", "ftp://x/y", "file:///etc", "postgresql://127.0.0.1:1/x", "milvus://127.0.0.1:1",
    "--", "-",
)  # fmt: skip


def commands() -> Iterator[tuple[Words, click.Command]]:
    """Every command of the product that runs something, with the words that name it."""
    context = click.Context(main)
    for name in PRODUCT_COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        yield from _below((name,), command)


def _below(words: Words, command: click.Command) -> Iterator[tuple[Words, click.Command]]:
    if not isinstance(command, click.Group):
        yield words, command
        return
    for name, each in command.commands.items():
        yield from _below((*words, name), each)


def fitting(words: Words, command: click.Command, without: str = "") -> list[str]:
    """A command line as it is meant, but for the parameter `without`."""
    found = [*words]
    given = _FOREVER.get(words, ())
    named = {name for each in command.params if each.name == without for name in each.opts}
    if not named & set(given):
        found += given
    arguments = {each.name for each in command.params if isinstance(each, click.Argument)}
    if without not in arguments:
        found += _MEANT.get(words, ())
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            is_meant = words not in _MEANT and parameter.required
            if parameter.name != without and is_meant:
                found += [_value(parameter)] * max(1, parameter.nargs)
        elif parameter.required and parameter.name != without:
            found += [parameter.opts[0], _value(parameter)]
    return found


def _value(parameter: click.Parameter) -> str:
    if isinstance(parameter.type, click.Choice):
        return str(parameter.type.choices[0])
    return _FITTING.get(parameter.name or "", "good.txt")


def lines(words: Words, command: click.Command, every: int = 1) -> Iterator[list[str]]:
    """The command lines of a command: each parameter with each value, one at a time, or with `every` third, say, other ones
    for the next parameter; and nothing at all."""
    yield fitting(words, command)
    if not _FOREVER.get(words):
        yield [*words]
    start = sum(map(ord, "".join(words)))
    for number, parameter in enumerate(command.params, start):
        if isinstance(parameter, click.Option) and (parameter.is_flag or parameter.count):
            name = parameter.opts[0]
            if (
                name not in ("--help", "--open", "--speak", "--sample")
                and (words, name) not in _NEVER
            ):
                yield [*fitting(words, command), name]
            continue
        if parameter.name is None:
            continue
        for value in VALUES[number % every :: every]:
            if value == "pipe" and (words in _WRITES or parameter.name == "out"):
                continue  # to write into one waits for whoever reads it
            if isinstance(parameter, click.Option):
                yield [*fitting(words, command, parameter.name), f"{parameter.opts[0]}={value}"]
            else:
                yield [*fitting(words, command, parameter.name), "--", value]
