"""Finds the sentences and steps of a text that say how something is done. Knows blocks and sentences; weighs no words.

The twin is web/reader/src/terms/instruction-sentences.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.reading.terms.pieces import Piece, sentences_of

_LEXICON = lexicon("named-terms")
_SAYS_HOW = _LEXICON.pattern("says_how")
_MOST_BODY = _LEXICON.count("most_body")
"""Characters of a block that are looked at."""
_LONGEST_STEPS = _LEXICON.count("longest_steps")


@dataclass(frozen=True, slots=True)
class InstructionSentence:
    """A sentence that says how something is done, with the heading and the row above it.

    span: the sentence; where it ends with a colon, with the code behind it.
    """

    span: Span
    above: str


def instruction_sentences(
    blocks: Sequence[Block], text: str, stems: frozenset[str]
) -> Iterator[InstructionSentence]:
    """Those of the blocks of which they or the heading above have one of the stems, in order."""
    heading = ""
    is_named = False
    for number, block in enumerate(blocks):
        if block.kind is BlockKind.HEADING:
            heading = block.span.of(text)
            is_named = _has_one(heading.casefold(), stems)
            continue
        if block.kind is BlockKind.CODE:
            continue
        end = min(block.span.end, block.span.start + _MOST_BODY)
        if not is_named and not _has_one(text[block.span.start : end].casefold(), stems):
            continue
        above = f"{heading} {block.row or ''}"
        for span in sentences_of(Piece(Span(block.span.start, end), block.kind, False), text):
            if _SAYS_HOW.search(span.of(text)):
                yield InstructionSentence(_with_code(span, blocks, number, text), above)


def _has_one(folded: str, stems: frozenset[str]) -> bool:
    return any(stem in folded for stem in stems)


def _with_code(span: Span, blocks: Sequence[Block], number: int, text: str) -> Span:
    """A sentence that announces code, with that code where it is short."""
    if number + 1 == len(blocks) or not text[span.start : span.end].endswith(":"):
        return span
    following = blocks[number + 1]
    is_code = following.kind is BlockKind.CODE and span.end == blocks[number].span.end
    return (
        Span(span.start, following.span.end)
        if is_code and len(following.span) <= _LONGEST_STEPS
        else span
    )
