"""Parses PPTX: slide by slide, title first, notes last, tables and charts with their headers. Counts pictures."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, cast

from wherein.core.document import BlockKind, Page
from wherein.core.errors import WhereinError
from wherein.core.span import Span
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.archive import checked_archive, unreadable
from wherein.documents.building.canonical import CanonicalText, clean
from wherein.documents.building.numerals import office_numeral
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.sheets.regions import Merges, Row, Value, kind_of_text
from wherein.documents.building.sheets.sheet_tables import SheetTables
from wherein.documents.building.whole_number import whole_number
from wherein.documents.office.charts import DIAGRAM, add_chart, add_diagram
from wherein.documents.office.equations import EQUATIONS, equation_pieces
from wherein.documents.office.office_properties import read_properties
from wherein.documents.source import Source

# Date, footer and slide number placeholders repeat on every slide (ECMA-376 part 1, 19.7.10).
_FURNITURE = ("DATE", "FOOTER", "SLIDE_NUMBER", "HEADER")
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_NUMBERS = {
    "romanUc": "upperRoman",
    "romanLc": "lowerRoman",
    "alphaUc": "upperLetter",
    "alphaLc": "lowerLetter",
}
_LINE_BREAKS = str.maketrans({"\v": "\n"})


def parse_pptx(source: Source) -> Parsed:
    """Each slide is a page; its title is a heading of level 1.

    Raises ParseError for a damaged file and EncryptedDocument, as `archive` does.
    """
    data, name = source.data, source.name
    with checked_archive(data, name) as archive:
        properties = read_properties(archive, name)
    import pptx

    reader = _Reader()
    out = reader.out
    pages: list[Page] = []
    try:
        deck = pptx.Presentation(io.BytesIO(data))
        for number, slide in enumerate(deck.slides, start=1):
            start = len(out)
            reader.add_slide(slide)
            if pages:
                pages[-1] = Page(number - 1, Span(pages[-1].span.start, start))
            pages.append(Page(number, Span(start, len(out))))
    except WhereinError:
        raise
    except Exception as error:  # python-pptx raises whatever its parts raise
        raise unreadable(name, error) from error
    heading = next((b.span.of(out.text) for b in out.blocks if b.kind is BlockKind.HEADING), None)
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        title=properties.title or heading,
        dates=properties.dates,
        pages=tuple(pages),
        generated=out.generated,
        unread=tuple(Unread(kind, count) for kind, count in reader.counts.items() if count),
    )


class _Reader:
    """Adds slide after slide, and counts what is left out."""

    def __init__(self) -> None:
        self.out = CanonicalText()
        self.counts = dict.fromkeys((UnreadKind.PICTURE, UnreadKind.CHART, UnreadKind.OBJECT), 0)
        self._tables = SheetTables(self.out)

    def add_slide(self, slide: Any) -> None:
        title = slide.shapes.title
        if title is not None:
            text = " ".join(title.text_frame.text.translate(_LINE_BREAKS).split())
            self.out.add(BlockKind.HEADING, text, level=1)
        for shape in _shapes(slide.shapes):
            if title is None or shape.shape_id != title.shape_id:
                self._add_shape(slide, shape)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            for paragraph in slide.notes_slide.notes_text_frame.paragraphs:
                self.out.add(BlockKind.PARAGRAPH, paragraph.text.translate(_LINE_BREAKS))

    def _add_shape(self, slide: Any, shape: Any) -> None:
        if getattr(shape, "has_table", False):
            _add_table(self.out, self._tables, shape.table)
        elif getattr(shape, "has_chart", False):
            has_data = add_chart(self.out, self._tables, shape.chart_part.blob)
            self.counts[UnreadKind.CHART] += not has_data
        elif getattr(shape, "has_text_frame", False):
            if not _is_furniture(shape):
                _add_frame(self.out, shape)
        elif hasattr(shape, "image"):
            self.counts[UnreadKind.PICTURE] += 1
        else:
            self._add_drawn(slide, shape._element)

    def _add_drawn(self, slide: Any, element: Any) -> None:
        """A diagram's texts; an embedded object is counted."""
        diagram = next(element.iter(DIAGRAM), None)
        if diagram is not None:
            relation = slide.part.rels.get(diagram.get(_R + "dm", ""))
            if relation is not None and not relation.is_external:
                add_diagram(self.out, relation.target_part.blob)
        elif next(element.iter(_P + "oleObj"), None) is not None:
            self.counts[UnreadKind.OBJECT] += 1


