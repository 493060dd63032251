"""Parses PDF, with the place of every character on its page. Draws nothing and runs no scripts."""

from __future__ import annotations

import re
import sys
import zlib
from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from wherein.core.document import Block, BlockKind, Dates, Page
from wherein.core.errors import EncryptedDocument, NoText, ParseError, SourceTooLarge
from wherein.core.span import Span
from wherein.documents.building.canonical import Cell, clean, is_visible, separator_of
from wherein.documents.building.dates import from_pdf
from wherein.documents.building.parsed import Parsed
from wherein.documents.page_lines.pdf_lines import (
    BYTES_OF_PIECE_PAIRS,
    MOST_PIECE_PAIRS,
    MOST_TEXT_PIECES,
    NO_BOX,
    Line,
    PageLines,
    Rectangle,
    lines_of,
    text_pieces,
)
from wherein.documents.page_lines.recognition import (
    MOST_PAGES,
    has_picture,
    how_to_install,
    program,
    recognised,
)
from wherein.documents.pdf.pdf_layout import Paragraph, paragraphs_of
from wherein.documents.pdf.tables import with_tables
from wherein.documents.source import Source

_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
# First parts of compounds that keep their hyphen ("self-attention") when nothing else decides.
_KEEPS_HYPHEN = frozenset(
    "self non well semi multi co ex pre post cross high low long short one two three four half "
    "all first second third full real state large small open end top fine hand left right".split()
)
_FILE_NAME_TITLE = re.compile(
    r"\.(?:docx?|pdf|tex|dvi|indd|qxd|rtf|pptx?|xlsx?|txt|odt|html?|ps|fm|wpd)$|^microsoft word"
    r"|^\S+\.\w{2,4}$"
    r"|^(?:untitled|unknown|title|document\d*|slide 1|powerpoint presentation|print)$",
    re.IGNORECASE,
)
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
        pages = _pages(document, source)
        read = _recognise(document, pages, source)
        paragraphs = paragraphs_of(pages)
        text, blocks, spans, boxes = _assembled(paragraphs, count)
        if not is_visible(text):
            raise _no_text(source, count)
        information = document.get_metadata_dict(skip_empty=True)
    finally:
        document.close()
    stated = information.get("Title", "")
    return Parsed(
        text=text,
        blocks=blocks,
        title=stated if _is_title(stated) else _first_heading(text, blocks),
        dates=Dates(
            created=from_pdf(information.get("CreationDate")),
            modified=from_pdf(information.get("ModDate")),
        ),
        pages=tuple(
            Page(number, span, boxes[number - 1], number in read)
            for number, span in enumerate(spans, 1)
        ),
    )


def _pages(document: Any, source: Source) -> list[PageLines]:
    """The lines of each page that PDFium can open. Raises SourceTooLarge for text in too many pieces."""
    import pypdfium2

    pages: list[PageLines] = []
    pairs, most_pairs = 0, MOST_PIECE_PAIRS * (1 + len(source.data) // BYTES_OF_PIECE_PAIRS)
    for index in range(len(document)):
        try:
            page = document[index]
        except pypdfium2.PdfiumError:
            continue  # one broken page does not cost the others
        pieces = text_pieces(page)
        pairs += pieces**2
        if pieces > MOST_TEXT_PIECES or pairs > most_pairs:
            what = f"Page {index + 1} of {source.name} draws its text"
            if pieces <= MOST_TEXT_PIECES:
                what = f"{source.name} draws the text of its first {index + 1} pages"
            raise SourceTooLarge(
                f"{what} in too many pieces.",
                "Print it to a new PDF, or save its text, and give that.",
            )
        pages.append(with_tables(page, lines_of(page, index + 1)))
        page.close()
    return pages


def _recognise(document: Any, pages: list[PageLines], source: Source) -> frozenset[int]:
    """Recognise the pages without text and replace their lines; returns the numbers of the pages that got lines."""
    how = source.recognition
    if how is None:
        return frozenset()
    wanted: list[int] = []
    for place, lines in enumerate(pages):
        if not lines.lines and len(wanted) < MOST_PAGES:
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
            "Get it again, or print it again.",
        ) from error


