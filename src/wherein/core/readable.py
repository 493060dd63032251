"""Text that can be written anywhere: file names may hold bytes that are no character. Knows no file."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def readable(text: str) -> str:
    """`text` with a replacement character for each byte of a name that is not UTF-8."""
    return _SURROGATE.sub("\ufffd", text)


SHOWN = 60


def quoted(text: str, most: int = SHOWN) -> str:
    """What somebody wrote, in quotes for a sentence: control characters escaped, the end left out."""
    return repr(readable(text if len(text) <= most else f"{text[:most]}…"))
