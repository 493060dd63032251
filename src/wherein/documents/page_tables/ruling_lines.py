"""Collects the ruling lines of a PDF page: thin drawn lines and the edges of filled boxes. Knows no text and no tables."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from wherein.documents.page_lines.pdf_lines import PageLines, Rectangle

MOST_DRAWN = 30_000
"""Objects of one page that are looked at for ruling lines; a page with more is a drawing or a map."""
MOST_RULES = 8_000
"""Ruling lines of one page, before they are joined; a page with more has none."""
_DEEPEST_FORM = 12
_MOST_CORNERS = 4_000
# A filled box at most this thick, in points, is drawn as a line.
_THICKEST = 3.5
# Shorter lines are parts of letters and signs.
_SHORTEST = 4.0
# Lines at places so near to each other are one line; ends so near meet.
NEAR = 2.5
_WHITE = 250


class Rule(NamedTuple):
    """A horizontal or vertical line on the page as shown: `at` is its y (or x), from `start` to `end` along it."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Rules:
    """The ruling lines of one page, those in one line and near to each other joined, sorted by place."""

    horizontal: tuple[Rule, ...] = ()
    vertical: tuple[Rule, ...] = ()


def rules_of(page: Any, lines: PageLines) -> Rules:
    """The ruling lines of a pypdfium2 page; `lines` is the same page, read. None for a page with more than `MOST_RULES`.

    A page with more than `MOST_DRAWN` objects has none either, so that a map costs no more than a table.
    """
    left, _, _, top = page.get_bbox()
    horizontal: list[Rule] = []
    vertical: list[Rule] = []
    for x0, y0, x1, y1 in _edges(page):
        if not -1e6 < x0 + y0 + x1 + y1 < 1e6:
            continue
        shown = lines.shown((x0 - left, top - y1, x1 - left, top - y0))
        x0, y0, x1, y1 = shown
        if x1 - x0 >= y1 - y0:
            horizontal.append(Rule((y0 + y1) / 2, x0, x1))
        else:
            vertical.append(Rule((x0 + x1) / 2, y0, y1))
        if len(horizontal) + len(vertical) > MOST_RULES:
            return Rules()
    return Rules(joined(horizontal), joined(vertical))


def joined(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Rules in one line, whose ends meet or overlap, as one rule; those that are too short alone are left out."""
    rows: list[list[Rule]] = []
    for rule in sorted(rules):
        if rows and rule.at - rows[-1][-1].at <= NEAR and rule.at - rows[-1][0].at <= 2 * NEAR:
            rows[-1].append(rule)
        else:
            rows.append([rule])
    found: list[Rule] = []
    for row in rows:
        at = sum(rule.at for rule in row) / len(row)
        row.sort(key=lambda rule: rule.start)
        start, end = row[0].start, row[0].end
        for rule in row[1:]:
            if rule.start <= end + NEAR:
                end = max(end, rule.end)
            else:
                found.append(Rule(at, start, end))
                start, end = rule.start, rule.end
        found.append(Rule(at, start, end))
    return tuple(rule for rule in found if rule.end - rule.start >= _SHORTEST)


def _edges(page: Any) -> Iterator[Rectangle]:
    """Thin boxes (x0, y0, x1, y1 from the bottom left) of all straight lines that the page draws, forms included."""
    import pypdfium2.raw as pdfium

    count = pdfium.FPDFPage_CountObjects(page.raw)
    left = MOST_DRAWN - count
    if left < 0:
        return
    stack = [(pdfium.FPDFPage_GetObject(page.raw, index), _UNMOVED, 0) for index in range(count)]
    while stack:
        drawn, matrix, depth = stack.pop()
        kind = pdfium.FPDFPageObj_GetType(drawn)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            for box in _of_path(pdfium, drawn):
                yield box if matrix is _UNMOVED else _moved(box, matrix)
        elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST_FORM:
            inner = max(0, pdfium.FPDFFormObj_CountObjects(drawn))
            left -= inner
            if left < 0:
                return
            moved = _product(_matrix_of(pdfium, drawn), matrix)
            stack.extend(
                (pdfium.FPDFFormObj_GetObject(drawn, index), moved, depth + 1)
                for index in range(inner)
            )


def _of_path(pdfium: Any, path: Any) -> Iterator[Rectangle]:
    """The straight lines of one path as thin boxes; a filled box that is not white gives its edges."""
    sides = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetBounds(path, *map(ctypes.byref, sides)):
        return
    x0, y0, x1, y1 = (side.value for side in sides)
    if max(x1 - x0, y1 - y0) < _SHORTEST:
        return
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, ctypes.byref(fill), ctypes.byref(stroke))
    if not fill.value and not stroke.value:
        return
    if not stroke.value and _is_white(pdfium, path):
        return
    if min(x1 - x0, y1 - y0) <= _THICKEST:
        yield x0, y0, x1, y1
    else:
        yield from _of_corners(pdfium, path)


def _of_corners(pdfium: Any, path: Any) -> Iterator[Rectangle]:
    """The horizontal and vertical lines between the corners of a path; none of a path with curves or slants."""
    count = pdfium.FPDFPath_CountSegments(path)
    if count > _MOST_CORNERS:
        return
    matrix = _matrix_of(pdfium, path)
    x, y = ctypes.c_float(), ctypes.c_float()
    first = last = (0.0, 0.0)
    found: list[Rectangle] = []
    for index in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(path, index)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_BEZIERTO:
            return
        pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        point = _moved_point((x.value, y.value), matrix)
        ends = [(last, point)] if kind == pdfium.FPDF_SEGMENT_LINETO else []
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            first = point
        if pdfium.FPDFPathSegment_GetClose(segment):
            ends.append((point, first))
        for (x0, y0), (x1, y1) in ends:
            if min(abs(x1 - x0), abs(y1 - y0)) > _THICKEST:
                return
            if max(abs(x1 - x0), abs(y1 - y0)) >= _SHORTEST:
                found.append((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
        last = point
    yield from found


def _is_white(pdfium: Any, path: Any) -> bool:
    """Whether a path is filled with what can't be seen on paper."""
    parts = [ctypes.c_uint() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetFillColor(path, *map(ctypes.byref, parts)):
        return False
    red, green, blue, alpha = (part.value for part in parts)
    return min(red, green, blue) >= _WHITE or alpha == 0


_Matrix = tuple[float, float, float, float, float, float]
_UNMOVED: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def _matrix_of(pdfium: Any, drawn: Any) -> _Matrix:
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(drawn, ctypes.byref(matrix)):
        return _UNMOVED
    return (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _product(first: _Matrix, then: _Matrix) -> _Matrix:
    """The matrix that moves as `first` does, and then as `then` does."""
    a, b, c, d, e, f = first
    m, n, o, p, q, r = then
    return (a * m + b * o, a * n + b * p, c * m + d * o, c * n + d * p, e * m + f * o + q, e * n + f * p + r)  # fmt: skip


def _moved_point(point: tuple[float, float], matrix: _Matrix) -> tuple[float, float]:
    (x, y), (a, b, c, d, e, f) = point, matrix
    return a * x + c * y + e, b * x + d * y + f


def _moved(box: Rectangle, matrix: _Matrix) -> Rectangle:
    x0, y0 = _moved_point((box[0], box[1]), matrix)
    x1, y1 = _moved_point((box[2], box[3]), matrix)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
