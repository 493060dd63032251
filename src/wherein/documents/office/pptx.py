"""Parses PPTX: slide by slide, title first, notes last, tables with their headers. Ignores pictures."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, cast

from wherein.core.document import BlockKind, Page
from wherein.core.errors import WhereinError
from wherein.core.span import Span
from wherein.documents.building.archive import checked_archive, unreadable
from wherein.documents.building.canonical import CanonicalText, Cell, header_of
from wherein.documents.building.parsed import Parsed
from wherein.documents.office.office_properties import read_properties
from wherein.documents.source import Source

# Date, footer and slide number placeholders repeat on every slide (ECMA-376 part 1, 19.7.10).
_FURNITURE = ("DATE", "FOOTER", "SLIDE_NUMBER", "HEADER")
_LINE_BREAKS = str.maketrans({"\v": "\n"})


def parse_pptx(source: Source) -> Parsed:
    """Each slide is a page; its title is a heading of level 1.

    Raises ParseError for a damaged file and EncryptedDocument, as `archive` does.
    """
    data, name = source.data, source.name
    with checked_archive(data, name) as archive:
        properties = read_properties(archive, name)
    import pptx

    out = CanonicalText()
    pages: list[Page] = []
    try:
        deck = pptx.Presentation(io.BytesIO(data))
        tables = 0
        for number, slide in enumerate(deck.slides, start=1):
            start = len(out)
            tables = _add_slide(out, slide, tables)
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
    )


def _add_slide(out: CanonicalText, slide: Any, tables: int) -> int:
    """Append one slide; returns the number of tables so far."""
    title = slide.shapes.title
    if title is not None:
        text = " ".join(title.text_frame.text.translate(_LINE_BREAKS).split())
        out.add(BlockKind.HEADING, text, level=1)
    for shape in _shapes(slide.shapes):
        if title is not None and shape.shape_id == title.shape_id:
            continue
        if getattr(shape, "has_table", False):
            tables += 1
            _add_table(out, shape.table, tables)
        elif getattr(shape, "has_text_frame", False) and not _is_furniture(shape):
            _add_frame(out, shape)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        for paragraph in slide.notes_slide.notes_text_frame.paragraphs:
            out.add(BlockKind.PARAGRAPH, paragraph.text.translate(_LINE_BREAKS))
    return tables


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
    listed = shape.is_placeholder and len(shape.text_frame.paragraphs) > 1
    for paragraph in shape.text_frame.paragraphs:
        kind = BlockKind.LIST_ITEM if listed or paragraph.level else BlockKind.PARAGRAPH
        out.add(kind, paragraph.text.translate(_LINE_BREAKS))


def _add_table(out: CanonicalText, table: Any, number: int) -> None:
    # By the XML's own lists: python-pptx counts all rows again for each row, and all cells for each cell.
    rows = [[_cell_text(cell) for cell in row.tc_lst] for row in table._tbl.tr_lst]
    headers = rows[0] if rows and table.first_row and len(rows) > 1 else []
    above = [header_of(text) for text in headers]
    for row_index, row in enumerate(rows):
        first = row[0] if row and table.first_col and (row_index or not headers) else None
        before = header_of(first)
        for column, text in enumerate(row):
            header = above[column] if row_index and column < len(above) else None
            cell = Cell(number, row_index, column, before if column else None, header)
            out.add(BlockKind.CELL, text, cell=cell)


def _cell_text(cell: Any) -> str:
    from pptx.table import _Cell

    return str(_Cell(cell, cast(Any, None)).text_frame.text).translate(_LINE_BREAKS)
