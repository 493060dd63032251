"""The only module that prints: it keeps the texts of documents, files and servers from controlling the terminal.

Line ends and tabs stay; every other control character is printed as U+FFFD.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import click

from wherein.core.text.readable import harmless, one_line, readable

# What bold and dim text is made of here (ECMA-48, 8.3.117).
_OWN_STYLE = re.compile("(\x1b\\[[012]m)")
_NOT_IN_JSON = re.compile("[\x7f-\x9f\u202d\u202e\ud800-\udfff]")


def say(text: str = "", *, err: bool = False) -> None:
    """Print a line of plain text, on standard error where `err`."""
    click.echo(readable(harmless(text)), err=err)


def say_styled(text: str, *, over_rows: int = 0) -> None:
    """Print text with bold and dim parts, without a line end, over the last `over_rows` rows."""
    parts = _OWN_STYLE.split(text)
    shown = "".join(part if at % 2 else readable(harmless(part)) for at, part in enumerate(parts))
    # Up to where the rows begin, and clear from there (ECMA-48 CPL and ED).
    back = f"\x1b[{over_rows}F\x1b[J" if over_rows else ""
    click.echo(back + shown, nl=False)


def say_status(text: str) -> None:
    """Replace the status line on standard error; "" clears it."""
    # To the line's start and clear from there (ECMA-48 EL).
    click.echo("\r\x1b[K" + readable(harmless(text)), nl=False, err=True)


def say_over(text: str, *, last: bool) -> None:
    """Replace the progress line on standard error; with `last`, the line stays."""
    click.echo("\r" + readable(harmless(text)), nl=last, err=True)


def say_sentence(text: str, *, err: bool = True) -> None:
    """Print exactly one line: line ends inside names are replaced, since the rest would look like another message."""
    say(one_line(text), err=err)


def print_json(value: Any) -> None:
    """Print one JSON value, with control characters and lone surrogates escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None)
    click.echo(_NOT_IN_JSON.sub(lambda found: f"\\u{ord(found.group()):04x}", text))


def print_exactly(text: str) -> None:
    """Print text byte for byte to a file or program; in a terminal, control characters are replaced."""
    if sys.stdout.isatty():
        click.echo(readable(harmless(text)), nl=False)
        return
    # Bytes, so that no encoding or line-end translation changes anything.
    sys.stdout.buffer.write(text.encode("utf-8"))
    sys.stdout.buffer.flush()


def print_bytes(data: bytes) -> None:
    """Write a file's bytes to standard output, as they are."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
