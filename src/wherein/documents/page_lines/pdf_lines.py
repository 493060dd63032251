"""Reads the lines of a PDF page from PDFium, with a box for each character. Knows no paragraphs."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

# x0, y0, x1, y1 in points, origin at the top left of the unrotated page.
Rectangle = tuple[float, float, float, float]
NO_BOX: Rectangle = (0.0, 0.0, 0.0, 0.0)
# PDFium writes one of these where a word is divided at the end of a line.
_DIVIDED = (0x2, 0xFFFE)
# A gap of this many letter heights within a line separates columns of a table.
_COLUMN_GAP = 2.0
_BOLD = 600
_MOST_UNKNOWN = 0.3
MOST_TEXT_PIECES = 40_000
"""The limit of one page. PDFium orders the pieces in quadratic time: this many take up to four seconds."""
MOST_PIECE_PAIRS = 5 * MOST_TEXT_PIECES**2
BYTES_OF_PIECE_PAIRS = 5_000_000
"""The limit of all pages together: a sum of squared numbers of pieces for each 5 MB begun, since pages may share pieces."""
_WEIGHED = frozenset({0, 8, 16, 24, 40, 60})


@dataclass(slots=True)
class Line:
    """One line of text with its place.

    `boxes` has one box for each code point. `left`, `right`, `top` and `bottom` are on the page as shown, with its
    rotation; `size` is the height of its letters in points.
    """

    text: str
    boxes: list[Rectangle]
    page: int
    left: float
    right: float
    top: float
    bottom: float
    size: float
    bold: bool


@dataclass(frozen=True, slots=True)
class PageLines:
    """A page's lines in drawing order; `height` and `width` are those of the page as shown, after its clockwise
    `rotation` in degrees."""

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    rotation: int = 0

    def shown(self, box: Rectangle) -> Rectangle:
        """The place on the page as shown of a box on the unrotated page."""
        sideways = self.rotation in (90, 270)
        width, height = (self.height, self.width) if sideways else (self.width, self.height)
        return turned(box, self.rotation, width, height)


def turned(box: Rectangle, rotation: int, width: float, height: float) -> Rectangle:
    """A box on the page as shown, after the clockwise rotation of an unrotated page of this size."""
    x0, y0, x1, y1 = box
    if rotation == 90:
        return (height - y1, x0, height - y0, x1)
    if rotation == 180:
        return (width - x1, height - y1, width - x0, height - y0)
    if rotation == 270:
        return (y0, width - x1, y1, width - x0)
    return box


def text_pieces(page: Any) -> int:
    """The text objects that a page draws, also within its forms; one more than `MOST_TEXT_PIECES` where there are more."""
    import pypdfium2.raw as pdfium

    of_page, of_form = pdfium.FPDFPage_GetObject, pdfium.FPDFFormObj_GetObject
    count = pdfium.FPDFPage_CountObjects(page.raw)
    pieces = 0
    stack = [(of_page, page.raw, index) for index in range(count)]
    while stack and pieces <= MOST_TEXT_PIECES:
        get, holder, index = stack.pop()
        drawn = get(holder, index)
        kind = pdfium.FPDFPageObj_GetType(drawn)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            pieces += 1
        elif kind == pdfium.FPDF_PAGEOBJ_FORM:
            inner = max(0, pdfium.FPDFFormObj_CountObjects(drawn))
            stack.extend((of_form, drawn, at) for at in range(inner))
    return pieces


def lines_of(page: Any, number: int) -> PageLines:
    """Read one pypdfium2 page; characters drawn twice at one place count once.

    The loop runs once for every character of every PDF, so it keeps to local names and asks PDFium
    no more than it must.
    """
    import pypdfium2.raw as pdfium

    # The boxes that the page's own dictionary states would miss those it inherits.
    left, bottom, right, top = page.get_bbox()
    width, height = right - left, top - bottom
    rotation = page.get_rotation()
    textpage = page.get_textpage()
    raw = textpage.raw
    rectangle = pdfium.FS_RECTF()
    pointer = ctypes.byref(rectangle)
    get_unicode, get_box = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetLooseCharBox
    is_generated = pdfium.FPDFText_IsGenerated
    lines: list[Line] = []
    building = _Building(number, rotation, width, height)
    seen: set[tuple[int, int, int]] = set()
    last_box = NO_BOX
    high = 0
    for index in range(pdfium.FPDFText_CountChars(raw)):
        code = get_unicode(raw, index)
        if code == 0x20 and is_generated(raw, index) == 1:
            building.space()
            continue
        divided = False
        if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xF900 or code == 0xFFFE:
            if code in (0x0A, 0x0D):
                building.finish(lines)
                continue
            if 0xD800 <= code < 0xDC00:
                high = code
                continue
            divided = code in _DIVIDED and pdfium.FPDFText_IsHyphen(raw, index) == 1
            if divided:
                code = 0x2D
            elif 0xDC00 <= code < 0xE000 and high:
                code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
                high = 0
            else:
                # A glyph whose font does not say which character it is.
                building.unknown()
                continue
        if get_box(raw, index, pointer):
            x0, y0 = rectangle.left - left, top - rectangle.top
            x1, y1 = rectangle.right - left, top - rectangle.bottom
            # False for infinities and for what is no number, too.
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
        if len(building.text) in _WEIGHED:
            weight = pdfium.FPDFText_GetFontWeight(raw, index)
            building.weigh(max(weight, _weight_by_name(pdfium, raw, index)), chr(code))
        building.add(chr(code), box)
        if divided:
            # PDFium lets the next line follow without a line end.
            building.finish(lines)
    building.finish(lines)
    textpage.close()
    shown = (height, width) if rotation in (90, 270) else (width, height)
    return PageLines(number, *shown, tuple(lines), rotation)


def _weight_by_name(pdfium: Any, raw: Any, index: int) -> int:
    """700 for a font with "bold" in its name, since the weights that LaTeX fonts state are unreliable."""
    buffer = ctypes.create_string_buffer(128)
    flags = ctypes.c_int()
    length = pdfium.FPDFText_GetFontInfo(raw, index, buffer, 128, ctypes.byref(flags))
    name = buffer.raw[: max(0, min(length, 128) - 1)].decode("utf-8", "replace").lower()
    bold = "bold" in name or "black" in name or "cmbx" in name or "heavy" in name
    return 700 if bold or name.endswith(("-bd", "-b", ",b")) else 0


class _Building:
    """The line being read."""

    def __init__(self, page: int, rotation: int, width: float, height: float) -> None:
        self._page, self._rotation = page, rotation
        self._width, self._height = width, height
        self._start()

    def _start(self) -> None:
        self.text: list[str] = []
        self._boxes: list[Rectangle] = []
        # The last character's box on the page as it is shown.
        self._last: Rectangle | None = None
        self._weights: list[int] = []
        self._unknown = 0
        self._pending_space = False

    def weigh(self, weight: int, character: str) -> None:
        """Record a letter's weight; only a few letters are measured, since each takes two calls."""
        if character.isalnum():
            self._weights.append(weight)

    def space(self) -> None:
        self._pending_space = True

    def unknown(self) -> None:
        self._unknown += 1
        self._pending_space = True

    def add(self, character: str, box: Rectangle) -> None:
        text = self.text
        if box is not NO_BOX:
            shown = self._turned(box) if self._rotation else box
            last = self._last
            self._last = shown
            gap = shown[0] - last[2] if last is not None else 0.0
            if (
                gap > 2.0
                and last is not None
                and gap > _COLUMN_GAP * max(last[3] - last[1], shown[3] - shown[1])
            ):
                if text[-1] == " ":
                    text.pop()
                    self._boxes.pop()
                text.append("\t")
                self._boxes.append(NO_BOX)
                self._pending_space = False
        if self._pending_space:
            if text and text[-1] not in " \t" and character != " ":
                text.append(" ")
                self._boxes.append(NO_BOX)
            self._pending_space = False
        text.append(character)
        self._boxes.append(box)

    def finish(self, lines: list[Line]) -> None:
        """Append the line, unless it is blank, and start a new one."""
        text = "".join(self.text)
        stripped = text.strip()
        # A line of glyphs that are mostly unknown would be noise, not text.
        if stripped and self._unknown <= len(stripped) * _MOST_UNKNOWN:
            start = len(text) - len(text.lstrip())
            boxes = self._boxes[start : start + len(stripped)]
            shown = [box for box in boxes if box is not NO_BOX]
            if self._rotation:
                shown = [self._turned(box) for box in shown]
            shown = shown or [NO_BOX]
            heights = sorted(box[3] - box[1] for box in shown)
            lines.append(
                Line(
                    stripped,
                    boxes,
                    self._page,
                    min(box[0] for box in shown),
                    max(box[2] for box in shown),
                    min(box[1] for box in shown),
                    max(box[3] for box in shown),
                    heights[len(heights) // 2],
                    bool(self._weights) and min(self._weights) >= _BOLD,
                )
            )
        self._start()

    def _turned(self, box: Rectangle) -> Rectangle:
        """The box on the page as shown."""
        return turned(box, self._rotation, self._width, self._height)
