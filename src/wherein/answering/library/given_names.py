"""Normalises and checks the titles and tags that a person types. Stores nothing."""

from __future__ import annotations

from collections.abc import Sequence

from wherein.core.errors import UsageError
from wherein.core.text.readable import is_plain, quoted, readable

LONGEST_TITLE = 500
LONGEST_TAG = 60
MOST_TAGS = 50


def fit_title(title: str) -> str:
    """The title on one line; "" restores the document's own title. Raises UsageError for an unusable title."""
    line = _one_line(title, "title")
    if len(line) > LONGEST_TITLE:
        raise UsageError(f"The title has {len(line)} characters.", f"Take at most {LONGEST_TITLE}.")
    return line


def fit_tags(tags: Sequence[str]) -> list[str]:
    """The tags, sorted and without duplicates. Raises UsageError for an unusable tag."""
    lines = sorted({line for tag in tags if (line := _one_line(tag, "tag"))})
    if len(lines) > MOST_TAGS:
        raise UsageError(f"These are {len(lines)} tags.", f"Give at most {MOST_TAGS}.")
    for line in lines:
        if len(line) > LONGEST_TAG or "," in line:
            raise UsageError(
                f"{line[:LONGEST_TAG]!r} can't be a tag.",
                f"Take at most {LONGEST_TAG} characters, and no comma.",
            )
    return lines


def _one_line(text: str, what: str) -> str:
    line = " ".join(readable(text).split())
    if not is_plain(line):
        raise UsageError(
            f"The {what} {quoted(line)} has control characters.", "Leave them out of it."
        )
    return line
