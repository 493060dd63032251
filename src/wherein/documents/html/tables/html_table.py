"""Detects the data tables of an HTML page and the cells that head others. Knows no text rules.

The TypeScript twin is `web/anchoring/src/page/tables.ts`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from wherein.documents.building.canonical import MOST_GRID_PLACES, trimmed
from wherein.documents.building.whole_number import whole_number
from wherein.documents.html.html_tree import HEADINGS, Element
from wherein.documents.html.shown import is_shown
from wherein.documents.html.words.icons import icon_words
from wherein.lexicon import lexicon

_LARGEST_SPAN = lexicon("tables").count("largest_span")
_MOST_KEYS = 3
"""The first columns that may name a row."""
MOST_HEADS = 16
"""The cells that head one column, or the terms of one description."""
_LONGEST_LABEL = 60
_LONGEST_NUMBER = 40
_MOST_NODES = 50
"""The nodes of a cell that are looked at for its first words."""
_SPACE = re.compile(r"[ \t\n\f\r]+")
_LETTER = re.compile(r"[^\W\d_]")
_NUMBER = re.compile(r"[^\w]*[0-9][^A-Za-z]*(?:[^\W\d_]{1,4}\.?)?[^\w]*")
_YEAR = re.compile(r"[12][0-9]{3}")
_NUMBERING = re.compile(r"([0-9]{1,6})[.)]?")
_AT_A_TIME = re.compile(
    r"(?:[01]?[0-9]|2[0-4])(?:[:.h][0-5][0-9]|[ap]\.?m\b| [ap]\.?m\b)", re.IGNORECASE
)
"""How an entry of a programme begins: "12:00 Lunch"."""


@dataclass(frozen=True, slots=True)
class CellPlace:
    """Where a cell is in its table, and the cells whose texts head its row and its column.

    `rows_below` are the first words of those that head the further rows that it covers, which the page has after it.
    """

    table: int
    row_index: int
    column_index: int
    row_heads: tuple[Element, ...] = ()
    column_heads: tuple[Element, ...] = ()
    rows_below: tuple[str, ...] = ()


def rows_of(table: Element) -> list[list[Element]]:
    """The cells of a table, row by row; a nested table's rows are its own."""
    rows: list[list[Element]] = []
    for child in table.children:
        if not isinstance(child, Element):
            continue
        sections = [child] if child.tag == "tr" else child.children
        for row in sections if child.tag in ("tr", "thead", "tbody", "tfoot") else ():
            if isinstance(row, Element) and row.tag == "tr":
                cells = [
                    cell
                    for cell in row.children
                    if isinstance(cell, Element) and cell.tag in ("td", "th")
                ]
                if cells:
                    rows.append(cells)
    return rows


def holds_data(table: Element) -> bool:
    """Whether the table has data, and is not only layout.

    A layout table has `role="presentation"`, contains another table, a heading or a form, or has a single row or
    column. A table with a `caption` or `th` of its own is never one.
    """
    if table.get("role").lower() in ("presentation", "none"):
        return False
    rows = rows_of(table)
    if not rows:
        return False
    if any(isinstance(child, Element) and child.tag == "caption" for child in table.children):
        return True
    if any(cell.tag == "th" for row in rows for cell in row):
        return True
    if table.first("table", *HEADINGS, "form", "blockquote") is not None:
        return False
    return len(rows) > 1 and max(len(row) for row in rows) > 1


def cells_of(
    table: Element, number: int, spare: int = MOST_GRID_PLACES
) -> tuple[dict[int, CellPlace], int]:
    """Every cell of a data table by `id(element)`, and what is left of `spare`; no cells for a layout table.

    The cells of the header rows above a cell head its column, above one of several columns all of theirs. The `th` cells before it head its row; so do the cells of
    the first columns that name the rows, and the last row before that is one cell over the whole width. `spare` places
    are left for what cells cover beyond one place each: a cell whose spans cover more counts as one without spans.
    """
    if not holds_data(table):
        return {}, spare
    rows = rows_of(table)
    grid = _Grid(rows, spare)
    body_from = _header_rows(rows, grid)
    above = _ColumnHeads(grid, range(body_from))
    sections = _section_rows(rows, grid, body_from)
    keys = _row_keys(rows, grid, body_from, sections)
    section: tuple[Element, ...] = ()
    found: dict[int, CellPlace] = {}
    for row_index, row in enumerate(rows):
        in_body = row_index >= body_from
        if row_index in sections:
            section = (row[0],)
        elif in_body and _heads_again(row, grid, row_index):
            above = _ColumnHeads(grid, range(row_index, row_index + 1))
            section, in_body = (), False
        shared: dict[tuple[int, ...], tuple[Element, ...]] = {}
        for cell in row:
            column = grid.columns[id(cell)]
            heads: tuple[Element, ...] = ()
            below: tuple[str, ...] = ()
            if in_body and row_index not in sections:
                own, *further = keys[row_index : row_index + grid.heights[id(cell)]]
                before = [*section, *_names_before(own, column, cell)]
                heads = shared.setdefault(tuple(map(id, before)), tuple(before))
                names = _each_once([_names_before(row, column, cell) for row in further])
                below = tuple(grid.words(head) for head in names if head not in before)
            over = above.over(column, grid.widths[id(cell)]) if in_body else ()
            over = () if grid.is_title(cell) else over
            found[id(cell)] = CellPlace(number, row_index, column, heads, over, below)
    return found, grid.spare


