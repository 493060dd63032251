"""How a passage's place is told to a reader: the words put in front of it, at training and at run time alike."""

from __future__ import annotations

from collections.abc import Sequence

SEPARATOR = " > "


def heading_prefix(title: str, section: Sequence[str]) -> str:
    """The document's title and the headings above a passage as one line, outermost first.

    The title is left out where the outermost heading repeats it. Empty when there is neither. A
    reader puts the line and a newline in front of the passage, cut to its budget from the left so
    that the nearest heading stays.
    """
    parts = [part.strip() for part in (title, *section) if part.strip()]
    if len(parts) > 1 and parts[0].casefold() == parts[1].casefold():
        parts = parts[1:]
    return SEPARATOR.join(parts)
