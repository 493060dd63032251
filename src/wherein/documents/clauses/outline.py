"""The clauses of a document by their numbers and headings, and the parts that amend others. Reads blocks, changes nothing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.documents.clauses.amending_text import begins_later, is_in_doubt
from wherein.documents.clauses.amending_words import UNSURE_HEADING
from wherein.documents.clauses.labels import Chain, Label, Reference, label_of
from wherein.lexicon import lexicon

LONGEST_HEADING = 120
"""Characters of a line that may be a heading."""
MOST_TITLE_WORDS = 8
"""Words of a heading that runs into its clause: "Late fees. The tenant pays …"."""
_LEXICON = lexicon("clauses")
_AMENDING = _LEXICON.pattern("amending_heading")
_AMENDING_LATER = _LEXICON.pattern("amending_later")
_BASE = _LEXICON.pattern("base_heading")
_ATTACHED = _LEXICON.pattern("attached_heading")
_DATE = _LEXICON.pattern("date")
_MONTHS = _LEXICON.words("months")
_RUN_IN = _LEXICON.pattern("run_in_heading")
_WORD = re.compile(r"[^\W_]+")


class Line(NamedTuple):
    """A line of a block that is no cell. `starts`: it begins its block or follows an ended line."""

    span: Span
    block: Block
    starts: bool


@dataclass(slots=True)
class Clause:
    """A clause with all that is in it, or a stretch of text under a heading.

    chain: its number, () where it has only a heading.
    heading: the words of its heading, "" without one.
    start: where its number or heading begins; body: where the text after number and heading begins; end: where the next
        clause that is not in it begins.
    part: the number of the amending part that it is in, from 1; 0 in the text that may be amended.
    kind: the word before its number, as "section".
    """

    chain: Chain
    heading: str
    start: int
    body: int
    end: int
    part: int
    kind: str = ""
    level: int = 7
    inner: bool = False

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Part(NamedTuple):
    """A stretch that amends others: an amendment, a rider, a side letter. `date` is ISO 8601, "" where none is named; `unsure`:
    it says itself that it is a draft, or for a time."""

    span: Span
    date: str
    unsure: bool = False


@dataclass(slots=True)
class Outline:
    """The clauses in reading order, and the amending parts."""

    clauses: list[Clause]
    parts: list[Part]
    _by_chain: dict[Chain, list[int]] = field(default_factory=dict)
    _by_last: dict[str, list[int]] = field(default_factory=dict)
    _by_heading: dict[str, list[int]] = field(default_factory=dict)
    _starts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for at, clause in enumerate(self.clauses):
            self._starts.append(clause.start)
            if clause.chain:
                self._by_chain.setdefault(clause.chain, []).append(at)
                self._by_last.setdefault(clause.chain[-1], []).append(at)
            if clause.heading:
                self._by_heading.setdefault(key_of(clause.heading), []).append(at)

    def find(self, reference: Reference) -> list[Clause]:
        """The clauses that a reference names, at most the clauses of its range; the text that may be amended counts first."""
        if not reference.chain:
            return self._headed(reference.heading)
        first = self._numbered(reference.chain, reference.kind)
        if first is None:
            return []
        if reference.last is None:
            return [first]
        last = self._numbered(reference.last, reference.kind)
        if last is None or last.start < first.start:
            return [first]
        inside = bisect_right(self._starts, first.start)
        till = bisect_right(self._starts, last.start)
        depth = len(first.chain)
        between = [c for c in self.clauses[inside:till] if len(c.chain) == depth]
        return [first, *between]

    def at(self, position: int) -> Clause | None:
        """The innermost clause around a place; None before the first one."""
        place = bisect_right(self._starts, position) - 1
        for clause in reversed(self.clauses[max(0, place - 40) : place + 1]):
            if clause.start <= position < clause.end:
                return clause
        return None

    def part_at(self, position: int) -> int:
        """The number of the amending part around a place, from 1; 0 without one."""
        place = bisect_right(self.parts, position, key=lambda part: part.span.start)
        return place if place and position < self.parts[place - 1].span.end else 0

    def _numbered(self, chain: Chain, kind: str) -> Clause | None:
        places = self._by_chain.get(chain)
        if not places:
            places = self._within(chain)
        if not places:
            return None
        some = [self.clauses[place] for place in places[:50]]
        fitting = [c for c in some if kind and c.kind == kind] or some
        base = [c for c in fitting if not c.part] or [c for c in some if not c.part]
        if not base:
            return fitting[0] if chain[0].partition(" ")[2] else None
        return max(base, key=lambda c: (bool(c.heading) or c.end - c.body > 0, -c.start))

    def _within(self, chain: Chain) -> list[int]:
        """Clauses whose number ends with the chain, where only one does."""
        fitting = [
            place
            for place in self._by_last.get(chain[-1], ())[:50]
            if not self.clauses[place].part and self.clauses[place].chain[-len(chain) :] == chain
        ]
        return fitting if len(fitting) == 1 else []

    def _headed(self, heading: str) -> list[Clause]:
        places = self._by_heading.get(key_of(heading), ())
        some = [self.clauses[place] for place in places[:50]]
        base = [clause for clause in some if not clause.part]
        return base[:1]


def key_of(heading: str) -> str:
    """A heading's words in lower case, without "the" and a plural's s: "The Pets" and "pet" are alike."""
    words = [word.casefold() for word in _WORD.findall(heading)]
    return " ".join(w.removesuffix("s") for w in words if w not in ("the", "a", "an"))


def lines_of(document: Document) -> Iterator[Line]:
    """The lines of all blocks but cells, in reading order."""
    text = document.text
    for block in document.blocks or (Block(BlockKind.PARAGRAPH, Span(0, len(text))),):
        if block.kind in (BlockKind.CELL, BlockKind.CODE) or not block.main:
            continue
        start, starts = block.span.start, True
        while start < block.span.end:
            end = text.find("\n", start, block.span.end)
            end = block.span.end if end < 0 else end
            if text[start:end].strip():
                yield Line(Span(start, end), block, starts)
                starts = text[start:end].rstrip()[-1] in ".;:!?\"”’')" or end - start <= 48
            else:
                starts = True
            start = end + 1


def outline_of(document: Document) -> Outline:
    """The clauses of a document. Linear in its text."""
    builder = _Builder(document)
    for line in lines_of(document):
        builder.add(line)
    return builder.done()


class _Builder:
    def __init__(self, document: Document) -> None:
        self._text = document.text
        self._clauses: list[Clause] = []
        self._open: list[Clause] = []
        self._above: Chain = ()
        # Of the numbers above: how many are of the last clause that is not inner, and the place of that of an "Item 3".
        self._numbered, self._worded = 0, -1
        self._region: Chain = ()
        self._region_level = 7
        self._part = 0
        self._parts: list[tuple[int, str, bool]] = []
        self._ends: list[int] = []

    def add(self, line: Line) -> None:
        """Take the next line: it may begin a clause, or a part that amends."""
        if not line.starts:
            return
        start, end = line.span.start, line.span.end
        written = self._text[start : min(end, start + 400)]
        first = start + len(written) - len(written.lstrip())
        written = self._text[first : min(end, first + 400)]
        is_heading = line.block.kind is BlockKind.HEADING
        level = line.block.level or 7
        is_short = end - first <= LONGEST_HEADING and not written.rstrip().endswith((".", ";", ","))
        label = label_of(written)
        if (is_heading or is_short) and self._opens_region(written, first, level, is_heading):
            # "AMENDMENT NO. 1", "Schedule B: Charges"
            named = label.chain if label is not None and " " in label.chain[0] else ()
            self._region, self._above, self._numbered, self._worded = named, (), 0, -1
            self._push(named, label, written, first, end, level if is_heading else 1, is_heading)
            return
        if label is not None and " " in label.chain[0]:
            if not (is_heading or is_short):
                return
            label = None
        if label is not None:
            chain = self._chain(label)
            self._push(chain, label, written, first, end, level, is_heading)
        elif is_heading:
            self._push((), None, written, first, end, level, True)

    def done(self) -> Outline:
        for clause in self._open:
            clause.end = len(self._text)
        ends = [*self._ends, len(self._text)]
        parts = []
        for start, date, unsure in self._parts:
            span = Span(start, ends[bisect_right(ends, start)])
            unsure = unsure or is_in_doubt(self._text, span.start, span.end)
            parts.append(Part(span, date, unsure))
        return Outline(self._clauses, parts)

    def _opens_region(self, written: str, start: int, level: int, is_heading: bool) -> bool:
        """Whether a heading begins a schedule, an amending part or, again, the agreement itself."""
        amends = bool(_AMENDING.match(written)) or (
            is_heading and bool(_AMENDING_LATER.search(written))
        )
        if amends:
            if (
                self._part
                and is_heading
                and level > self._region_level
                and not label_has_number(written)
            ):
                return False
            self._ends.append(start)
            unsure = UNSURE_HEADING.search(written) is not None or begins_later(written)
            self._parts.append((start, _date(written), unsure))
            self._part = len(self._parts)
            self._region_level = level
            return True
        if _ATTACHED.match(written) and (is_heading or len(written) < 60):
            if self._part and level > self._region_level and is_heading:
                return False
            if self._part:
                self._ends.append(start)
            self._part, self._region_level = 0, level
            return True
        if self._part and is_heading and level <= self._region_level and _BASE.search(written):
            self._ends.append(start)
            self._part, self._region_level = 0, level
            return True
        return False

    def _chain(self, label: Label) -> Chain:
        """The label's whole number: within the region, and for "(b)" within the clause above it."""
        chain = label.chain
        if not label.inner:
            if len(chain) == 1 and chain[0].isdecimal() and label.kind in ("section", "clause", "") and self._is_article():  # fmt: skip
                chain = (*self._above[:1], *chain)
            self._above, self._numbered, self._worded = chain, len(chain), -1
            return (*self._region, *chain)
        above = self._above_item(chain) if label.kind else self._above_of(chain[0])
        self._numbered = min(self._numbered, len(above))
        if label.kind or self._worded >= len(above):
            self._worded = len(above) if label.kind else -1
        self._above = (*above, *chain)
        return (*self._region, *self._above)

    def _above_item(self, chain: Chain) -> Chain:
        """The number of the clause that "Item 3" or "Paragraph 4.2" is in: that of the item before it, or the one above."""
        if self._worded >= 0:
            return self._above[: self._worded]
        return self._above if chain == ("1",) else self._above[: self._numbered]

    def _above_of(self, own: str) -> Chain:
        """The number of the clause that the item "(b)" or "(2)" belongs to. "(2)" follows "(1)" in the same clause; it is no part of "(1)"."""
        above = _before_restart(self._above, own, self._outer)
        while above and not _follows(above[-1], own) and self._is_inner(above) and _sort(above[-1]) != _sort(own):  # fmt: skip
            if own in ("i", "1", "a"):
                break
            above = above[:-1]
        if above and _sort(above[-1]) == _sort(own) and (own not in ("a", "i", "1") or _follows(above[-1], own)):  # fmt: skip
            above = above[:-1] if self._is_inner(above) else above
        elif above and own == "i" and above[-1] == "h":
            above = above[:-1]
        return above

    @property
    def _outer(self) -> int:
        """How many of the numbers above are not those of lists in a clause or item."""
        return max(self._numbered, self._worded + 1)

    def _is_inner(self, above: Chain) -> bool:
        return _is_inner(above[-1], len(above) > self._outer)

    def _is_article(self) -> bool:
        return any(c.kind == "article" and c.chain[-1:] == self._above[:1] for c in self._open)

    def _push(
        self,
        chain: Chain,
        label: Label | None,
        written: str,
        start: int,
        end: int,
        level: int,
        is_heading: bool,
    ) -> None:
        while self._open and not _holds(self._open[-1], chain, level, is_heading):
            self._open.pop().end = start
        begins = label.end if label is not None else 0
        rest = written[begins:].strip(" \t*_")
        heading, body = "", start + begins
        if is_heading:
            heading, body = rest.strip(" .:*_"), end
        elif (run_in := _run_in(written[begins:])) is not None:
            heading, body = run_in[0], start + begins + run_in[1]
        elif label is not None and end - start <= LONGEST_HEADING and _is_title(rest):
            heading, body = rest.strip(" .:*_"), end
        clause = Clause(
            chain, heading, start, body, len(self._text), self._part,
            label.kind if label is not None else "", level if is_heading else 7, label.inner if label else False,
        )  # fmt: skip
        self._clauses.append(clause)
        self._open.append(clause)


