"""Tells the gap between two pieces of text from a word's space, on pages that draw their spaces. Knows lines and places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from statistics import median

from wherein.documents.page_lines.line_building import Line
from wherein.documents.page_lines.rectangles import MADE_SPACE, NO_BOX

_FEWEST_DRAWN = 8
"""Spaces of a page that are drawn, from which one that is not drawn stands between two pieces."""
_WIDER = 1.3
"""How much wider than a drawn space the gap between two pieces is, at least, that stand in two columns."""
_NARROWEST = 0.6
"""The same where the page has sentences that draw their spaces."""
_SPACES_OF_A_SENTENCE = 6
_FEWEST_OF_SENTENCES = 16
_MOST_MADE = 0.1
"""Spaces of sentences that are not drawn, to those that are; where there are more, none says where columns are."""
_NEAR = 3.0
"""In letter heights: a column goes on in a line above or below that is no further away."""
_MARK = re.compile(r"(?:[^\w\s]|o|[(\[]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)\]])$")
"""A text that is the mark of a list item, and nothing else."""
_LONGEST_MARK = 7
_MOST_GAPS = 1_000
"""Gaps of one line; where there are more, they are no columns. Bounds the time of pages made to cost much."""


def with_columns_apart(lines: Sequence[Line]) -> None:
    """Put a tab between two pieces of text of one line that are further apart than words, where the next line above or
    below has such a gap too.

    Programs that draw the spaces of a sentence draw none between the cells of a row, however narrow the gap is.
    """
    drawn: list[float] = []
    drawn_in_sentences = made_in_sentences = 0
    for line in lines:
        count, of_line = line.text.count(" "), _drawn_in(line)
        drawn += of_line
        if count >= _SPACES_OF_A_SENTENCE:
            drawn_in_sentences += len(of_line)
            made_in_sentences += count - len(of_line)
    if len(drawn) < _FEWEST_DRAWN or made_in_sentences > _MOST_MADE * drawn_in_sentences:
        return
    least = (_NARROWEST if drawn_in_sentences >= _FEWEST_OF_SENTENCES else _WIDER) * median(drawn)
    # A line that draws no space may be set otherwise than the page's sentences are.
    otherwise = max(least, _WIDER * median(drawn))
    wide = [[*_wide_gaps(line, least if _drawn_in(line) else otherwise)] for line in lines]
    wide = [gaps if len(gaps) <= _MOST_GAPS else [] for gaps in wide]
    for number, (line, gaps) in enumerate(zip(lines, wide, strict=True)):
        near = [
            gap
            for other in (number - 1, number + 1)
            if 0 <= other < len(lines) and abs(lines[other].top - line.top) < _NEAR * line.size
            for gap in wide[other]
        ]
        text = list(line.text)
        for at, left, right in gaps:
            if text[at] == " " and any(left < end and start < right for _, start, end in near):
                text[at] = "\t"
        line.text = "".join(text)


def _drawn_in(line: Line) -> list[float]:
    """The widths of the spaces that a line draws, in letter heights."""
    return [
        (box[2] - box[0]) / line.size
        for sign, box in zip(line.text, line.boxes, strict=True)
        if sign == " " and box is not NO_BOX and box is not MADE_SPACE
        and box[2] > box[0] and line.size > 0
    ]  # fmt: skip


def _wide_gaps(line: Line, least: float) -> Iterator[tuple[int, float, float]]:
    """The gaps between pieces of a line, tabs among them: where in its text, and where on the page they begin and end.

    `least` is the width of the narrowest, in letter heights. What stands behind the mark of a list item is no column.
    """
    boxes = line.boxes
    for at in range(1, len(boxes) - 1):
        if (
            boxes[at] is not NO_BOX
            or line.text[at] not in " \t"
            or (at <= _LONGEST_MARK and _MARK.match(line.text[:at]))
        ):
            continue
        before, after = boxes[at - 1], boxes[at + 1]
        if before is NO_BOX or after is NO_BOX:
            continue
        if line.text[at] == "\t" or after[0] - before[2] > least * line.size:
            yield at, before[2], after[0]
