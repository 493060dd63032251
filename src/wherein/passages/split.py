"""Cuts a document into passages by its headings. Knows blocks and sizes, no tokens and no models."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from wherein.core.document import Block, BlockKind, Document
from wherein.core.lifetime.cancellation import checked, checkpoint
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.passages.sentences import is_wrapped, sentence_spans

_LEXICON = lexicon("passages")
# About 250 word pieces of English: one reader window with question and headings.
PASSAGE_UNITS = _LEXICON.count("passage_units")

# A line or two: what is longer is a box of its own.
BRIDGED_UNITS = _LEXICON.count("bridged_units")

# Code points of a heading that each passage below it keeps.
LONGEST_HEADING = _LEXICON.count("longest_heading")

# A run of letters or digits is one unit; scripts that write no spaces count one per character.
_UNSPACED = _LEXICON.source("unspaced")
_UNITS_AT_ONCE = 1 << 16
_UNIT = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")


def units(text: str) -> int:
    """The size of a text in units: words, or characters in scripts without spaces."""
    return sum(1 for _ in checked(_UNIT.finditer(text), _UNITS_AT_ONCE))


PassagePlace: TypeAlias = tuple[tuple[str, ...], Span, bool]
"""Heading path, span, and whether it is main text."""


@dataclass(frozen=True, slots=True)
class _Piece:
    span: Span
    units: int


def split(document: Document) -> list[Passage]:
    """The document's passages in reading order; see `passages_in`."""
    return list(passages_in(document))


def split_main(document: Document) -> list[Passage]:
    """The passages of the main text, with their indexes among all passages."""
    return [passage for passage in passages_in(document) if passage.main]


def passages_in(document: Document) -> Iterator[Passage]:
    """The document's passages in reading order, one at a time, so that a long text is not in memory twice.

    Every block is in exactly one passage, except that a block larger than `PASSAGE_UNITS` is cut at sentences (a
    sentence that is still larger: at white space, else anywhere). A passage has blocks of one section, and headings
    begin the passage that follows them. The passages of a section have nearly equal sizes, so that no small rest
    remains. In a document without blocks, blank lines separate paragraphs.

    A passage has either main blocks or others. Only a short box between two main blocks of one section
    ("Advertisement", a share bar) is in their passage, so that it does not split the text. The headings above a main
    passage are main headings, since the heading of a menu does not describe the article after it.
    """
    blocks = document.blocks or paragraph_blocks(document.text)
    placed = places_in((block, block.span.of(document.text)) for block in blocks)
    for number, (section, span, main) in enumerate(placed):
        checkpoint()
        yield Passage(document.id, number, span, span.of(document.text), section, main)


def places_in(
    blocks: Iterable[tuple[Block, str]],
) -> Iterator[PassagePlace]:
    """The heading path and place of each passage, and whether it is main text, from blocks with their text.

    For texts that are never in memory as a whole: it holds the places of one section and no text.
    """
    for section, pieces, main in _sections(blocks):
        for span in _fill(pieces):
            yield section, span, main


def paragraph_blocks(text: str) -> Iterator[Block]:
    """Paragraphs of plain text: runs of lines that are not blank."""
    for match in re.finditer(r"[^\s](?:.*(?:\n(?!\s*(?:\n|\Z)).*)*)", text):
        end = match.start() + len(match.group().rstrip())
        yield Block(BlockKind.PARAGRAPH, Span(match.start(), end))