def label_has_number(written: str) -> bool:
    label = label_of(written)
    return label is not None and " " in label.chain[0]


def _holds(above: Clause, chain: Chain, level: int, is_heading: bool) -> bool:
    """Whether a new clause with this number is within the one above it."""
    if above.chain and chain and len(chain) > len(above.chain) and chain[: len(above.chain)] == above.chain:  # fmt: skip
        return True
    if above.level < 7 and (not above.chain or not chain or " " in above.chain[0]):
        return not is_heading or level > above.level
    return False


_SORTS = (re.compile(r"\d+"), re.compile(r"[a-z]"), re.compile(r"[ivxl]{2,}"))


def _before_restart(above: Chain, first: str, outer: int) -> Chain:
    """The numbers above a list that begins again: what stands above it with numbers of its kind is another list, which it is
    not in. So clauses are as deep as there are kinds of numbers."""
    if first not in ("a", "i", "1"):
        return above
    at = next(
        (
            n
            for n, one in enumerate(above)
            if _is_inner(one, n >= outer) and _sort(one) == _sort(first)
        ),
        None,
    )
    return above if at is None or _follows(above[-1], first) else above[:at]


def _sort(part: str) -> int:
    return next((n for n, one in enumerate(_SORTS) if one.fullmatch(part)), -1)