def _assembled(
    paragraphs: Sequence[Paragraph], page_count: int
) -> tuple[str, tuple[Block, ...], list[Span], list[bytes]]:
    """The canonical text, its blocks, each page's span, and each page's packed boxes."""
    divide = _Divider(paragraphs)
    parts: list[str] = []
    places: list[list[Rectangle]] = [[] for _ in range(page_count)]
    blocks: list[Block] = []
    last_cell: Cell | None = None
    length = 0
    page = 0

    def put(text: str, boxes: Sequence[Rectangle]) -> None:
        nonlocal length
        parts.append(text)
        length += len(text)
        places[page].extend(boxes)

    for paragraph in paragraphs:
        if not is_visible("".join(line.text for line in paragraph.lines)):
            continue
        if length:
            separator = separator_of(blocks[-1].kind, last_cell, paragraph.kind, paragraph.cell)
            put(separator, [NO_BOX] * len(separator))
        start = length
        for line, following in _with_next(paragraph.lines):
            page = line.page - 1
            text, boxes = clean(line.text), line.boxes
            if following is None:
                put(text, boxes)
            elif paragraph.rows:
                put(text + "\n", [*boxes, NO_BOX])
            else:
                joint = divide.joint(line, following)
                if joint is None:
                    put(text[:-1], boxes[:-1])
                elif joint:
                    put(text + joint, [*boxes, NO_BOX])
                else:
                    put(text, boxes)
        last_cell = paragraph.cell
        row, column = (last_cell.row, last_cell.column) if last_cell else (None, None)
        blocks.append(Block(paragraph.kind, Span(start, length), paragraph.level, row, column))
    spans: list[Span] = []
    position = 0
    for boxes in places:
        spans.append(Span(position, position + len(boxes)))
        position += len(boxes)
    return "".join(parts), tuple(blocks), spans, [_packed(boxes) for boxes in places]


def _with_next(lines: list[Line]) -> Iterator[tuple[Line, Line | None]]:
    yield from zip(lines, [*lines[1:], None], strict=True)


class _Divider:
    """Decides whether a hyphen at a line's end belongs to the word, by the document's words."""

    def __init__(self, paragraphs: Sequence[Paragraph]) -> None:
        self._words: set[str] = set()
        for paragraph in paragraphs:
            for line in paragraph.lines:
                self._words.update(word.lower() for word in _WORDS.findall(line.text))

    def joint(self, line: Line, following: Line) -> str | None:
        """The text between two lines of a paragraph; None removes the hyphen of the first line."""
        text, after = line.text, following.text
        if text[-1] in "\u00ad\u2010" and len(text) > 1 and after[0].isalpha():
            return None
        last_word = text.rsplit(" ", 1)[-1]
        if len(last_word) > 1 and (
            (text[-1] == "–" and last_word[-2].isalnum() and after[0].isalnum())
            or (text[-1] in "/.-_?=&" and ("://" in last_word or last_word.startswith("www.")))
        ):
            return ""  # a range or an address goes on
        if text[-1] == "-" and text[-2:-1].isalnum() and after[0].isdecimal():
            return ""
        if text[-1] != "-" or len(text) < 2 or not after[0].isalpha():
            return "" if _is_wide(text[-1]) and _is_wide(after[0]) else " "
        if not text[-2].isalpha():
            return "" if text[-2].isalnum() else " "
        before_words = _WORDS.findall(text[-60:-1])
        after_words = _WORDS.findall(after[:60])
        if not before_words or not after_words or not after[0].islower():
            return ""
        first, second = before_words[-1].lower(), after_words[0].lower()
        if f"{first}-{second}" in self._words:
            return ""
        if first + second in self._words:
            return None
        if "-" in first or first in _KEEPS_HYPHEN or len(first) < 2 or len(second) < 2:
            return ""
        # Both halves are words of their own here and the whole is not: a compound.
        both = first in self._words and second in self._words
        return "" if both and len(first) > 3 and len(second) > 3 else None


def _is_wide(character: str) -> bool:
    """Chinese and Japanese characters, between which a line end is no space."""
    return "\u3000" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"


def _packed(boxes: Sequence[Rectangle]) -> bytes:
    """Boxes in tenths of a point, in the form of `core.document.Page`."""
    sides = [int(side * _TENTHS + 0.5) for box in boxes for side in box]
    try:
        values = array("H", sides)
    except OverflowError:  # ink beyond the page's edge
        values = array("H", [min(max(side, 0), _LARGEST) for side in sides])
    if sys.byteorder == "big":
        values.byteswap()
    return zlib.compress(values.tobytes(), 4)


def _is_title(title: str) -> bool:
    """False for the names of files and programs that some writers leave in the title field."""
    title = " ".join(title.split())
    if len(title) < 3 or _FILE_NAME_TITLE.search(title) or "\ufffd" in title:
        return False
    return any(character.isalpha() for character in title) and "/" not in title.split(" ")[0]


def _first_heading(text: str, blocks: Sequence[Block]) -> str | None:
    """The largest heading of the first twenty blocks."""
    headings = [block for block in blocks[:20] if block.kind is BlockKind.HEADING]
    if not headings:
        return None
    return min(headings, key=lambda block: (block.level or 6, block.span.start)).span.of(text)
