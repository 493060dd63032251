"""The letters of a PDF's pages with their places, by pdfminer.six: a judge that neither reads nor draws PDFs for the product."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.core.errors import ExtraMissing

LEAST_COLUMN_LINES = 8
"""A page with this many lines that have another line beside them has columns."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter or digit of a page in compatibility form and lower case.

    `x` and `y` are the centre of its glyph, from 0 to 1, from the left and top edge of the page as it is shown; `height`
    is a share of the page's height. `ligature`: its glyph stands for several letters. `after_hyphen`: a hyphen stands
    before it.
    """

    folded: str
    x: float
    y: float
    height: float
    ligature: bool
    upright: bool
    after_hyphen: bool


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """The letters of a page in the order of its file."""

    number: int
    letters: tuple[Letter, ...]
    turned: bool
    columns: bool

    @property
    def text(self) -> str:
        return "".join(letter.folded for letter in self.letters)

    def only(self, wanted: str) -> Sequence[Letter] | None:
        """The letters of `wanted` on the page; None where it occurs not exactly once."""
        text = self.text
        at = text.find(wanted)
        if not wanted or at < 0 or text.find(wanted, at + 1) >= 0:
            return None
        return self.letters[at : at + len(wanted)]


def folded(text: str) -> str:
    """The letters and digits of a text in compatibility form (NFKD) and lower case."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in plain if unicodedata.category(c)[0] in "LN")


def judged_pages(path: Path, wanted: Collection[int]) -> Iterator[JudgedPage]:
    """The pages of a PDF with these numbers, from 1. Raises ExtraMissing without pdfminer.six, and what that raises on a damaged file."""
    try:
        from pdfminer.converter import PDFPageAggregator
        from pdfminer.layout import LAParams
        from pdfminer.pdfdocument import PDFDocument
        from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
        from pdfminer.pdfpage import PDFPage
        from pdfminer.pdfparser import PDFParser
    except ImportError as error:
        raise ExtraMissing(
            "pdfminer.six, which judges the marks, is not installed.", "Install it: make testing"
        ) from error
    with path.open("rb") as file:
        document = PDFDocument(PDFParser(file))
        resources = PDFResourceManager()
        # Without layout analysis the characters come in the file's own order.
        plain = PDFPageAggregator(resources, laparams=None)
        lines = PDFPageAggregator(resources, laparams=LAParams())
        for number, page in enumerate(PDFPage.create_pages(document), 1):
            if number not in wanted:
                continue
            for device in (plain, lines):
                PDFPageInterpreter(resources, device).process_page(page)
            yield JudgedPage(
                number,
                tuple(_letters(plain.get_result(), page)),
                page.rotate % 360 != 0,
                _has_columns(lines.get_result()),
            )


def _letters(layout: Any, page: Any) -> Iterator[Letter]:
    from pdfminer.layout import LTChar

    left, bottom, right, top = _shown(page)
    width, height = right - left, top - bottom
    hyphen = False
    for item in _characters(layout, LTChar):
        said = item.get_text()
        letters = folded(said)
        if not letters:
            hyphen = hyphen or said in ("-", "\u2010", "\u00ad")
            continue
        for each in letters:
            yield Letter(
                each,
                ((item.x0 + item.x1) / 2 - left) / width,
                (top - (item.y0 + item.y1) / 2) / height,
                (item.y1 - item.y0) / height,
                len(letters) > 1,
                bool(item.upright),
                hyphen,
            )
            hyphen = False


def _characters(item: Any, kind: type) -> Iterator[Any]:
    if isinstance(item, kind):
        yield item
    elif hasattr(item, "__iter__"):
        for part in item:
            yield from _characters(part, kind)


def _shown(page: Any) -> tuple[float, float, float, float]:
    """The crop box as (left, bottom, right, top) in points, in the coordinates of pdfminer, which turns the page first."""
    x0, y0, x1, y1 = page.mediabox
    turn = {
        0: (1, 0, 0, 1, -x0, -y0),
        90: (0, -1, 1, 0, -y0, x1),
        180: (-1, 0, 0, -1, x1, y1),
        270: (0, 1, -1, 0, y1, -x0),
    }[page.rotate % 360]
    a, b, c, d, e, f = turn
    crop = page.cropbox or page.mediabox
    corners = [(a * x + c * y + e, b * x + d * y + f) for x, y in (crop[:2], crop[2:])]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _has_columns(layout: Any) -> bool:
    """Whether many lines of a part of the page's width have others beside them."""
    from pdfminer.layout import LTTextLine

    width = layout.width
    sides = [
        line.bbox
        for line in _characters(layout, LTTextLine)
        if 0.2 * width <= line.width <= 0.55 * width
    ]
    beside = sum(
        any(
            other[0] >= box[2] and min(other[3], box[3]) - max(other[1], box[1]) > 0
            for other in sides
        )
        for box in sides
    )
    return beside >= LEAST_COLUMN_LINES
