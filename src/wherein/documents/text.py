"""Plain text: the text as it was decoded, with paragraphs at blank lines as blocks."""

from __future__ import annotations

import re

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.documents.canonical import clean, is_visible, without_mark
from wherein.documents.decode import decode
from wherein.documents.parsed import Parsed

# A blank line holds nothing but spaces and tabs.
_BETWEEN = re.compile(r"\n[ \t\f]*\n\s*")
_CHAPTER = re.compile(
    r"(?:chapter|part|book|section|appendix|volume|act|scene|kapitel|teil|chapitre|глава|часть)"
    r"\s+[\dIVXLC]+\b",
    re.IGNORECASE,
)
_LONGEST_HEADING = 80


def parse_text(data: bytes, *, declared: str | None = None) -> Parsed:
    """The decoded text with canonical line ends and nothing else changed.

    A block is a run of lines between blank lines, without the white space at its ends. A single
    line of at most 80 characters is a heading when it says "Chapter 3" and the like or is all in
    capitals.
    """
    text = clean(without_mark(decode(data, declared)))
    return Parsed(text=text, blocks=blocks_of_text(text))


def blocks_of_text(text: str) -> tuple[Block, ...]:
    """The paragraphs of a canonical text that has nothing but blank lines to tell them apart."""
    blocks: list[Block] = []
    start = 0
    for end, following in [
        *((m.start(), m.end()) for m in _BETWEEN.finditer(text)),
        (len(text), 0),
    ]:
        part = text[start:end]
        left = start + len(part) - len(part.lstrip())
        right = left + len(part.strip())
        if is_visible(text[left:right]):
            level = _heading_level(text[left:right])
            kind = BlockKind.HEADING if level else BlockKind.PARAGRAPH
            blocks.append(Block(kind, Span(left, right), level))
        start = following
    return tuple(blocks)


def _heading_level(line: str) -> int | None:
    if "\n" in line or len(line) > _LONGEST_HEADING:
        return None
    if _CHAPTER.match(line):
        return 1
    letters = sum(character.isalpha() for character in line)
    return 2 if letters >= 4 and line.isupper() and line[-1] not in ".,;:!?" else None
