"""Joins the lines of pages to paragraphs, and detects headings by size and weight."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from wherein.core.document import BlockKind
from wherein.documents.page_lines.pdf_lines import Line, PageLines
from wherein.documents.page_tables.table_headers import TablesInOrder
from wherein.documents.page_tables.table_pieces import TableLine
from wherein.documents.page_text.asides import joined_over_breaks, mark_asides
from wherein.documents.page_text.front import with_front
from wherein.documents.page_text.paragraph import Paragraph
from wherein.documents.page_text.running_heads import Furniture, furniture_of
from wherein.documents.pdf.pdf_order import in_reading_order

_BULLET = re.compile(r"^(?:[•◦▪▫‣·●○■□–—*\-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])[ \t\u00a0]+\S")
_NUMBERED = re.compile(r"^(?:(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,4}\.?|[IVX]{1,5}\.)\s+[^\W\d_]")
_NOTE = re.compile(r"(?:[*†‡§¶]+|[¹²³⁰⁴-⁹]+)\s*[^\W_]")
"""The beginning of a note with its mark."""
_ENDS_SENTENCE = (".", "!", "?", ":", "。", "؟", ".”", ".’", '."')
_LONGEST_HEADING = 160


def paragraphs_of(pages: Sequence[PageLines]) -> list[Paragraph]:
    """The paragraphs and headings of a document in reading order."""
    furniture = furniture_of(pages)
    kept = [
        in_reading_order(
            [line for line in page.lines if id(line) not in furniture.gone], page.width
        )
        for page in pages
    ]
    if not any(kept):
        kept = [list(page.lines) for page in pages]
        furniture = Furniture()
    every = [each for lines in kept for line in lines for each in _own_lines(line)]
    body = _body_size(every)
    widest = _widest_step(kept)
    found: list[Paragraph] = []
    tables = TablesInOrder()
    number = 0
    for at, (page, lines) in enumerate(zip(pages, kept, strict=True)):
        if page.number != number:
            found += _alone(furniture.at_top.get(page.number, ()))
        # What stands in another direction than the page's own text is no part of its flow.
        aside = page.number == number and bool(lines)
        number = page.number
        start = len(found)
        for line in lines:
            if isinstance(line, TableLine):
                found += _cells(tables, line)
                continue
            last = found[-1] if len(found) > start else None
            if last is not None and last.cell is None and _goes_on(last, line, widest):
                last.lines.append(line)
            else:
                bullet = _BULLET.match(line.text) is not None and "\t" not in line.text
                kind = BlockKind.LIST_ITEM if bullet else BlockKind.PARAGRAPH
                found.append(Paragraph([line], kind, rows="\t" in line.text, aside=aside))
        if at + 1 == len(pages) or pages[at + 1].number != number:
            found += _alone([*page.notes, *furniture.at_end.get(number, ())])
    mark_asides(found, pages, body)
    _mark_headings(found, body)
    return joined_over_breaks(with_front(found, body))


def _alone(lines: Sequence[Line]) -> list[Paragraph]:
    """Each line as a paragraph of its own beside the flow."""
    return [Paragraph([line], rows="\t" in line.text, aside=True) for line in lines]


def _own_lines(line: Line) -> list[Line]:
    """The line itself; the lines of the cells of a table."""
    if not isinstance(line, TableLine):
        return [line]
    return [each for cell in line.table.cells for each in cell.lines()]


def _cells(tables: TablesInOrder, line: TableLine) -> list[Paragraph]:
    return [
        Paragraph(cell.lines(), BlockKind.CELL, rows=cell.keeps_lines, cell=place)
        for cell, place in tables.add(line.table)
    ]


def _body_size(lines: Sequence[Line]) -> float:
    """The most frequent letter height, rounded to half a point."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _widest_step(pages: Sequence[Sequence[Line]]) -> float:
    """The largest distance between two lines of one paragraph, in letter heights: 1.6, or more where the document's
    usual line spacing is larger (double spacing)."""
    steps: Counter[float] = Counter()
    for lines in pages:
        for above, below in pairwise(lines):
            step = (below.top - above.top) / max(above.size, 1.0)
            if 0.3 < step < 2.7 and min(above.right, below.right) > max(above.left, below.left):
                steps[round(step * 5) / 5] += 1
    usual = steps.most_common(1)[0][0] if steps else 1.0
    return max(1.6, usual * 1.15)


