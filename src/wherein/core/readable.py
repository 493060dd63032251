"""Makes text safe to print: file names may hold bytes that are not UTF-8. Knows no file."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def readable(text: str) -> str:
    """`text` with a replacement character for each byte of a name that is not UTF-8."""
    return _SURROGATE.sub("\ufffd", text)


SHOWN = 60


def quoted(text: str, most: int = SHOWN) -> str:
    """The text in quotes for use in a sentence: control characters are escaped, a long text is cut at its end."""
    return repr(readable(text if len(text) <= most else f"{text[:most]}…"))
