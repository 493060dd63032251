"""How much room text takes in a terminal, and making it fit. Knows characters, not answers."""

from __future__ import annotations

import re

_STYLE = re.compile("\x1b\\[[0-9;]*m")
# What could move the cursor or change the terminal, were a document to hold it; and the two that write
# letters backwards whatever they are, by which one file name looks like another (UAX #9, LRO and RLO).
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e]")


def harmless(text: str) -> str:
    """A document's own text without control characters; line ends and tabs stay."""
    return _CONTROL.sub("\ufffd", text)


def cells(text: str) -> int:
    """The columns that a line takes, escape sequences for style aside."""
    text = _STYLE.sub("", text)
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def rows(text: str, columns: int) -> int:
    """How many rows of a terminal the lines of `text` take; one that is too long takes several."""
    return sum(max(1, -(-cells(line) // columns)) for line in text.splitlines())


def shortened(text: str, columns: int) -> str:
    """`text` in at most so many columns, cut in its middle: its beginning and its end both tell."""
    if cells(text) <= columns:
        return text
    head, tail = text[: columns // 2], text[-columns:]
    while cells(head) > (columns - 1) // 2:
        head = head[:-1]
    while cells(tail) > columns - 1 - cells(head):
        tail = tail[1:]
    return f"{head.rstrip()}\u2026{tail.lstrip()}"
