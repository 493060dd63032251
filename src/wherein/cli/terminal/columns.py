"""Measures the width of text in a terminal. Knows characters, not answers."""

from __future__ import annotations

import re

_STYLE = re.compile("\x1b\\[[0-9;]*m")


def cells(text: str) -> int:
    """The number of columns that a line takes; escape sequences for style take none."""
    text = _STYLE.sub("", text)
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def rows(text: str, columns: int) -> int:
    """The number of terminal rows that `text` takes; a line wider than the terminal takes several."""
    return sum(max(1, -(-cells(line) // columns)) for line in text.splitlines())
