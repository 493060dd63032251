"""The line of title and headings that readers get before a passage, the same in training and at run time."""

from __future__ import annotations

from collections.abc import Sequence

from wherein.core.passage import Passage

SEPARATOR = " > "


def heading_prefix(title: str, section: Sequence[str]) -> str:
    """The document's title and the headings above a passage as one line, outermost first.

    The title is left out where the outermost heading repeats it. The line is empty without title and headings. A
    reader puts it and a newline before the passage, and cuts it from the left to its budget, so that the nearest
    heading stays.
    """
    parts = [part.strip() for part in (title, *section) if part.strip()]
    if len(parts) > 1 and parts[0].casefold() == parts[1].casefold():
        parts = parts[1:]
    return SEPARATOR.join(parts)


def headings_above(passage: Passage) -> tuple[str, ...]:
    """The section path without the headings at the beginning of the passage itself."""
    section = passage.section
    opening = passage.text.split("\n\n", len(section))[: len(section)]
    lines = [" ".join(block.split()) for block in opening]
    for own in range(len(section), 0, -1):
        if tuple(lines[:own]) == section[-own:]:
            return section[:-own]
    return section
