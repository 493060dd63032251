"""The text that amendments change: its clauses, rows and sentences, and where words of it stand. Makes no amendment."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.documents.clauses.amending_text import content, loose, revealed
from wherein.documents.clauses.amendment import AmendingSentence
from wherein.documents.clauses.labels import Reference
from wherein.documents.clauses.outline import Clause, Outline
from wherein.documents.clauses.quoting import sentences

MOST_PLACES = 200
"""Places that one amendment strikes."""
MOST_SCANS = 20
"""Times that the text's length may be looked through for words and amounts that amendments name."""
LEAST_SCANNED = 200_000
"""Characters that may be looked through besides, so that a short text is looked through in any case."""
MOST_CELLS = 12
"""Cells of a row on either side of one."""
MOST_TARGETS = 12
"""Clauses that one sentence amends."""
MOST_STRETCHES = 4
"""Replacing texts of one clause that a later amendment may strike: the last ones."""


class ContractText:
    """A document with amendments, read from its first amendment to its last."""

    def __init__(self, document: Document, outline: Outline) -> None:
        self.outline = outline
        self.text = document.text
        self.blocks = document.blocks or (Block(BlockKind.PARAGRAPH, Span(0, len(document.text))),)
        self._starts = [block.span.start for block in self.blocks]
        self._replacing: dict[int, list[Span]] = {}
        """The texts that amendments put in place of a clause, by where the clause begins."""
        self._left = MOST_SCANS * len(document.text) + LEAST_SCANNED
        """Characters that may still be looked through."""
        self._rows = row_names(self.blocks, self.text)

    def put_in_place_of(self, clause: Clause, new: Span) -> None:
        """Note a text that an amendment puts in place of a clause, for the amendments after it."""
        self._replacing.setdefault(clause.start, []).append(new)

    def base(self) -> list[Span]:
        """The text outside of amending parts."""
        spans, at = [], 0
        for part in self.outline.parts:
            if part.span.start > at:
                spans.append(Span(at, part.span.start))
            at = max(at, part.span.end)
        if at < len(self.text):
            spans.append(Span(at, len(self.text)))
        return spans

    def stretches(self, clause: Clause) -> list[Span]:
        """Where a clause stands: its own text, and what earlier amendments put in its place."""
        return [clause.span, *self._replacing.get(clause.start, ())[-MOST_STRETCHES:]]

    def stretches_of(self, clauses: Sequence[Clause]) -> list[Span]:
        """Where the clauses that one sentence amends stand."""
        return [one for clause in clauses[:MOST_TARGETS] for one in self.stretches(clause)]

    def occurrences(self, words: str, stretches: Sequence[Span]) -> list[Span]:
        """The places of some words in stretches of the text, whatever their case, quotes and white space."""
        wanted = words.strip().strip(".,;").strip()
        if not wanted:
            return []
        source = r"\s+".join(loose(re.escape(part)) for part in wanted.split())
        before = r"(?<![\w.])" if wanted[0].isalnum() else ""
        pattern = re.compile(
            rf"(?i){before}{source}(?![\w])" if wanted[-1].isalnum() else rf"(?i){before}{source}"
        )
        found: list[Span] = []
        for stretch in stretches:
            self._left -= len(stretch)
            if self._left < 0:
                return found
            for match in pattern.finditer(self.text, stretch.start, stretch.end):
                found.append(Span(*match.span()))
                if len(found) >= MOST_PLACES:
                    return found
        return found

    def sentence_at(self, place: Span) -> Span:
        """The sentence around a place; of a cell or a very long block the whole of it."""
        block = self.blocks[max(0, bisect_right(self._starts, place.start) - 1)]
        if block.kind is BlockKind.CELL or len(block.span) > 20_000:
            return block.span
        for one in sentences(block.span.of(self.text)):
            here = one.shifted(block.span.start)
            if here.overlaps(place):
                return here
        return block.span

    def nearest(self, sentence: AmendingSentence, places: Sequence[Span]) -> list[Span]:
        """Of places in different sentences, those in the sentence that shares most words with the amendment."""
        about = content(sentence.text)
        scored = [
            (len(about & content(self.sentence_at(place).of(self.text))), place) for place in places
        ]
        best = max(score for score, _ in scored)
        return [place for score, place in scored if score == best] if best > 1 else []

    def each_sentence(self, stretch: Span) -> Iterator[tuple[Span, str]]:
        """The parts of sentences between semicolons, and cells with their headers, of a stretch."""
        self._left -= 8 * len(stretch)
        at = max(0, bisect_right(self._starts, stretch.start) - 1)
        for place in range(at, len(self.blocks) if self._left > 0 else 0):
            block = self.blocks[place]
            if block.span.start >= stretch.end:
                return
            low, high = max(block.span.start, stretch.start), min(block.span.end, stretch.end)
            if low >= high or block.kind is BlockKind.HEADING:
                continue
            if block.kind is BlockKind.CELL:
                if block.span.start in self._rows:
                    yield Span(low, high), f"{self._rows[block.span.start]} {block.column or ''}"
                continue
            for one in sentences(self.text[low:high]):
                start = low + one.start
                for piece in re.finditer(r"[^;]+", self.text[start : low + one.end]):
                    yield Span(*piece.span()).shifted(start), ""

    def row(self, sentence: AmendingSentence) -> list[Span]:
        """The cells of the row that the sentence names, but its first: "the figure for a replacement key in Schedule B"."""
        clauses = [clause for _, some in sentence.named for clause in some]
        if not clauses:
            return []
        asked = content(revealed(sentence.shown, sentence.text, sentence.shown.quotes))
        best: tuple[float, str | None] = (0.0, None)
        cells: dict[str, list[Span]] = {}
        for clause in clauses[:4]:
            first = bisect_left(self._starts, clause.start)
            self._left -= 20 * min(4_000, len(self.blocks) - first)
            for block in self.blocks[first : first + 4_000] if self._left > 0 else ():
                if block.span.start >= clause.end:
                    break
                row = self._rows.get(block.span.start)
                if row is None:
                    continue
                if row not in cells:
                    words = content(row)
                    share = len(words & asked) / len(words) if words else 0.0
                    if share > best[0]:
                        best = share, row
                cells.setdefault(row, []).append(block.span)
        return cells[best[1]] if best[1] is not None and best[0] >= 0.5 else []

    def cells_of_row(self, block: int) -> list[Block]:
        """All cells on the same line of a table as the given cell, as far as MOST_CELLS on either side."""
        first = last = block
        while first > 0 and block - first < MOST_CELLS and self._is_one_line(first - 1):
            first -= 1
        while last + 1 < len(self.blocks) and last - block < MOST_CELLS and self._is_one_line(last):
            last += 1
        return list(self.blocks[first : last + 1])

    def _is_one_line(self, block: int) -> bool:
        """Whether a cell and the block after it are in one line of a table."""
        one, other = self.blocks[block], self.blocks[block + 1]
        if one.kind is not BlockKind.CELL or other.kind is not BlockKind.CELL:
            return False
        return "\t" in self.text[one.span.end : other.span.start]

    def in_rows(self, words: str, about: frozenset[str]) -> list[Span]:
        """The places of an amount or of words in the text that may be amended: in the rows or the sentences that share most
        words with what a row is `about`."""
        scored: list[tuple[int, Span]] = []
        base = self.base()
        for place in self.occurrences(words, base) or self.occurrences(words.lstrip("$€£ "), base):
            block = self.blocks[max(0, bisect_right(self._starts, place.start) - 1)]
            beside = f"{self._rows.get(block.span.start, '')} {block.column or ''}"
            said = beside if block.kind is BlockKind.CELL else self.sentence_at(place).of(self.text)
            scored.append((len(about & content(said)), place))
        best = max((score for score, _ in scored), default=0)
        return [place for score, place in scored if score == best] if best else []

    def is_a_heading(self, words: str) -> bool:
        """Whether a clause has these words as its heading."""
        return bool(self.outline.find(Reference(Span(0, 0), (), "", words)))


def row_names(blocks: Sequence[Block], text: str) -> dict[int, str]:
    """What the row of each cell is called, by where the cell begins: its header, or the first cell of its line."""
    names: dict[int, str] = {}
    last: Block | None = None
    first = ""
    for block in blocks:
        if block.kind is not BlockKind.CELL:
            last = None
            continue
        begins = last is None or "\t" not in text[last.span.end : block.span.start]
        if begins:
            first = block.span.of(text)[:200]
        elif block.row or first:
            names[block.span.start] = block.row or first
        last = block
    return names
