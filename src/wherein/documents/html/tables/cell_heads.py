"""Collects the texts of cells that head others, as they are read, and makes the headers of cells of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wherein.documents.building.canonical import LONGEST_HEADER, Cell, header_of
from wherein.documents.html.html_tree import Element
from wherein.documents.html.tables.html_table import CellPlace

JOINT = " / "
"""What stands between the texts of several cells that head one: "Winter / Boats"."""
_NOTE_MARK = re.compile(r"\[(?:note |nb |n )?[0-9]{1,3}(?:[,;–-][0-9]{1,3}){0,4}\]", re.IGNORECASE)
"""The mark of a note belongs to a cell and not to the name of a row or column."""


class CellHeads:
    """The texts of the cells that head others. A page has them before the cells that they head, so that each is
    complete when it is asked for; no text is kept that is longer than `LONGEST_HEADER`."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._joined: dict[int, str | None] = {}

    def expect(self, places: Iterable[CellPlace]) -> None:
        """Keep the texts of the cells that head these."""
        for place in places:
            for heads in (place.row_heads, place.column_heads):
                for head in heads:
                    self._texts.setdefault(id(head), "")

    def tell(self, cell: Element, text: str) -> None:
        """Another text that is in a cell."""
        known = self._texts.get(id(cell))
        if known is not None and len(known) < LONGEST_HEADER:
            self._texts[id(cell)] = header_of(f"{known} {_NOTE_MARK.sub('', text)}") or ""

    def cell(self, place: CellPlace) -> Cell:
        """A cell with its headers."""
        row, column = self._header(place.row_heads), self._header(place.column_heads)
        if place.rows_below:
            below = (header_of(_NOTE_MARK.sub("", text)) for text in place.rows_below)
            names = dict.fromkeys(text for text in (row, *below) if text)
            row = JOINT.join(names)[:LONGEST_HEADER].rstrip() or None
        return Cell(place.table, place.row_index, place.column_index, row, column)

    def _header(self, heads: tuple[Element, ...]) -> str | None:
        """The different texts of some cells in their order; the cells of one place share the tuple."""
        if id(heads) not in self._joined:
            texts = dict.fromkeys(text for head in heads if (text := self._texts[id(head)]))
            self._joined[id(heads)] = JOINT.join(texts)[:LONGEST_HEADER].rstrip() or None
        return self._joined[id(heads)]
