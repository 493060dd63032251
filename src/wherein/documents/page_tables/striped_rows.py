"""Joins the frames of a table whose rows are shaded by turns: what stands between two shaded rows is a row too. Knows words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from wherein.documents.page_tables.ruled_tables import Frame
from wherein.documents.page_tables.ruling_lines import NEAR, Rule
from wherein.documents.page_tables.table_pieces import Word

# A page with more is a drawing.
_MOST_FRAMES = 100
# A row without a shade is no higher than so many shaded ones.
_HIGHEST = 2.5
# A shaded head has no more rows, and the rows below it are no further from each other than so many letter heights.
_MOST_HEADER_ROWS = 3
_FARTHEST = 1.2
_MOST_ROWS = 200
_MOST_WORDS = 400
# Words of two columns have so much white between them, in letter heights.
_APART = 0.4


def with_stripes(frames: Sequence[Frame], words: Sequence[Word]) -> list[Frame]:
    """The frames, those with walls at the same places below each other as one where words stand between them."""
    if len(frames) > _MOST_FRAMES:
        return list(frames)
    words = sorted(words, key=_middle)
    kept: list[Frame] = []
    open_chains: dict[tuple[int, ...], list[Frame]] = {}
    chains: list[list[Frame]] = []
    for frame in sorted(frames, key=_top):
        walls = _walls(frame)
        chain = next(
            (each for key, each in open_chains.items() if _are_same(key, walls)), None
        ) if len(walls) > 2 else None  # fmt: skip
        if chain is not None and _is_next(chain[-1], frame, words):
            chain.append(frame)
        elif len(walls) > 2:
            chain = [frame]
            chains.append(chain)
            open_chains[tuple(walls)] = chain
        else:
            kept.append(frame)
    one = (_joined(chain, words) if len(chain) > 1 else chain[0] for chain in chains)
    return [*kept, *(_with_rows_below(frame, words) for frame in one)]


def _walls(frame: Frame) -> list[int]:
    """The places of the vertical lines, in order, those near to each other once."""
    places: list[float] = []
    for rule in sorted(frame.vertical):
        if not places or rule.at - places[-1] > 2 * NEAR:
            places.append(rule.at)
    return [round(place) for place in places]


def _are_same(first: Sequence[int], second: Sequence[int]) -> bool:
    """Whether walls stand at the same ends, and most of the fewer also at the same places between them."""
    if abs(first[0] - second[0]) > 2 * NEAR or abs(first[-1] - second[-1]) > 2 * NEAR:
        return False
    few, many = sorted((first, second), key=len)
    return sum(any(abs(a - b) <= 2 * NEAR for b in many) for a in few) > 0.8 * len(few)


def _is_next(above: Frame, below: Frame, words: Sequence[Word]) -> bool:
    gap = _top(below) - _bottom(above)
    return 0 < gap < _HIGHEST * max(_row(above), _row(below)) and _has_words(
        words, _bottom(above), _top(below), below, 1
    )


def _joined(chain: Sequence[Frame], words: Sequence[Word]) -> Frame:
    """One frame with a row in each gap, and one above and below where words stand within a row's height."""
    top, bottom = _top(chain[0]), _bottom(chain[-1])
    left = min(rule.start for frame in chain for rule in frame.horizontal)
    right = max(rule.end for frame in chain for rule in frame.horizontal)
    height = median(_top(below) - _bottom(above) for above, below in pairwise(chain))
    lines = [rule for frame in chain for rule in frame.horizontal]
    gaps = [(_bottom(above), _top(below)) for above, below in pairwise(chain)]
    if _has_words(words, bottom, bottom + height, chain[0]):
        gaps.append((bottom, bottom + height))
        lines.append(Rule(bottom + height, left, right))
    if _has_words(words, top - height, top, chain[0]):
        gaps.append((top - height, top))
        lines.append(Rule(top - height, left, right))
    walls = _walls(max(chain, key=lambda frame: len(_walls(frame))))
    between = [Rule(float(at), *gap) for gap in gaps for at in walls]
    return Frame(sorted(lines), sorted([*between, *(r for f in chain for r in f.vertical)]))


def _with_rows_below(frame: Frame, words: Sequence[Word]) -> Frame:
    """A frame of no more rows than headers are, with the rows right below it whose words stand between its walls."""
    if len({round(rule.at) for rule in frame.horizontal}) - 1 > _MOST_HEADER_ROWS:
        return frame
    bottom, walls = _bottom(frame), _walls(frame)
    lines: list[Rule] = []
    for _ in range(_MOST_ROWS):
        start = bisect_left(words, bottom, key=_middle)
        after = words[start : start + _MOST_WORDS]
        inside = [word for word in after if walls[0] < word.centre < walls[-1]]
        if not inside:
            break
        first = min(inside, key=_middle)
        height = first.bottom - first.top
        low = first.middle + 0.5 * height
        if first.top - bottom > _FARTHEST * height or not _has_words(words, bottom, low, frame):
            break
        bottom = low
        lines.append(Rule(bottom, float(walls[0]), float(walls[-1])))
    if len(lines) < 2:
        return frame
    between = [Rule(float(at), _bottom(frame), bottom) for at in walls]
    return Frame(sorted([*frame.horizontal, *lines]), sorted([*frame.vertical, *between]))


def _has_words(
    words: Sequence[Word], top: float, bottom: float, frame: Frame, fewest: int = 2
) -> bool:
    """Whether words stand between two heights in at least so many columns of a frame, apart at its walls."""
    walls = _walls(frame)
    first = bisect_left(words, top, key=_middle)
    row = sorted(words[first : bisect_left(words, bottom, key=_middle)], key=lambda word: word.left)
    columns = [bisect_left(walls, word.centre) for word in row]
    if not {0, len(walls)}.isdisjoint(columns):
        return False
    for (before, after), (at, then) in zip(pairwise(row), pairwise(columns), strict=True):
        if then > at and after.left - before.right < _APART * (after.bottom - after.top):
            return False
    return len(set(columns)) >= fewest


def _middle(word: Word) -> float:
    return word.middle


def _row(frame: Frame) -> float:
    """The height of a frame's rows."""
    places = sorted({round(rule.at) for rule in frame.horizontal})
    return median(b - a for a, b in pairwise(places)) if len(places) > 1 else 0.0


def _top(frame: Frame) -> float:
    return min(rule.start for rule in frame.vertical)


def _bottom(frame: Frame) -> float:
    return max(rule.end for rule in frame.vertical)
