"""Extends one answer to the places that belong with it: the items of its list, the steps below its heading, other
sentences.

Uses the structure of a document and the places of answers in it; runs no reader. The TypeScript twin is
`web/reader/src/stages/gathering.ts`; the cases are in contracts/gathering.json.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.passages.sentences import sentence_spans
from wherein.questions.kinds import asks_for_several, asks_how_to, asks_openly
from wherein.reading.calibration import content

_LEXICON = lexicon("parts")
MOST_ITEMS = _LEXICON.count("most_items")
"""The most items of a list that answer together; a longer list is a register."""
MOST_SENTENCES = _LEXICON.count("most_sentences")
BESIDE = _LEXICON.number("beside")
"""An answer of the same section is gathered if its probability is at least this share of the first answer's."""
LISTED = _LEXICON.number("listed")
"""The same share for another item of its list."""
HEADED = _LEXICON.number("headed")
"""The least share of a question's words in a heading that states what is asked."""
_NAMED = re.compile(r"\s*([^:\n]{1,40}):\s+\S")
_STEPS = (BlockKind.LIST_ITEM, BlockKind.CODE)


@dataclass(frozen=True, slots=True)
class Seed:
    """An answer's place and how likely it is right."""

    span: Span
    confidence: float


def belonging_together(document: Document, question: str, seeds: Sequence[Seed]) -> list[Span]:
    """The places that answer together, in reading order; `seeds`, at least one, are answers of one document, likeliest first.

    Empty where the question asks for one thing, and where nothing belongs with the first answer.
    """
    steps = asks_how_to(question)
    if not (
        steps
        or asks_for_several(question)
        or (
            asks_openly(question)
            and not _names_the_item(document, question, seeds)
            and _share_a_list(document, seeds)
        )
    ):
        return []
    return _gathered(document, question, seeds, steps)


def _gathered(document: Document, question: str, seeds: Sequence[Seed], steps: bool) -> list[Span]:
    """As `belonging_together`. With `steps`, commands belong to their sentences, and the blocks below a heading that
    states the question's task belong together."""
    blocks = document.blocks
    at = _place(blocks, seeds[0].span.start)
    if at is None:
        return []
    if steps and (below := _headed(document, question, at)):
        return below
    if (listed := _listed(document, at, steps)) is not None:
        return listed
    near = [
        seed.span
        for seed in seeds
        if seed.confidence >= BESIDE * seeds[0].confidence
        and (place := _place(blocks, seed.span.start)) is not None
        and _same_section(blocks, at, place)
    ]
    spans = _sentences(document, near)
    if steps:
        return _with_commands(document, spans)
    return spans if len(spans) > 1 else []


def _names_the_item(document: Document, question: str, seeds: Sequence[Seed]) -> bool:
    """Whether the first answer's list item is a name with a value ("Height: 31 cm") whose name the question has."""
    at = _place(document.blocks, seeds[0].span.start)
    named = _NAMED.match(document.blocks[at].span.of(document.text)) if at is not None else None
    name = content(named[1]) if named else frozenset()
    return bool(name) and name <= content(question)


def _share_a_list(document: Document, seeds: Sequence[Seed]) -> bool:
    """Whether another item of the first answer's list is nearly as likely, so that the whole list answers."""
    blocks = document.blocks
    at = _place(blocks, seeds[0].span.start)
    if at is None or blocks[at].kind is not BlockKind.LIST_ITEM:
        return False
    run = {block.span for block in _run(blocks, at, (BlockKind.LIST_ITEM,))}
    places = (
        _place(blocks, seed.span.start)
        for seed in seeds
        if seed.confidence >= LISTED * seeds[0].confidence
    )
    items = {blocks[place].span for place in places if place is not None}
    return len(items & run) > 1


def _place(blocks: Sequence[Block], at: int) -> int | None:
    """The index of the block that contains a code point; None without one."""
    place = bisect_right(blocks, at, key=lambda block: block.span.start) - 1
    return place if place >= 0 and at < blocks[place].span.end else None


