"""Puts the cell blocks of a document back into tables and rows. Knows blocks; matches no words.

The twin is web/reader/src/cells/table-rows.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.lexicon import lexicon

_LEXICON = lexicon("table-cells")
MOST_CELLS = _LEXICON.count("most_cells")
"""Cells that are looked at for one question: bounds the time in tables without end."""
_LONGEST_LINE = _LEXICON.count("longest_line")
"""Characters of a line above a table that is about it; a longer one is prose."""


_SUBJECT_LABELS = frozenset(_LEXICON.words("subject_labels"))
_WORD = _LEXICON.pattern("token")
_LONGEST_NAME = _LEXICON.count("longest_name")

_FEWEST_ALIKE = 3
"""Cells in a row from which two tables without headers, one directly below the other, are one table."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The cells of one row, from left to right, with their texts."""

    cells: tuple[Block, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in reading order.

    about: what stands above the table: the nearest heading, a caption or line, and the headings above that heading.
    heading: the nearest heading alone; "" without one.
    """

    rows: tuple[TableRow, ...]
    about: str
    heading: str = ""


def tables_of(document: Document, within: Sequence[Span]) -> list[Table]:
    """The tables whose cells lie in these stretches of the text; at most MOST_CELLS cells.

    Cells of one row stand on one line, parted by a tab or, in a plain text, by spaces and bars; rows of one table are parted
    by a line break, and tables by an empty line.
    """
    tables: list[Table] = []
    rows: list[list[Block]] = []
    above = _Above()
    last: Block | None = None
    follows = False
    left = MOST_CELLS

    def close() -> None:
        if rows:
            table = Table(_rows(document, rows), above.text, above.heading)
            joined = _continued(tables[-1], table) if follows else None
            if joined is None:
                tables.append(table)
            else:
                tables[-1] = joined
            rows.clear()

    for block, is_inside in _each(document, within):
        if block.kind is not BlockKind.CELL:
            rest = _rows_in(document, block, rows[-1]) if rows and is_inside else []
            if rest:
                rows.extend(rest)
                continue
            close()
            last = None
            above = above.then(document, block)
            continue
        if not is_inside:
            continue
        if left == 0:
            break
        left -= 1
        between = document.text[last.span.end : block.span.start] if last is not None else ""
        if last is None or "\n\n" in between:
            close()
            follows = last is not None
            rows.append([block])
        elif "\n" not in between or _is_same_cell(block, last):
            rows[-1].append(block)
        else:
            rows.append([block])
        last = block
    close()
    return tables


def _is_same_cell(block: Block, last: Block) -> bool:
    """Whether two blocks have the same headers, of which at least one is there: lines of one cell."""
    return (block.row, block.column) == (last.row, last.column) != (None, None)


def _rows(document: Document, joined: Iterable[Sequence[Block]]) -> tuple[TableRow, ...]:
    return tuple(_row(document, row) for one in joined for row in _parted(document, one))


def _parted(document: Document, row: Sequence[Block]) -> Iterator[Sequence[Block]]:
    """The rows in what was joined as one: names of rows without values, one below the other, look like lines of one cell. What
    follows them is in the row of the last one alone, unless its header has the others too."""
    first = row[0]
    names = 1
    while names < len(row) and first.row is None and _is_same_cell(row[names], first):
        names += 1
    named = row[names].row if names < len(row) else ""
    if names == 1 or named is None or _words(first.span.of(document.text)) in _words(named):
        yield row
    else:
        yield from ([block] for block in row[: names - 1])
        yield row[names - 1 :]


def _words(text: str) -> str:
    return " ".join(text.split())


def _continued(table: Table, rest: Table) -> Table | None:
    """A table with its rows of the next page, which have no headers of their own; None where the second is another table."""
    last = table.rows[-1]
    width = len(last.cells)
    if width < 2 or not _is_bare(rest, width):
        return None
    columns = [block.column for block in last.cells]
    if any(columns) and not all(columns):
        return None
    if not any(columns) and width < _FEWEST_ALIKE:
        return None
    rows = (
        TableRow(
            tuple(replace(b, column=c) for b, c in zip(row.cells, columns, strict=True)), row.texts
        )
        for row in rest.rows
    )
    return replace(table, rows=(*table.rows, *rows))


def _rows_in(document: Document, block: Block, last: Sequence[Block]) -> list[list[Block]]:
    """The rows of a table that go on below it as lines of text with its columns, such as the two last ones on the next page
    of a PDF file; empty for any other text."""
    width = len(last)
    lines = block.span.of(document.text).split("\n")
    if width < _FEWEST_ALIKE or any(line.count("\t") != width - 1 for line in lines):
        return []
    rows = []
    start = block.span.start
    for line in lines:
        row = []
        for text, above in zip(line.split("\t"), last, strict=True):
            row.append(Block(BlockKind.CELL, Span(start, start + len(text)), column=above.column))
            start += len(text) + 1
        rows.append(row)
    return rows


def _is_bare(table: Table, width: int) -> bool:
    """Whether all rows have this many cells, none of which stands under a header."""
    return all(len(row.cells) == width for row in table.rows) and all(
        block.column is None for row in table.rows for block in row.cells
    )


def _each(document: Document, within: Sequence[Span]) -> Iterator[tuple[Block, bool]]:
    """The blocks up to the end of the last stretch, and whether each begins in one of the stretches."""
    stretches = sorted(within)
    at = 0
    for block in document.blocks:
        while at < len(stretches) and stretches[at].end <= block.span.start:
            at += 1
        if at == len(stretches):
            return
        yield block, stretches[at].start <= block.span.start


def _row(document: Document, cells: Sequence[Block]) -> TableRow:
    return TableRow(tuple(cells), tuple(cell.span.of(document.text) for cell in cells))


@dataclass(frozen=True, slots=True)
class _Above:
    """What stands above the next table: the headings with their levels, outermost first, and a short line below them."""

    headings: tuple[tuple[int, str], ...] = ()
    line: str = ""

    @property
    def heading(self) -> str:
        return self.headings[-1][1] if self.headings else ""

    @property
    def text(self) -> str:
        """The nearest first: of a long text only the beginning is looked at."""
        outer = (title for _, title in reversed(self.headings[:-1]))
        return " ".join(part for part in (self.heading, self.line, *outer) if part)

    def then(self, document: Document, block: Block) -> _Above:
        """What stands above after one more block that is no cell."""
        text = block.span.of(document.text)
        if block.kind is BlockKind.HEADING:
            level = block.level or 1
            outer = tuple(one for one in self.headings if one[0] < level)
            return _Above((*outer, (level, text[:_LONGEST_LINE])))
        return _Above(self.headings, text if len(text) <= _LONGEST_LINE else "")


def with_subject(tables: Sequence[Table]) -> list[Table]:
    """The tables of a form with the name that it is about, which its first table says ("Surname | Lindqvist"), above each of its
    tables of labels and values; other tables as they are."""
    forms = [all(map(_is_pair, table.rows)) for table in tables]
    first = next((table for table, is_form in zip(tables, forms, strict=True) if is_form), None)
    if first is None or first is not tables[0]:
        return list(tables)
    names = [
        row.texts[1]
        for row in first.rows
        if len(row.texts) > 1
        and len(row.texts[1]) <= _LONGEST_NAME
        and _is_of_subject(row.texts[0])
    ]
    if not names:
        return list(tables)
    subject = " ".join(names)
    return [
        replace(table, about=f"{table.about} {subject}") if is_form else table
        for table, is_form in zip(tables, forms, strict=True)
    ]


def _is_pair(row: TableRow) -> bool:
    return len(row.cells) <= 2 and all(block.column is None for block in row.cells)


def _is_of_subject(label: str) -> bool:
    """Whether a label has only words for a name: "Surname, first name" is one, "School name" none."""
    words = {match.group().casefold() for match in _WORD.finditer(label)}
    return bool(words) and words <= _SUBJECT_LABELS


def share_in(tables: Sequence[Table], within: Sequence[Span]) -> float:
    """The share of these stretches that the cells of their tables take up, 0 to 1."""
    whole = sum(len(span) for span in within)
    cells = sum(len(text) + 1 for table in tables for row in table.rows for text in row.texts)
    return min(1.0, cells / whole) if whole else 0.0
