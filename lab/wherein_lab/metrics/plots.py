"""Small line and point plots as SVG text. Knows numbers and names, nothing of what they measure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 640, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 170, 34, 48
# Told apart by those who see no red or green (Okabe & Ito, 2008).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_TICKS = 5


@dataclass(frozen=True, slots=True)
class Axis:
    """A named axis; with `log` its values are above 0."""

    name: str
    log: bool = False


def plot(
    title: str, x: Axis, y: Axis, series: Mapping[str, Sequence[tuple[float, float]]], joined: bool
) -> str:
    """Each series in its colour and named at the right; `joined` draws lines between its points.

    Raises ValueError when there is no point.
    """
    points = [point for some in series.values() for point in some]
    if not points:
        raise ValueError("there is nothing to plot")
    across = _Scale([p[0] for p in points], x.log, _LEFT, WIDTH - _RIGHT)
    up = _Scale([p[1] for p in points], y.log, HEIGHT - _BOTTOM, _TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="20" font-size="14">{escape(title)}</text>',
        _label((_LEFT + WIDTH - _RIGHT) / 2, HEIGHT - 10, x.name, "middle"),
        f'<text transform="translate(16 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">{escape(y.name)}</text>',
    ]
    for value in across.ticks():
        at = across.place(value)
        parts.append(_line(at, HEIGHT - _BOTTOM, at, _TOP))
        parts.append(_label(at, HEIGHT - _BOTTOM + 16, f"{value:.3g}", "middle"))
    for value in up.ticks():
        at = up.place(value)
        parts.append(_line(_LEFT, at, WIDTH - _RIGHT, at))
        parts.append(_label(_LEFT - 6, at + 4, f"{value:.3g}", "end"))
    for number, (name, some) in enumerate(series.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        places = [(across.place(a), up.place(b)) for a, b in sorted(some)]
        if joined and len(places) > 1:
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
            parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}"/>')
        parts.extend(
            f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4" fill="{colour}"/>' for a, b in places
        )
        row = _TOP + 10 + 18 * number
        parts.append(f'<circle cx="{WIDTH - _RIGHT + 16}" cy="{row - 4}" r="4" fill="{colour}"/>')
        parts.append(_label(WIDTH - _RIGHT + 26, row, name, "start"))
    return "\n".join([*parts, "</svg>\n"])


class _Scale:
    """Values to places, with a little room at both ends."""

    def __init__(self, values: Sequence[float], log: bool, low: float, high: float) -> None:
        self._log = log and min(values) > 0
        mapped = [math.log10(v) if self._log else v for v in values]
        room = (max(mapped) - min(mapped)) * 0.05 or max(abs(max(mapped)) * 0.05, 0.05)
        self._from, self._to = min(mapped) - room, max(mapped) + room
        self._low, self._high = low, high

    def place(self, value: float) -> float:
        mapped = math.log10(value) if self._log else value
        share = (mapped - self._from) / (self._to - self._from)
        return self._low + share * (self._high - self._low)

    def ticks(self) -> list[float]:
        steps = [self._from + (self._to - self._from) * (at + 0.5) / _TICKS for at in range(_TICKS)]
        return [10.0**step if self._log else step for step in steps]


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#ddd"/>'


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
