"""The lines of a PDF page as PDFium finds them, each character with its box. No paragraphs."""

from __future__ import annotations

import ctypes
import math
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


@dataclass(slots=True)
class Line:
    """One line of text and where it is.

    `boxes` has one box a code point. `left`, `right`, `top`, `bottom` are in the page as it is
    shown (rotation applied), `size` is the height of its letters in points.
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
    """A page's lines in the order in which the page draws them; `height` and `width` as shown."""

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]


def lines_of(page: Any, number: int) -> PageLines:
    """Read one pypdfium2 page; characters that are drawn twice in one place are taken once."""
    import pypdfium2.raw as pdfium

    left, bottom, right, top = page.get_cropbox(fallback_ok=True)
    width, height = right - left, top - bottom
    rotation = page.get_rotation()
    shown = (height, width) if rotation in (90, 270) else (width, height)
    textpage = page.get_textpage()
    raw = textpage.raw
    rectangle = pdfium.FS_RECTF()
    pointer = ctypes.byref(rectangle)
    lines: list[Line] = []
    building = _Building(number, rotation, width, height)
    high = 0
    for index in range(pdfium.FPDFText_CountChars(raw)):
        code = pdfium.FPDFText_GetUnicode(raw, index)
        if code in (0x0A, 0x0D):
            if code == 0x0A or not building.text:
                building.finish(lines)
            continue
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        if 0xDC00 <= code < 0xE000:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00) if high else 0xFFFD
            high = 0
        divided = code in _DIVIDED and pdfium.FPDFText_IsHyphen(raw, index) == 1
        if divided:
            code = 0x2D
        if not divided and pdfium.FPDFText_IsGenerated(raw, index) == 1:
            if code == 0x20:
                building.space()
            continue
        if code < 0x20 or 0x7F <= code < 0xA0 or 0xE000 <= code < 0xF900:
            # A glyph whose font does not say which character it is.
            building.unknown()
            continue
        if not pdfium.FPDFText_GetLooseCharBox(raw, index, pointer):
            building.add(chr(code), NO_BOX, None)
            continue
        box: Rectangle = (
            rectangle.left - left,
            top - rectangle.top,
            rectangle.right - left,
            top - rectangle.bottom,
        )
        if not all(map(math.isfinite, box)):
            box = NO_BOX
        weight = None
        if building.wants_weight:
            weight = pdfium.FPDFText_GetFontWeight(raw, index)
            weight = max(weight, _weight_by_name(pdfium, raw, index))
        building.add(chr(code), box, weight)
        if divided:
            # PDFium lets the next line follow without a line end.
            building.finish(lines)
    building.finish(lines)
    textpage.close()
    return PageLines(number, *shown, tuple(lines))


def _weight_by_name(pdfium: Any, raw: Any, index: int) -> int:
    """700 for a font that calls itself bold: LaTeX fonts state weights that say little."""
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
        self._shown: list[Rectangle] = []
        self._weights: list[int] = []
        self._unknown = 0
        self._pending_space = False

    @property
    def wants_weight(self) -> bool:
        """Weights are asked for at the first letters and now and then: they cost a call each."""
        return len(self.text) in (0, 3, 8, 20, 40, 60, 80)

    def space(self) -> None:
        self._pending_space = bool(self.text)

    def unknown(self) -> None:
        self._unknown += 1
        self.space()

    def add(self, character: str, box: Rectangle, weight: int | None) -> None:
        shown = self._turned(box)
        if self._shown and box is not NO_BOX:
            last = self._shown[-1]
            height = max(last[3] - last[1], shown[3] - shown[1], 1.0)
            if character == self.text[-1] and (
                abs(last[0] - shown[0]) < 0.1 * height
                and abs(last[1] - shown[1]) < 0.1 * height
                and self._boxes[-1] != box
            ):
                return  # bold by drawing twice
            gap = shown[0] - last[2]
            if gap > _COLUMN_GAP * height and character not in " \u00a0":
                if self.text[-1] == " ":
                    self._pop()
                self._put("\t", NO_BOX, last)
                self._pending_space = False
        if self._pending_space:
            if self.text and self.text[-1] not in " \t":
                self._put(" ", NO_BOX, self._shown[-1])
            self._pending_space = False
        if weight is not None and character.isalnum():
            self._weights.append(weight)
        self._put(character, box, shown if box is not NO_BOX else None)

    def _put(self, character: str, box: Rectangle, shown: Rectangle | None) -> None:
        self.text.append(character)
        self._boxes.append(box)
        self._shown.append(shown or (self._shown[-1] if self._shown else box))

    def _pop(self) -> None:
        every: tuple[list[Any], ...] = (self.text, self._boxes, self._shown)
        for values in every:
            values.pop()

    def finish(self, lines: list[Line]) -> None:
        """Append the line, unless it is blank, and begin another."""
        text = "".join(self.text)
        stripped = text.strip()
        # A line of glyphs that are mostly unknown would be noise, not text.
        if stripped and self._unknown <= len(stripped) * _MOST_UNKNOWN:
            start = len(text) - len(text.lstrip())
            end = start + len(stripped)
            shown = [box for box in self._shown[start:end] if box[2] > box[0] or box[3] > box[1]]
            shown = shown or [NO_BOX]
            heights = sorted(box[3] - box[1] for box in shown)
            bold = bool(self._weights) and min(self._weights) >= _BOLD
            lines.append(
                Line(
                    stripped,
                    self._boxes[start:end],
                    self._page,
                    min(box[0] for box in shown),
                    max(box[2] for box in shown),
                    min(box[1] for box in shown),
                    max(box[3] for box in shown),
                    heights[len(heights) // 2],
                    bold,
                )
            )
        self._start()

    def _turned(self, box: Rectangle) -> Rectangle:
        """The box on the page as it is shown: the page is turned clockwise."""
        x0, y0, x1, y1 = box
        if self._rotation == 90:
            return (self._height - y1, x0, self._height - y0, x1)
        if self._rotation == 180:
            return (self._width - x1, self._height - y1, self._width - x0, self._height - y0)
        if self._rotation == 270:
            return (y0, self._width - x1, y1, self._width - x0)
        return box
