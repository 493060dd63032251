"""Puts the lines of a page that is drawn across its columns in the order of the columns. Knows lines, no paragraphs.

Most writers draw text in reading order, and their order stays. Some draw row by row: the first line of each column, then the second of each.
There PDFium makes one line of a row, which is parted at the gutter, and the columns are read one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from wherein.documents.page_lines.pdf_lines import NO_BOX, Line, PageLines
from wherein.documents.page_lines.rectangles import MADE_SPACE

_SPACE = re.compile(r"[ \t]")
_BIN = 2.0
# A gap within a line may be a gutter from this many letter heights on; a gutter between lines, from this many points on.
_GAP = 0.9
_GUTTER = 3.0
_FEWEST_ROWS = 5
_LEAST_LETTERS = 0.6
_LEAST_WORDS = 3.0
# Lines of prose fill their column: so much of its width in this share of the lines.
_FULL = 0.7
_LEAST_FULL = 0.6
# A page that is drawn in order goes from one column to another once a column, and more often around pictures.
_MOST_SWITCHES = 4
_MOST_COLUMNS = 6
_MOST_LINES = 5_000


def in_columns(page: PageLines) -> PageLines:
    """The page with its lines parted at gutters, and column by column where they are drawn across columns of prose."""
    if not _FEWEST_ROWS <= len(page.lines) <= _MOST_LINES:
        return page
    lines = list(page.lines)
    for _ in range(_MOST_COLUMNS - 1):
        parted = _parted(page, lines)
        if parted is None:
            break
        lines = parted
    parted_any = len(lines) > len(page.lines)
    ordered = _ordered(lines, page.width, 0 if parted_any else _MOST_SWITCHES)
    if not parted_any and ordered is None:
        return page
    return replace(page, lines=tuple(ordered or lines))


def _parted(page: PageLines, lines: Sequence[Line]) -> list[Line] | None:
    """The lines parted at the gutter that most of them have; None where there is none."""
    gaps = [list(_gaps(page, line)) for line in lines]
    bins: dict[int, int] = {}
    for each in gaps:
        for left, right, _ in each:
            for at in range(int(left / _BIN) + 1, int(right / _BIN) + 1):
                bins[at] = bins.get(at, 0) + 1
    if not bins or max(bins.values()) < _FEWEST_ROWS:
        return None
    gutter = max(bins, key=lambda at: (bins[at], -at)) * _BIN
    at_gutter = [
        next((start for left, right, start in each if left < gutter < right), None) for each in gaps
    ]
    parts: dict[int, list[Line]] = {}
    rest: dict[int, list[Line]] = {}
    for run in _runs(lines, at_gutter, gutter):
        halves = [_at(page, lines[at], at_gutter[at] or 0) for at in run]
        ones, others = [half[0] for half in halves], [half[1] for half in halves]
        if len(run) >= _FEWEST_ROWS and is_prose(ones) and is_prose(others):
            for at, one, other in zip(run, ones, others, strict=True):
                parts[at] = [one]
                rest.setdefault(run[-1], []).append(other)
    if not rest:
        return None
    # The right column follows where the last row of the left one stands.
    return [
        part
        for at in range(len(lines))
        for part in (*parts.get(at, [lines[at]]), *rest.get(at, ()))
    ]


def _runs(
    lines: Sequence[Line], at_gutter: Sequence[int | None], gutter: float
) -> Iterator[list[int]]:
    """Rows that have the gutter, from above down, as far as no line crosses it."""
    run: list[int] = []
    for at in sorted(range(len(lines)), key=lambda at: lines[at].top):
        line = lines[at]
        if at_gutter[at] is not None:
            run.append(at)
        elif line.left < gutter < line.right:
            if run:
                yield run
            run = []
    if run:
        yield run


def _gaps(page: PageLines, line: Line) -> Iterator[tuple[float, float, int]]:
    """The wide gaps of a line: their sides, and the place of the white space in the text."""
    text, boxes = line.text, line.boxes
    least = _GAP * line.size
    for match in _SPACE.finditer(text, 1, len(text) - 1):
        at = match.start()
        before, after = boxes[at - 1], boxes[at + 1]
        if after[0] - before[2] <= least and not page.rotation:
            continue
        if before is not NO_BOX and after is not NO_BOX:
            left, right = page.shown(before)[2], page.shown(after)[0]
            if right - left > least:
                yield left, right, at


def _at(page: PageLines, line: Line, place: int) -> tuple[Line, Line]:
    """The two lines that a line is at the white space at `place`."""
    return _part(page, line, 0, place), _part(page, line, place + 1, len(line.text))


def _part(page: PageLines, line: Line, start: int, end: int) -> Line:
    """The part of a line from `start` to `end`, with its own place."""
    text = line.text[start:end].strip()
    start += line.text[start:end].index(text)
    boxes = line.boxes[start : start + len(text)]
    shown = [page.shown(box) for box in boxes if box is not NO_BOX and box is not MADE_SPACE]
    # The columns of a row may stand at different heights; most of a part stands at the middle one.
    top, bottom = sorted((box[1], box[3]) for box in shown)[len(shown) // 2]
    left, right = min(box[0] for box in shown), max(box[2] for box in shown)
    return replace(line, text=text, boxes=boxes, left=left, right=right, top=top, bottom=bottom)


def is_prose(lines: Sequence[Line]) -> bool:
    """Whether lines are of several words each, in letters: no labels, figures or cells."""
    texts = [line.text for line in lines if line.text]
    if len(texts) < 3:
        return False
    characters = sum(map(len, texts))
    letters = sum(sum(map(str.isalpha, text)) for text in texts)
    words = sum(len(text.split()) for text in texts)
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    full = sum(line.right - line.left >= _FULL * (right - left) for line in lines)
    return (
        letters >= _LEAST_LETTERS * characters
        and words >= _LEAST_WORDS * len(texts)
        and full >= _LEAST_FULL * len(lines)
    )


def _ordered(lines: Sequence[Line], width: float, allowed: int) -> list[Line] | None:
    """The lines column by column, where their own order goes more often than once a column, and `allowed` times more, from
    one column of prose to another; else None."""
    found: list[Line] = []
    place = {id(line): at for at, line in enumerate(lines)}
    switches = columns_there = 0
    for band in _bands(lines, width):
        columns = _columns(band)
        if len(columns) > 1 and all(map(is_prose, columns)):
            of = {id(line): number for number, column in enumerate(columns) for line in column}
            drawn = [of[id(line)] for line in sorted(band, key=lambda each: place[id(each)])]
            switches += sum(a != b for a, b in pairwise(drawn))
            columns_there += len(columns)
            for column in columns:
                found += sorted(column, key=lambda line: (line.top, line.left))
        else:
            found += sorted(band, key=lambda each: place[id(each)])
    if switches <= columns_there + allowed and not (allowed == 0 and switches):
        return None
    return found


def _bands(lines: Sequence[Line], width: float) -> Iterator[list[Line]]:
    """The lines from above down in bands, each a line that crosses the page's columns or the lines between two such."""
    gutter = widest_gutter(lines, width)
    if gutter is None:
        yield list(lines)
        return
    band: list[Line] = []
    for line in sorted(lines, key=lambda line: line.top):
        if line.left < gutter < line.right:
            if band:
                yield band
            band = []
            yield [line]
        else:
            band.append(line)
    if band:
        yield band


