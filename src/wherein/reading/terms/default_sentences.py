"""Finds the sentences and values of a text that speak of a default. Knows blocks and sentences; compares no words.

The twin is web/reader/src/terms/default-sentences.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.reading.terms.pieces import Piece, sentences_of

_LEXICON = lexicon("named-terms")
_SAYS_DEFAULT = _LEXICON.pattern("says_default")
_DEFAULT_LABEL = _LEXICON.pattern("default_label")
_LONGEST_LABEL = 40
_MOST_BODY = _LEXICON.count("most_body")
"""Characters of a block that are looked at."""


@dataclass(frozen=True, slots=True)
class DefaultSentence:
    """A sentence, or a value whose label says that it is a default, with the heading and the row above it."""

    span: Span
    above: str
    is_value: bool


def default_sentences(blocks: Sequence[Block], text: str) -> Iterator[DefaultSentence]:
    """Those of all blocks, in order."""
    heading = ""
    before: Block | None = None
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            heading = block.span.of(text)
        else:
            above = f"{heading} {block.row or ''}"
            if _is_value(before, block, text):
                yield DefaultSentence(block.span, above, True)
            elif _SAYS_DEFAULT.search(text, block.span.start, block.span.end):
                end = min(block.span.end, block.span.start + _MOST_BODY)
                piece = Piece(Span(block.span.start, end), block.kind, False)
                for span in of_body([piece], text):
                    yield DefaultSentence(span, above, False)
        before = block


def _is_value(before: Block | None, block: Block, text: str) -> bool:
    """Whether a block is the cell of a label such as "Default:"."""
    labels = [block.row or "", block.column or ""]
    if before is not None and block.kind is before.kind is BlockKind.CELL:
        labels.append(before.span.of(text)[:_LONGEST_LABEL])
    return not _is_label(block.span, text) and any(map(_DEFAULT_LABEL.match, labels))


def _is_label(span: Span, text: str) -> bool:
    return bool(_DEFAULT_LABEL.match(span.of(text)[:_LONGEST_LABEL]))


def of_body(body: Sequence[Piece], text: str) -> Iterator[Span]:
    """The sentences under a name that speak of a default, and the values of labels that do."""
    for number, piece in enumerate(body):
        if _is_label(piece.span, text):
            if number + 1 < len(body):
                yield body[number + 1].span
        elif _SAYS_DEFAULT.search(piece.span.of(text)):
            for sentence in sentences_of(piece, text):
                if _SAYS_DEFAULT.search(sentence.of(text)):
                    yield sentence
