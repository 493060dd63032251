"""Puts the cell blocks of a document back into tables and rows. Knows blocks; matches no words.

The twin is web/reader/src/cells/table-rows.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.lexicon import lexicon

_LEXICON = lexicon("table-cells")
MOST_CELLS = _LEXICON.count("most_cells")
"""Cells that are looked at for one question: bounds the time in tables without end."""
_LONGEST_LINE = _LEXICON.count("longest_line")
"""Characters of a line above a table that is about it; a longer one is prose."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The cells of one row, from left to right, with their texts."""

    cells: tuple[Block, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in reading order. `about` is what stands above the table: the nearest heading and a caption or line."""

    rows: tuple[TableRow, ...]
    about: str


def tables_of(document: Document, within: Sequence[Span]) -> list[Table]:
    """The tables whose cells lie in these stretches of the text; at most MOST_CELLS cells.

    Cells of one row are parted by a tab, rows of one table by a line break, and tables by an empty line, as canonical text
    has it.
    """
    tables: list[Table] = []
    rows: list[list[Block]] = []
    about: list[str] = []
    last: Block | None = None
    left = MOST_CELLS

    def close() -> None:
        if rows:
            tables.append(Table(tuple(_row(document, row) for row in rows), " ".join(about)))
            rows.clear()

    for block, is_inside in _each(document, within):
        if block.kind is not BlockKind.CELL:
            close()
            last = None
            about = _about(about, document, block)
            continue
        if not is_inside:
            continue
        if left == 0:
            break
        left -= 1
        between = document.text[last.span.end : block.span.start] if last is not None else ""
        if last is None or "\n\n" in between:
            close()
            rows.append([block])
        elif "\t" in between or (block.row, block.column) == (last.row, last.column) != (
            None,
            None,
        ):
            rows[-1].append(block)
        else:
            rows.append([block])
        last = block
    close()
    return tables


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


def _about(about: list[str], document: Document, block: Block) -> list[str]:
    """What stands above the next table, after one more block: the last heading, and one short line below it."""
    text = block.span.of(document.text)
    if block.kind is BlockKind.HEADING:
        return [text]
    heading = about[:1] if about else []
    return [*heading, text] if len(text) <= _LONGEST_LINE else heading


def share_in(tables: Sequence[Table], within: Sequence[Span]) -> float:
    """The share of these stretches that the cells of their tables take up, 0 to 1."""
    whole = sum(len(span) for span in within)
    cells = sum(len(text) + 1 for table in tables for row in table.rows for text in row.texts)
    return min(1.0, cells / whole) if whole else 0.0