class _Grid:
    """Which cell covers which place of a table, by row and column."""

    def __init__(self, rows: list[list[Element]], spare: int) -> None:
        self.taken: list[dict[int, Element]] = [{} for _ in rows]
        self.columns: dict[int, int] = {}
        self.widths: dict[int, int] = {}
        self.heights: dict[int, int] = {}
        self.spare = spare
        self.width = 1
        self._words: dict[int, str] = {}
        for row_index, row in enumerate(rows):
            column = 0
            for cell in row:
                while column in self.taken[row_index]:
                    column += 1
                column += self._put(cell, row_index, column, len(rows) - row_index)

    def _put(self, cell: Element, row: int, column: int, rows_left: int) -> int:
        """Give a cell the places that it covers; returns its width."""
        width, height = _extent(cell, "colspan"), min(_extent(cell, "rowspan"), rows_left)
        if width * height - 1 > self.spare:
            width = height = 1
        self.spare -= width * height - 1
        for down in range(height):
            for right in range(width):
                self.taken[row + down].setdefault(column + right, cell)
        self.columns[id(cell)], self.widths[id(cell)] = column, width
        self.heights[id(cell)] = height
        self.width = max(self.width, column + width)
        return width

    def words(self, cell: Element) -> str:
        """The first words of a cell, on one line; those of its first icon where it shows none."""
        if id(cell) not in self._words:
            self._words[id(cell)] = _first_words(cell)
        return self._words[id(cell)]

    def is_title(self, cell: Element) -> bool:
        """Whether one cell is over the whole width: it names the table or a part of it, not a column."""
        return self.widths[id(cell)] >= self.width


def _first_words(cell: Element) -> str:
    """The first words of a cell that show, else those of its first icon, on one line."""
    stack: list[Element | str] = list(reversed(cell.children[:_MOST_NODES]))
    texts: list[str] = []
    icon = ""
    length = 0
    for _ in range(_MOST_NODES):
        if not stack or length > 2 * _LONGEST_LABEL:
            break
        node = stack.pop()
        if isinstance(node, str):
            length += len(node)
            texts.append(node[: 2 * _LONGEST_LABEL])
            continue
        icon = icon or icon_words(node)
        if is_shown(node):
            stack.extend(reversed(node.children[:_MOST_NODES]))
    return trimmed(_SPACE.sub(" ", "".join(texts))) or icon


def _names_before(
    names: Sequence[tuple[int, Element]], column: int, cell: Element
) -> list[Element]:
    """The cells that name a row and stand before a column of it, but for the cell itself."""
    return [head for at, head in names if at < column and head is not cell]


class _ColumnHeads:
    """The cells of some header rows that head each column. Columns that have the same ones share a tuple."""

    def __init__(self, grid: _Grid, rows: range) -> None:
        above: dict[int, list[Element]] = {}
        for row_index in rows:
            for column, head in sorted(grid.taken[row_index].items()):
                heads = above.setdefault(column, [])
                if len(heads) < MOST_HEADS and not grid.is_title(head) and head not in heads:
                    heads.append(head)
        self._shared: dict[tuple[int, ...], tuple[Element, ...]] = {}
        self._above = {column: self._share(heads) for column, heads in above.items()}
        self._spanned: dict[tuple[int, int], tuple[Element, ...]] = {}

    def over(self, column: int, width: int) -> tuple[Element, ...]:
        """The heads of a cell that covers `width` columns, those of the first header row first."""
        if width == 1:
            return self._above.get(column, ())
        place = (column, width)
        if place not in self._spanned:
            columns = range(column, column + width)
            heads = _each_once([self._above.get(at, ()) for at in columns])
            self._spanned[place] = self._share(heads)
        return self._spanned[place]

    def _share(self, heads: Sequence[Element]) -> tuple[Element, ...]:
        return self._shared.setdefault(tuple(map(id, heads)), tuple(heads))


