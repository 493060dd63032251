"""Reads the lines of a PDF page from PDFium, with a box for each character. Knows no paragraphs."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wherein.documents.page_lines.drawn_spaces import with_columns_apart
from wherein.documents.page_lines.line_building import Line, LineBuilding, Piece
from wherein.documents.page_lines.rectangles import NO_BOX, Rectangle, turned
from wherein.documents.page_lines.seen_lines import seen_once

__all__ = [
    "BYTES_OF_PIECE_PAIRS",
    "MOST_PIECE_PAIRS",
    "MOST_TEXT_PIECES",
    "NO_BOX",
    "Line",
    "PageLines",
    "Rectangle",
    "directions_of",
    "drawn_on",
    "pictures_unread",
    "turned",
]

# PDFium writes one of these where a word is divided at the end of a line.
_DIVIDED = (0x2, 0xFFFE)
MOST_TEXT_PIECES = 40_000
"""The limit of one page. PDFium orders the pieces in quadratic time: this many take up to four seconds."""
MOST_PIECE_PAIRS = 5 * MOST_TEXT_PIECES**2
BYTES_OF_PIECE_PAIRS = 5_000_000
"""The limit of all pages together: a sum of squared numbers of pieces for each 5 MB begun, since pages may share pieces."""
# A picture of this share of its page may hold what the text does not; with so many lines over it, its text was read.
_LARGE = 0.04
_LINES_OF_A_PICTURE = 3
_MOST_PICTURES = 200
_WEIGHED = frozenset({1, 9, 17, 25, 41, 61})
# Text that leans further than this many degrees from the sides of the page is slanted.
_SLANTED = 10.0


@dataclass(frozen=True, slots=True)
class PageLines:
    """A page's lines in drawing order; `height` and `width` are those of the page as shown, after its clockwise
    `rotation` in degrees.

    `notes` stand beside the text, each a block of its own. `glyphs_unknown` counts the characters that their fonts do
    not name.
    """

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    rotation: int = 0
    notes: tuple[Line, ...] = ()
    glyphs_unknown: int = 0

    def shown(self, box: Rectangle) -> Rectangle:
        """The place on the page as shown of a box on the unrotated page."""
        sideways = self.rotation in (90, 270)
        width, height = (self.height, self.width) if sideways else (self.width, self.height)
        return turned(box, self.rotation, width, height)


@dataclass(slots=True)
class Drawn:
    """What a page draws: the number of its text objects, also within its forms, one more than `MOST_TEXT_PIECES` where there
    are more; and the places of its own pictures on the unrotated page."""

    text_pieces: int
    pictures: list[Rectangle]


def drawn_on(page: Any) -> Drawn:
    """What a pypdfium2 page draws."""
    import pypdfium2.raw as pdfium

    of_page, of_form = pdfium.FPDFPage_GetObject, pdfium.FPDFFormObj_GetObject
    count = pdfium.FPDFPage_CountObjects(page.raw)
    found = Drawn(0, [])
    stack = [(of_page, page.raw, index) for index in range(count)]
    while stack and found.text_pieces <= MOST_TEXT_PIECES:
        get, holder, index = stack.pop()
        drawn = get(holder, index)
        kind = pdfium.FPDFPageObj_GetType(drawn)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            found.text_pieces += 1
        elif kind == pdfium.FPDF_PAGEOBJ_FORM:
            inner = max(0, pdfium.FPDFFormObj_CountObjects(drawn))
            stack.extend((of_form, drawn, at) for at in range(inner))
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE and get is of_page:
            found.pictures.append(_bounds(pdfium, page, drawn))
    return found


def _bounds(pdfium: Any, page: Any, drawn: Any) -> Rectangle:
    sides = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetBounds(drawn, *sides):
        return NO_BOX
    left, bottom, right, top = (side.value for side in sides)
    page_left, _, _, page_top = page.get_bbox()
    return (left - page_left, page_top - top, right - page_left, page_top - bottom)


def pictures_unread(page: PageLines, pictures: Sequence[Rectangle]) -> int:
    """How many pictures are large and have no text of the page in them; none on a page without text."""
    middles = [((line.left + line.right) / 2, (line.top + line.bottom) / 2) for line in page.lines]
    if not middles:
        return 0
    count = 0
    for picture in sorted(set(pictures))[:_MOST_PICTURES]:
        left, top, right, bottom = page.shown(picture)
        if (right - left) * (bottom - top) < _LARGE * page.width * page.height:
            continue
        inside = sum(left < x < right and top < y < bottom for x, y in middles)
        count += inside < _LINES_OF_A_PICTURE
    return count


def directions_of(page: Any, number: int) -> list[PageLines]:
    """The lines of one pypdfium2 page, once for each direction of its text: the page's own first, then as turned so far
    that others are upright. The page's own is there where no other is, too.

    Characters drawn twice at one place count once.
    """
    # The boxes that the page's own dictionary states would miss those it inherits.
    left, bottom, right, top = page.get_bbox()
    width, height = right - left, top - bottom
    own = page.get_rotation()
    textpage = page.get_textpage()
    raw = textpage.raw
    baselines = _baselines(raw, left, top, width, height)
    building = LineBuilding(number, width, height, _pieces(raw, own), baselines)
    _read(raw, building, left, top)
    drawn = seen_once(building.lines)
    textpage.close()
    found = []
    for rotation in sorted({0, 90, 180, 270}, key=lambda each: (each != own, each)):
        lines = tuple(each.line for each in drawn if each.piece.rotation == rotation)
        if rotation == 0:
            with_columns_apart(lines)
        unknown = building.glyphs_unknown if rotation == own else 0
        if lines or unknown:
            shown = (height, width) if rotation in (90, 270) else (width, height)
            found.append(PageLines(number, *shown, lines, rotation, (), unknown))
    shown = (height, width) if own in (90, 270) else (width, height)
    return found or [PageLines(number, *shown, (), own)]


def _baselines(
    raw: Any, left: float, top: float, width: float, height: float
) -> Callable[[int, int], float]:
    """A function that gives the baseline of a character, downwards on the page as turned."""
    import pypdfium2.raw as pdfium

    x, y = ctypes.c_double(), ctypes.c_double()

    def baseline(index: int, rotation: int) -> float:
        if not pdfium.FPDFText_GetCharOrigin(raw, index, x, y):
            return 0.0
        across, down = x.value - left, top - y.value
        return turned((across, down, across, down), rotation, width, height)[1]

    return baseline


def _pieces(raw: Any, own: int) -> Callable[[int], Piece]:
    """A function that says how a character is drawn; `own` is the page's rotation."""
    import pypdfium2.raw as pdfium

    unseen = (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)

    def piece_at(index: int) -> Piece:
        angle = math.degrees(max(0.0, pdfium.FPDFText_GetCharAngle(raw, index)))
        quarter = round(angle / 90)
        slanted = abs(angle - quarter * 90) > _SLANTED
        drawn = pdfium.FPDFText_GetTextObject(raw, index)
        hidden = bool(drawn) and pdfium.FPDFTextObj_GetTextRenderMode(drawn) in unseen
        return Piece(own if slanted else (-90 * quarter) % 360, slanted, hidden)

    return piece_at


