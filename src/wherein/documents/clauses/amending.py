"""What amendments, riders and side letters delete, replace and change. Reads an outline and its text; asks no reader.

An amendment names a clause ("Section 4.2 is deleted and replaced by the following: …"), words in it ("in Clause 9, “30 days”
is replaced by “45 days”"), or a value ("the fee in Schedule B is reduced to $40"). Its `struck` are the places that no
longer hold, its `new` the place of what holds instead.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.documents.clauses.amending_text import (
    after_label,
    content,
    group,
    inside,
    is_of,
    is_strong,
    is_the_document,
    loose,
    may_before,
    new_of,
    phrase_in,
    quoted_end,
    revealed,
    unquoted,
    value_in,
    verb_at,
)
from wherein.documents.clauses.amending_words import (
    ACTIVE_OLD_NEW,
    ADDS,
    ADVERB,
    AMENDS,
    BE,
    CHANGED,
    CONDITION,
    DEFINITION,
    DELETES_TOO,
    EVERYWHERE,
    FIGURE,
    FROM_TO,
    GONE,
    IN,
    INSTEAD,
    LEADS,
    MAY,
    NAME,
    NEW_FOR_OLD,
    NEW_INSTEAD,
    NOTWITHSTANDING,
    OLD_GONE,
    OLD_NEW,
    ONLY,
    ORDERS,
    QUALIFIED,
    REMAINS,
    REPLACED,
    REPLACES,
    SENTENCE_OF,
    SPANS,
    VALUE_TO,
    T,
)
from wherein.documents.clauses.labels import Reference, label_of, references
from wherein.documents.clauses.outline import Clause, Outline, key_of, outline_of
from wherein.documents.clauses.quoting import HIDDEN, Masked, masked, sentences
from wherein.documents.clauses.values import values

MOST_AMENDMENTS = 1_000
MOST_PLACES = 200
"""Places that one amendment strikes."""
LONGEST_TEXT = 3_000_000
"""Code points of a document whose amendments are looked for: a longer one is no contract."""
MOST_SCANS = 20
"""Times that the text's length may be looked through for words and amounts that amendments name."""
LEAST_SCANNED = 200_000
LONGEST_SENTENCE = 8_000
MOST_STRETCHES = 4
"""Replacing texts of one clause that a later amendment may strike: the last ones."""
MOST_BLOCKS = 30
"""Blocks after an amendment's colon that its replacing text may have."""


class Effect(StrEnum):
    """What an amendment does to the places that it strikes."""

    REPLACED = "replaced"
    DELETED = "deleted"
    LIMITED = "limited"  # "Section 5 does not apply to children": the clause holds otherwise
    OVERRIDDEN = "overridden"  # "Notwithstanding Section 5, …": the sentence comes first, the clause holds otherwise


@dataclass(frozen=True, slots=True)
class Amendment:
    """One amending sentence.

    quote: the sentence, with the replacing text where that is in it.
    struck: the places that no longer hold, in reading order; of a LIMITED clause, the places that it limits.
    new: what holds instead; None where nothing does.
    whole: a clause is deleted or replaced, not words in it.
    """

    effect: Effect
    quote: Span
    struck: tuple[Span, ...]
    new: Span | None
    whole: bool