def _each_once(lists: Sequence[Sequence[Element]]) -> list[Element]:
    """The first cells of all lists, then the second ones, each once; at most `MOST_HEADS`."""
    found: dict[int, Element] = {}
    for level in range(max(map(len, lists), default=0)):
        found |= {id(heads[level]): heads[level] for heads in lists if level < len(heads)}
    return list(found.values())[:MOST_HEADS]


def _header_rows(rows: list[list[Element]], grid: _Grid) -> int:
    """The number of header rows at the top: those of `thead`, else those with only `th` cells and blank ones, else a
    first row of words above columns of numbers, or of bold words."""
    count = next(
        (
            index
            for index, row in enumerate(rows)
            if not _is_in_head(row)
            and any(cell.tag != "th" for cell in row)
            and not _heads_blank_corner(row, grid)
        ),
        len(rows),
    )
    # A title below names of columns names the rows that follow.
    while count > 1 and _is_part(rows[count - 1], grid) and not _is_part(rows[count - 2], grid):
        count -= 1
    if count < len(rows) and count:
        return count
    if any(cell.tag == "th" for row in rows for cell in row) or len(rows) < 3:
        return 0
    return int(_names_columns(rows, grid))


def _is_part(row: list[Element], grid: _Grid) -> bool:
    """Whether a row is one cell over the whole width, outside of `thead`."""
    return len(row) == 1 < grid.width and grid.is_title(row[0]) and not _is_in_head(row)


def _is_in_head(row: list[Element]) -> bool:
    section = row[0].parent.parent if row[0].parent else None
    return section is not None and section.tag == "thead"


def _heads_blank_corner(row: list[Element], grid: _Grid) -> bool:
    width = sum(grid.widths[id(cell)] for cell in row if cell.tag == "th")
    return width > 1 and all(cell.tag == "th" or not grid.words(cell) for cell in row)


def _names_columns(rows: list[list[Element]], grid: _Grid) -> bool:
    """Whether the first row of a table without `th` names its columns."""
    first = rows[0]
    words = [grid.words(cell) for cell in first]
    if len(first) < 2 or len(first) != grid.width:
        return False
    if all(map(_is_bold, first)) and all(words) and not all(map(_is_bold, rows[1])):
        return True
    if any(_is_number(text) or len(text) > _LONGEST_LABEL for text in words) or not all(words[1:]):
        return False
    return any(
        all(_is_number(grid.words(row[column])) for row in rows[1:] if column < len(row))
        for column in range(len(first))
    )


def _section_rows(rows: list[list[Element]], grid: _Grid, body_from: int) -> set[int]:
    """The rows that are titles of the rows below them: one short text that spans the table, or a bold one beside blank cells.
    A title above the first row is not one of them, and neither is an entry that begins with its time."""
    found: set[int] = set()
    for index in range(max(body_from, 1), len(rows) - 1):
        row = rows[index]
        if not row or grid.width == 1:
            continue
        text = grid.words(row[0])
        if len(row) == 1 and grid.is_title(row[0]):
            heads = row[0].tag == "th" or _is_bold(row[0])
            heads = heads or not (text.endswith((".", "!", "?")) or row[0].first("a", "img"))
        else:
            heads = _is_bold_alone(row, rows[index + 1], grid)
        is_name = not _is_number(text) and _AT_A_TIME.match(text) is None
        if text and heads and len(text) <= _LONGEST_LABEL and is_name:
            found.add(index)
    return found


def _is_bold_alone(row: list[Element], below: list[Element], grid: _Grid) -> bool:
    """Whether a row is one bold text beside blank cells, above a row whose first cell is not bold."""
    return (
        len(row) > 1
        and row[0].tag == "td"
        and grid.columns[id(row[0])] == 0
        and _is_bold(row[0])
        and not any(map(grid.words, row[1:]))
        and len(below) > 1
        and not _is_bold(below[0])
    )


