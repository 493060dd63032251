"""Parses DOCX: body, text boxes and notes. Leaves out headers, footers and deleted text."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from wherein.core.document import BlockKind
from wherein.core.errors import WhereinError
from wherein.documents.building.archive import checked_archive, unreadable
from wherein.documents.building.canonical import (
    LONGEST_HEADER,
    CanonicalText,
    Cell,
    header_of,
    trimmed,
)
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.whole_number import whole_number
from wherein.documents.office.office_properties import read_properties
from wherein.documents.source import Source

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_HEADING = re.compile(r"^(?:heading|überschrift|titre|título|titolo|заголовок)\s*(\d)$", re.I)
_NOTES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
# Word itself allows eleven.
_LONGEST_CHAIN = 20
_LINE_SEPARATORS = {"br": "\n", "cr": "\n", "tab": "\t", "ptab": "\t", "noBreakHyphen": "\u2011",
                    "softHyphen": "\u00ad"}  # fmt: skip
# Their content is not part of the visible text.
_NOT_SHOWN = frozenset({_W + "del", _W + "moveFrom", _W + "instrText", _W + "delText", _FALLBACK})


def parse_docx(source: Source) -> Parsed:
    """Headings by style and outline level, list items, cells with their headers, notes at the end.

    Raises ParseError for a damaged file and EncryptedDocument, as `archive` does.
    """
    data, name = source.data, source.name
    with checked_archive(data, name) as archive:
        properties = read_properties(archive, name)
    import docx

    try:
        document = docx.Document(io.BytesIO(data))
        reader = _Reader(document)
        reader.read(document.element.body)
        for kind in ("footnotes", "endnotes"):
            reader.notes(kind)
    except WhereinError:
        raise
    except Exception as error:  # python-docx raises whatever its parts raise
        raise unreadable(name, error) from error
    out = reader.out
    heading = next((b.span.of(out.text) for b in out.blocks if b.kind is BlockKind.HEADING), None)
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        title=properties.title or heading,
        dates=properties.dates,
    )


@dataclass(frozen=True, slots=True)
class _Style:
    """The properties that a paragraph style and its base styles give to paragraphs."""

    level: int | None
    is_caption: bool
    is_item: bool

    @classmethod
    def of(cls, chain: Sequence[Any]) -> _Style:
        names = [(style.name or "").lower() for style in chain]
        numbered = any(style.element.find(f"{_W}pPr/{_W}numPr") is not None for style in chain)
        return cls(
            _style_level(chain),
            "caption" in names,
            numbered or any(name.startswith("list ") for name in names),
        )


def _style_level(chain: Sequence[Any]) -> int | None:
    for style in chain:
        name = (style.name or "").strip()
        if match := _HEADING.match(name):
            return min(max(int(match.group(1)), 1), 6)
        if name.lower() == "title":
            return 1
        outline = style.element.find(f"{_W}pPr/{_W}outlineLvl")
        if outline is not None:
            return _outline(outline)
    return None


class _Reader:
    """Walks python-docx's XML: its own paragraph lists miss content controls and text boxes."""

    def __init__(self, document: Any) -> None:
        self.out = CanonicalText()
        self._part = document.part
        self._styles = {style.style_id: style for style in document.styles}
        self._tables = 0
        self._known: dict[str, _Style] = {}

    def read(self, container: Any, cell: Cell | None = None) -> None:
        """Paragraphs and tables of a body, cell, note or content control, in order."""
        for child in container.iterchildren():
            if child.tag == _W + "p":
                self._paragraph(child, cell)
            elif child.tag == _W + "tbl":
                self._table(child)
            elif child.tag in (_W + "sdt", _W + "sdtContent", _W + "customXml", _W + "ins"):
                self.read(child, cell)

    def notes(self, kind: str) -> None:
        """The footnotes or endnotes part, without its separators."""
        from lxml import etree

        for relation in self._part.rels.values():
            if relation.reltype != _NOTES + kind or relation.is_external:
                continue
            parser = etree.XMLParser(resolve_entities=False, no_network=True)
            root = etree.fromstring(relation.target_part.blob, parser)
            for note in root.iterchildren(_W + kind[:-1]):
                if note.get(_W + "type") in (None, "normal"):
                    self.read(note)

    # -- paragraphs ---------------------------------------------------------------------------

    def _paragraph(self, paragraph: Any, cell: Cell | None) -> None:
        text = "".join(_text(paragraph))
        level = None if cell else self._level(paragraph)
        if cell is not None:
            self.out.add(BlockKind.CELL, text, cell=cell)
        elif level is not None:
            self.out.add(BlockKind.HEADING, " ".join(text.split()), level=level)
        elif self._style_of(paragraph).is_caption:
            self.out.add(BlockKind.CAPTION, text)
        elif self._is_item(paragraph):
            self.out.add(BlockKind.LIST_ITEM, text)
        else:
            self.out.add(BlockKind.PARAGRAPH, text)
        for box in _boxes(paragraph):
            self.read(box)

    def _style(self, paragraph: Any) -> str:
        found = paragraph.find(f"{_W}pPr/{_W}pStyle")
        return found.get(_W + "val", "") if found is not None else ""

    def _style_of(self, paragraph: Any) -> _Style:
        name = self._style(paragraph)
        if name not in self._known:
            self._known[name] = _Style.of(list(self._chain(name)))
        return self._known[name]

    def _chain(self, style_id: str) -> Iterator[Any]:
        """A style and those that it is based on, as far as `_LONGEST_CHAIN`; a circular chain ends."""
        seen: set[str] = set()
        while style_id in self._styles and style_id not in seen and len(seen) < _LONGEST_CHAIN:
            seen.add(style_id)
            style = self._styles[style_id]
            yield style
            based = style.element.find(f"{_W}basedOn")
            style_id = based.get(_W + "val", "") if based is not None else ""

    def _level(self, paragraph: Any) -> int | None:
        direct = paragraph.find(f"{_W}pPr/{_W}outlineLvl")
        return _outline(direct) if direct is not None else self._style_of(paragraph).level

    def _is_item(self, paragraph: Any) -> bool:
        number = paragraph.find(f"{_W}pPr/{_W}numPr/{_W}numId")
        if number is not None:
            return bool(number.get(_W + "val") != "0")
        return self._style_of(paragraph).is_item

    # -- tables -------------------------------------------------------------------------------

    def _table(self, table: Any) -> None:
        """A table. Its headers are the rows marked as such (or the first row, if the table's look says so), and the
        first column if the look says so. Cells that only arrange one column are body."""
        rows = list(_descend(table, "tr"))
        self._tables += 1
        number = self._tables
        grid = [list(_descend(row, "tc")) for row in rows]
        if not grid or max(map(len, grid)) <= 1:
            for cells in grid:
                for cell in cells:
                    self.read(cell)
            return
        look = table.find(f"{_W}tblPr/{_W}tblLook")
        header_rows = 0
        for row in rows:
            if row.find(f"{_W}trPr/{_W}tblHeader") is None:
                break
            header_rows += 1
        if header_rows == 0 and len(rows) > 1 and _flag(look, "firstRow", 0x20):
            header_rows = 1
        first_column = _flag(look, "firstColumn", 0x80)
        columns = _ColumnHeaders()
        for row_index, cells in enumerate(grid):
            column = 0
            row_header: str | None = None
            for cell in cells:
                width = self._width(cell)
                if row_index < header_rows:
                    columns.add(range(column, column + width), _header(cell))
                    above = None
                else:
                    above = columns.of(column)
                merged = cell.find(f"{_W}tcPr/{_W}vMerge")
                goes_on = merged is not None and merged.get(_W + "val") != "restart"
                is_row_header = column == 0 and first_column and row_index >= header_rows
                if not goes_on:
                    place = Cell(number, row_index, column, row_header, above)
                    self.read(cell, place)
                if is_row_header:
                    row_header = header_of(_header(cell))
                column += width

    def _width(self, cell: Any) -> int:
        """The columns that a cell covers; 1 where those of the document are used up."""
        span = cell.find(f"{_W}tcPr/{_W}gridSpan")
        stated = whole_number(span.get(_W + "val"), 1) if span is not None else 1
        width = min(max(stated, 1), 100)
        if width - 1 > self.out.grid_places:
            return 1
        self.out.grid_places -= width - 1
        return width