def _is_inner(part: str, is_behind: bool) -> bool:
    """Whether a number is of a list in a clause: a letter, or one behind the clause's own number, as the 2 of "4.2 ... (2)"."""
    return is_behind or not part.isdecimal()


def _follows(one: str, other: str) -> bool:
    return len(one) == len(other) == 1 and ord(other) == ord(one) + 1


def _run_in(text: str) -> tuple[str, int] | None:
    """A heading at the beginning of a clause's text and where the text goes on; None without one."""
    found = _RUN_IN.match(text)
    if found is None:
        return None
    words = found[1].split()
    if len(words) > MOST_TITLE_WORDS or not _is_title(found[1]):
        return None
    return found[1].strip(" *_"), found.end()


_VERB = _LEXICON.pattern("title_verb")


def _is_title(text: str) -> bool:
    return bool(text) and len(text.split()) <= MOST_TITLE_WORDS and not _VERB.search(text) and not text.endswith((";", ","))  # fmt: skip


def _date(text: str) -> str:
    found = _DATE.search(text)
    if found is None:
        return ""
    if found[7]:
        return "-".join(found.group(7, 8, 9))
    day, month, year = (
        (found[1], found[2], found[3]) if found[1] else (found[5], found[4], found[6])
    )
    return f"{year}-{_MONTHS.index(month.casefold()) + 1:02d}-{int(day):02d}"
