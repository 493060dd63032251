"""Makes text safe to print: file names may have bytes that are not UTF-8, and documents may have control characters.
Knows no file."""

from __future__ import annotations

import re

# Characters with which a document could move the cursor or change the terminal; and the two that write
# letters backwards whatever they are, by which one file name looks like another (UAX #9, LRO and RLO).
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e]")
_LINE_END = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_SURROGATE = re.compile("[\ud800-\udfff]")

# Beside those, what sets the direction of text: a list's row that holds one may read like another row (UAX #9).
_NOT_PLAIN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def readable(text: str) -> str:
    """`text` with a replacement character for each byte of a name that is not UTF-8."""
    return _SURROGATE.sub("\ufffd", text)


def one_line(text: str) -> str:
    """`text` as `readable` gives it, with a replacement character for each line end and tab, as a sentence needs it."""
    return _LINE_END.sub("\ufffd", readable(text))


def harmless(text: str) -> str:
    """A document's own text without control characters; line ends and tabs stay."""
    return _CONTROL.sub("\ufffd", text)


def is_plain(text: str) -> bool:
    """Whether a name is on one line, and without characters that control a terminal or the direction of text."""
    return _NOT_PLAIN.search(text) is None


def plain(text: str) -> str:
    """`text` with a replacement character for each that `is_plain` refuses."""
    return _NOT_PLAIN.sub("\ufffd", text)


SHOWN = 60


def quoted(text: str, most: int = SHOWN) -> str:
    """The text in quotes for use in a sentence: control characters are escaped, a long text is cut at its end."""
    return repr(readable(text if len(text) <= most else f"{text[:most]}…"))
