"""Says which columns a header stands over: by the line below it, or by the columns that it stands in the middle of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from wherein.documents.page_tables.ruling_lines import NEAR, Rule
from wherein.documents.page_tables.table_pieces import GridCell, is_number

Columns = Sequence[tuple[float, float]]
"""The left and right end of each column."""
# A header is in the middle of its columns where it is off by no more than this share of their width.
_OFF_CENTRE = 0.12
# Where the columns below need it to be told apart by name, one that was set by eye may be off by this share.
_OFF_BY_EYE = 0.25
_BELOW = 20.0
_MOST_RULES = 200


def header_cells(
    pieces: Sequence[Sequence[GridCell]], columns: Columns, rules: Sequence[Rule]
) -> tuple[list[GridCell], int]:
    """The header cells of the rows above the body, lines of one header joined, and how many rows they make.

    A header under no other covers all these rows, one under a header of several columns those below it.
    """
    low = max((word.bottom for row in pieces for cell in row for word in cell.words), default=0.0)
    near = [rule for rule in rules if rule.at < low + _BELOW][:_MOST_RULES]
    for number, row in enumerate(pieces):
        _spread(row, pieces[number + 1 :], columns, near)
    last: list[GridCell | None] = [None] * len(columns)
    cells: list[GridCell] = []
    for row in pieces:
        for piece in row:
            span = range(piece.column, piece.last_column + 1)
            above = [last[at] for at in span]
            same = above[0]
            if (
                same is not None
                and all(each is same for each in above)
                and (same.column == piece.column and same.last_column == piece.last_column)
            ):
                same.words += piece.words
                continue
            piece.row = 1 + max((each.row for each in above if each is not None), default=-1)
            cells.append(piece)
            for at in span:
                last[at] = piece
    count = 1 + max((cell.row for cell in cells), default=-1)
    for cell in cells:
        lowest = (last[at] for at in range(cell.column, cell.last_column + 1))
        under = any(each is not None and each.row > cell.row for each in lowest)
        cell.last_row = cell.row if under else count - 1
    return cells, count


def _spread(
    row: Sequence[GridCell],
    below: Sequence[Sequence[GridCell]],
    columns: Columns,
    rules: Sequence[Rule],
) -> None:
    """Set the columns that each header of one row stands over; `below` are the header rows under it."""
    if below and _over_what_comes_again(row, below[0]):
        return
    open_ended: list[GridCell] = []
    for cell in row:
        ruled = _over_rule(cell, columns, rules)
        if ruled is not None:
            cell.column, cell.last_column = ruled
        elif below and (not _is_own(cell, columns) or (cell.column > 0 and _is_apart(cell, below))):
            open_ended.append(cell)
    _part_of_one_line(row, columns)
    if not any(below):
        return
    if _part_all(row, below, columns) or not open_ended:
        return
    for group in _neighbours(row, open_ended):
        _part(group, row, columns)


def _over_what_comes_again(row: Sequence[GridCell], below: Sequence[GridCell]) -> bool:
    """Let each header reach up to the next where those below come again under each: "2024" and "2025" over "H1, H2, H1, H2"."""
    starts = [cell.column for cell in row]
    if len(starts) < 2 or any(cell.last_column > cell.column for cell in row):
        return False
    texts = {cell.column: cell.text for cell in below if cell.column == cell.last_column}
    width = starts[1] - starts[0]
    groups = [[texts.get(at) for at in range(start, start + width)] for start in starts]
    steps = [after - before for before, after in pairwise(starts)]
    if width < 2 or set(steps) != {width} or None in groups[0] or len(set(groups[0])) < width:
        return False
    if any(group != groups[0] for group in groups):
        return False
    for cell in row:
        cell.last_column = cell.column + width - 1
    return True


def _part_of_one_line(row: Sequence[GridCell], columns: Columns) -> None:
    """Part the columns over one line among the headers above it, where all begin, or all end, with a column of theirs."""
    groups: dict[tuple[int, int], list[GridCell]] = {}
    for cell in row:
        groups.setdefault((cell.column, cell.last_column), []).append(cell)
    for (first, last), cells in groups.items():
        if len(cells) < 2 or last == first or not all(map(_are_apart, cells, cells[1:])):
            continue
        span = range(first, last + 1)
        lefts = [
            _nearest(min(w.left for w in c.words), [columns[n][0] for n in span]) for c in cells
        ]
        rights = [
            _nearest(max(w.right for w in c.words), [columns[n][1] for n in span]) for c in cells
        ]
        if None not in lefts and lefts[0] == 0 and len(set(lefts)) == len(cells):
            begins = [first + (left or 0) for left in lefts]
            ends = [*(begin - 1 for begin in begins[1:]), last]
        elif None not in rights and rights[-1] == last - first and len(set(rights)) == len(cells):
            ends = [first + (right or 0) for right in rights]
            begins = [first, *(end + 1 for end in ends[:-1])]
        else:
            continue
        for cell, begin, end in zip(cells, begins, ends, strict=True):
            cell.column, cell.last_column = begin, end


def _are_apart(cell: GridCell, following: GridCell) -> bool:
    """Whether more than a letter's height parts two headers beside each other, so that they are not words of one."""
    gap = min(w.left for w in following.words) - max(w.right for w in cell.words)
    return gap > max(w.bottom - w.top for w in cell.words)


