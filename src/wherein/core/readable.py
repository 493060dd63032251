"""Text that can be written anywhere: file names may hold bytes that are no character. Knows no file."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def readable(text: str) -> str:
    """`text` with a replacement character for each byte of a name that is not UTF-8."""
    return _SURROGATE.sub("\ufffd", text)
