"""Finds the item of a numbered list that a question asks for by its number: "What is step 4?", "the third step of bottling".
Words and patterns; no model.

The patterns are in contracts/lexicon/numbered-items.json, the cases in contracts/numbered-items.json; the twin is
web/reader/src/terms/numbered-items.ts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.reading.calibration import content

PROBABILITY = 0.9
"""Of an item that the question names by its number, where one list alone can be meant."""
MOST_OF_SEVERAL = 0.39
"""The most of each where several lists may be meant, which share it: just below an answer in a document."""
MOST_LISTS = 3
"""Lists whose items are shown where it isn't clear which one is meant."""
_LEXICON = lexicon("numbered-items")
_ASKS = _LEXICON.pattern("asks")
_ITEM = _LEXICON.pattern("item")
_WORDS = {
    word: number
    for name in ("cardinals", "ordinals")
    for number, word in enumerate(_LEXICON.words(name), 1)
}
_LAST = -1
_LONGEST_NUMBER = 40
"""Letters of a line that its number is looked for in."""
_MOST_BETWEEN = 3
"""Blocks without a number between two items: the further paragraphs of an item."""
_LONGEST_ABOVE = 300
"""Letters of a heading or an introduction that are looked at."""


@dataclass(frozen=True, slots=True)
class _Requested:
    """The number of the item, _LAST for the last one, and the words that say of which list."""

    number: int
    of: frozenset[str]


@dataclass(slots=True)
class _List:
    """A list that counts from one: where each item's words are, and what stands above it."""

    above: str
    items: list[Span] = field(default_factory=list)


def _requested_item(question: str) -> _Requested | None:
    """The item that a question asks for; None for every other question."""
    found = _ASKS.match(question)
    if found is None:
        return None
    written = (found["ordinal"] or found["cardinal"]).casefold()
    digits = "".join(sign for sign in written if sign in "0123456789")
    number = int(digits) if digits else _WORDS.get(written, _LAST)
    return _Requested(number, content(found["rest"] or ""))


def numbered_items(question: str, text: str, blocks: Sequence[Block]) -> list[Span]:
    """The words of the item that the question asks for, without its number: of each list that may be meant, at most
    MOST_LISTS. None where no list has it, or where nothing above one says that it is the one which the question names."""
    asked = _requested_item(question)
    if asked is None:
        return []
    lists = [one for one in _lists(text, blocks) if _holds(one, asked.number)]
    if asked.of:
        shares = [len(asked.of & content(one.above)) for one in lists]
        best = max(shares, default=0)
        lists = [one for one, share in zip(lists, shares, strict=True) if 0 < share == best]
    place = asked.number if asked.number == _LAST else asked.number - 1
    return [one.items[place] for one in lists] if len(lists) <= MOST_LISTS else []


def _holds(one: _List, number: int) -> bool:
    return len(one.items) > 1 and (number == _LAST or 1 <= number <= len(one.items))


def _lines(text: str, blocks: Sequence[Block]) -> Iterator[tuple[Block, Span]]:
    """Each block, cut before the lines of it that begin with a number: plain text has a list in one block."""
    for block in blocks:
        start = block.span.start
        if block.kind not in (BlockKind.HEADING, BlockKind.CELL):
            at = text.find("\n", start, block.span.end)
            while at >= 0:
                if _ITEM.match(text[at + 1 : min(at + 1 + _LONGEST_NUMBER, block.span.end)]):
                    yield block, Span(start, at)
                    start = at + 1
                at = text.find("\n", at + 1, block.span.end)
        yield block, Span(start, block.span.end)


def _lists(text: str, blocks: Sequence[Block]) -> Iterator[_List]:
    """The lists of a text that count from one, in its order."""
    title = heading = before = ""
    current: _List | None = None
    between = 0
    for block, span in _lines(text, blocks):
        written = span.of(text)
        if block.kind is BlockKind.HEADING:
            title, heading, before = title or written, written, ""
            if current is not None:
                yield current
            current = None
            continue
        found = None if block.kind is BlockKind.CELL else _ITEM.match(written)
        number = int(found["number"] or found["step"]) if found else 0
        if found is not None and current is not None and number == len(current.items) + 1:
            current.items.append(Span(span.start + found.end(), span.end))
            between = 0
            continue
        if found is not None and number == 1:
            if current is not None:
                yield current
            above = "\n".join(one[:_LONGEST_ABOVE] for one in (title, heading, before))
            current, between = _List(above, [Span(span.start + found.end(), span.end)]), 0
            continue
        before = written
        between += 1
        if current is not None and between > _MOST_BETWEEN:
            yield current
            current = None
    if current is not None:
        yield current
