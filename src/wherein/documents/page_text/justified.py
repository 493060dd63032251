"""Tells the stretched spaces of justified lines from the gaps between a table's columns. Knows lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wherein.documents.page_lines.pdf_lines import NO_BOX, Line, PageLines

# The spaces of a justified line are equal, apart from rounding and kerning, in points.
_EQUAL = 0.8
_SIDE = 1.0


def with_spaces(page: PageLines) -> PageLines:
    """The page with spaces for the tabs of lines whose gaps justification made as wide as those between columns."""
    lines = page.lines
    if not any("\t" in line.text for line in lines):
        return page
    changed = [
        replace(line, text=line.text.replace("\t", " "))
        if "\t" in line.text and _is_justified(page, lines, at)
        else line
        for at, line in enumerate(lines)
    ]
    return replace(page, lines=tuple(changed))


def _is_justified(page: PageLines, lines: Sequence[Line], at: int) -> bool:
    """Whether the gaps of a line are equal, and the lines around fill the same width: one of them, or both for one gap.

    Rows of a table fill the same width with as many gaps as their neighbours.
    """
    line = lines[at]
    gaps = list(_gaps(page, line))
    if not gaps or max(gaps) - min(gaps) > _EQUAL:
        return False
    around = [*lines[max(0, at - 1) : at], *lines[at + 1 : at + 2]]
    alike = [
        other
        for other in around
        if abs(other.left - line.left) < _SIDE
        and abs(other.right - line.right) < _SIDE
        and ("\t" not in other.text or len(list(_gaps(page, other))) != len(gaps))
    ]
    return len(alike) >= (2 if len(gaps) == 1 else 1)


def _gaps(page: PageLines, line: Line) -> Iterator[float]:
    """The widths of the white space within a line."""
    boxes = line.boxes
    for at, character in enumerate(line.text):
        if character in " \t" and 0 < at < len(boxes) - 1:
            before, after = boxes[at - 1], boxes[at + 1]
            if before is not NO_BOX and after is not NO_BOX:
                yield page.shown(after)[0] - page.shown(before)[2]
