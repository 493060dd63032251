"""Leaves out the lines of a page that a person does not see as text of their own: watermarks, and texts drawn twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from wherein.documents.page_lines.line_building import DrawnLine, Line

# A slanted line of this many times the usual height is a watermark; labels of a drawing are smaller.
_WATERMARK = 1.8
# Lines are sought in bands of this height in points.
_BAND = 12.0
# A copy beside its line by less than this share of its height is a shadow.
_SHADOW = 0.25
# An invisible line of which this share has visible text above it is a layer of recognised text.
_COVERED = 0.5
_MOST_BANDS = 100
_MOST_OTHERS = 400


def seen_once(drawn: Sequence[DrawnLine]) -> list[DrawnLine]:
    """The lines without watermarks, shadows of other lines, and invisible lines under visible ones; in their order."""
    kept = _without_shadows(_without_watermarks(drawn))
    if not any(each.piece.hidden for each in kept):
        return kept
    bands: dict[int, list[Line]] = {}
    for each in kept:
        if not each.piece.hidden:
            for band in _bands(each.line):
                bands.setdefault(band, []).append(each.line)
    return [
        each
        for each in kept
        if not each.piece.hidden or _covered(each.line, bands.get(_band(each.line), ())) < _COVERED
    ]


def _band(line: Line) -> int:
    return int((line.top + line.bottom) / 2 // _BAND)


def _bands(line: Line) -> Iterable[int]:
    first = int(line.top // _BAND)
    return range(first, min(int(line.bottom // _BAND), first + _MOST_BANDS) + 1)


def _covered(line: Line, others: Iterable[Line]) -> float:
    """The share of the line's width that other lines at its height cover."""
    middle, width = (line.top + line.bottom) / 2, max(line.right - line.left, 1.0)
    shared = 0.0
    for other in islice(others, _MOST_OTHERS):
        if other.top < middle < other.bottom:
            shared += max(0.0, min(line.right, other.right) - max(line.left, other.left))
            if shared >= _COVERED * width:
                break
    return shared / width


def _without_watermarks(drawn: Sequence[DrawnLine]) -> list[DrawnLine]:
    upright = sorted(each.line.size for each in drawn if not each.piece.slanted)
    if not upright or len(upright) == len(drawn):
        return list(drawn)
    usual = upright[len(upright) // 2]
    return [
        each for each in drawn if not (each.piece.slanted and each.line.size > _WATERMARK * usual)
    ]


def _without_shadows(drawn: Sequence[DrawnLine]) -> list[DrawnLine]:
    """The lines without those that have the text of an earlier line, at almost the same place."""
    places: dict[str, Line] = {}
    kept: list[DrawnLine] = []
    for each in drawn:
        line = each.line
        last = places.get(line.text)
        near = _SHADOW * line.size
        if (
            last is not None
            and abs(last.left - line.left) < near
            and abs(last.top - line.top) < near
            and len(line.text) > 1
        ):
            continue
        places[line.text] = line
        kept.append(each)
    return kept
