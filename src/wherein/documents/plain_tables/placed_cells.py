"""Gives the cells of a table that is found in a plain text their headers. Knows rows and columns, not how they are found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from wherein.core.document import Block, BlockKind
from wherein.documents.building.canonical import CanonicalText, Cell, header_of
from wherein.documents.building.sheets.regions import Merges, Row, Value, kind_of_text
from wherein.documents.building.sheets.sheet_tables import SheetTables
from wherein.documents.plain_tables.text_lines import Segment

MOST_CELLS = 20_000
"""Cells of one table of a plain text; a longer one stays lines of text, which are found by their words."""

Headers = tuple[str | None, str | None]
"""What heads the row and the column of a cell."""

TableRow = dict[int, list[Segment]]
"""The cells of a row by their columns; a cell that goes on below has a part on each line."""


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """A part of a cell on one line: its block, and its place in the table. Parts further below have rows of their own."""

    block: Block
    place: Cell


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table or form: the lines that it takes, from the first to before the last, and its cells in the order of the text."""

    lines: range
    cells: tuple[PlacedCell, ...]


@dataclass(slots=True)
class Rows:
    """The rows of a table while it is read: their cells by columns, and how many of the first ones are its head."""

    rows: list[TableRow] = field(default_factory=list)
    header_rows: int = 0

    def texts(self) -> list[dict[int, str]]:
        """The text of each cell, joined where it goes on below."""
        return [
            {at: " ".join(part.text for part in parts) for at, parts in row.items()}
            for row in self.rows
        ]


def placed(rows: Rows) -> tuple[PlacedCell, ...]:
    """The cells with their headers, as a table of any document has them; without a head the first column names the rows."""
    texts = rows.texts()
    headers = _headers(texts, rows.header_rows) if rows.header_rows else _first_cells(texts)
    return _in_order(
        PlacedCell(
            Block(BlockKind.CELL, part.span, row=row_header, column=column_header),
            Cell(0, part.start if line else number, column, row_header, column_header),
        )
        for number, row in enumerate(rows.rows)
        for column, parts in sorted(row.items())
        for row_header, column_header in (next(headers),)
        for line, part in enumerate(parts)
    )


def _headers(texts: Sequence[dict[int, str]], header_rows: int) -> Iterator[Headers]:
    values = [
        Row(number, [Value(at + 1, text, kind_of_text(text)) for at, text in sorted(row.items())])
        for number, row in enumerate(texts, start=1)
    ]
    out = CanonicalText()
    SheetTables(out).add_table(values, Merges(), marked=header_rows)
    return ((block.row, block.column) for block in out.blocks)


def _first_cells(texts: Sequence[dict[int, str]]) -> Iterator[Headers]:
    first = min(min(row) for row in texts)
    for row in texts:
        name = header_of(row[first]) if first in row else None
        for column in sorted(row):
            yield (None if column == first else name), None


def placed_pairs(pairs: Sequence[tuple[Segment, Sequence[Segment]]]) -> tuple[PlacedCell, ...]:
    """Labels, each with the values that it names."""
    found: list[PlacedCell] = []
    for number, (label, values) in enumerate(pairs):
        row = header_of(label.text)
        found.append(PlacedCell(Block(BlockKind.CELL, label.span), Cell(0, number, 0)))
        found += (
            PlacedCell(Block(BlockKind.CELL, value.span, row=row), Cell(0, number, column, row))
            for column, value in enumerate(values, start=1)
        )
    return _in_order(found)


def _in_order(cells: Iterable[PlacedCell]) -> tuple[PlacedCell, ...]:
    return tuple(sorted(cells, key=lambda cell: cell.block.span.start))
