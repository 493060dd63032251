"""Takes from a PDF page, before it is read, the text that nobody sees on it: white on white, too small, off the page or
under an opaque box. Invisible text (render mode 3) is none of this: it may be a layer of recognised text. Nor is text
that a picture covers. Looks at the page's own objects, not into its forms.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

_Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right, top, in points upwards."""

_WHITE = 247
_SMALLEST = 1.01
"""In points: the height of a line of text. Small print begins at four."""
_NEAR = 1.0
_THINNEST = 1.5
"""A line, behind which no text is hidden."""
# Grounds are sought in bands of this height in points; a page with more in a band is a drawing, and left as it is.
_BAND = 12.0
_MOST_IN_BAND = 100
_MOST_BANDS = 500
_CORNERS = (4, 5)


@dataclass(frozen=True, slots=True)
class _Ground:
    """What is drawn behind or above text. `is_box`: an opaque box; `is_white`: it is all white; `is_picture`: an image."""

    order: int
    box: _Box
    is_box: bool = False
    is_white: bool = False
    is_picture: bool = False


class _Text(NamedTuple):
    order: int
    drawn: Any
    box: _Box
    is_white: bool
    is_tiny: bool


def without_unseen(page: Any) -> int:
    """Take the unseen text from a pypdfium2 page as it is in memory; returns how many stretches that were."""
    import pypdfium2.raw as pdfium

    texts: list[_Text] = []
    others: list[tuple[int, Any, int]] = []
    x0, y0, x1, y1 = sides = [ctypes.c_float() for _ in range(4)]
    red, green, blue, _ = colour = [ctypes.c_uint() for _ in range(4)]
    at_sides, at_colour = [*map(ctypes.byref, sides)], [*map(ctypes.byref, colour)]
    get_object, raw = pdfium.FPDFPage_GetObject, page.raw
    get_type, get_bounds = pdfium.FPDFPageObj_GetType, pdfium.FPDFPageObj_GetBounds
    get_colour = pdfium.FPDFPageObj_GetFillColor
    for order in range(pdfium.FPDFPage_CountObjects(page.raw)):
        drawn = get_object(raw, order)
        kind = get_type(drawn)
        if kind != pdfium.FPDF_PAGEOBJ_TEXT:
            others.append((order, drawn, kind))
            continue
        if not get_bounds(drawn, *at_sides):
            continue
        left, bottom, right, top = x0.value, y0.value, x1.value, y1.value
        if right <= left or top <= bottom:
            continue  # spaces
        is_white = (
            bool(get_colour(drawn, *at_colour))
            and red.value >= _WHITE
            and min(green.value, blue.value) >= _WHITE
            and _is_plain(pdfium, drawn)
        )
        is_tiny = top - bottom <= _SMALLEST and _height(pdfium, drawn) <= _SMALLEST
        texts.append(_Text(order, drawn, (left, bottom, right, top), is_white, is_tiny))
    if not texts:
        return 0
    return _remove(pdfium, page, _unseen(pdfium, page.get_bbox(), texts, others))


def _is_plain(pdfium: Any, drawn: Any) -> bool:
    """Whether letters are filled, without an edge or any transparency."""
    mode = pdfium.FPDFTextObj_GetTextRenderMode(drawn)
    return bool(
        mode == pdfium.FPDF_TEXTRENDERMODE_FILL and not pdfium.FPDFPageObj_HasTransparency(drawn)
    )


def _height(pdfium: Any, drawn: Any) -> float:
    """The size of a text's letters in points; large where it is not told."""
    size, matrix = ctypes.c_float(), pdfium.FS_MATRIX()
    if not pdfium.FPDFTextObj_GetFontSize(drawn, size):
        return 100.0
    if not pdfium.FPDFPageObj_GetMatrix(drawn, matrix):
        return 100.0
    return float(abs(size.value) * max(abs(matrix.b), abs(matrix.d), abs(matrix.c)))


def _unseen(
    pdfium: Any, page_box: _Box, texts: Sequence[_Text], others: Sequence[tuple[int, Any, int]]
) -> list[_Text]:
    # A page whose text is all tiny is drawn to a small scale, to be seen enlarged.
    is_enlarged = all(text.is_tiny for text in texts)
    unseen = [
        text
        for text in texts
        if (text.is_tiny and not is_enlarged) or _is_outside(text.box, page_box)
    ]
    first = texts[0].order
    has_white = any(text.is_white for text in texts)
    # What is drawn before all text hides none; it is looked at only where it may be behind white text.
    grounds = [
        ground
        for order, drawn, kind in others
        if (has_white or (order > first and kind == pdfium.FPDF_PAGEOBJ_PATH))
        and (ground := _ground(pdfium, order, drawn, kind)) is not None
    ]
    if (not grounds and not has_white) or page_box[3] - page_box[1] > _BAND * _MOST_BANDS:
        return unseen
    bands = _bands(grounds, page_box[1])
    if any(len(band) > _MOST_IN_BAND for band in bands.values()):
        return unseen
    gone = {text.order for text in unseen}
    unseen += [
        text for text in texts if text.order not in gone and _is_lost(text, bands, page_box[1])
    ]
    return sorted(unseen, key=lambda text: text.order)


