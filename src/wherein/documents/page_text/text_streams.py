"""Parts the lines of a page into streams: what was drawn from above down without going back up. Knows no tables."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from wherein.documents.page_lines.pdf_lines import Line

MOST_STREAMS = 24
"""A page that goes back up more often was drawn in no order: it is one stream."""
# In letter heights: going up by less is a cell beside one of several lines.
_BACK_UP = 5.0
# In letter heights: lines so near to each other belong together, where they share a part of their width.
_NEAR = 3.0


def streams_of(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines in drawing order, cut where drawing goes back up: columns of prose are apart, rows of a table are not.

    A stream that goes between the lines of another, above, below or beside its words (headers that are drawn last), is
    joined to it.
    """
    if not lines:
        return []
    streams = [[lines[0]]]
    for before, line in pairwise(lines):
        if line.bottom < before.top - _BACK_UP * max(before.size, line.size, 1.0):
            streams.append([])
        streams[-1].append(line)
    if len(streams) > MOST_STREAMS:
        return [list(lines)]
    joined: list[list[Line]] = []
    for stream in streams:
        host = next(
            (each for each in joined if _is_within(stream, each) or _fills(stream, each)), None
        )
        if host is None:
            joined.append(stream)
        else:
            host += stream
    return joined


def _is_within(stream: Sequence[Line], host: Sequence[Line]) -> bool:
    """Whether at least half of the lines of one stream are near to lines of another and over, under or between these."""
    step = max(_NEAR * _size(host), 1.0)
    bands: dict[int, list[tuple[float, float]]] = {}
    for line in host:
        for band in range(int(line.top // step) - 1, int(line.top // step) + 2):
            bands.setdefault(band, []).append((line.left, line.right))
    covered = {band: _covered(spans) for band, spans in bands.items()}
    inside = 0
    for line in stream:
        lefts, rights = covered.get(int(line.top // step), ((), ()))
        at = bisect_left(lefts, line.right) - 1
        inside += at >= 0 and rights[at] > line.left
    return inside >= 0.5 * len(stream)


def _covered(spans: list[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """The left and the right ends of the stretches that spans cover together, in order."""
    lefts: list[float] = []
    rights: list[float] = []
    for left, right in sorted(spans):
        if rights and left <= rights[-1]:
            rights[-1] = max(rights[-1], right)
        else:
            lefts.append(left)
            rights.append(right)
    return lefts, rights


def _fills(stream: Sequence[Line], host: Sequence[Line]) -> bool:
    """Whether a stream stands where another has left a stretch nearly free from its one side to its other."""
    tops = sorted(line.top for line in host)
    beside = sum(
        bisect_left(tops, line.bottom - 1) > bisect_right(tops, line.top - 0.5 * line.size)
        for line in stream
    )
    middle = sorted(line.top for line in stream)[len(stream) // 2]
    return beside <= 0.2 * len(stream) and tops[0] < middle < tops[-1]


def beside_each_other(streams: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """Streams that together may be a table drawn column by column: neighbours whose short lines are in the same rows."""
    found: list[list[Line]] = []
    last: Sequence[Line] = ()
    for stream in streams:
        if last and _share_rows(last, stream):
            found[-1] += stream
        else:
            found.append(list(stream))
        last = stream
    return found


def _share_rows(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Whether two streams of short lines have most of the lines of the shorter one at the same heights."""
    words = sum(line.text.count(" ") + 1 for line in (*left, *right))
    if words > 4 * (len(left) + len(right)):
        return False
    fewer, more = sorted((left, right), key=len)
    heights = {round(line.bottom) for line in more}
    same = sum(any(round(line.bottom) + off in heights for off in (-1, 0, 1)) for line in fewer)
    return same >= 0.8 * len(fewer)


def _size(lines: Sequence[Line]) -> float:
    sizes = sorted(line.size for line in lines)
    return sizes[len(sizes) // 2]
