"""Puts the spaces into a line that its distances show, and takes out those of letterspacing. Knows texts and places."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from wherein.documents.page_lines.rectangles import MADE_SPACE, NO_BOX, Rectangle

# A missing space is at least this share of the line's usual one.
_OF_A_SPACE = 0.55
# A line in which more than this share of the letters stand apart is letterspaced.
_APART = 0.4
# Letters of a letterspaced line stand apart by at least so much of their height; a space by so much more than they.
_TRACKED = 0.06
_MORE = 0.15
# A distance of so many heights parts words even in a letterspaced line.
_WORD_SPACE = 0.28
_FIRST = 12


def with_gaps(
    text: str, boxes: Sequence[Rectangle], shown: Sequence[Rectangle], gaps: Sequence[int]
) -> tuple[str, list[Rectangle]]:
    """The line with a space before each of the characters `gaps`, which stand apart, unless all letters do.

    `shown` are the boxes on the page as shown.
    """
    spaces = sorted(
        shown[at + 1][0] - shown[at - 1][2]
        for at in range(1, len(text) - 1)
        if text[at] == " " and boxes[at + 1] is not NO_BOX and boxes[at - 1] is not NO_BOX
    )
    least = _OF_A_SPACE * spaces[len(spaces) // 2] if spaces else 0.0
    wide = [at for at in gaps if shown[at][0] - shown[at - 1][2] >= least]
    if len(wide) > _APART * sum(map(str.isalpha, text)):
        return text, list(boxes)
    parts: list[str] = []
    out: list[Rectangle] = []
    at = 0
    for gap in wide:
        parts += (text[at:gap], " ")
        out += [*boxes[at:gap], MADE_SPACE]
        at = gap
    return "".join(parts) + text[at:], [*out, *boxes[at:]]


def is_tracked(text: str, boxes: Sequence[Rectangle]) -> bool:
    """Whether the first letters of a line stand apart, on an upright page; looks at no more than a few."""
    pairs = apart = 0
    last: int | None = None
    for at in range(min(len(text), _FIRST)):
        if boxes[at] is NO_BOX:
            continue
        if last is not None and text[at].isalpha() and text[last].isalpha():
            pairs += 1
            apart += boxes[at][0] - boxes[last][2] > _TRACKED * (boxes[at][3] - boxes[at][1])
        last = at
    return apart * 2 > pairs


def without_tracking(text: str, boxes: Sequence[Rectangle]) -> tuple[str, list[Rectangle]]:
    """A letterspaced line without the spaces that are not drawn and no wider than its other distances."""
    inked = [at for at in range(len(text)) if boxes[at] is not NO_BOX]
    steps = sorted(
        boxes[at][0] - boxes[last][2]
        for last, at in pairwise(inked)
        if text[at].isalpha() and text[last].isalpha()
    )
    height = max((box[3] - box[1] for box in boxes), default=0.0)
    usual = steps[len(steps) // 2] if steps else 0.0
    if usual <= _TRACKED * height:
        return text, list(boxes)
    least = min(usual + _MORE * height, _WORD_SPACE * height)
    dropped = {
        at
        for last, after in pairwise(inked)
        if boxes[after][0] - boxes[last][2] < least
        for at in range(last + 1, after)
        if text[at] == " "
    }
    kept = [at for at in range(len(text)) if at not in dropped]
    return "".join(text[at] for at in kept), [boxes[at] for at in kept]