def _shapes(shapes: Any) -> Iterator[Any]:
    """Shapes in drawing order, groups opened."""
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _is_furniture(shape: Any) -> bool:
    if not shape.is_placeholder:
        return False
    kind = shape.placeholder_format.type
    return kind is not None and kind.name in _FURNITURE


def _add_frame(out: CanonicalText, shape: Any) -> None:
    """Append a text frame: paragraphs of a body placeholder are list items, those of other text boxes prose."""
    paragraphs = shape.text_frame.paragraphs
    listed = shape.is_placeholder and len(paragraphs) > 1
    counts: dict[int, int] = {}
    for paragraph in paragraphs:
        pieces = _pieces(paragraph._p)
        number = _number(paragraph._p, paragraph.level, counts) if pieces else ""
        text, generated = number, [(0, len(number))] if number else []
        for piece, is_generated in pieces:
            piece = clean(piece)
            if is_generated:
                generated.append((len(text), len(text) + len(piece)))
            text += piece
        kind = BlockKind.LIST_ITEM if listed or number or paragraph.level else BlockKind.PARAGRAPH
        out.add(kind, text, generated=generated)


def _pieces(element: Any) -> list[tuple[str, bool]]:
    """The texts of a paragraph, each with whether the file lacks it as characters."""
    pieces: list[tuple[str, bool]] = []
    for child in element.iterchildren():
        if child.tag in EQUATIONS:
            pieces += equation_pieces(child)
        elif child.tag == _A + "t":
            pieces.append((child.text or "", False))
        elif child.tag == _A + "br":
            pieces.append(("\n", False))
        elif isinstance(child.tag, str) and not child.tag.endswith(("}pPr", "}rPr", "}Fallback")):
            pieces += _pieces(child)
    return [(text.translate(_LINE_BREAKS), generated) for text, generated in pieces]


def _number(paragraph: Any, level: int, counts: dict[int, int]) -> str:
    """The automatic number before a paragraph, with a space; `counts` has how far each level has counted."""
    bullet = paragraph.find(f"{_A}pPr/{_A}buAutoNum")
    for deeper in [at for at in counts if at > level or (bullet is None and at == level)]:
        del counts[deeper]
    if bullet is None:
        return ""
    counts[level] = counts[level] + 1 if level in counts else whole_number(bullet.get("startAt"), 1)
    form = bullet.get("type", "")
    shown = office_numeral(counts[level], _NUMBERS.get(form[:7], "decimal"))
    before = "(" if form.endswith("ParenBoth") else ""
    after = ")" if "Paren" in form else "." if form.endswith("Period") else ""
    return f"{before}{shown}{after} "


def _add_table(out: CanonicalText, tables: SheetTables, table: Any) -> None:
    # By the XML's own lists: python-pptx counts all rows again for each row, and all cells for each cell.
    rows: list[Row] = []
    extents: dict[tuple[int, int], tuple[int, int]] = {}
    for at, row in enumerate(table._tbl.tr_lst):
        values: list[Value] = []
        for column, cell in enumerate(row.tc_lst, start=1):
            width, height = (
                min(whole_number(cell.get(name), 1), 100) for name in ("gridSpan", "rowSpan")
            )
            text = "" if _is_covered(cell) else _cell_text(cell)
            if text.strip():
                values.append(Value(column, text, kind_of_text(text)))
            if width - 1 > out.grid_places:
                width = 1
            out.grid_places -= max(0, width - 1)
            if width * height > 1:
                extents[at, column] = height, width
        rows.append(Row(at, values))
    tables.add_table(
        rows,
        Merges(extents),
        may_be_first=bool(table.first_row),
        first_is_key=bool(table.first_col),
    )


def _is_covered(cell: Any) -> bool:
    """Whether a merged cell covers this one."""
    return any(cell.get(name) in ("1", "true") for name in ("hMerge", "vMerge"))


def _cell_text(cell: Any) -> str:
    from pptx.table import _Cell

    return str(_Cell(cell, cast(Any, None)).text_frame.text).translate(_LINE_BREAKS)
