"""Finds the places of a document where something stands under a name: headings, rows, options, labels. Knows blocks and
signs; compares no words.

The twin is web/reader/src/terms/named-places.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.lexicon import lexicon

_LEXICON = lexicon("named-terms")
_NUMBER = _LEXICON.pattern("number")
_TRAIL = _LEXICON.pattern("trail")
_BULLET = _LEXICON.pattern("bullet")
_UNDERLINE = _LEXICON.pattern("underline")
_LABEL_ALONE = _LEXICON.pattern("label_alone")
_SENTENCE_IN = _LEXICON.pattern("sentence_in")
_IS_OPTION = _LEXICON.pattern("is_option")
_ENDS = _LEXICON.pattern("ends")
LONGEST_NAME = _LEXICON.count("longest_name")
"""Characters of a name; what is longer is a sentence."""
MOST_PLACES = _LEXICON.count("most_places")
"""Places that are looked at for one question: bounds the time in glossaries without end."""
_TAB = 8


class PlaceKind(StrEnum):
    """What a name is."""

    HEADING = "heading"
    ROW = "row"
    LINE = "line"
    LABEL = "label"


_NAMES = (
    (PlaceKind.LINE, _LEXICON.pattern("option_lead")),
    (PlaceKind.LABEL, _LEXICON.pattern("label")),
    (PlaceKind.LINE, _LEXICON.pattern("tab_label")),
)
_RUN_INS = ((PlaceKind.LABEL, _LEXICON.pattern("run_in")),)
"""Names that only the first line of a block may begin with, and only where the next line does not hang."""


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A name with the place of what stands under it.

    span: the name. begins: where the text under it begins, in the block number `block`. wraps: its line ends only fit it to
    a page. section: the number of the heading above it among headings, for its level.
    """

    kind: PlaceKind
    name: str
    span: Span
    block: int
    begins: int
    wraps: bool = False
    heading: str = ""


def named_places(text: str, blocks: Sequence[Block]) -> Iterator[NamedPlace]:
    """The places in the order of the text, at most MOST_PLACES."""
    left = MOST_PLACES
    heading = ""
    for number, block in enumerate(blocks):
        for place in _in_block(text, blocks, number, heading):
            if left == 0:
                return
            left -= 1
            yield place
        if block.kind is BlockKind.HEADING:
            heading = block.span.of(text)[:LONGEST_NAME]


def _in_block(
    text: str, blocks: Sequence[Block], number: int, heading: str
) -> Iterator[NamedPlace]:
    block = blocks[number]
    match block.kind:
        case BlockKind.HEADING:
            yield from _of_heading(text, blocks, number, heading)
        case BlockKind.CELL:
            yield from _of_cell(text, blocks, number, heading)
        case BlockKind.CODE:
            return
        case _:
            yield from _of_lines(text, blocks, number, heading)


def _of_heading(
    text: str, blocks: Sequence[Block], number: int, heading: str
) -> Iterator[NamedPlace]:
    span = blocks[number].span
    if number + 1 < len(blocks) and len(span) <= 2 * LONGEST_NAME:
        name = _TRAIL.sub("", _NUMBER.sub("", span.of(text)))
        if name:
            yield NamedPlace(PlaceKind.HEADING, name, span, number + 1, blocks[number + 1].span.start, heading=heading)  # fmt: skip


def _of_cell(text: str, blocks: Sequence[Block], number: int, heading: str) -> Iterator[NamedPlace]:
    """The first cell of a row that is no header itself; of a row without headers the first one to the left of another."""
    block = blocks[number]
    before = blocks[number - 1] if number else None
    if before is None or before.kind is not BlockKind.CELL or len(before.span) > LONGEST_NAME:
        return
    gap = text[before.span.end : block.span.start]
    if block.row is not None:
        is_first = before.row is None
    else:
        is_first = "\n" not in gap and _begins_row(text, before)
    if is_first:
        name = block.row if block.row is not None else before.span.of(text)
        if len(name) <= LONGEST_NAME:
            yield NamedPlace(PlaceKind.ROW, name, before.span, number, block.span.start, heading=heading)  # fmt: skip


def _begins_row(text: str, cell: Block) -> bool:
    return cell.span.start == 0 or text[cell.span.start - 1] == "\n"