def widest_gutter(lines: Sequence[Line], width: float) -> float | None:
    """Where in the middle part of the page the fewest lines cross; None where a fifth of them do everywhere."""
    size = max(int(width / _BIN) + 1, 1)
    steps = [0] * (size + 1)
    for line in lines:
        first = min(max(int(line.left / _BIN), 0), size)
        last = min(max(int(line.right / _BIN) + 1, first), size)
        steps[first] += 1
        steps[last] -= 1
    over: list[int] = []
    count = 0
    for step in steps:
        count += step
        over.append(count)
    middle = range(int(0.2 * size), int(0.8 * size))
    if not middle:
        return None
    best = min(middle, key=lambda at: (over[at], abs(at - size / 2)))
    return (best + 0.5) * _BIN if over[best] * 5 <= len(lines) else None


def _columns(band: Sequence[Line]) -> list[list[Line]]:
    """The lines of a band in columns from left to right: groups of lines between which nothing stands."""
    columns: list[list[Line]] = []
    right = float("-inf")
    for line in sorted(band, key=lambda line: line.left):
        if not columns or line.left > right + _GUTTER:
            columns.append([])
        columns[-1].append(line)
        right = max(right, line.right)
    return columns[:_MOST_COLUMNS] if len(columns) <= _MOST_COLUMNS else [list(band)]
