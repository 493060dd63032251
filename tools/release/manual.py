"""The manual page and the shells' completions, made from the commands' own help."""

from __future__ import annotations

import time

from tools.commands import commands, general_options
from wherein.cli.completion import completion_script
from wherein.cli.main import main

_COMPLETIONS = {
    "bash": "share/bash-completion/completions/wherein",
    "zsh": "share/zsh/site-functions/_wherein",
    "fish": "share/fish/vendor_completions.d/wherein.fish",
}


def shared_files(version: str, epoch: int) -> dict[str, bytes]:
    """Files below the installation's prefix, by the path that shells and `man` look at."""
    files = {"share/man/man1/wherein.1": manual(version, epoch).encode()}
    for shell, path in _COMPLETIONS.items():
        files[path] = f"{completion_script(shell, main)}\n".encode()
    return files


def manual(version: str, epoch: int) -> str:
    """`wherein(1)`, in roff."""
    date = time.strftime("%Y-%m-%d", time.gmtime(epoch))
    lines = [
        f'.TH WHEREIN 1 {date} "wherein {version}" "User Commands"',
        ".nh",
        ".SH NAME",
        r"wherein \- ask a page, a file or a library a question",
        ".SH SYNOPSIS",
        r".B wherein",
        r"[\fIoptions\fR] \fIcommand\fR [\fIarguments\fR]",
        ".SH DESCRIPTION",
        _roff(main.help or ""),
        ".SH OPTIONS",
        *_listed(general_options()),
        ".SH COMMANDS",
    ]
    for command in commands():
        lines += [f'.SS "{_roff(command.words)}"', rf"\fI{_roff(command.usage)}\fR", ".PP"]
        for paragraph in command.help.split("\n\n"):
            kept = [_roff(line) for line in paragraph.splitlines()]
            lines += [*([".nf", *kept, ".fi"] if len(kept) > 1 else kept), ".PP"]
        lines += _listed(command.options)
    lines += [
        ".SH EXIT STATUS",
        _roff("0: it did what was asked (not here is an answer). 1: something failed. 2: wrong usage."),
        ".SH ENVIRONMENT",
        *_listed(
            (
                ("WHEREIN_HOME", "The folder of all data."),
                ("WHEREIN_STORE", "The address of a team's PostgreSQL database."),
                ("WHEREIN_PASSWORD", "The password of encrypted PDFs."),
                ("WHEREIN_DEBUG", "Show where an unforeseen error came from."),
            )
        ),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _listed(rows: tuple[tuple[str, str], ...]) -> list[str]:
    """A list of what is typed and what it does."""
    lines = []
    for form, text in rows:
        lines += [".TP", rf"\fB{_roff(form)}\fR", _roff(" ".join(text.split()))]
    return lines


def _roff(text: str) -> str:
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    escaped = "".join(c if c.isascii() else rf"\[u{ord(c):04X}]" for c in escaped)
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
