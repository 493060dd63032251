"""Compares the colours of letters and of what is behind them. Knows no file format."""

from __future__ import annotations

from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each; a parser may add values outside for colours that it is not told."""
WHITE: Colour = (255, 255, 255)
_ALIKE = 8


def look_alike(one: Colour, other: Colour) -> bool:
    """Whether two colours differ so little in each of red, green and blue that a person takes them for one."""
    return all(abs(a - b) <= _ALIKE for a, b in zip(one, other, strict=True))
