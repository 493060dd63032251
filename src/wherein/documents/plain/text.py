"""Parses plain text: the decoded text, with the paragraphs between blank lines as blocks."""

from __future__ import annotations

import re

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.documents.building.canonical import clean, is_visible, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.source import Source

# A blank line holds nothing but spaces and tabs.
BETWEEN = re.compile(r"\n[ \t\f]*\n\s*")
_CHAPTER = re.compile(
    r"(?:chapter|part|book|section|appendix|volume|act|scene|kapitel|teil|chapitre|глава|часть)"
    r"\s+[\dIVXLC]+\b",
    re.IGNORECASE,
)
_LONGEST_HEADING = 80
_LONGEST_PLAIN_HEADING = 60
_SHORTEST_PROSE = 120
_LONGEST_RUN = 3000
# Mail and Project Gutenberg wrap at 80 or less, copied pages wider; beyond this no line is wrapped.
_WIDEST_WRAPPED = 160
# First lines that greet, begin a letter or a sentence, or name a part that many a document has.
_NO_TITLE = re.compile(
    r"(?:(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|to whom|hallo|sehr geehrter?|lieber?|bonjour"
    r"|i|i'm|we|you|he|she|it|they|there|this is|here (?:is|are)|please|thanks?)\b.*"
    r"|draft|untitled|(?:strictly |private (?:and|&) )?confidential|(?:for )?internal(?: use)?(?: only)?|(?:table of )?contents"
    r"|abstract|summary|introduction|overview|preface|foreword|notes?|page \d+(?: of \d+)?|inhalt|einleitung|vorwort)",
    re.IGNORECASE,
)
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun"
_MONTHS = (
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec"
)
_DATE_WORDS = frozenset(f"{_WEEKDAYS} {_MONTHS}".split())
_BESIDE_DATES = frozenset("the of at on in am pm th st nd rd date".split())
_SENTENCE_ENDS = (".", "!", "?", ":", "”", '"', "»", "。")


def parse_text(source: Source) -> Parsed:
    """The decoded text with canonical line ends and nothing else changed.

    A block is a run of lines between blank lines, without the white space at its ends. The title
    is the first block when that is a heading and names the whole (`title_in`).
    """
    text = clean(without_mark(decode(source.data, source.charset)))
    blocks = blocks_of_text(text)
    title = title_in(blocks[0], blocks[0].span.of(text)) if blocks else None
    return Parsed(text=text, blocks=blocks, title=title)


def title_in(first: Block, line: str) -> str | None:
    """The title that the first block of a text is; None for a paragraph, and for a heading that names no document.

    "Chapter 1" and "Introduction" name a part, "Dear Anna" and "12 March 2024" begin a letter: the file's name says more.
    """
    if first.kind is not BlockKind.HEADING or _CHAPTER.match(line) or _NO_TITLE.fullmatch(line):
        return None
    words = re.findall(r"[^\W\d_]+", line.lower())
    is_date = any(word in _DATE_WORDS for word in words)
    return None if is_date and all(word in _DATE_WORDS | _BESIDE_DATES for word in words) else line


def blocks_of_text(text: str) -> tuple[Block, ...]:
    """The paragraphs of a canonical text that are separated only by blank lines.

    A single line is a heading when it is "Chapter 3" or similar (level 1), is all in capitals (level 2), or is short,
    ends without punctuation and is above a real paragraph (level 3).
    """
    spans: list[Span] = []
    start = 0
    for end, following in [
        *((m.start(), m.end()) for m in BETWEEN.finditer(text)),
        (len(text), 0),
    ]:
        part = text[start:end]
        left = start + len(part) - len(part.lstrip())
        right = left + len(part.strip())
        if is_visible(text[left:right]):
            spans += _paragraphs(text, Span(left, right))
        start = following
    blocks: list[Block] = []
    for index, span in enumerate(spans):
        after = spans[index + 1] if index + 1 < len(spans) else None
        level = _heading_level(span.of(text), after.of(text) if after else "")
        kind = BlockKind.HEADING if level else BlockKind.PARAGRAPH
        blocks.append(Block(kind, span, level))
    return tuple(blocks)


def _paragraphs(text: str, run: Span) -> list[Span]:
    """The pieces of a run without blank lines that is too long for a paragraph.

    Each line that is not wrapped is a paragraph. In wrapped text, a paragraph ends where a sentence ends on a short
    line.
    """
    if len(run) <= _LONGEST_RUN:
        return [run]
    lines = run.of(text).split("\n")
    # Wrapped lines come close to one width and hardly ever pass it.
    widths = sorted(map(len, lines))
    widest, nearly_all = widths[len(widths) * 9 // 10], widths[len(widths) * 99 // 100]
    wrapped = widest <= _WIDEST_WRAPPED and nearly_all <= 1.4 * widest
    spans: list[Span] = []
    start = end = run.start
    for line in lines:
        end = min(end + len(line) + 1, run.end)
        short = line.rstrip().endswith(_SENTENCE_ENDS) and len(line) < 0.75 * widest
        if not wrapped or short or end == run.end:
            part = text[start:end]
            left = start + len(part) - len(part.lstrip())
            if is_visible(part):
                spans.append(Span(left, left + len(part.strip())))
            start = end
    return spans


def _heading_level(line: str, after: str) -> int | None:
    if "\n" in line or len(line) > _LONGEST_HEADING:
        return None
    if _CHAPTER.match(line):
        return 1
    letters = sum(character.isalpha() for character in line)
    if letters < 4 or line[-1] in ".,;:!?\"'”)":
        return None
    if line.isupper():
        return 2
    above_prose = len(after) > 2 * len(line) and len(after) >= _SHORTEST_PROSE
    short = len(line) <= _LONGEST_PLAIN_HEADING and len(line.split()) <= 8
    return 3 if short and above_prose and line[0].isupper() and "\t" not in line else None