def _read(raw: Any, building: LineBuilding, left: float, top: float) -> None:
    """Give the characters of a page to `building`; this runs for every character of every PDF, so it asks no more than it must."""
    import pypdfium2.raw as pdfium

    rectangle = pdfium.FS_RECTF()
    pointer = ctypes.byref(rectangle)
    get_unicode, get_box = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetLooseCharBox
    is_generated = pdfium.FPDFText_IsGenerated
    weight = _weights(raw)
    seen: set[tuple[int, int, int]] = set()
    last_box, high = NO_BOX, 0
    for index in range(pdfium.FPDFText_CountChars(raw)):
        code = get_unicode(raw, index)
        if code == 0x20 and is_generated(raw, index) == 1:
            building.space()
            continue
        divided = False
        if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xF900 or code == 0xFFFE:
            if code in (0x0A, 0x0D):
                building.ended = True
                continue
            if 0xD800 <= code < 0xDC00:
                high = code
                continue
            divided = code in _DIVIDED and pdfium.FPDFText_IsHyphen(raw, index) == 1
            code, high = (0x2D, high) if divided else (_paired(high, code), 0)
            if code == 0:
                building.unknown()
                continue
        if get_box(raw, index, pointer):
            x0, y0 = rectangle.left - left, top - rectangle.top
            x1, y1 = rectangle.right - left, top - rectangle.bottom
            box = (x0, y0, x1, y1) if -1e6 < x0 + x1 + y0 + y1 < 1e6 else NO_BOX
        else:
            box = NO_BOX
        # The letters of a ligature share one box; any other second time is bold by overprinting.
        if box is not NO_BOX and box != last_box:
            place = (code, int(x0 * 2), int(y0 * 2))
            if place in seen:
                continue
            seen.add(place)
        last_box = box
        building.add(chr(code), box, index)
        if len(building.text) in _WEIGHED:
            building.weigh(weight(index), chr(code))
        if divided:
            # PDFium lets the next line follow without a line end.
            building.finish()
    building.finish()


def _paired(high: int, low: int) -> int:
    """The character of two surrogates; 0 where they are none: a glyph whose font does not say which character it is."""
    if high and 0xDC00 <= low < 0xE000:
        return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
    return 0


@lru_cache(maxsize=500)
def _is_bold(font: bytes) -> bool:
    """Whether a font is bold by its name."""
    name = font.decode("utf-8", "replace").lower()
    bold = "bold" in name or "black" in name or "cmbx" in name or "heavy" in name
    return bold or name.endswith(("-bd", "-b", ",b"))


def _weights(raw: Any) -> Callable[[int], int]:
    """A function that gives the weight of a character's font; at least 700 for one with "bold" in its name, since LaTeX's
    fonts state none."""
    import pypdfium2.raw as pdfium

    name = ctypes.create_string_buffer(128)
    flags = ctypes.c_int()
    pointer = ctypes.byref(flags)

    def weight(index: int) -> int:
        stated = int(pdfium.FPDFText_GetFontWeight(raw, index))
        # PDFium writes no name that is longer than the buffer.
        length = pdfium.FPDFText_GetFontInfo(raw, index, name, 128, pointer)
        return max(stated, 700) if 0 < length <= 128 and _is_bold(name.value) else stated

    return weight
