"""Finds the title and the authors of a document by the layout of its first page, and judges the title that a file states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from wherein.core.document import Block, BlockKind
from wherein.documents.page_lines.pdf_lines import Line
from wherein.documents.page_lines.rectangles import MadeBox, Rectangle
from wherein.documents.page_text.paragraph import Paragraph

_FILE_NAME = re.compile(
    r"\.(?:docx?|pdf|tex|dvi|indd|qxd|rtf|pptx?|xlsx?|txt|odt|html?|ps|fm|wpd|pages|pub|eps|ai)$"
    r"|^microsoft (?:word|powerpoint|excel|publisher)|^\S+\.\w{2,4}$",
    re.IGNORECASE,
)
_TEMPLATE = re.compile(
    r"\btemplate\b|^(?:untitled|unknown|title|document\d*|doc\d+|slide \d+|powerpoint presentation|presentation\d*|print|no title"
    r"|paper|paper title|article|manuscript|(?:the )?title of (?:the |your )?(?:paper|article|document)|insert title.*"
    r"|type (?:the |your )?(?:document )?title.*|your title.*|sample (?:document|paper|article)|conference paper.*|layout \d+"
    r"|blank page|new document.*|main|book\d*|sheet\d*|full page photo|scan\w*\d*|cover page)[\W\d]*$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]{2,}")
# The characters at the beginning of the text in which the words of a stated title are sought, and their least share.
_SEEN_IN = 5_000
_LEAST_SEEN = 0.5
_FIRST_BLOCKS = 20
# The body of a paper begins with one of these.
_BODY = re.compile(
    r"(?:\d\.?\s+)?(?:abstract|summary|introduction|keywords?|key words|index terms|zusammenfassung|résumé|resumen|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t)\b",
    re.IGNORECASE,
)
_MARKS = re.compile(
    r"[\u00b9\u00b2\u00b3\u2070-\u207f\u1d43-\u1dbf*∗†‡§¶#$+\u2217\u2709()]|(?<=[^\W\d_])\d{1,2}\b"
)
_BETWEEN = re.compile(r"\s*(?:[,;·•|\t&]|\band\b|\bund\b|\bet\b)\s*")
_PARTICLE = r"(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ibn|ben|ter|ten|zu|y)\s+|[dDlLO]['’])"
_NAME = re.compile(
    rf"(?:[^\W\d_a-zß-ÿ][\w'’\-]*\.?\s+){{1,3}}{_PARTICLE}*[^\W\d_a-zß-ÿ][\w'’\-]+(?:,?\s+(?:Jr|Sr|III|II|IV)\.?)?$"
)
_NO_NAME = re.compile(
    r"\b(?:university|universit\w+|institut\w*|department|dept|school|college|faculty|laborator\w+|labs?|center|centre|corporation"
    r"|corp|inc|ltd|gmbh|llc|company|research|hospital|ministry|academy|association|society|foundation|press|journal|volume|vol"
    r"|conference|proceedings|workshop|road|street|avenue|city|box|usa|uk|germany|france|china|india|january|february|march|april"
    r"|may|june|july|august|september|october|november|december|abstract|introduction|report|version|draft|page|table|figure"
    r"|technical|working|paper|thesis|the|of|for|in|on|with|by)\b|@|https?:",
    re.IGNORECASE,
)
_MOST_LINES = 60
_MOST_NAMES = 80


def title_of(stated: str, text: str, blocks: Sequence[Block]) -> str | None:
    """The title that a file states, or the page's own where the stated one is a file's name, a template's, or one that the
    beginning of the text doesn't show. None where there is neither."""
    stated = " ".join(stated.split())
    shown = _largest_heading(text, blocks)
    if not _is_title(stated):
        return shown
    words = {word.casefold() for word in _WORD.findall(stated)}
    there = {word.casefold() for word in _WORD.findall(text[:_SEEN_IN])}
    seen = len(words & there) / max(len(words), 1)
    several = shown is not None and len(_WORD.findall(shown)) > 1
    return shown if several and seen < _LEAST_SEEN else stated