def _run(blocks: Sequence[Block], at: int, kinds: tuple[BlockKind, ...]) -> list[Block]:
    """The longest run of blocks of these kinds around one block."""
    first = last = at
    while first > 0 and blocks[first - 1].kind in kinds:
        first -= 1
    while last + 1 < len(blocks) and blocks[last + 1].kind in kinds:
        last += 1
    return list(blocks[first : last + 1])


def _listed(document: Document, at: int, steps: bool) -> list[Span] | None:
    """The items of the list that the block is in or introduces; None where there is none."""
    blocks, kinds = document.blocks, _STEPS if steps else (BlockKind.LIST_ITEM,)
    block = blocks[at]
    if block.kind is BlockKind.LIST_ITEM or (steps and block.kind is BlockKind.CODE):
        run = _run(blocks, at, kinds)
    elif (
        at + 1 < len(blocks)
        and blocks[at + 1].kind in kinds
        and (block.kind is BlockKind.HEADING or block.span.of(document.text).rstrip().endswith(":"))
    ):
        run = [b for b in _run(blocks, at + 1, kinds) if b.span.start > block.span.start]
    else:
        return None
    if steps:
        before = _place(blocks, run[0].span.start - 3)
        intro = blocks[before] if before is not None else None
        if (
            run[0].kind is BlockKind.CODE
            and intro is not None
            and intro.kind is BlockKind.PARAGRAPH
        ):
            report = sentence_spans(intro.span.of(document.text))
            if report:
                return [report[-1].shifted(intro.span.start), *(b.span for b in run)]
    return [b.span for b in run] if 1 < len(run) <= MOST_ITEMS else None


def _headed(document: Document, question: str, at: int) -> list[Span]:
    """The blocks below the nearest heading above the block, if that heading states what is asked."""
    blocks, asked = document.blocks, content(question)
    top = next((n for n in range(at, -1, -1) if blocks[n].kind is BlockKind.HEADING), None)
    if top is None or not asked:
        return []
    said = content(blocks[top].span.of(document.text))
    if len(said & asked) / len(asked) < HEADED:
        return []
    end = next(
        (n for n in range(top + 1, len(blocks)) if blocks[n].kind is BlockKind.HEADING), len(blocks)
    )
    below = blocks[top + 1 : end]
    listed = [block.span for block in below if block.kind in _STEPS]
    if 1 < len(listed) <= MOST_ITEMS:
        return listed
    spans = [
        sentence.shifted(block.span.start)
        for block in below
        for sentence in sentence_spans(block.span.of(document.text))
    ]
    return spans if len(spans) <= MOST_SENTENCES else []


def _same_section(blocks: Sequence[Block], one: int, other: int) -> bool:
    between = blocks[min(one, other) + 1 : max(one, other) + 1]
    return not any(block.kind is BlockKind.HEADING for block in between)


def _sentences(document: Document, spans: Sequence[Span]) -> list[Span]:
    """The sentences that hold any of the spans, in reading order."""
    found: set[Span] = set()
    for span in spans:
        place = _place(document.blocks, span.start)
        if place is None:
            continue
        block = document.blocks[place].span
        for sentence in sentence_spans(block.of(document.text)):
            here = sentence.shifted(block.start)
            if here.overlaps(span):
                found.add(here)
    return sorted(found, key=lambda span: span.start)[:MOST_SENTENCES]


def _with_commands(document: Document, spans: Sequence[Span]) -> list[Span]:
    """The sentences with the commands or lists that they introduce."""
    blocks, found = document.blocks, list(spans)
    for span in spans:
        place = _place(blocks, span.start)
        if place is None or place + 1 >= len(blocks) or span.end < blocks[place].span.end:
            continue
        follows = blocks[place + 1].kind
        if follows is BlockKind.CODE or (
            follows is BlockKind.LIST_ITEM and span.of(document.text).rstrip().endswith(":")
        ):
            found += [b.span for b in _run(blocks, place + 1, _STEPS) if b.span.start > span.start][
                :MOST_ITEMS
            ]
    return sorted(set(found), key=lambda span: span.start)