def amendments_of(document: Document) -> tuple[Outline, tuple[Amendment, ...]]:
    """A document's outline and its amendments, each of which strikes places that are there.

    Linear in the text but for at most MOST_AMENDMENTS look-ups. A text without amending words has none, and one of more than
    LONGEST_TEXT code points is not looked at.
    """
    if len(document.text) > LONGEST_TEXT:
        return Outline([], []), ()
    outline = outline_of(document)
    finder = _Finder(document, outline)
    return outline, tuple(finder.found())


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence of the document with its place, its masked form and the clauses that it names."""

    span: Span
    text: str
    shown: Masked
    named: Sequence[tuple[Reference, Sequence[Clause]]]
    clause: Clause | None
    part: int
    block: int

    def place(self, span: Span) -> Span:
        return span.shifted(self.span.start)


class _Finder:
    def __init__(self, document: Document, outline: Outline) -> None:
        self._document, self._outline = document, outline
        self._text = document.text
        self._blocks = document.blocks or (Block(BlockKind.PARAGRAPH, Span(0, len(document.text))),)
        self._starts = [block.span.start for block in self._blocks]
        self._found: list[Amendment] = []
        self._by_clause: dict[int, list[Span]] = {}
        self._last_target: tuple[int, Clause] | None = None
        self._left = MOST_SCANS * len(document.text) + LEAST_SCANNED
        self._rows = _row_names(self._blocks, self._text)

    def found(self) -> list[Amendment]:
        units = list(self._units())
        order = {n: (part.date or "", n) for n, part in enumerate(self._outline.parts, 1)}
        if all(part.date for part in self._outline.parts):
            units.sort(key=lambda unit: order.get(unit.part, ("", 0)))
        for unit in units:
            if len(self._found) >= MOST_AMENDMENTS:
                break
            for one in self._amendments(unit):
                self._found.append(one)
        return self._valid()

    def _valid(self) -> list[Amendment]:
        """The amendments but those that a later one deletes."""
        gone = [(n, a) for n, a in enumerate(self._found) if a.effect is Effect.DELETED and a.whole]
        if not gone:
            return self._found
        return [
            one
            for n, one in enumerate(self._found)
            if not any(
                later > n and any(s.contains(one.quote) for s in a.struck) for later, a in gone[:50]
            )
        ]

    def _units(self) -> Iterator[_Unit]:
        for number, block in enumerate(self._blocks):
            if block.kind in (BlockKind.CELL, BlockKind.CODE) or not block.main:
                continue
            text = block.span.of(self._text)
            amends = self._outline.part_at(block.span.start) > 0
            amends = amends and block.kind is not BlockKind.HEADING
            if not amends and not AMENDS.search(text):
                continue
            for span in sentences(text):
                written = span.of(text)
                if len(written) > LONGEST_SENTENCE or not (amends or AMENDS.search(written)):
                    continue
                unit = self._unit(span.shifted(block.span.start), written, number)
                if unit.named or AMENDS.search(written):
                    yield unit

    def _unit(self, span: Span, written: str, block: int) -> _Unit:
        label = label_of(written)
        if label is not None and label.end < len(written) and not label.kind:
            span = Span(span.start + label.end, span.end)
            written = written[label.end :]
        shown = masked(written)
        titles = [q for q in shown.quotes if key_of(q.of(written)) in self._outline._by_heading]
        named = [
            (one, clauses)
            for one in references(revealed(shown, written, titles))
            if (clauses := self._outline.find(one))
        ][:20]
        clause = self._outline.at(span.start)
        return _Unit(span, written, shown, named, clause, self._outline.part_at(span.start), block)

    def _amendments(self, unit: _Unit) -> Iterator[Amendment]:
        """The amendments of one sentence, which may be a list: "…; the hourly rate becomes $95; and …"."""
        targets = self._targets(unit)
        for segment in _segments(unit):
            found = list(self._words(segment, targets))
            if not found and (targets or unit.part):
                one = self._whole(segment, targets) if targets else None
                one = one or self._value(segment, targets) or self._name(segment, targets)
                found = [one] if one is not None else []
            if (
                not found
                and targets
                and unit.part
                and segment.named
                and not ADDS.search(segment.shown.text)
                and not REMAINS.search(segment.shown.text)
                and not segment.text.rstrip().endswith(":")
            ):
                found = [self._struck(segment, targets, Effect.LIMITED, None)]
            limited = bool(ONLY.search(segment.shown.text))
            yield from (
                replace(a, effect=Effect.LIMITED) if limited and not a.whole else a for a in found
            )
        self._remember(unit, targets)

    def _targets(self, unit: _Unit) -> list[Clause]:
        """The clauses that a sentence names, or that it goes on about."""
        targets = [
            clause for _, clauses in unit.named for clause in clauses if clause is not unit.clause
        ]
        return targets or (self._inherited(unit) if unit.part else [])

    def _remember(self, unit: _Unit, targets: Sequence[Clause]) -> None:
        if targets:
            self._last_target = unit.block, targets[0]

    def _inherited(self, unit: _Unit) -> list[Clause]:
        """The clause of the sentence before in the same block, or the one that the heading above names."""
        if self._last_target is not None and self._last_target[0] == unit.block:
            return [self._last_target[1]]
        above = unit.clause
        if above is None or not above.heading:
            return []
        named = [c for one in references(above.heading) for c in self._outline.find(one)]
        if not named and above.chain and not above.inner:
            base = Reference(above.span, above.chain)
            named = [
                c for c in self._outline.find(base) if key_of(c.heading) == key_of(above.heading)
            ]
        return named or list(self._outline.find(Reference(above.span, (), "", above.heading)))

    # Words

    def _words(self, unit: _Unit, targets: Sequence[Clause]) -> Iterator[Amendment]:
        """The amendments of words: each pair of old and new ones."""
        shown, text = unit.shown.text, unit.text
        pairs: list[tuple[Span, Span | None]] = []
        at = 0
        while at < len(shown) and len(pairs) < 20:
            match = min(
                (m for p in (OLD_NEW, NEW_FOR_OLD, ACTIVE_OLD_NEW, NEW_INSTEAD, OLD_GONE) if (m := p.search(shown, at))),
                key=lambda m: (m.start(), -m.end()),
                default=None,
            )  # fmt: skip
            if match is None:
                break
            old, new = group(match, "old"), group(match, "new")
            assert old is not None
            pairs.append((inside(old), inside(new) if new is not None else None))
            at = match.end()
        quoted = bool(pairs)
        if quoted and not unit.part and not targets and not EVERYWHERE.search(shown):
            return
        if not pairs and not CONDITION.match(text) and _is_amending(unit):
            for pattern in (FROM_TO, FIGURE, INSTEAD):
                for match in pattern.finditer(shown):
                    old = Span(*match.span("old"))
                    new = new_of(match, text)
                    if new is not None and HIDDEN not in old.of(shown) and values(old.of(text)):
                        pairs.append((value_in(text, old), new))
                if pairs:
                    break
        for old, new in pairs:
            if quoted and self._is_a_heading(old.of(text)) and new is None:
                continue
            one = self._of_words(unit, targets, old, new, quoted)
            if one is not None:
                yield one

    def _is_a_heading(self, words: str) -> bool:
        return bool(self._outline.find(Reference(Span(0, 0), (), "", words)))

    def _of_words(
        self, unit: _Unit, targets: Sequence[Clause], old: Span, new: Span | None, quoted: bool
    ) -> Amendment | None:
        words = old.of(unit.text)
        everywhere = bool(EVERYWHERE.search(unit.shown.text))
        places: list[Span] = []
        if targets and not everywhere:
            for clause in targets[:12]:
                places += self._occurrences(words, self._stretches(clause))
            row = self._row(unit)
            if row:
                places = [p for p in places if any(cell.contains(p) for cell in row)] or places
            if len(places) > 1 and not quoted:
                places = self._nearest(unit, places) or places
        elif unit.part or everywhere:
            base = self._base()
            places = self._occurrences(words, base)
            if not everywhere and len(places) > 1:
                places = self._nearest(unit, places)
        if not places and not (quoted and targets and unit.part):
            return None
        at_once = [unit.place(old)] if quoted or new is not None else []
        return Amendment(
            Effect.REPLACED if new is not None else Effect.DELETED,
            unit.span,
            tuple(sorted({*places, *at_once}))[:MOST_PLACES],
            unit.place(new) if new is not None else None,
            False,
        )

    def _nearest(self, unit: _Unit, places: Sequence[Span]) -> list[Span]:
        """Of places in different sentences, those in the sentence that shares most words with the amendment."""
        about = content(unit.text)
        scored = [
            (len(about & content(self._sentence_at(place).of(self._text))), place)
            for place in places
        ]
        best = max(score for score, _ in scored)
        return [place for score, place in scored if score == best] if best > 1 else []

    def _sentence_at(self, place: Span) -> Span:
        block = self._blocks[max(0, bisect_right(self._starts, place.start) - 1)]
        if block.kind is BlockKind.CELL or len(block.span) > 20_000:
            return block.span
        for one in sentences(block.span.of(self._text)):
            here = one.shifted(block.span.start)
            if here.overlaps(place):
                return here
        return block.span

    def _occurrences(self, words: str, stretches: Sequence[Span]) -> list[Span]:
        """The places of some words in stretches of the text, whatever their case, quotes and white space."""
        wanted = words.strip().strip(".,;")
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
            for match in pattern.finditer(self._text, stretch.start, stretch.end):
                found.append(Span(*match.span()))
                if len(found) >= MOST_PLACES:
                    return found
        return found

    def _stretches(self, clause: Clause) -> list[Span]:
        """Where a clause stands: its own text, and what earlier amendments put in its place."""
        return [clause.span, *self._by_clause.get(clause.start, ())[-MOST_STRETCHES:]]

    def _base(self) -> list[Span]:
        """The text outside of amending parts."""
        spans, at = [], 0
        for part in self._outline.parts:
            if part.span.start > at:
                spans.append(Span(at, part.span.start))
            at = max(at, part.span.end)
        if at < len(self._text):
            spans.append(Span(at, len(self._text)))
        return spans

    # Whole clauses

    def _whole(self, unit: _Unit, targets: Sequence[Clause]) -> Amendment | None:
        marked = _with_targets(unit)
        if CONDITION.match(unit.text) and not unit.part:
            return None
        adds = ADDS.search(marked) and not DELETES_TOO.search(marked)
        if adds:
            return None
        if (
            unit.named
            and all(IN.search(marked[: one.span.start]) for one, _ in unit.named)
            and not _is_part_named(unit)
        ):
            return None
        replaces = REPLACES.search(marked)
        if replaces is not None and not MAY.search(marked[: replaces.start() + verb_at(replaces)]):
            new = self._replacing(unit, replaces)
            if new is not None:
                new = after_label(self._text, new)
                return self._struck(unit, targets, Effect.REPLACED, new)
        gone = GONE.search(marked)
        if gone is not None and not may_before(marked, gone):
            rest = marked[gone.end() :]
            limited = bool(QUALIFIED.match(rest)) or bool(CONDITION.match(unit.text)) or not (unit.part or is_strong(gone.group()))  # fmt: skip
            return self._struck(unit, targets, Effect.LIMITED if limited else Effect.DELETED, None)
        if NOTWITHSTANDING.search(marked) and unit.part:
            one = self._value(unit, targets)
            return one or self._struck(unit, targets, Effect.OVERRIDDEN, None)
        return None

    def _struck(
        self, unit: _Unit, targets: Sequence[Clause], effect: Effect, new: Span | None
    ) -> Amendment:
        places: list[Span] = []
        for clause in targets[:12]:
            places += self._part_of(unit, clause)
        quote = unit.span if new is None else Span(unit.span.start, max(unit.span.end, min(new.end + 1, len(self._text))))  # fmt: skip
        if new is not None:
            for clause in targets[:12]:
                self._by_clause.setdefault(clause.start, []).append(new)
            if quote.end > unit.span.end and self._text[quote.end - 1 : quote.end].isspace():
                quote = Span(quote.start, quote.end - 1)
        whole = not SENTENCE_OF.search(unit.shown.text)
        return Amendment(effect, quote, tuple(sorted(set(places)))[:MOST_PLACES], new, whole)

    def _part_of(self, unit: _Unit, clause: Clause) -> list[Span]:
        """What of a clause is meant: "the second sentence of", "the definition of “Rent” in", a row, or the whole of it."""
        stretches = self._stretches(clause)
        if (defined := DEFINITION.search(unit.shown.text)) is not None:
            term = inside(Span(*defined.span("term"))).of(unit.text)
            places = [self._sentence_at(place) for place in self._occurrences(term, stretches)[:1]]
            if places:
                return places
        if (ordinal := SENTENCE_OF.search(unit.shown.text)) is not None and ordinal[
            "what"
        ] == "sentence":
            body = Span(clause.body, clause.end).of(self._text)
            every = [one.shifted(clause.body) for one in sentences(body)]
            at = ORDERS[ordinal["order"].casefold()]
            if -len(every) <= at < len(every):
                return [every[at]]
        row = self._row(unit)
        if row and any(clause.span.contains(cell) for cell in row):
            return [cell for cell in row if clause.span.contains(cell)]
        return stretches

    def _replacing(self, unit: _Unit, verb: re.Match[str]) -> Span | None:
        """The text that stands in place of a clause: quoted in the sentence, after its colon, or in the blocks below."""
        after = [
            q
            for q in unit.shown.quotes
            if q.start > verb.start() and len(q) > 3 and not self._is_a_heading(q.of(unit.text))
        ]
        if after:
            longest = max(after, key=len)
            return unit.place(longest)
        text = unit.text
        colon = text.find(":", max(0, verb.end() - 1))
        rest = text[colon + 1 :].strip() if colon >= 0 else ""
        if rest:
            start = text.index(rest, colon)
            return unit.place(Span(start, start + len(rest)))
        if colon >= 0 or text.rstrip().endswith(("following", "follows")):
            return self._below(unit)
        said = text[verb.end() :].strip(" .,;")
        if len(said.split()) >= 2 and not is_the_document(said):
            start = text.index(said, verb.end())
            return unit.place(Span(start, start + len(said)))
        return None

    def _below(self, unit: _Unit) -> Span | None:
        """The rest of the block after the sentence, or the blocks after it that are its replacing text."""
        block = self._blocks[unit.block].span
        rest = self._text[unit.span.end : block.end]
        if rest.strip():
            start = unit.span.end + len(rest) - len(rest.lstrip())
            return unquoted(self._text, Span(start, block.end))
        first = unit.block + 1
        if first >= len(self._blocks):
            return None
        start = self._blocks[first].span.start
        own = label_of(self._text[self._blocks[unit.block].span.start : block.end])
        if self._text[start] in "“\"‘'«„":
            closing = quoted_end(
                self._text,
                start,
                self._blocks[min(len(self._blocks), first + MOST_BLOCKS) - 1].span.end,
            )
            if closing is not None:
                return Span(start + 1, closing)
        end = self._blocks[first].span.end
        for block_below in self._blocks[first + 1 : first + MOST_BLOCKS]:
            if not self._belongs(
                block_below, own is not None and own.inner, own.chain if own else ()
            ):
                break
            end = block_below.span.end
        return unquoted(self._text, Span(start, end))

    def _belongs(self, block: Block, own_is_inner: bool, own: tuple[str, ...]) -> bool:
        """Whether a block goes on with the replacing text: a cell, a list item or an inner item."""
        if block.kind is BlockKind.HEADING or self._amends_anew(block):
            return False
        if block.kind is BlockKind.CELL:
            return True
        label = label_of(block.span.of(self._text)[:200])
        if label is None:
            return block.kind is BlockKind.LIST_ITEM
        if label.inner:
            return not own_is_inner
        return False

    def _amends_anew(self, block: Block) -> bool:
        text = block.span.of(self._text)[:400]
        return bool(AMENDS.search(text)) and any(
            self._outline.find(one) for one in references(text)[:4]
        )

    # Values

    def _value(self, unit: _Unit, targets: Sequence[Clause]) -> Amendment | None:
        """ "The fee in Section 21.2 is reduced to one month's Rent": what the clause says of the fee no longer holds."""
        shown = unit.shown.text
        if CONDITION.match(unit.text) or (ADDS.search(shown) and not DELETES_TOO.search(shown)):
            return None
        if not _is_amending(unit):
            return None
        begins = 0
        if (
            unit.named
            and (leads := LEADS.match(shown)) is not None
            and unit.named[0][0].span.end <= leads.end()
        ):
            begins = leads.end()
        match = VALUE_TO.search(shown, begins)
        if match is None or MAY.search(shown[: match.start("new")]):
            return None
        new = Span(*match.span("new"))
        got = values(new.of(unit.text))[:1]
        about = content(unit.text[begins : match.start("new")])
        kinds = frozenset(value.kind for value in got)
        places: list[Span] = []
        for clause in targets[:12]:
            for stretch in (Span(clause.body, clause.end), *self._stretches(clause)[1:]):
                found = self._old_values(stretch, kinds, about, is_named=True)
                if not found and kinds & SPANS:
                    found = self._old_values(stretch, SPANS, about, is_named=True)
                places += found
        if not places and unit.part:
            for stretch in self._base():
                places += self._old_values(stretch, kinds, about, is_named=False)
        if not places:
            return None
        narrow = phrase_in(unit.text, new, bool(got))
        return Amendment(
            Effect.REPLACED, unit.span, tuple(sorted(set(places))), unit.place(narrow), False
        )

    def _name(self, unit: _Unit, targets: Sequence[Clause]) -> Amendment | None:
        """ "In Schedule 4 his name is replaced by that of Annelies Brouwer": a name of this item that the clause has."""
        found = re.search(
            rf"(?i)\b{BE}{ADVERB}\s(?:{REPLACED}|{CHANGED})\s(?:by|with|to)\b", unit.shown.text
        )
        new = NAME.search(unit.text, found.end()) if found is not None and unit.part else None
        if found is None or new is None:
            return None
        block = self._blocks[unit.block].span
        said = self._text[block.start : unit.span.start + found.start()]
        stretches = [s for clause in targets[:12] for s in self._stretches(clause)]
        for name in reversed(NAME.findall(said)):
            places = self._occurrences(name, stretches)
            if places:
                return Amendment(
                    Effect.REPLACED, unit.span, tuple(places), unit.place(Span(*new.span())), False
                )
        return None

    def _old_values(
        self, stretch: Span, kinds: frozenset[str], about: frozenset[str], *, is_named: bool
    ) -> list[Span]:
        """The places of what a value replaces in a stretch: of its kind, where most words of the amendment's subject stand.

        In a named clause one word is enough, or none where only one amount is of the kind.
        """
        best: tuple[int, list[Span]] = (0, [])
        every: list[Span] = []
        for number, (sentence, beside) in enumerate(self._each_sentence(stretch)):
            if number > 5_000:
                break
            text = sentence.of(self._text)
            same = [v.span.shifted(sentence.start) for v in values(text) if is_of(v, kinds, about)]
            if kinds and not same:
                continue
            every += same or [sentence]
            shared = len(about & (content(text) | content(beside)))
            if shared > best[0]:
                best = shared, same or [sentence]
        if (
            is_named
            and len(every) == 1
            and kinds
            and not kinds & {"money", "percent", "date", "time", ""}
        ):
            return every
        return best[1] if best[0] >= (1 if is_named else 2) else []

    def _each_sentence(self, stretch: Span) -> Iterator[tuple[Span, str]]:
        """The parts of sentences between semicolons, and cells with their headers, of a stretch."""
        self._left -= 8 * len(stretch)
        at = max(0, bisect_right(self._starts, stretch.start) - 1)
        for place in range(at, len(self._blocks) if self._left > 0 else 0):
            block = self._blocks[place]
            if block.span.start >= stretch.end:
                return
            low, high = max(block.span.start, stretch.start), min(block.span.end, stretch.end)
            if low >= high or block.kind is BlockKind.HEADING:
                continue
            if block.kind is BlockKind.CELL:
                if block.span.start in self._rows:
                    yield Span(low, high), f"{self._rows[block.span.start]} {block.column or ''}"
                continue
            for one in sentences(self._text[low:high]):
                start = low + one.start
                for piece in re.finditer(r"[^;]+", self._text[start : low + one.end]):
                    yield Span(*piece.span()).shifted(start), ""

    def _row(self, unit: _Unit) -> list[Span]:
        """The cells of the row that the sentence names, but its first: "the figure for a replacement key in Schedule B"."""
        clauses = [clause for _, some in unit.named for clause in some]
        if not clauses:
            return []
        asked = content(revealed(unit.shown, unit.text, unit.shown.quotes))
        best: tuple[float, str | None] = (0.0, None)
        cells: dict[str, list[Span]] = {}
        for clause in clauses[:4]:
            first = bisect_left(self._starts, clause.start)
            self._left -= 20 * min(4_000, len(self._blocks) - first)
            for block in self._blocks[first : first + 4_000] if self._left > 0 else ():
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


def _segments(unit: _Unit) -> list[_Unit]:
    """The parts of a sentence between semicolons, where more than one of them amends; else the sentence."""
    shown = unit.shown.text
    cuts = [m.end() for m in re.finditer(r";\s", shown)]
    if not cuts:
        return [unit]
    edges = [0, *cuts, len(shown)]
    pieces = [Span(a, b) for a, b in pairwise(edges) if AMENDS.search(shown[a:b])]
    if len(pieces) < 2:
        return [unit]
    found = []
    for piece in pieces:
        text = piece.of(unit.text)
        named = [
            (replace(one, span=one.span.shifted(-piece.start)), clauses)
            for one, clauses in unit.named
            if piece.contains(one.span)
        ]
        found.append(
            replace(
                unit,
                span=piece.shifted(unit.span.start),
                text=text,
                shown=masked(text),
                named=named,
            )
        )
    return found


def _is_part_named(unit: _Unit) -> bool:
    return bool(
        SENTENCE_OF.search(unit.shown.text)
        or DEFINITION.search(unit.shown.text)
        or re.search(
            r"(?i)\b(?:the\s(?:whole|text|wording|provisions?|contents?|entirety)|all)\sof\b|\b(?:instead|place|lieu)\sof\b",
            unit.shown.text,
        )
    )


def _is_amending(unit: _Unit) -> bool:
    """Whether a sentence without quoted words may amend: in an amending part, or with "hereby"."""
    return bool(unit.part) or "hereby" in unit.text


def _row_names(blocks: Sequence[Block], text: str) -> dict[int, str]:
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


def _with_targets(unit: _Unit) -> str:
    """The masked text with a mark in place of each clause that it names, in the same length."""
    out = list(unit.shown.text)
    for one, _ in unit.named:
        out[one.span.start : one.span.end] = [*" " * (len(one.span) - 1), T]
        out[one.span.start : one.span.end - 1] = ["_"] * (len(one.span) - 1)
    return "".join(out).replace("\n", " ")