def _is_title(title: str) -> bool:
    """False for the names of files, programs and templates that some writers leave in the title field."""
    if len(title) < 3 or _FILE_NAME.search(title) or _TEMPLATE.search(title) or "\ufffd" in title:
        return False
    return any(map(str.isalpha, title)) and "/" not in title.split(" ")[0]


def _largest_heading(text: str, blocks: Sequence[Block]) -> str | None:
    """The largest heading of the first twenty blocks."""
    headings = [block for block in blocks[:_FIRST_BLOCKS] if block.kind is BlockKind.HEADING]
    if not headings:
        return None
    first = min(headings, key=lambda block: (block.level or 6, block.span.start)).span.of(text)
    return " ".join(first.split())


def with_front(paragraphs: list[Paragraph], body: float) -> list[Paragraph]:
    """The paragraphs with the title's lines in one, and the names of a paper's authors after "Authors: ".

    The label is a made one: a person sees by their place who the authors are. Names count where a title stands above
    them, nothing but names, places and addresses is between, and the paper's body begins below them.
    """
    paragraphs = _title_joined(paragraphs, body)
    title = next(
        (at for at, p in enumerate(paragraphs[:_FIRST_BLOCKS]) if p.kind is BlockKind.HEADING), None
    )
    if title is None:
        return paragraphs
    page = paragraphs[title].lines[0].page
    end = None
    for at in range(title + 1, min(len(paragraphs), title + 1 + _MOST_LINES)):
        first = paragraphs[at].lines[0]
        if first.page != page:
            break
        if _BODY.match(first.text):
            end = at
            break
    if end is None:
        return paragraphs
    found = paragraphs[: title + 1]
    for paragraph in paragraphs[title + 1 : end]:
        found += [paragraph] if paragraph.aside else _with_authors(paragraph)
    return found + paragraphs[end:]


def _title_joined(paragraphs: list[Paragraph], body: float) -> list[Paragraph]:
    """Large headings of one size that follow each other closely as one."""
    found: list[Paragraph] = []
    for paragraph in paragraphs:
        last = found[-1] if found else None
        if last is not None and last.kind is paragraph.kind is BlockKind.HEADING:
            end, begin = last.lines[-1], paragraph.lines[0]
            size = max(end.size, 1.0)
            if (
                end.page == begin.page
                and end.size > 1.2 * body
                and abs(end.size - begin.size) < 0.04 * size
                and 0.3 * size < begin.top - end.top < 1.7 * size
                and min(end.right, begin.right) > max(end.left, begin.left)
                and len(last.lines) + len(paragraph.lines) <= 5
                and not re.match(r"\d", begin.text)
            ):
                last.lines += paragraph.lines
                continue
        found.append(paragraph)
    return found


def names_in(text: str) -> list[str]:
    """The names of people of a line that is nothing but names and their marks; none for any other line."""
    bare = " ".join(_MARKS.sub("", text).split(" "))
    parts = [" ".join(part.split()) for part in _BETWEEN.split(bare)]
    names = [part for part in parts if part]
    if not names or len(names) > _MOST_NAMES or _NO_NAME.search(bare):
        return []
    return names if all(_NAME.match(name) and len(name) < 60 for name in names) else []


def _with_authors(paragraph: Paragraph) -> list[Paragraph]:
    """The paragraph with its names labelled, and apart from the addresses below them."""
    if paragraph.kind is not BlockKind.PARAGRAPH:
        return [paragraph]
    count = 0
    # A name may go on in the next line, so that the lines count together.
    for many in range(min(len(paragraph.lines), 6), 0, -1):
        if names_in(" ".join(line.text for line in paragraph.lines[:many])):
            count = many
            break
    if count == 0:
        return [paragraph]
    several = len(names_in(" ".join(line.text for line in paragraph.lines[:count]))) > 1
    label = "Authors: " if several else "Author: "
    first = _labelled(paragraph.lines[0], label)
    names = replace(paragraph, lines=[first, *paragraph.lines[1:count]])
    rest = paragraph.lines[count:]
    return [names, replace(paragraph, lines=rest)] if rest else [names]


def _labelled(line: Line, label: str) -> Line:
    place = MadeBox(line.boxes[0])
    boxes: list[Rectangle] = [place] * len(label)
    return replace(line, text=label + line.text, boxes=[*boxes, *line.boxes])
