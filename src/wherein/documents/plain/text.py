"""Parses plain text: the decoded text, with the paragraphs between blank lines, and cells of tables, as blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.documents.building.canonical import Cell, clean, is_visible, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.plain_tables.found_tables import may_go_on, tables_in
from wherein.documents.plain_tables.placed_cells import FoundTable
from wherein.documents.plain_tables.text_lines import TextLine, lines_in
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
# What no table or form is without: two spaces, a tab, a bar, a dotted line, or a label with its colon.
_OF_TABLE = re.compile(r"[^\s.!?][ ]{2,}\S|\t|[|│┃║]|\.{4}|(?:\. ){4}|…{2}|·{4}|:[ \n]")
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


def blocks_of_text(text: str, *, amid: bool = False) -> tuple[Block, ...]:
    """The paragraphs of a canonical text that are separated only by blank lines, and the cells of its tables and forms.

    A single line is a heading when it is "Chapter 3" or similar (level 1), is all in capitals (level 2), or is short,
    ends without punctuation and is above a real paragraph or a table (level 3). `amid`: the text begins within a run
    of lines, of which no table is made, since its head may be above.
    """
    return tuple(block for block, _ in placed_blocks(text, amid=amid))


def placed_blocks(text: str, *, amid: bool = False) -> Iterator[tuple[Block, Cell | None]]:
    """The blocks of a text as `blocks_of_text` has them, each cell with its place in its table."""
    parts: list[Span | FoundTable] = []
    for number, group in enumerate(_groups(text)):
        parts += _parts(text, group, tables=not (amid and number == 0))
    tables = 0
    for index, part in enumerate(parts):
        if isinstance(part, FoundTable):
            tables += 1
            yield from ((cell.block, replace(cell.place, table=tables)) for cell in part.cells)
            continue
        after = parts[index + 1] if index + 1 < len(parts) else ""
        level = _heading_level(part.of(text), after.of(text) if isinstance(after, Span) else after)
        yield Block(BlockKind.HEADING if level else BlockKind.PARAGRAPH, part, level), None


def partings(text: str) -> Iterator[re.Match[str]]:
    """The blank lines that part a text: neither a table nor a form goes on behind them.

    It goes on behind one blank line, between lines that look like its rows; of the lines below, two are looked at.
    """
    start = 0
    for blank in BETWEEN.finditer(text):
        last = text[max(text.rfind("\n", start, blank.start()) + 1, start) : blank.start()]
        low = text.rfind("\n", 0, blank.end()) + 1
        if blank[0].count("\n") > 2 or not may_go_on(TextLine(last, 0)) or not _begins(text, low):
            yield blank
        start = low


def _begins(text: str, start: int) -> bool:
    """Whether the line that contains a place, or the next line, could be part of a table or form."""
    end = text.find("\n", start)
    if end < 0:
        return may_go_on(TextLine(text[start:], 0))
    if may_go_on(TextLine(text[start:end], 0)):
        return True
    last = text.find("\n", end + 1)
    return may_go_on(TextLine(text[end + 1 : None if last < 0 else last], 0))


def _groups(text: str) -> Iterator[Span]:
    """The stretches of a text that a table may be in, whole lines each, without what is not visible."""
    start = 0
    for end, following in [*((m.start(), m.end()) for m in partings(text)), (len(text), 0)]:
        part = text[start:end]
        if is_visible(part) and part.strip():
            left = start + len(part) - len(part.lstrip())
            yield Span(text.rfind("\n", 0, left) + 1, start + len(part.rstrip()))
        start = following


def _parts(text: str, group: Span, *, tables: bool) -> Iterator[Span | FoundTable]:
    """The tables of a group and the paragraphs between them, in order."""
    if not tables or not _OF_TABLE.search(text, group.start, group.end):
        yield from _runs(text, group)
        return
    lines = list(lines_in(text, group))
    done = 0
    for table in tables_in(lines):
        if table.lines.start > done:
            yield from _runs(text, Span(lines[done].start, lines[table.lines.start - 1].end))
        yield table
        done = table.lines.stop
    if done < len(lines):
        yield from _runs(text, Span(lines[done].start, group.end))


def _runs(text: str, within: Span) -> Iterator[Span]:
    """The paragraphs between blank lines."""
    start = within.start
    ends = [*((m.start(), m.end()) for m in BETWEEN.finditer(text, within.start, within.end)), (within.end, 0)]  # fmt: skip
    for end, following in ends:
        part = text[start:end]
        left = start + len(part) - len(part.lstrip())
        right = left + len(part.strip())
        if is_visible(text[left:right]):
            yield from _paragraphs(text, Span(left, right))
        start = following


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


def _heading_level(line: str, after: str | FoundTable) -> int | None:
    if "\n" in line or len(line) > _LONGEST_HEADING:
        return None
    if _CHAPTER.match(line):
        return 1
    letters = sum(character.isalpha() for character in line)
    if letters < 4 or line[-1] in ".,;:!?\"'”)":
        return None
    if line.isupper():
        return 2
    if isinstance(after, FoundTable):
        return 3 if "  " not in line and "\t" not in line else None
    above_prose = len(after) > 2 * len(line) and len(after) >= _SHORTEST_PROSE
    short = len(line) <= _LONGEST_PLAIN_HEADING and len(line.split()) <= 8
    return 3 if short and above_prose and line[0].isupper() and "\t" not in line else None