def _heads_again(row: list[Element], grid: _Grid, row_index: int) -> bool:
    """Whether a row in the body names the columns anew: it has several `th` cells and no others, and no numbers. A last
    row of sums does not."""
    return (
        len(row) > 1
        and row_index < len(grid.taken) - 1
        and all(head.tag == "th" for head in grid.taken[row_index].values())
        and not any(_is_number(grid.words(cell)) for cell in row[1:])
    )


def _row_keys(
    rows: list[list[Element]], grid: _Grid, body_from: int, sections: set[int]
) -> list[list[tuple[int, Element]]]:
    """For each row, the cells that name it with their columns: the `th` cells of its first columns, and the cells of the
    first columns until these tell the rows apart."""
    body = [
        index
        for index in range(body_from, len(rows))
        if index not in sections and len(grid.taken[index]) > 1
    ]
    keys: list[list[tuple[int, Element]]] = [[] for _ in rows]
    names: list[tuple[str, ...]] = [() for _ in body]
    told_apart = False
    for column in range(min(_MOST_KEYS, grid.width - 1)):
        cells = [grid.taken[index].get(column) for index in body]
        if len(body) > 1 and len(set(map(id, cells))) == 1:
            continue  # a cell beside all rows names none of them
        marked = sum(cell is not None and cell.tag == "th" for cell in cells)
        is_key = not told_apart and (
            2 * marked > len(body) or _may_name_rows(cells, grid, column, body_from)
        )
        last: Element | None = None
        for at, (index, cell) in enumerate(zip(body, cells, strict=True)):
            if cell is None:
                continue
            if is_key:
                last = cell if grid.words(cell) or last is None or column else last
                names[at] = (*names[at], grid.words(last))
                keys[index].append((column, last))
            elif cell.tag == "th":
                keys[index].append((column, cell))
        if not is_key and not marked:
            break
        told_apart = told_apart or (
            len(set(names)) == len(names)
            and not _is_numbering([name[-1] for name in names if name])
        )
    return keys


def _may_name_rows(
    cells: Sequence[Element | None], grid: _Grid, column: int, body_from: int
) -> bool:
    """Whether the cells of a column without `th` may be names of the rows."""
    words = [grid.words(cell) for cell in cells if cell is not None]
    filled = [text for text in words if text]
    if len(cells) < 2 or not filled or any(len(text) > _LONGEST_LABEL for text in filled):
        return False
    wordy = sum(_LETTER.search(text) is not None for text in filled)
    if column:
        numbers = sum(map(_is_number, filled))
        return 2 * numbers < len(filled) and len(filled) == len(words)
    if body_from == 0:
        return wordy == len(filled) and _has_numbers_beside(cells, grid)
    return (
        2 * wordy >= len(filled)
        or all(_YEAR.fullmatch(text) for text in filled)
        or _is_numbering(filled)
    )


def _has_numbers_beside(cells: Sequence[Element | None], grid: _Grid) -> bool:
    """Whether at least half of the rows have a number in the column after the first."""
    numbers = 0
    by_column: dict[int, Element] = {}
    for cell in cells:
        if cell is None or cell.parent is None:
            continue
        by_column = {
            grid.columns[id(other)]: other
            for other in cell.parent.children
            if isinstance(other, Element) and id(other) in grid.columns
        }
        beside = by_column.get(grid.columns[id(cell)] + grid.widths[id(cell)])
        numbers += beside is not None and any(letter.isdecimal() for letter in grid.words(beside))
    return 2 * numbers >= len(cells)


def _is_numbering(texts: Sequence[str]) -> bool:
    """Whether texts count the rows: 1, 2, 3."""
    found = [_NUMBERING.fullmatch(text) for text in texts]
    numbers = [int(match[1]) for match in found if match]
    return len(numbers) == len(texts) > 1 and all(
        after - before == 1 for before, after in pairwise(numbers)
    )


def _is_number(text: str) -> bool:
    return len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(text) is not None


def _is_bold(cell: Element) -> bool:
    """Whether all of a cell is in one `b` or `strong`, perhaps within a paragraph or a link."""
    node = cell
    for _ in range(4):
        below = [child for child in node.children if not isinstance(child, str) or child.strip()]
        if len(below) != 1 or isinstance(below[0], str):
            return False
        node = below[0]
        if node.tag in ("b", "strong"):
            return True
    return False


def _extent(cell: Element, name: str) -> int:
    return min(max(whole_number(cell.get(name).strip(), 1), 1), _LARGEST_SPAN)
