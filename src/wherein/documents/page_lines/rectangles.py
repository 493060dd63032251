"""The boxes of characters on a page. Knows rectangles only."""

from __future__ import annotations

# x0, y0, x1, y1 in points, origin at the top left of the unrotated page.
Rectangle = tuple[float, float, float, float]
NO_BOX: Rectangle = (0.0, 0.0, 0.0, 0.0)


class MadeBox(tuple[float, float, float, float]):
    """The box of a character that a person sees and the file does not have: a superscript digit, a ticked box.

    A box says it, so that it holds wherever lines are cut and joined.
    """

    __slots__ = ()


MADE_SPACE = MadeBox(NO_BOX)
"""The box of a space that was put in."""


def turned(box: Rectangle, rotation: int, width: float, height: float) -> Rectangle:
    """A box on the page as shown, after the clockwise rotation of an unrotated page of this size."""
    x0, y0, x1, y1 = box
    if rotation == 90:
        return (height - y1, x0, height - y0, x1)
    if rotation == 180:
        return (width - x1, height - y1, width - x0, height - y0)
    if rotation == 270:
        return (y0, width - x1, y1, width - x0)
    return box