class _ColumnHeaders:
    """The texts of the header cells above each column, each column's joined once."""

    def __init__(self) -> None:
        self._texts: dict[int, list[str]] = {}
        self._joined: dict[int, str | None] = {}

    def add(self, columns: range, text: str) -> None:
        for column in columns:
            self._texts.setdefault(column, []).append(text)

    def of(self, column: int) -> str | None:
        """The header of a cell in that column; all header cells have been added."""
        if column not in self._joined:
            texts = filter(None, self._texts.get(column, [])[:LONGEST_HEADER])
            self._joined[column] = header_of(" ".join(texts))
        return self._joined[column]


def _header(cell: Any) -> str:
    """The text of a header cell, from no more of its paragraphs than a header may be long."""
    words: list[str] = []
    length = 0
    for paragraph in cell.iter(_W + "p"):
        words.append("".join(_text(paragraph))[:LONGEST_HEADER])
        length += len(words[-1]) + 1
        if length > LONGEST_HEADER:
            break
    return trimmed(" ".join(words))


def _boxes(element: Any) -> Iterator[Any]:
    """The text boxes of a paragraph but for those within another box, which are that box's."""
    for child in element.iterchildren():
        if child.tag == _W + "txbxContent":
            yield child
        elif isinstance(child.tag, str) and child.tag != _FALLBACK:
            yield from _boxes(child)


def _text(element: Any) -> Iterator[str]:
    """The shown text of a paragraph, in order; text boxes are read on their own."""
    for child in element.iterchildren():
        tag = child.tag
        if not isinstance(tag, str) or tag in _NOT_SHOWN or tag == _W + "txbxContent":
            continue
        if tag == _W + "t":
            yield child.text or ""
        elif tag == _W + "sym":
            code = child.get(_W + "char", "")
            # Symbol fonts live in the private use area; only a plain code says what it is.
            yield chr(int(code, 16)) if re.fullmatch("0[0-9A-Fa-f]{3}", code) else "\ufffd"
        elif tag.startswith(_W) and tag[len(_W) :] in _LINE_SEPARATORS:
            if element.tag == _W + "r":
                yield _LINE_SEPARATORS[tag[len(_W) :]]
        else:
            yield from _text(child)


def _descend(element: Any, name: str) -> Iterator[Any]:
    """The rows of a table or the cells of a row, including those inside content controls."""
    for child in element.iterchildren():
        if child.tag == _W + name:
            yield child
        elif child.tag in (_W + "sdt", _W + "sdtContent", _W + "customXml"):
            yield from _descend(child, name)


def _outline(element: Any) -> int | None:
    """Outline levels count from 0; 9 is body text."""
    level = whole_number(element.get(_W + "val"), 9)
    return min(level + 1, 6) if level < 9 else None


def _flag(look: Any, name: str, bit: int) -> bool:
    """A flag of a table's look: an attribute of its own, or a bit of the older `val`."""
    if look is None:
        return False
    own = look.get(_W + name)
    if own is not None:
        return own in ("1", "true", "on")
    try:
        return bool(int(look.get(_W + "val", "0"), 16) & bit)
    except ValueError:
        return False
