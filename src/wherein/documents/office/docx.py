"""Parses DOCX: body, text boxes and notes, then headers and footers. Leaves out deleted and unseen text."""

from __future__ import annotations

import io
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from wherein.core.document import BlockKind
from wherein.core.errors import WhereinError
from wherein.core.unread import Unread, UnreadKind, counted
from wherein.documents.building.archive import checked_archive, unreadable
from wherein.documents.building.canonical import CanonicalText, Cell, trimmed
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.sheets.sheet_tables import SheetTables
from wherein.documents.building.whole_number import whole_number
from wherein.documents.office.charts import CHART, DIAGRAM, add_chart, add_diagram
from wherein.documents.office.docx_look import (
    RunLooks,
    has_picture_behind,
    paragraphs_over_pictures,
)
from wherein.documents.office.docx_numbering import Numbering
from wherein.documents.office.docx_table import longest_text, table_cells
from wherein.documents.office.docx_text import FALLBACK, ParagraphTexts, Shown, W, is_placeholder
from wherein.documents.office.office_properties import read_properties
from wherein.documents.source import Source

_HEADING = re.compile(r"^(?:heading|überschrift|titre|título|titolo|заголовок)\s*(\d)$", re.I)
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_PICTURE = "{http://schemas.openxmlformats.org/drawingml/2006/picture}pic"
# Word itself allows eleven.
_LONGEST_CHAIN = 20


