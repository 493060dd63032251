"""Reads tables whose columns are parted by bars, with or without rules. Knows no columns of spaces."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from wherein.documents.plain_tables.placed_cells import MOST_CELLS, Rows, TableRow
from wherein.documents.plain_tables.table_evidence import (
    header_rows_of,
    is_code,
    may_be_head,
    value_columns,
)
from wherein.documents.plain_tables.text_lines import LONGEST_LINE, TextLine

_FEWEST_LINES = 3
_MOST_COLUMNS = 60
_MOST_HEADER_LINES = 3
_LEAST_FILLED = 0.4
_MOST_WORDS = 15.0
_DRAWING = frozenset("-=_+| .:~*")


def drawn_run(lines: Sequence[TextLine], at: int) -> int:
    """The end of the run of lines with bars that begins at a line; the line itself where it has none."""
    while at < len(lines) and _is_drawn(lines[at]):
        at += 1
    return at


def _is_drawn(line: TextLine) -> bool:
    if len(line.text) > LONGEST_LINE:
        return False
    return "|" in line.drawn or (line.is_rule and not line.is_blank)


def drawn_table(lines: Sequence[TextLine]) -> Rows | None:
    """The table that consecutive lines with bars draw; None if they draw none."""
    content = [line for line in lines if not line.is_rule]
    rules = [line for line in lines if line.is_rule]
    if len(content) < 2 or len(content) * len(_bars(content[0])) > MOST_CELLS:
        return None
    framed = all(_is_framed(line) for line in content)
    bars = [len(_bars(line)) for line in content]
    columns = bars[0] - 1 if framed else bars[0] + 1
    if len(set(bars)) > 1 or not 2 <= columns <= _MOST_COLUMNS or not _fits_rules(content, rules):
        return None
    groups = _groups(lines)
    has_rule = len(groups) > 1
    if not has_rule and (not framed or len(content) < _FEWEST_LINES):
        return None
    rows = _rows(groups, framed)
    texts = rows.texts()
    filled = sum(map(len, texts))
    words = sum(len(text.split()) for row in texts for text in row.values())
    empty = len(content) - len(rows.rows) if len(groups) < 3 else 0
    if (
        len(texts) < 2
        or 4 * empty > len(content)
        or filled < _LEAST_FILLED * len(texts) * columns
        or is_code(texts)
    ):
        return None
    if words > _MOST_WORDS * filled or not any(map(str.isalnum, "".join(texts[0].values()))):
        return None
    if not framed and not value_columns(texts[1:]) and columns < 3:
        return None
    if len(groups) == 2 and len(groups[0]) == 1 and any("|" in line.drawn for line in rules):
        rows.header_rows = 1  # as Markdown has it, whatever the head says
    rows.header_rows = rows.header_rows or header_rows_of(texts)
    return rows


def _bars(line: TextLine) -> list[int]:
    """The positions of the bars in a line; a bar after a backslash does not count."""
    text = line.drawn
    return [at for at, sign in enumerate(text) if sign == "|" and text[at - 1 : at] != "\\"]


def _is_framed(line: TextLine) -> bool:
    text = line.drawn.strip()
    return text[:1] == "|" == text[-1:] and len(text) > 1


def _fits_rules(content: Sequence[TextLine], rules: Sequence[TextLine]) -> bool:
    """Whether the "+" signs of all rules stand in line with the bars. In diagrams of boxes and arrows they do not."""
    crossed = [line for line in rules if "+" in line.drawn]
    if not crossed:
        return _are_in_line(content) or any("|" in line.drawn for line in rules)
    if any(" " in line.drawn.strip() for line in crossed):
        return False  # several boxes
    places = {tuple(at for at, sign in enumerate(line.drawn) if sign in "+|") for line in crossed}
    if len(places) > 1:
        return False
    (wanted,) = places
    wanted_columns = [crossed[0].columns[at] for at in wanted]
    return all([line.columns[at] for at in _bars(line)] == wanted_columns for line in content)


def _are_in_line(content: Sequence[TextLine]) -> bool:
    """Whether the bars of all lines stand below each other; those of framed ones may be anywhere."""
    places = {tuple(line.columns[at] for at in _bars(line)) for line in content}
    return len(places) == 1 or all(map(_is_framed, content))


def _groups(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """The lines with texts, parted at rules."""
    groups: list[list[TextLine]] = [[]]
    for line in lines:
        if not line.is_rule:
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    return [group for group in groups if group]


def _rows(groups: Sequence[Sequence[TextLine]], framed: bool) -> Rows:
    """One row for each line; lines between two rules are a single row if only the first has something in the first column."""
    rows = Rows()
    for number, group in enumerate(groups):
        cut = [_cells(line, framed) for line in group]
        is_one = len(groups) > 1 and all(0 not in row for row in cut[1:])
        made = [_joined(cut)] if is_one and (number == 0 or len(groups) > 2) else cut
        rows.rows += [row for row in made if row]
        if (
            number == 0
            and len(groups) > 1
            and len(group) <= _MOST_HEADER_LINES
            and may_be_head(rows.rows)
        ):
            rows.header_rows = len(rows.rows)
    return rows


def _cells(line: TextLine, framed: bool) -> TableRow:
    bars = _bars(line)
    if framed:
        edges = list(pairwise(bars))
    else:
        edges = list(zip([-1, *bars], [*bars, len(line.text)], strict=True))
    row: TableRow = {}
    for column, (left, right) in enumerate(edges):
        part = line.part(left + 1, right)
        if part is not None and not set(part.text) <= _DRAWING:
            row[column] = [part]
    return row


def _joined(rows: Sequence[TableRow]) -> TableRow:
    joined: TableRow = {}
    for row in rows:
        for column, parts in row.items():
            joined.setdefault(column, []).extend(parts)
    return joined