def _is_lost(text: _Text, bands: dict[int, list[_Ground]], base: float) -> bool:
    """Whether a text is under an opaque box, or white on white."""
    near = [
        ground
        for ground in bands.get(int(((text.box[1] + text.box[3]) / 2 - base) // _BAND), ())
        if not _is_outside(text.box, ground.box)
    ]
    if any(each.is_picture for each in near):
        return False
    if any(each.is_box and each.order > text.order and _holds(each.box, text.box) for each in near):
        return True
    if not text.is_white:
        return False
    for each in sorted(near, key=lambda ground: -ground.order):
        if each.order < text.order:
            if not each.is_white:
                return False
            if each.is_box and _holds(each.box, text.box):
                return True
    return True


def _ground(pdfium: Any, order: int, drawn: Any, kind: int) -> _Ground | None:
    """What an object other than text puts on the page; None for nothing."""
    sides = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetBounds(drawn, *sides):
        return None
    left, bottom, right, top = (side.value for side in sides)
    box = (left, bottom, right, top)
    if min(right - left, top - bottom) < _THINNEST:
        return None
    if kind != pdfium.FPDF_PAGEOBJ_PATH:
        return _Ground(order, box, is_picture=kind == pdfium.FPDF_PAGEOBJ_IMAGE)
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    colour = [ctypes.c_uint() for _ in range(4)]
    if not pdfium.FPDFPath_GetDrawMode(drawn, mode, stroke):
        return _Ground(order, box)
    if mode.value == pdfium.FPDF_FILLMODE_NONE:
        return _Ground(order, box) if stroke.value else None
    if not pdfium.FPDFPageObj_GetFillColor(drawn, *colour):
        return _Ground(order, box)
    is_white = not stroke.value and min(part.value for part in colour[:3]) >= _WHITE
    is_opaque = colour[3].value == 255 and not pdfium.FPDFPageObj_HasTransparency(drawn)
    is_box = is_opaque and _is_rectangle(pdfium, drawn, box) and _always_shows(pdfium, drawn)
    return _Ground(order, box, is_box, is_white)


def _is_rectangle(pdfium: Any, drawn: Any, box: _Box) -> bool:
    """Whether a path is a rectangle along the page's sides, each of whose points is a corner of its bounds."""
    count = pdfium.FPDFPath_CountSegments(drawn)
    if count not in _CORNERS:
        return False
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(drawn, matrix):
        return False
    x, y = ctypes.c_float(), ctypes.c_float()
    corners = set()
    for index in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(drawn, index)
        if not pdfium.FPDFPathSegment_GetPoint(segment, x, y):
            return False
        across = matrix.a * x.value + matrix.c * y.value + matrix.e
        up = matrix.b * x.value + matrix.d * y.value + matrix.f
        sides = (abs(across - box[0]) < _NEAR, abs(up - box[1]) < _NEAR)
        others = (abs(across - box[2]) < _NEAR, abs(up - box[3]) < _NEAR)
        if not (sides[0] or others[0]) or not (sides[1] or others[1]):
            return False
        corners.add((sides[0], sides[1]))
    return len(corners) == 4


def _always_shows(pdfium: Any, drawn: Any) -> bool:
    """Whether an object is on no layer that can be switched off, and is not clipped but by boxes around it."""
    name, length = ctypes.create_string_buffer(64), ctypes.c_ulong()
    for index in range(max(0, pdfium.FPDFPageObj_CountMarks(drawn))):
        mark = pdfium.FPDFPageObj_GetMark(drawn, index)
        pointer = ctypes.cast(name, ctypes.POINTER(ctypes.c_ushort))
        if not pdfium.FPDFPageObjMark_GetName(mark, pointer, 64, length):
            return False
        if name.raw[: max(0, length.value - 2)].decode("utf-16-le", "replace") == "OC":
            return False
    clip = pdfium.FPDFPageObj_GetClipPath(drawn)
    return not clip or pdfium.FPDFClipPath_CountPaths(clip) <= 0


def _is_outside(box: _Box, other: _Box) -> bool:
    return box[2] <= other[0] or box[0] >= other[2] or box[3] <= other[1] or box[1] >= other[3]


def _holds(box: _Box, text: _Box) -> bool:
    return (
        box[0] <= text[0] + _NEAR
        and box[1] <= text[1] + _NEAR
        and box[2] >= text[2] - _NEAR
        and box[3] >= text[3] - _NEAR
    )


def _bands(grounds: Iterable[_Ground], base: float) -> dict[int, list[_Ground]]:
    bands: dict[int, list[_Ground]] = {}
    for ground in grounds:
        first = max(0, int((ground.box[1] - base) // _BAND))
        last = min(int((ground.box[3] - base) // _BAND), _MOST_BANDS)
        for band in range(first, last + 1):
            bands.setdefault(band, []).append(ground)
    return bands


def _remove(pdfium: Any, page: Any, unseen: Sequence[_Text]) -> int:
    stretches, last = 0, -2
    for text in unseen:
        if pdfium.FPDFPage_RemoveObject(page.raw, text.drawn):
            pdfium.FPDFPageObj_Destroy(text.drawn)
            stretches += text.order != last + 1
            last = text.order
    return stretches