def _nearest(place: float, places: Sequence[float]) -> int | None:
    """Which of some places is at this one; None where none is."""
    found = min(range(len(places)), key=lambda at: abs(places[at] - place))
    return found if abs(places[found] - place) <= 2 * NEAR else None


def _part_all(
    row: Sequence[GridCell], below: Sequence[Sequence[GridCell]], columns: Columns
) -> bool:
    """Part all columns but that of labels among the headers of a row, where finer headers stand below it."""
    group = [cell for cell in row if cell.column > 0]
    finer = next((each for each in below if any(cell.column > 0 for cell in each)), ())
    if not group or len(group) >= sum(cell.column > 0 for cell in finer):
        return False
    reached = list(columns)
    for cell in finer:
        if cell.column == cell.last_column:
            left, right = reached[cell.column]
            start, end = min(w.left for w in cell.words), max(w.right for w in cell.words)
            reached[cell.column] = min(left, start), max(right, end)
    if all(_is_apart(cell, below) for cell in group) and _begin_with_columns(group, reached):
        return True
    kept = [(cell, cell.column, cell.last_column) for cell in group]
    if _part(group, row, reached) and any(cell.last_column > cell.column for cell in group):
        return True
    for cell, first, last in kept:
        cell.column, cell.last_column = first, last
    are_apart = all(_is_apart(cell, below) for cell in group)
    are_figures = all(is_number(cell.text) for cell in finer if cell.column > 0)
    if (are_apart or are_figures) and _begin_before_columns(group, columns):
        return True
    return _part_namesakes(group, finer, reached)


def _part_namesakes(group: Sequence[GridCell], finer: Sequence[GridCell], columns: Columns) -> bool:
    """Part all columns but the first half-way between headers, where two columns below have the same name and one of them
    no header, so that none of one header has the same, and each header is about in the middle of its own."""
    names = {cell.column: cell.text for cell in finer if cell.column == cell.last_column}
    counts = Counter(names.values())
    under = {at for cell in group for at in range(cell.column, cell.last_column + 1)}
    needed = any(counts[name] > 1 and at not in under for at, name in names.items())
    if not needed or len({cell.text for cell in group}) < max(2, len(group)):
        return False
    parts = _half_way(group, columns, 1, len(columns) - 1)
    for cell, (begin, end) in zip(group, parts, strict=True):
        own = [names[at] for at in range(begin, end + 1) if at in names]
        if begin > end or len(set(own)) < len(own):
            return False
        if not _is_centred(cell, columns[begin][0], columns[end][1], _OFF_BY_EYE):
            return False
    for cell, (begin, end) in zip(group, parts, strict=True):
        cell.column, cell.last_column = begin, end
    return True


def _begin_before_columns(group: Sequence[GridCell], columns: Columns) -> bool:
    """Part all columns but the first among headers of which each begins in the white before its first column, as over
    figures that stand in the middle of their columns."""
    begins: list[int] = []
    for cell in group:
        left = min(word.left for word in cell.words)
        at = next((n for n, (_, right) in enumerate(columns) if left < right), 0)
        if not at or left > columns[at][0] + 2 * NEAR:
            return False
        begins.append(at)
    if begins[0] != 1 or sorted(set(begins)) != begins:
        return False
    _begin_at(group, begins, len(columns) - 1)
    return any(cell.last_column > cell.column for cell in group)


def _begin_with_columns(group: Sequence[GridCell], columns: Columns) -> bool:
    """Part all columns but the first among headers that begin where columns begin, the first one of them among these."""
    lefts = [_nearest(min(w.left for w in c.words), [left for left, _ in columns]) for c in group]
    places = [place for place in lefts if place is not None]
    if len(places) < len(lefts) or places[0] != 1 or sorted(set(places)) != places:
        return False
    ends = [*(place - 1 for place in places[1:]), len(columns) - 1]
    if all(end == begin for begin, end in zip(places, ends, strict=True)):
        return False
    _begin_at(group, places, len(columns) - 1)
    return True