def _sections(
    blocks: Iterable[tuple[Block, str]],
) -> Iterator[tuple[tuple[str, ...], list[_Piece], bool]]:
    """(heading path, pieces, main) of each stretch of one kind under one heading, headings first."""
    paths: dict[bool, list[tuple[int, str]]] = {True: [], False: []}
    pieces: list[_Piece] = []
    has_body = False
    main = True
    for block, content, with_main in _bridged(blocks):
        starts = block.kind is BlockKind.HEADING
        if pieces and (with_main is not main or (starts and has_body)):
            yield tuple(title for _, title in paths[main]), pieces, main
            pieces, has_body = [], False
        main = with_main
        if starts:
            level = block.level or 1
            # Text beside the main text gets all headings above it.
            for kind in (True, False) if main else (False,):
                path = [(above, title) for above, title in paths[kind] if above < level]
                paths[kind] = [*path, (level, _heading_title(content))]
        else:
            has_body = True
        pieces.extend(_cut(content, block.span))
    if pieces:
        yield tuple(title for _, title in paths[main]), pieces, main


def _heading_title(content: str) -> str:
    """A heading as the passages below it keep it: on one line, cut at its end where it is longer than any heading."""
    words = content.split(None, LONGEST_HEADING)[:LONGEST_HEADING]
    return " ".join(words)[:LONGEST_HEADING]


def _bridged(blocks: Iterable[tuple[Block, str]]) -> Iterator[tuple[Block, str, bool]]:
    """Each visible block, with whether it goes into a main passage. It does if it is main, or in a run of at most
    `BRIDGED_UNITS` without a heading between two main blocks, the second of which is no heading.

    An article's "Paragraph 1", a box "Read also", "Paragraph 2" are all in one passage; a box after the last paragraph,
    or a long one between two, is in a passage of its own.
    """
    held: list[tuple[Block, str]] = []  # not main, after a main block
    size = 0
    after_main = False
    for block, content in checked(blocks):
        if not content.strip():
            continue
        heading = block.kind is BlockKind.HEADING
        if not block.main:
            held.append((block, content))
            if after_main and not heading:
                size += units(content)
                if size <= BRIDGED_UNITS:
                    continue
            after_main = False
        bridges = block.main and after_main and not heading
        yield from ((box, text, bridges) for box, text in held)
        held, size = [], 0
        if block.main:
            yield block, content, True
            after_main = True
    yield from ((box, text, False) for box, text in held)


def _cut(content: str, span: Span) -> list[_Piece]:
    """Cut a text that is larger than a passage; `content` is the text at `span`."""
    size = units(content)
    if size <= PASSAGE_UNITS:
        return [_Piece(span, size)]
    pieces: list[_Piece] = []
    for sentence in sentence_spans(content, is_wrapped(content)):
        pieces.extend(_cut_sentence(sentence.of(content), sentence.shifted(span.start)))
    return pieces


def _cut_sentence(content: str, span: Span) -> Iterator[_Piece]:
    marks = [match.end() for match in checked(_UNIT.finditer(content), _UNITS_AT_ONCE)]
    start = 0
    for mark in marks[PASSAGE_UNITS - 1 : -1 : PASSAGE_UNITS]:
        space = content.rfind(" ", start, mark + 1)
        end = space if space > start else mark
        yield _Piece(Span(span.start + start, span.start + end), units(content[start:end]))
        start = end
    rest = content[start:].lstrip()
    if rest:
        yield _Piece(Span(span.end - len(rest), span.end), units(rest))


def _fill(pieces: list[_Piece]) -> Iterator[Span]:
    """Runs of pieces of nearly equal size, none above the limit unless one piece is."""
    rest = sum(piece.units for piece in pieces)
    start, end, size, target = 0, 0, 0, 0.0
    opened = False
    for piece in pieces:
        grown = size + piece.units
        # Stop where stopping is nearer to the target than going on.
        if opened and size and (grown > PASSAGE_UNITS or grown - target > target - size):
            yield Span(start, end)
            opened, rest = False, rest - size
        if not opened:
            # The target is recomputed each time, so that rounding never leaves a small rest at the end.
            target = rest / max(1, -(-rest // PASSAGE_UNITS))
            opened, start, size = True, piece.span.start, 0
        end = piece.span.end
        size += piece.units
    if opened:
        yield Span(start, end)
