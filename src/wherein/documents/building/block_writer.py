"""Adds headings, paragraphs, items, terms with descriptions, tables and listings to a canonical text. Knows no file format."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wherein.core.document import BlockKind
from wherein.core.errors import SourceTooLarge
from wherein.documents.building.canonical import CanonicalText, Cell, header_of, trimmed
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.sheets.regions import Merges, Row, Value, kind_of_text
from wherein.documents.building.sheets.sheet_tables import SheetTables

MOST_CELLS = 300_000
"""Of all tables of a document in markup; each takes some 20 microseconds until it can be asked."""
_TERMS = -2
"""The number of the table that all terms of a document are in; other tables count from one, pairs are -1."""
_MOST_NAMES = 20
"""Names of one term that its description keeps."""
# Noncharacters of Unicode, which no text has.
_BEGINS, _ENDS = "\ufdd0", "\ufdd1"
_MARKS = re.compile(f"[{_BEGINS}{_ENDS}]")

_GENERATED = re.compile(f"{_BEGINS}[^{_BEGINS}{_ENDS}]*+{_ENDS}")


def generated(text: str) -> str:
    """`text`, marked as what a person sees and the file does not have, until a `BlockWriter` adds it."""
    return f"{_BEGINS}{text}{_ENDS}" if text else ""


def without_marks(text: str) -> str:
    """A text of a file as it may be given to a `BlockWriter`, or one with generated parts without their marks."""
    return _MARKS.sub("", text)


def own_text(text: str) -> str:
    """A text without its generated parts."""
    return without_marks(_GENERATED.sub("", text))


def _places(text: str) -> tuple[str, list[tuple[int, int]]]:
    """A text without marks, and the places of what was between them."""
    if _BEGINS not in text:
        return text, []
    parts, places, length, opened = [], [], 0, 0
    for part in re.split(f"([{_BEGINS}{_ENDS}])", text):
        if part == _BEGINS:
            opened = length
        elif part == _ENDS:
            places.append((opened, length))
        else:
            parts.append(part)
            length += len(part)
    return "".join(parts), places


@dataclass(frozen=True, slots=True)
class Term:
    """The place of a term's description: its row among all terms of the document, and the names that head it."""

    row: int
    header: str | None


class GrowingRows(list[list[str]]):
    """The rows of a table while it is read; `expect` is told how many cells they have, and may raise."""

    def __init__(self, expect: Callable[[int], None]) -> None:
        super().__init__()
        self._expect = expect
        self._cells = 0

    def grow(self, row: list[str]) -> None:
        """Append a row."""
        self._cells += len(row)
        self._expect(self._cells)
        self.append(row)


class BlockWriter:
    """Adds one block after the other. Between `begin_term` and a change of `term`, paragraphs and items describe a term."""

    def __init__(self) -> None:
        self.out = CanonicalText()
        self.term: Term | None = None
        """The term that what follows describes. Whoever nests terms keeps the outer one and puts it back."""
        self._tables = SheetTables(self.out)
        self._rows = 0
        self._cells = 0
        self._title: str | None = None

    def heading(self, text: str, level: int) -> None:
        """Add a heading on one line; it ends the description of a term."""
        self.term = None
        line, places = _places(" ".join(text.split()))
        level = min(max(level, 1), 6)
        if self.out.add(BlockKind.HEADING, line, level=level, generated=places):
            self._title = self._title or own_text(text)

    def paragraph(self, text: str, *, main: bool = True) -> None:
        """Add a paragraph, or a paragraph of the description of the term."""
        self._add(BlockKind.PARAGRAPH, text, main)

    def item(self, text: str) -> None:
        """Add an item of a list, or a paragraph of the description of the term."""
        self._add(BlockKind.LIST_ITEM, text)

    def caption(self, text: str) -> None:
        """Add the caption of a table or picture."""
        self.out.add(BlockKind.CAPTION, text)

    def code(self, text: str) -> None:
        """Add a listing, of which white space is kept."""
        text, places = _places(text)
        self.out.add(BlockKind.CODE, text, trim=False, generated=places)

    def begin_term(self, names: Sequence[str]) -> None:
        """Add a term with its names, each in a row; what follows describes it."""
        shown = [name for name in map(trimmed, names) if name]
        for name in shown:
            self._rows += 1
            text, places = _places(name)
            cell = Cell(_TERMS, self._rows, 0)
            self.out.add(BlockKind.CELL, text, cell=cell, generated=places)
        header = header_of(without_marks(" / ".join(shown[:_MOST_NAMES])))
        self.term = Term(self._rows, header) if shown else None

    def expect_cells(self, cells: int) -> None:
        """Raise SourceTooLarge where a table that has so many cells up to now is too large for the document.

        Whoever reads a table asks while its rows are made, so that a table is refused before the rest of it is looked at.
        """
        if self._cells + cells > MOST_CELLS:
            raise SourceTooLarge(
                f"The document has tables with more than {MOST_CELLS:,} cells.",
                "Split it into smaller files.",
            )

    def rows(self) -> GrowingRows:
        """The rows of a table to come, which count their cells."""
        return GrowingRows(self.expect_cells)

    def table(
        self,
        rows: Sequence[Sequence[str]],
        header_rows: int = 0,
        shown: Callable[[str], str] = str,
    ) -> None:
        """Add a table, given with all of its cells; `header_rows` are those that the file marks as such, if it does.

        `shown` is called for each cell. Raises SourceTooLarge where the tables of the document have more than MOST_CELLS.
        """
        added = sum(map(len, rows))
        self.expect_cells(added)
        self._cells += added
        filled = []
        for number, row in enumerate(rows, start=1):
            cells = [
                Value(column, text, kind_of_text(text))
                for column, text in enumerate(
                    (trimmed(without_marks(shown(cell))) for cell in row), start=1
                )
                if text
            ]
            if cells:
                filled.append(Row(number, cells))
        self._tables.add_table(filled, Merges(), marked=header_rows, may_be_first=header_rows > 0)

    def pair(self, label: str, value: str) -> None:
        """Add a label with its value."""
        self._tables.add_pair(label, [value])

    def parsed(self, title: str | None = None) -> Parsed:
        """What was added; the title is the first heading where none is given."""
        out = self.out
        return Parsed(
            text=out.text,
            blocks=out.blocks,
            title=title or self._title,
            generated=out.generated,
        )

    def _add(self, kind: BlockKind, text: str, main: bool = True) -> None:
        text, places = _places(text)
        cell = None
        if self.term is not None:
            kind = BlockKind.CELL
            cell = Cell(_TERMS, self.term.row, 1, self.term.header)
        self.out.add(kind, text, cell=cell, main=main, generated=places)