def _begin_at(group: Sequence[GridCell], begins: Sequence[int], last: int) -> None:
    """Let each header cover the columns from where it begins to where the next one does."""
    for cell, begin, following in zip(group, begins, [*begins[1:], last + 1], strict=True):
        cell.column, cell.last_column = begin, following - 1


def _over_rule(cell: GridCell, columns: Columns, rules: Sequence[Rule]) -> tuple[int, int] | None:
    """The columns over a line right below a header, where it is shorter than the table is wide."""
    low, height = max(w.bottom for w in cell.words), max(w.bottom - w.top for w in cell.words)
    centre = _centre(cell)
    width = columns[-1][1] - columns[0][0]
    for at, start, end in rules:
        if not low - 0.4 * height <= at <= low + height or end - start > 0.92 * width:
            continue
        if start - NEAR <= centre <= end + NEAR:
            over = [
                n
                for n, (left, right) in enumerate(columns)
                if start - NEAR <= (left + right) / 2 <= end + NEAR
            ]
            if over:
                return over[0], over[-1]
    return None


def _is_own(cell: GridCell, columns: Columns) -> bool:
    """Whether a header stands over one column, in its middle or at one of its ends, and not beyond it."""
    if cell.column != cell.last_column:
        return False
    left, right = columns[cell.column]
    start, end = min(w.left for w in cell.words), max(w.right for w in cell.words)
    if cell.column == 0:
        return True
    off = min(abs(start - left), abs(end - right), abs((start + end) / 2 - (left + right) / 2))
    return off <= 0.25 * max(right - left, end - start) and end > left and start < right


def _is_apart(cell: GridCell, below: Sequence[Sequence[GridCell]]) -> bool:
    """Whether white parts a header from the one below it, so that both are no lines of one."""
    bottom, height = max(w.bottom for w in cell.words), max(w.bottom - w.top for w in cell.words)
    tops = (
        w.top for row in below for other in row if other.column == cell.column for w in other.words
    )
    return min(tops, default=bottom) > bottom + 0.25 * height


def _neighbours(row: Sequence[GridCell], open_ended: Sequence[GridCell]) -> list[list[GridCell]]:
    """The headers of a row whose columns are not known, in groups without one between them whose columns are."""
    groups: list[list[GridCell]] = []
    follows = False
    for cell in row:
        if any(cell is each for each in open_ended):
            if not follows:
                groups.append([])
            groups[-1].append(cell)
            follows = True
        else:
            follows = False
    return groups


def _part(group: Sequence[GridCell], row: Sequence[GridCell], columns: Columns) -> bool:
    """Part the columns that are free between the neighbours of a group of headers among them, if each is then in the
    middle of its own; false where none is."""
    known = [cell for cell in row if not any(cell is each for each in group)]
    first = max((c.last_column + 1 for c in known if _centre(c) < _centre(group[0])), default=0)
    last = min(
        (c.column - 1 for c in known if _centre(c) > _centre(group[-1])), default=len(columns) - 1
    )
    for start in (first, first + 1):
        if start > last:
            return False
        parts = _half_way(group, columns, start, last)
        if all(
            begin <= end and _is_centred(cell, columns[begin][0], columns[end][1])
            for cell, (begin, end) in zip(group, parts, strict=True)
        ):
            for cell, (begin, end) in zip(group, parts, strict=True):
                cell.column, cell.last_column = begin, end
            return True
    return False


def _half_way(
    group: Sequence[GridCell], columns: Columns, start: int, last: int
) -> list[tuple[int, int]]:
    """The first and the last column of each header, where the columns are parted half-way between two headers."""
    middles = [(left + right) / 2 for left, right in columns]
    ends: list[int] = []
    for cell, following in pairwise(group):
        half = (_centre(cell) + _centre(following)) / 2
        ends.append(max((n for n in range(start, last + 1) if middles[n] < half), default=start))
    ends.append(last)
    return list(zip([start, *(end + 1 for end in ends[:-1])], ends, strict=True))


def _is_centred(cell: GridCell, left: float, right: float, off: float = _OFF_CENTRE) -> bool:
    return abs(_centre(cell) - (left + right) / 2) <= off * (right - left)


def _centre(cell: GridCell) -> float:
    return (min(word.left for word in cell.words) + max(word.right for word in cell.words)) / 2
