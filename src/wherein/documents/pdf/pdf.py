"""Parses PDF, with the place of every character on its page. Draws nothing and runs no scripts."""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from wherein.core.document import Block, Dates, Page
from wherein.core.errors import EncryptedDocument, NoText, ParseError, SourceTooLarge
from wherein.core.span import Span
from wherein.core.unread import Unread, UnreadKind, counted
from wherein.documents.building.canonical import Cell, clean, is_visible, separator_of
from wherein.documents.building.dates import from_pdf
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.word_joints import WordJoints
from wherein.documents.page_lines.annotations import annotations_of
from wherein.documents.page_lines.pdf_lines import (
    BYTES_OF_PIECE_PAIRS,
    MOST_PIECE_PAIRS,
    MOST_TEXT_PIECES,
    NO_BOX,
    Line,
    PageLines,
    Rectangle,
    directions_of,
    drawn_on,
    pictures_unread,
)
from wherein.documents.page_lines.recognition import (
    MOST_PAGES,
    has_picture,
    how_to_install,
    program,
    recognised,
)
from wherein.documents.page_lines.rectangles import MadeBox
from wherein.documents.page_lines.unseen_text import without_unseen
from wherein.documents.page_tables.rows_overleaf import table_at_end
from wherein.documents.page_tables.tables import with_tables
from wherein.documents.page_text.columns import in_columns
from wherein.documents.page_text.field_lines import with_annotations
from wherein.documents.page_text.front import title_of
from wherein.documents.page_text.justified import with_spaces
from wherein.documents.page_text.paragraph import Paragraph
from wherein.documents.pdf.pdf_layout import paragraphs_of
from wherein.documents.source import Source

_TENTHS = 10
_LARGEST = 65535


def parse_pdf(source: Source) -> Parsed:
    """The text of a PDF in reading order, without headers and footers, with words joined over line ends.

    Pages without text are recognised where the source has a `recognition`. Raises EncryptedDocument for a wrong or
    missing `password`, NoText when no page has text, and ParseError when PDFium can't open the file.
    """
    data, name, password = source.data, source.name, source.password
    import pypdfium2

    document = _open(pypdfium2, data, name, password)
    try:
        count = len(document)
        if document.get_formtype() != 0:
            document.init_forms()
        pages, there = _pages(document, source)
        read = _recognise(document, pages, source)
        paragraphs = paragraphs_of(pages)
        text, blocks, spans, boxes, generated = _assembled(paragraphs, count)
        if not is_visible(text):
            raise _no_text(source, count)
        information = document.get_metadata_dict(skip_empty=True)
    finally:
        document.close()
    return Parsed(
        text=text,
        blocks=blocks,
        title=title_of(information.get("Title", ""), text, blocks),
        dates=Dates(
            created=from_pdf(information.get("CreationDate")),
            modified=from_pdf(information.get("ModDate")),
        ),
        pages=tuple(
            Page(number, span, boxes[number - 1], number in read)
            for number, span in enumerate(spans, 1)
        ),
        generated=generated,
        unread=_unread(pages, count, there),
    )


@dataclass(slots=True)
class _Besides:
    """What the file holds besides text: its form fields, those whose value was not read, its large pictures,
    its attachments and its hidden texts."""

    fields: int = 0
    fields_unread: int = 0
    attachments: int = 0
    pictures: int = 0
    hidden: int = 0


def _unread(pages: Sequence[PageLines], count: int, besides: _Besides) -> tuple[Unread, ...]:
    """What the pages hold and their text does not."""
    blank = count - len({page.number for page in pages if page.lines or page.notes})
    glyphs = sum(page.glyphs_unknown for page in pages)
    found = (
        (UnreadKind.PAGE, blank, count),
        (UnreadKind.PICTURE, besides.pictures, None),
        (UnreadKind.GLYPH, glyphs, None),
        (UnreadKind.FORM_FIELD, besides.fields_unread, besides.fields),
        (UnreadKind.ATTACHMENT, besides.attachments, None),
        (UnreadKind.HIDDEN_TEXT, besides.hidden, None),
    )
    return counted(Unread(kind, many, of) for kind, many, of in found if many)