def parse_docx(source: Source) -> Parsed:
    """Headings by style and outline level, list items, cells with their headers, notes at the end.

    Automatic numbers stand before their paragraphs. Headers and footers follow as text beside the main text, each text
    once and without page numbers. Raises ParseError for a damaged file and EncryptedDocument, as `archive` does.
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
        reader.margins()
        unread = reader.unread()
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
        generated=out.generated,
        unread=unread,
    )


@dataclass(frozen=True, slots=True)
class _Style:
    """The properties that a paragraph style and its base styles give to paragraphs.

    number, number_level: the list that numbers them and its level, "" and None where the style names none.
    """

    level: int | None
    is_caption: bool
    is_item: bool
    is_hidden: bool
    number: str
    number_level: int | None

    @classmethod
    def of(cls, chain: Sequence[Any]) -> _Style:
        names = [(style.name or "").lower() for style in chain]
        numbered = any(style.element.find(f"{W}pPr/{W}numPr") is not None for style in chain)
        hidden = next(
            (h for s in chain if (h := s.element.find(f"{W}rPr/{W}vanish")) is not None), None
        )
        return cls(
            _style_level(chain),
            "caption" in names,
            numbered or any(name.startswith("list ") for name in names),
            hidden is not None and hidden.get(W + "val") not in ("0", "false", "off"),
            next((n for s in chain if (n := _numbered(s.element, "numId"))), ""),
            next((whole_number(n, 0) for s in chain if (n := _numbered(s.element, "ilvl"))), None),
        )


def _numbered(element: Any, name: str) -> str:
    found = element.find(f"{W}pPr/{W}numPr/{W}{name}")
    return str(found.get(W + "val", "")) if found is not None else ""


def _style_level(chain: Sequence[Any]) -> int | None:
    for style in chain:
        name = (style.name or "").strip()
        if match := _HEADING.match(name):
            return min(max(int(match.group(1)), 1), 6)
        if name.lower() == "title":
            return 1
        outline = style.element.find(f"{W}pPr/{W}outlineLvl")
        if outline is not None:
            return _outline(outline)
    return None


class _Reader:
    """Walks python-docx's XML: its own paragraph lists miss content controls and text boxes."""

    def __init__(self, document: Any) -> None:
        self.out = CanonicalText()
        self._part = document.part
        self._styles = {style.style_id: style for style in document.styles}
        self._default_style = next(
            (
                style.style_id
                for style in document.styles
                if style.element.get(W + "type") == "paragraph"
                and style.element.get(W + "default") in ("1", "true", "on")
            ),
            "",
        )
        self._tables = 0
        self._known: dict[str, _Style] = {}
        self._main = True
        self._hidden_rows = self._charts = 0
        self._sheet_tables = SheetTables(self.out)
        self._looks = RunLooks(
            self._elements_of,
            self._paragraphs_over_pictures,
            document.element,
            document.styles.element,
        )
        self._texts = self._new_texts()
        roots = [root for _, root in self._parts("numbering")]
        self._numbering = Numbering(
            roots[0] if roots else None, lambda style: self._style_named(style).number
        )

    def read(self, container: Any, cell: Cell | None = None) -> None:
        """Paragraphs and tables of a body, cell, note or content control, in order."""
        for child in container.iterchildren():
            if child.tag == W + "p":
                self._paragraph(child, cell)
            elif child.tag == W + "tbl":
                self._table(child)
            elif child.tag == W + "sdt" and is_placeholder(child):
                continue
            elif child.tag in (
                W + "sdt",
                W + "sdtContent",
                W + "customXml",
                W + "ins",
                W + "moveTo",
            ):
                self.read(child, cell)

    def notes(self, kind: str) -> None:
        """The footnotes or endnotes part, without its separators."""
        for _, root in self._parts(kind):
            for note in root.iterchildren(W + kind[:-1]):
                if note.get(W + "type") in (None, "normal"):
                    self._texts.begin_part()
                    self.read(note)

    def margins(self) -> None:
        """The headers and footers: each text once, and none that is in the document already."""
        self._main = False
        seen = {block.span.of(self.out.text) for block in self.out.blocks}
        for kind in ("header", "footer"):
            for _, root in self._parts(kind):
                for paragraph in root.iter(W + "p"):
                    self._texts.begin_part()
                    shown = self._texts.of(paragraph, self._style(paragraph))
                    text = trimmed(" ".join(shown.text.split()))
                    if any(map(str.isalpha, text)) and text not in seen:
                        seen.add(text)
                        generated = shown.generated if text == shown.text else ()
                        self.out.add(BlockKind.PARAGRAPH, text, main=False, generated=generated)

    def unread(self) -> tuple[Unread, ...]:
        """What the document holds beside its text."""
        body = self._part.element
        comments = sum(len(root.findall(W + "comment")) for _, root in self._parts("comments"))
        counts = (
            (UnreadKind.PICTURE, _count(body, _PICTURE)),
            (UnreadKind.CHART, self._charts),
            (UnreadKind.OBJECT, _count(body, W + "object") + _count(body, W + "altChunk")),
            (UnreadKind.COMMENT, comments),
            (UnreadKind.DELETION, _deletions(body)),
            (UnreadKind.HIDDEN_TEXT, self._texts.hidden),
            (UnreadKind.HIDDEN_ROW, self._hidden_rows),
        )
        return counted(Unread(kind, count) for kind, count in counts if count)

    def _parts(self, kind: str) -> Iterator[tuple[Any, Any]]:
        """The parts of a kind that the document refers to, with their XML, in the order of their names."""
        from lxml import etree

        found = [
            relation.target_part
            for relation in self._part.rels.values()
            if relation.reltype == _RELATIONS + kind and not relation.is_external
        ]
        for part in sorted(found, key=lambda part: str(part.partname)):
            parser = etree.XMLParser(resolve_entities=False, no_network=True)
            yield part, etree.fromstring(part.blob, parser)

    # -- paragraphs ---------------------------------------------------------------------------

    def _paragraph(self, paragraph: Any, cell: Cell | None) -> None:
        style = self._style_of(paragraph)
        shown = self._texts.of(paragraph, self._style(paragraph))
        level = None if cell else self._level(paragraph)
        if level is not None and not shown.generated:
            shown = Shown(" ".join(shown.text.split()))
        if shown.text.strip():
            shown = self._numbered(paragraph, style, shown)
        if cell is not None:
            kind = BlockKind.CELL
        elif level is not None:
            kind = BlockKind.HEADING
        elif style.is_caption:
            kind = BlockKind.CAPTION
        else:
            kind = BlockKind.LIST_ITEM if self._is_item(paragraph) else BlockKind.PARAGRAPH
        self.out.add(
            kind, shown.text, level=level, cell=cell, main=self._main, generated=shown.generated
        )
        for box in _boxes(paragraph):
            self.read(box)
        for drawn in paragraph.iter(CHART, DIAGRAM):
            self._add_drawn(drawn)

    def _add_drawn(self, drawn: Any) -> None:
        """The data of a chart, or the texts of a diagram, whose part an element refers to."""
        key = drawn.get(_R + ("id" if drawn.tag == CHART else "dm"), "")
        part = self._part.related_parts.get(key)
        if drawn.tag == DIAGRAM and part is not None:
            add_diagram(self.out, part.blob)
        elif drawn.tag == CHART:
            has_data = part is not None and add_chart(self.out, self._sheet_tables, part.blob)
            self._charts += not has_data

    def _numbered(self, paragraph: Any, style: _Style, shown: Shown) -> Shown:
        """The text with the paragraph's automatic number before it."""
        number = _numbered(paragraph, "numId") or style.number
        if not number or number == "0":
            return shown
        direct = _numbered(paragraph, "ilvl")
        if direct:
            level = whole_number(direct, 0)
        elif style.number_level is not None:
            level = style.number_level
        else:
            level = self._numbering.level_of_style(number, self._style(paragraph))
        counted_number = self._numbering.number(number, level)
        if not counted_number:
            return shown
        text = shown.text.lstrip()
        moved = len(counted_number) - (len(shown.text) - len(text))
        places = [
            (max(start + moved, len(counted_number)), end + moved) for start, end in shown.generated
        ]
        places = [(start, end) for start, end in places if start < end]
        return Shown(counted_number + text, [(0, len(counted_number)), *places])

    def _style(self, paragraph: Any) -> str:
        found = paragraph.find(f"{W}pPr/{W}pStyle")
        return found.get(W + "val", "") if found is not None else ""

    def _style_of(self, paragraph: Any) -> _Style:
        return self._style_named(self._style(paragraph))

    def _style_named(self, name: str) -> _Style:
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
            based = style.element.find(f"{W}basedOn")
            style_id = based.get(W + "val", "") if based is not None else ""

    def _new_texts(self) -> ParagraphTexts:
        return ParagraphTexts(lambda style: self._style_named(style).is_hidden, self._looks.of)

    def _elements_of(self, style_id: str) -> list[Any]:
        """The elements of a style and those that it is based on; "" is the default paragraph style."""
        return [style.element for style in self._chain(style_id or self._default_style)]

    def _paragraphs_over_pictures(self) -> Container[Any]:
        """The paragraphs that may have a picture behind them: all, where a header puts a large one behind each page."""
        margins = (root for kind in ("header", "footer") for _, root in self._parts(kind))
        body = self._part.element
        if any(map(has_picture_behind, margins)):
            return frozenset(body.iter(W + "p"))
        return paragraphs_over_pictures(body)

    def _level(self, paragraph: Any) -> int | None:
        direct = paragraph.find(f"{W}pPr/{W}outlineLvl")
        return _outline(direct) if direct is not None else self._style_of(paragraph).level

    def _is_item(self, paragraph: Any) -> bool:
        number = paragraph.find(f"{W}pPr/{W}numPr/{W}numId")
        if number is not None:
            return bool(number.get(W + "val") != "0")
        return self._style_of(paragraph).is_item

    # -- tables -------------------------------------------------------------------------------

    def _table(self, table: Any) -> None:
        """A table, each cell with its headers. Cells that only arrange one column are body."""
        first = self._tables + 1
        cells, hidden = table_cells(table, self.out, self._header)
        self._hidden_rows += hidden
        self._tables += 1 + max((cell.part for cell in cells), default=0)
        is_layout = all(cell.column == 0 for cell in cells)
        for cell in cells:
            place = Cell(
                first + cell.part, cell.row, cell.column, cell.row_header, cell.column_header
            )
            self.read(cell.element, None if is_layout else place)

    def _header(self, cell: Any) -> str:
        """The text of a cell, from no more of its paragraphs than a header may be long."""
        texts = self._new_texts()
        paragraphs = cell.iter(W + "p")
        return trimmed(longest_text(texts.of(p, self._style(p)).text for p in paragraphs))


def _count(element: Any, tag: str) -> int:
    return sum(1 for _ in element.iter(tag))


def _deletions(body: Any) -> int:
    """How many tracked deletions a body has: deleted rows and deleted text, counting neighbouring ones by one author once."""
    found = 0
    for deletion in body.iter(W + "del"):
        before = deletion.getprevious()
        goes_on = (
            before is not None
            and before.tag == deletion.tag
            and before.get(W + "author") == deletion.get(W + "author")
        )
        has_text = any((text.text or "").strip() for text in deletion.iter(W + "delText", W + "t"))
        is_row = deletion.getparent().tag == W + "trPr"
        found += is_row or (has_text and not goes_on)
    return found


def _boxes(element: Any) -> Iterator[Any]:
    """The text boxes of a paragraph but for those within another box, which are that box's."""
    for child in element.iterchildren():
        if child.tag == W + "txbxContent":
            yield child
        elif isinstance(child.tag, str) and child.tag != FALLBACK:
            yield from _boxes(child)


def _outline(element: Any) -> int | None:
    """Outline levels count from 0; 9 is body text."""
    level = whole_number(element.get(W + "val"), 9)
    return min(level + 1, 6) if level < 9 else None
