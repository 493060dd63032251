"""Keeps footnotes and captions out of the sentences that a page or column break cuts in two. Knows paragraphs, no PDF."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.core.document import BlockKind
from wherein.documents.page_lines.pdf_lines import Line, PageLines
from wherein.documents.page_text.paragraph import Paragraph

_NOTE = re.compile(r"(?:[⁰¹²³⁴⁵⁶⁷⁸⁹ᵃ-ᶻ]+|\(?\d{1,3}[).\]]?|[*∗†‡§¶]+|[a-z][).])[\s\u00a0]?\s*\S")
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|figura|tabla|chart|scheme|plate|exhibit|box|listing"
    r"|algorithm)\s+[A-Z]?\d{1,3}(?:[.\-]\d{1,3})?[a-z]?\s*(?:[.:|–—]|$)",
    re.IGNORECASE,
)
_SMALLER = 0.95
_COLUMNS = 24
_ENDS = ".!?:;”\"'。؟…"


def mark_asides(paragraphs: Sequence[Paragraph], pages: Sequence[PageLines], body: float) -> None:
    """Mark the paragraphs that are no part of the text's flow: footnotes below it, and captions, which become such blocks."""
    size = {page.number: (page.width, page.height) for page in reversed(pages)}
    lowest = _lowest_of_flow(paragraphs, size, body)
    before: Paragraph | None = None
    for paragraph in paragraphs:
        if _CAPTION.match(paragraph.lines[0].text) and paragraph.kind is BlockKind.PARAGRAPH:
            paragraph.aside = True
            if len(paragraph.text) < 1500:
                paragraph.kind = BlockKind.CAPTION
        elif not paragraph.aside and not paragraph.rows and paragraph.cell is None:
            first = paragraph.lines[0]
            small = all(line.size < _SMALLER * body for line in paragraph.lines)
            goes_on = (
                before is not None
                and before.aside
                and before.kind is not BlockKind.CAPTION
                and before.lines[-1].page == first.page
                and before.lines[-1].bottom <= first.bottom
            )
            if small and (goes_on or _NOTE.match(first.text)):
                width, height = size[first.page]
                low = first.top > 0.4 * height
                place = _columns(first, width)
                page = lowest.get(first.page, [])
                paragraph.aside = low and not any(page[at] > first.bottom for at in place if page)
        before = paragraph


def _lowest_of_flow(
    paragraphs: Sequence[Paragraph], size: dict[int, tuple[float, float]], body: float
) -> dict[int, list[float]]:
    """For each page and each strip of its width, where the lowest line in letters of the body's size ends."""
    lowest: dict[int, list[float]] = {}
    for paragraph in paragraphs:
        if paragraph.aside:
            continue
        for line in paragraph.lines:
            if line.size >= _SMALLER * body:
                page = lowest.setdefault(line.page, [0.0] * _COLUMNS)
                for at in _columns(line, size[line.page][0]):
                    page[at] = max(page[at], line.bottom)
    return lowest


def _columns(line: Line, width: float) -> range:
    first = int(max(line.left, 0.0) / max(width, 1.0) * _COLUMNS)
    last = int(max(line.right, 0.0) / max(width, 1.0) * _COLUMNS)
    return range(min(first, _COLUMNS - 1), min(last, _COLUMNS - 1) + 1)


def joined_over_breaks(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """Rejoin paragraphs that a page or column break cut in two; what stands between them comes before them."""
    joined: list[Paragraph] = []
    flow: int | None = None
    for paragraph in paragraphs:
        if paragraph.aside or paragraph.cell is not None:
            joined.append(paragraph)
            continue
        last = joined[flow] if flow is not None else None
        if last is not None and flow is not None and _goes_on(last, paragraph):
            between = joined[flow + 1 :]
            pages = {line.page for aside in between for line in aside.lines}
            if pages <= {last.lines[0].page}:
                last.lines += paragraph.lines
                joined[flow:] = [*between, last]
                flow = len(joined) - 1
                continue
        joined.append(paragraph)
        flow = len(joined) - 1
    return joined


def _goes_on(last: Paragraph, paragraph: Paragraph) -> bool:
    """Whether a paragraph on the next page or in the next column is the rest of the last one."""
    end, begin = last.lines[-1], paragraph.lines[0]
    if (
        paragraph.kind is not BlockKind.PARAGRAPH
        or last.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM)
        or paragraph.rows
        or last.rows
        or len(last.lines) < 2
        or end.text[-1] in _ENDS
        or not (begin.page > end.page or begin.top < end.top)
        or abs(end.size - begin.size) >= 0.1 * begin.size
    ):
        return False
    if begin.text[0].islower():
        return True
    # A name or a number goes on only where the last line is full and the next begins without an indent.
    right = max(line.right for line in last.lines)
    full = end.right > right - 0.12 * (right - end.left)
    indented = len(paragraph.lines) > 1 and begin.left > paragraph.lines[1].left + 0.5 * begin.size
    return (
        full
        and not indented
        and end.bold == begin.bold
        and last.kind is BlockKind.PARAGRAPH
        and (len(paragraph.lines) > 1 or paragraph.text[-1] in _ENDS)
    )
