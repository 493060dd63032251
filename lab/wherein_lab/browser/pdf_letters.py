"""The letters of a PDF's pages with their places, by pdfminer.six: a judge that neither reads nor draws PDFs for the product."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
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

    @property
    def place(self) -> tuple[str, int, int]:
        return self.folded, round(1e4 * self.x), round(1e4 * self.y)


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """The letters of a page in the order of its file, and in other orders that a person may read them in."""

    number: int
    letters: tuple[Letter, ...]
    others: tuple[tuple[Letter, ...], ...]
    turned: bool
    columns: bool

    def only(self, wanted: str) -> Sequence[Letter] | None:
        """The letters of `wanted` on the page.

        None where it occurs not exactly once, and where no other order finds it once, of the same letters: the file's
        own order may have parts of different places beside each other.
        """
        found = _only(self.letters, wanted)
        if found is None:
            return None
        places = {letter.place for letter in found}
        for order in self.others:
            again = _only(order, wanted)
            if again is not None and {letter.place for letter in again} == places:
                return found
        return None


def _only(letters: Sequence[Letter], wanted: str) -> Sequence[Letter] | None:
    text = "".join(letter.folded for letter in letters)
    at = text.find(wanted)
    if not wanted or at < 0 or text.find(wanted, at + 1) >= 0:
        return None
    return letters[at : at + len(wanted)]


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
            letters = tuple(_drawn_once(_letters(plain.get_result(), page)))
            laid_out = tuple(_drawn_once(_letters(lines.get_result(), page)))
            yield JudgedPage(
                number,
                letters,
                (laid_out, *_orders(letters)),
                page.rotate % 360 != 0,
                _has_columns(lines.get_result()),
            )


def _drawn_once(letters: Iterable[Letter]) -> Iterator[Letter]:
    """Keep one of the letters that a program draws twice at the same place to make them bold."""
    seen: set[tuple[str, int, int]] = set()
    for letter in letters:
        step = max(letter.height / 4, 1e-6)
        x, y = int(letter.x / step), int(letter.y / step)
        near = {(letter.folded, x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
        # The letters of a ligature share one place.
        if not letter.ligature:
            if near & seen:
                continue
            seen.add((letter.folded, x, y))
        yield letter


def _orders(letters: Sequence[Letter]) -> Iterator[tuple[Letter, ...]]:
    """The letters row by row; and those that run up or down, line by line."""
    upright = [letter for letter in letters if letter.upright]
    yield tuple(_rows(upright, lambda letter: (letter.y, letter.x)))
    turned = [letter for letter in letters if not letter.upright]
    if turned:
        yield tuple(_rows(turned, lambda letter: (letter.x, -letter.y)))
        yield tuple(_rows(turned, lambda letter: (-letter.x, letter.y)))


def _rows(
    letters: Sequence[Letter], place: Callable[[Letter], tuple[float, float]]
) -> Iterator[Letter]:
    """Letters by their row and place in it; `place` gives both."""
    row: list[Letter] = []
    for letter in sorted(letters, key=place):
        if row and place(letter)[0] - place(row[-1])[0] > 0.3 * letter.height:
            yield from sorted(row, key=lambda each: place(each)[1])
            row = []
        row.append(letter)
    yield from sorted(row, key=lambda each: place(each)[1])


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
