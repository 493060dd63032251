"""Draws the quality of a reader's confidence: risk against coverage, and a reliability diagram.

Judged questions in, SVG out; draws nothing else and needs no library.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wherein_lab.metrics.squad_measures import is_right
from wherein_lab.reading.reading import ECE_BINS, Judged

Array = NDArray[np.float64]
_SIDE, _MARGIN, _GAP = 300, 46, 70
_POINTS = 120


def risk_coverage(sure: Array, right: Array) -> list[tuple[float, float]]:
    """(share of questions answered, share of those answered wrongly), surest first."""
    hits = np.cumsum(right[np.argsort(-sure, kind="stable")])
    count = np.arange(1, len(sure) + 1)
    points = zip(count / len(sure), 1 - hits / count, strict=True)
    return [(float(x), float(y)) for x, y in points]


def reliability(sure: Array, right: Array) -> list[tuple[float, float]]:
    """(mean confidence, share right) of bins of equal mass, as in the calibration error."""
    order = np.argsort(sure, kind="stable")
    bins = [part for part in np.array_split(order, ECE_BINS) if len(part)]
    return [(float(sure[part].mean()), float(right[part].mean())) for part in bins]


def svg(judged: Sequence[Judged], title: str, bound: float) -> str:
    """Both panels for one set of questions; a point on the left panel marks the bound."""
    sure = np.array([item.confidence for item in judged])
    right = np.array([is_right(item.said, item.asked.golds) for item in judged], np.float64)
    width, height = 2 * _SIDE + 2 * _MARGIN + _GAP, _SIDE + 2 * _MARGIN + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{width / 2}" y="18" text-anchor="middle" font-size="14">{_plain(title)}</text>',
    ]
    curve = risk_coverage(sure, right)
    thinned = curve[:: max(1, len(curve) // _POINTS)]
    left = _panel(_MARGIN, "share of questions answered", "share of those wrong")
    parts += [*left, _line(thinned, _MARGIN, "#1f5fa8")]
    answered = float((sure >= bound).mean())
    if answered > 0:
        wrong = 1 - float(right[sure >= bound].mean())
        parts.append(_dot((answered, wrong), _MARGIN, "#c0392b", f"bound {bound:.2f}"))
    at = _MARGIN + _SIDE + _GAP
    parts += _panel(at, "confidence", "share right")
    parts.append(_line([(0.0, 0.0), (1.0, 1.0)], at, "#bbbbbb"))
    parts += [_dot(point, at, "#1f5fa8", "") for point in reliability(sure, right)]
    return "\n".join([*parts, "</svg>", ""])


def _panel(left: int, across: str, up: str) -> list[str]:
    out = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = _place((tick, tick), left)
        low, top = _place((0, 0), left)[1], _place((0, 1), left)[1]
        out += [
            f'<path d="M{x:.1f} {low:.1f}V{top:.1f}M{left} {y:.1f}h{_SIDE}" stroke="#eeeeee"/>',
            f'<text x="{x:.1f}" y="{low + 15:.1f}" text-anchor="middle">{tick:.2g}</text>',
            f'<text x="{left - 5}" y="{y + 4:.1f}" text-anchor="end">{tick:.2g}</text>',
        ]
    middle, low = left + _SIDE / 2, _place((0, 0), left)[1]
    turned = f"rotate(-90 {left - 32} {low - _SIDE / 2})"
    out += [
        f'<text x="{middle}" y="{low + 32:.1f}" text-anchor="middle">{across}</text>',
        f'<text x="{left - 32}" y="{low - _SIDE / 2}" text-anchor="middle" '
        f'transform="{turned}">{up}</text>',
    ]
    return out


def _place(point: tuple[float, float], left: int) -> tuple[float, float]:
    return left + point[0] * _SIDE, _MARGIN - 12 + (1 - point[1]) * _SIDE


def _line(points: Sequence[tuple[float, float]], left: int, colour: str) -> str:
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_place(point, left) for point in points))
    return f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _dot(point: tuple[float, float], left: int, colour: str, label: str) -> str:
    x, y = _place(point, left)
    dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    return dot + (f'<text x="{x + 7:.1f}" y="{y - 6:.1f}">{label}</text>' if label else "")


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