def _goes_on(paragraph: Paragraph, line: Line, widest: float) -> bool:
    """True when `line` continues the paragraph above it; `widest` is `_widest_step`."""
    last = paragraph.lines[-1]
    size = max(last.size, line.size, 1.0)
    middle = (line.top + line.bottom) / 2
    if ("\t" in line.text) != paragraph.rows:
        return False
    if last.top < middle < last.bottom:
        # The same line, drawn in pieces.
        return -0.5 * size < line.left - last.right < 2 * size
    step = line.top - last.top
    if not 0.3 * size < step < (widest + 0.3) * size:
        return False
    if abs(last.size - line.size) > 0.12 * size:
        return False
    word_goes_on = last.text[-1] == "-" and line.text[0].islower()
    if last.bold != line.bold and not word_goes_on:
        return False
    if min(last.right, line.right) <= max(last.left, line.left):
        return False
    if paragraph.rows:
        return True
    if _NOTE.match(line.text) and _NOTE.match(paragraph.lines[0].text):
        return False
    if _BULLET.match(line.text) and (
        paragraph.kind is BlockKind.LIST_ITEM or last.text.endswith(_ENDS_SENTENCE)
    ):
        return False
    if len(paragraph.lines) > 1:
        before = paragraph.lines[-2].top
        usual = last.top - before
        if usual > 0.3 * size and step > 1.25 * usual:
            return False
    elif step > widest * size:
        return False
    right = max(other.right for other in paragraph.lines)
    indented = line.left - last.left > 0.7 * size and paragraph.kind is not BlockKind.LIST_ITEM
    ends = last.text.endswith(_ENDS_SENTENCE)
    short = last.right < max(right, line.right) - 0.15 * (right - last.left)
    if indented and len(paragraph.lines) > 1 and (ends or short):
        return False
    return not (ends and short)


def _mark_headings(paragraphs: list[Paragraph], body: float) -> None:
    """Mark paragraphs as headings that are larger than the body, or short and all bold; larger ones get a higher level."""
    marked: list[tuple[Paragraph, float, bool]] = []
    bold_letters = sum(len(p.text) for p in paragraphs if all(line.bold for line in p.lines))
    bold_is_rare = bold_letters < 0.3 * sum(len(p.text) for p in paragraphs)
    for paragraph in paragraphs:
        text = paragraph.text
        letters = sum(character.isalpha() for character in text)
        if len(text) > _LONGEST_HEADING or letters < 2 or letters < 0.4 * len(text):
            continue
        if (
            paragraph.cell
            or paragraph.aside
            or paragraph.rows
            or len(paragraph.lines) > 4
            or text.count(",") > 2
        ):
            continue  # a row of a table, a displayed quotation, a list of names
        size = paragraph.lines[0].size
        larger = size > 1.12 * body
        bold = bold_is_rare and all(line.bold for line in paragraph.lines)
        numbered = _NUMBERED.match(text) is not None
        if paragraph.kind is BlockKind.LIST_ITEM and not (numbered and (larger or bold)):
            continue
        tail = text.rstrip()[-1]
        plain = tail not in ".,;:-" or (numbered and tail != ",")
        if larger or (bold and size >= 0.9 * body and plain and len(text) <= 100):
            marked.append((paragraph, round(size * 2) / 2 if larger else body, bold))
    sizes = sorted({size for _, size, _ in marked}, reverse=True)
    for paragraph, size, _ in marked:
        paragraph.kind = BlockKind.HEADING
        paragraph.level = min(sizes.index(size) + 1, 6)
