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
    rows: dict[int, list[Line]] = {}
    step = max(_NEAR * _size(host), 1.0)
    for line in host:
        rows.setdefault(int(line.top // step), []).append(line)
    inside = 0
    for line in stream:
        at = int(line.top // step)
        near = [other for key in (at - 1, at, at + 1) for other in rows.get(key, ())]
        inside += any(
            min(line.right, other.right) > max(line.left, other.left)
            and abs(line.top - other.top) < step
            for other in near
        )
    return inside >= 0.5 * len(stream)


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
