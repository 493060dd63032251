"""Makes text safe to print: file names may have bytes that are not UTF-8, and documents may have control characters.
Knows no file."""

from __future__ import annotations

import re

# Characters with which a document could move the cursor or change the terminal; and the two that write
# letters backwards whatever they are, by which one file name looks like another (UAX #9, LRO and RLO).
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e]")
_LINE_END = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def readable(text: str) -> str:
    """`text` with a replacement character for each byte of a name that is not UTF-8."""
    return _SURROGATE.sub("\ufffd", text)


def one_line(text: str) -> str:
    """`text` as `readable` gives it, with a replacement character for each line end and tab, as a sentence needs it."""
    return _LINE_END.sub("\ufffd", readable(text))


def harmless(text: str) -> str:
    """A document's own text without control characters; line ends and tabs stay."""
    return _CONTROL.sub("\ufffd", text)


SHOWN = 60


def quoted(text: str, most: int = SHOWN) -> str:
    """The text in quotes for use in a sentence: control characters are escaped, a long text is cut at its end."""
    return repr(readable(text if len(text) <= most else f"{text[:most]}…"))