def _pages(document: Any, source: Source) -> tuple[list[PageLines], _Besides]:
    """The lines of each page that PDFium can open. Raises SourceTooLarge for text in too many pieces."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    pages: list[PageLines] = []
    besides = _Besides(attachments=max(0, pdfium.FPDFDoc_GetAttachmentCount(document.raw)))
    pairs, most_pairs = 0, MOST_PIECE_PAIRS * (1 + len(source.data) // BYTES_OF_PIECE_PAIRS)
    for index in range(len(document)):
        try:
            page = document[index]
        except pypdfium2.PdfiumError:
            continue  # one broken page does not cost the others
        drawn = drawn_on(page)
        pieces = drawn.text_pieces
        pairs += pieces**2
        if pieces > MOST_TEXT_PIECES or pairs > most_pairs:
            what = f"Page {index + 1} of {source.name} draws its text"
            if pieces <= MOST_TEXT_PIECES:
                what = f"{source.name} draws the text of its first {index + 1} pages"
            raise SourceTooLarge(
                f"{what} in too many pieces.",
                "Print it to a new PDF, or save its text, and give that.",
            )
        besides.hidden += without_unseen(page)
        directions = map(with_spaces, directions_of(page, index + 1))
        own, *others = map(in_columns, directions)
        annotated = annotations_of(page, document.formenv)
        besides.pictures += pictures_unread(own, drawn.pictures)
        besides.fields += annotated.fields_there
        besides.fields_unread += annotated.unread
        above = table_at_end(pages, index + 1)
        pages += with_tables(page, with_annotations(own, annotated), others, above)
        page.close()
    return pages, besides


def _is_unread(page: PageLines) -> bool:
    """Whether a page has no text, or less than what its fonts do not name."""
    return page.glyphs_unknown >= sum(len(line.text) for line in page.lines)


def _recognise(document: Any, pages: list[PageLines], source: Source) -> frozenset[int]:
    """Recognise the pages without text and replace their lines; returns the numbers of the pages that got lines."""
    how = source.recognition
    if how is None:
        return frozenset()
    wanted: list[int] = []
    for place, lines in enumerate(pages):
        if _is_unread(lines) and len(wanted) < MOST_PAGES:
            page = document[lines.number - 1]
            if has_picture(page):
                wanted.append(place)
            page.close()
    read: set[int] = set()
    for done, place in enumerate(wanted, 1):
        number = pages[place].number
        page = document[number - 1]
        pages[place] = recognised(page, number, how)
        page.close()
        if pages[place].lines:
            read.add(number)
        how.on_page(done, len(wanted))
    return frozenset(read)


def _no_text(source: Source, count: int) -> NoText:
    pages = f"its {count} page{'s are' if count != 1 else ' is'} a scan or pictures"
    if source.recognition is not None:
        return NoText(
            f"{source.name} has no text layer: {pages}, in which no letters were recognised.",
            "Scan it again, upright and at 300 dots an inch.",
        )
    what = f"{source.name} has no text layer: {pages}."
    if program() is not None:
        return NoText(what, 'Let its text be recognised (OCR): ocr = "eng" in config.toml.')
    return NoText(what, f"Install text recognition (OCR), then give it again: {how_to_install()}")


def _open(pypdfium2: Any, data: bytes, name: str, password: str | None) -> Any:
    import pypdfium2.raw as pdfium

    try:
        return pypdfium2.PdfDocument(data, password=password)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == pdfium.FPDF_ERR_PASSWORD or "password" in str(error):
            if password:
                what, next_step = f"That is not the password of {name}.", "Give the right one."
            else:
                what = f"{name} is protected by a password."
                next_step = "Give it with --password in a terminal, or save the file without one and give that."
            raise EncryptedDocument(what, next_step) from error
        raise ParseError(
            f"{name} is not a readable PDF, or only part of one.",
            "Download it again, or make the PDF again.",
        ) from error


def _assembled(
    paragraphs: Sequence[Paragraph], page_count: int
) -> tuple[str, tuple[Block, ...], list[Span], list[bytes], tuple[Span, ...]]:
    """The canonical text, its blocks, each page's span and packed boxes, and the places that the file does not have."""
    joints = WordJoints([line.text for line in each.lines] for each in paragraphs)
    parts: list[str] = []
    places: list[list[Rectangle]] = [[] for _ in range(page_count)]
    blocks: list[Block] = []
    last_cell: Cell | None = None
    length = 0
    page = 0

    def append(text: str, boxes: Sequence[Rectangle]) -> None:
        nonlocal length
        parts.append(text)
        length += len(text)
        places[page].extend(boxes)

    for paragraph in paragraphs:
        if not is_visible("".join(line.text for line in paragraph.lines)):
            continue
        if length:
            separator = separator_of(blocks[-1].kind, last_cell, paragraph.kind, paragraph.cell)
            append(separator, [NO_BOX] * len(separator))
        start = length
        for line, following in _with_next(paragraph.lines):
            page = line.page - 1
            text, boxes = clean(line.text), line.boxes
            if following is None:
                append(text, boxes)
            elif paragraph.rows:
                append(text + "\n", [*boxes, NO_BOX])
            else:
                joint = joints.between(line.text, following.text)
                if joint is None:
                    append(text[:-1], boxes[:-1])
                elif joint:
                    append(text + joint, [*boxes, NO_BOX])
                else:
                    append(text, boxes)
        last_cell = paragraph.cell
        row, column = (last_cell.row, last_cell.column) if last_cell else (None, None)
        blocks.append(Block(paragraph.kind, Span(start, length), paragraph.level, row, column))
    spans: list[Span] = []
    position = 0
    for boxes in places:
        spans.append(Span(position, position + len(boxes)))
        position += len(boxes)
    packed = [_packed(boxes) for boxes in places]
    return "".join(parts), tuple(blocks), spans, packed, _made(chain.from_iterable(places))


def _made(boxes: Iterable[Rectangle]) -> tuple[Span, ...]:
    """The runs of characters whose boxes say that the file does not have them."""
    found: list[Span] = []
    for at, box in enumerate(boxes):
        if type(box) is MadeBox:
            if found and found[-1].end == at:
                found[-1] = Span(found[-1].start, at + 1)
            else:
                found.append(Span(at, at + 1))
    return tuple(found)


def _with_next(lines: list[Line]) -> Iterator[tuple[Line, Line | None]]:
    yield from zip(lines, [*lines[1:], None], strict=True)


def _packed(boxes: Sequence[Rectangle]) -> bytes:
    """Boxes in tenths of a point, in the form of `core.document.Page`."""
    sides = [int(side * _TENTHS + 0.5) for side in chain.from_iterable(boxes)]
    try:
        values = array("H", sides)
    except OverflowError:  # ink beyond the page's edge
        values = array("H", [min(max(side, 0), _LARGEST) for side in sides])
    if sys.byteorder == "big":
        values.byteswap()
    return zlib.compress(values.tobytes(), 4)