def _of_lines(
    text: str, blocks: Sequence[Block], number: int, heading: str
) -> Iterator[NamedPlace]:
    """The name at the beginning of a paragraph or item, of each line of such, and a line that the next block explains."""
    span = blocks[number].span
    block = span.of(text)
    if under := _UNDERLINE.match(block):
        if number + 1 < len(blocks):
            name = _TRAIL.sub("", _NUMBER.sub("", under[1]))
            yield NamedPlace(PlaceKind.HEADING, name, Span(span.start, span.start + len(under[1])), number + 1, blocks[number + 1].span.start, heading=heading)  # fmt: skip
        return
    lines = block.split("\n")
    if len(lines) == 1 and (alone := _alone(text, block, blocks, number, heading)):
        yield alone
        return
    start = span.start
    for at, line in enumerate(lines):
        place = _line_name(line, _NAMES)
        hanging = _hanging(text, start, lines, at) if place is None else None
        if place is None and hanging is None and not at:
            place = _line_name(line, _RUN_INS)
        if place is not None:
            kind, low, high, begins = place
            yield NamedPlace(kind, line[low:high], Span(start + low, start + high), number, start + begins, len(lines) > 1, heading)  # fmt: skip
        elif hanging is not None:
            low, high, begins = hanging
            yield NamedPlace(PlaceKind.LINE, text[low:high], Span(low, high), number, begins, True, heading)  # fmt: skip
        start += len(line) + 1


def _line_name(
    line: str, names: Sequence[tuple[PlaceKind, re.Pattern[str]]]
) -> tuple[PlaceKind, int, int, int] | None:
    """What kind of name begins a line that goes on behind it, where the name is, and where the rest begins."""
    low = len(line) - len(line.lstrip())
    if bullet := _BULLET.match(line[low : low + LONGEST_NAME]):
        low += bullet.end()
    rest = line[low : low + 4 * LONGEST_NAME]
    for kind, pattern in names:
        match = pattern.match(rest)
        if match and not _SENTENCE_IN.search(_NUMBER.sub("", match[1])):
            high = low + len(match[1].rstrip())
            return kind, low, high, low + match.end()
    return None


def _hanging(text: str, start: int, lines: Sequence[str], at: int) -> tuple[int, int, int] | None:
    """The name of a line whose next line stands further to the right, and where the text under it begins."""
    if at + 1 >= len(lines) or not lines[at].strip() or not lines[at + 1].strip():
        return None
    line, following = lines[at], lines[at + 1]
    before = text[max(0, start - 4 * LONGEST_NAME) : start]
    indent = before[before.rfind("\n") + 1 :]
    low = start - len(indent)
    own, other = _column(indent + line[: 4 * LONGEST_NAME]), _column(following)
    if other <= own:
        return None
    inner = start + len(line) - len(line.lstrip())
    end = start + len(line.rstrip())
    cut = _at_column(text, low, end, other)
    if cut is not None and cut > inner + 1 and text[cut - 1] in " \t":
        high = inner + len(text[inner:cut].rstrip())
        return (inner, high, cut) if high - inner <= LONGEST_NAME else None
    if end - inner <= LONGEST_NAME and not _ENDS.search(line.rstrip().rstrip(":")):
        return inner, end, end + 1
    return None


def _column(line: str) -> int:
    """The column of the first sign that is no white space, with tabs every eight columns."""
    column = 0
    for sign in line[: 4 * LONGEST_NAME]:
        if sign == "\t":
            column += _TAB - column % _TAB
        elif sign.isspace():
            column += 1
        else:
            break
    return column


def _at_column(text: str, low: int, end: int, wanted: int) -> int | None:
    """The place in a line that begins at `low` which stands in a column; None where the line is shorter or a tab skips it."""
    column = 0
    for at in range(low, min(end, low + 4 * LONGEST_NAME)):
        if column >= wanted:
            return at if column == wanted and not text[at].isspace() else None
        column += _TAB - column % _TAB if text[at] == "\t" else 1
    return None


def _alone(
    text: str, block: str, blocks: Sequence[Block], number: int, heading: str
) -> NamedPlace | None:
    """The name of a short block that ends with a colon or begins with an option: the next block explains it."""
    if len(block) > LONGEST_NAME or number + 1 == len(blocks):
        return None
    start = blocks[number].span.start
    low = bullet.end() if (bullet := _BULLET.match(block)) else 0
    rest = block[low:]
    match = _LABEL_ALONE.match(rest)
    if match is None and (not _IS_OPTION.match(rest) or " " in rest.strip() or _ENDS.search(rest)):
        return None
    name = match[1] if match is not None else rest
    if _is_alone(text, blocks[number + 1]):
        return None  # a list of names, such as a menu
    return NamedPlace(
        PlaceKind.LINE,
        name,
        Span(start + low, start + low + len(name)),
        number + 1,
        blocks[number + 1].span.start,
        heading=heading,
    )


def _is_alone(text: str, block: Block) -> bool:
    return len(block.span) <= LONGEST_NAME and bool(_LABEL_ALONE.match(block.span.of(text)))
