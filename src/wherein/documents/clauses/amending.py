"""What amendments, riders and side letters delete, replace and change. Reads an outline and its text; asks no reader.

An amendment names a clause ("Section 4.2 is deleted and replaced by the following: …"), words in it ("in Clause 9, “30 days”
is replaced by “45 days”"), or a value ("the fee in Schedule B is reduced to $40"). Its `struck` are the places that no
longer hold, its `new` the place of what holds instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.documents.clauses.amended_clauses import (
    amended_clause,
    restored_clauses,
    struck,
    without,
)
from wherein.documents.clauses.amended_values import (
    amended_name,
    amended_value,
    restated_value,
    restates,
)
from wherein.documents.clauses.amended_words import amended_row, amended_words
from wherein.documents.clauses.amending_text import is_unsure, only_denies, revealed
from wherein.documents.clauses.amending_words import (
    ADDS_TEXT,
    AMENDING_WORD,
    NEW_COLUMN,
    OF_ANOTHER,
    ONLY_SAID,
    ONLY_WHERE,
    OWN_DOCUMENT,
    REMAINS_UNCHANGED,
    WORD,
)
from wherein.documents.clauses.amendment import AmendingSentence, Amendment, Effect, parts_of
from wherein.documents.clauses.contract_text import MOST_PLACES, MOST_STRETCHES, ContractText
from wherein.documents.clauses.labels import Chain, Reference, label_of, references
from wherein.documents.clauses.outline import Clause, Outline, key_of, outline_of
from wherein.documents.clauses.quoting import HIDDEN, masked, sentences
from wherein.lexicon import lexicon

MOST_AMENDMENTS = 1_000
LONGEST_TEXT = 3_000_000
"""Code points of a document whose amendments are looked for: a longer one is no contract."""
LONGEST_SENTENCE = 8_000
MOST_RESTORED = 50
"""Sentences that put clauses back in force."""
BEGINNING = 600
"""Code points at the beginning of a document, before its first clause, in which its own name is."""
_LONGEST_NAME = 120
"""Code points behind a clause's number that may name its document."""

__all__ = ["Amendment", "Effect", "amendments_of"]


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


_INNER_KINDS = lexicon("amendments").words("inner_kinds")
"""Words before the number of a piece of a schedule."""


def _attached_part(clause: Clause | None) -> Chain:
    """The schedule or annex that the heading of an amending clause names ("13. Schedule 1."); () without one."""
    heading = clause.heading if clause is not None and clause.part else ""
    return next((one.chain for one in references(heading) if one.chain and " " in one.chain[0]), ())


def _only_names(sentence: AmendingSentence) -> bool:
    """Whether a sentence is a clause's name and nothing more: a heading that runs into its clause."""
    rest = list(sentence.text)
    for one, _ in sentence.named:
        rest[one.span.start : one.span.end] = " " * len(one.span)
    return not any(sign.isalnum() for sign in rest)


def _without_new(sentence: AmendingSentence, one: Amendment) -> str:
    """The masked text in which what the amendment puts in place is hidden too."""
    shown = sentence.shown.text
    if one.new is None or not sentence.span.overlaps(one.new):
        return shown
    start = max(0, one.new.start - sentence.span.start)
    end = min(len(shown), one.new.end - sentence.span.start)
    return shown[:start] + HIDDEN * (end - start) + shown[end:]


def _named(sentence: AmendingSentence) -> list[Clause]:
    """The clauses that a sentence refers to, without the clause that contains the sentence."""
    every = [clause for _, clauses in sentence.named for clause in clauses]
    return [clause for clause in every if clause is not sentence.clause]


class _Finder:
    """Goes through the sentences of one document, an earlier amendment before a later one."""

    def __init__(self, document: Document, outline: Outline) -> None:
        self._contract, self._outline = ContractText(document, outline), outline
        self._found: list[Amendment] = []
        self._restorations = 0
        self._put: dict[int, list[Span]] = {}
        """What amendments of words and values put in each place."""
        self._last_target: tuple[int, Clause] | None = None
        first = next((one.start for one in outline.clauses if one.chain), BEGINNING)
        begins = document.text[: min(first, BEGINNING)]
        self._own_words = frozenset(WORD.findall(begins.casefold()))

    def found(self) -> list[Amendment]:
        amending = list(self._sentences())
        order = {n: (part.date or "", n) for n, part in enumerate(self._outline.parts, 1)}
        if all(part.date for part in self._outline.parts):
            amending.sort(key=lambda sentence: order.get(sentence.part, ("", 0)))
        for sentence in amending:
            if len(self._found) >= MOST_AMENDMENTS:
                break
            for one in self._amendments(sentence):
                self._found.append(self._with_earlier(one))
        return self._valid()

    def _with_earlier(self, one: Amendment) -> Amendment:
        """The amendment, extended so that it also strikes what an earlier one put in the same places."""
        if one.effect in (Effect.LIMITED, Effect.OVERRIDDEN) or one.whole:
            return one
        more = [
            new
            for place in one.struck
            for new in self._put.get(place.start, ())[-MOST_STRETCHES:]
            if new != one.new
        ]
        if one.new is not None:
            for place in one.struck:
                if not one.quote.contains(place):
                    self._put.setdefault(place.start, []).append(one.new)
        return (
            replace(one, struck=tuple(sorted({*one.struck, *more}))[:MOST_PLACES]) if more else one
        )

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

    def _sentences(self) -> Iterator[AmendingSentence]:
        """The sentences that may amend, in reading order."""
        for number, block in enumerate(self._contract.blocks):
            if block.kind is BlockKind.CELL and NEW_COLUMN.search(block.column or ""):
                yield from self._row(block, number)
            if block.kind in (BlockKind.CELL, BlockKind.CODE) or not block.main:
                continue
            text = block.span.of(self._contract.text)
            amends = self._outline.part_at(block.span.start) > 0
            amends = amends and block.kind is not BlockKind.HEADING
            if not amends and not AMENDING_WORD.search(text):
                continue
            for span in sentences(text):
                written = span.of(text)
                if len(written) > LONGEST_SENTENCE or not (amends or AMENDING_WORD.search(written)):
                    continue
                sentence = self._sentence(span.shifted(block.span.start), written, number)
                if ONLY_SAID.search(sentence.shown.text):
                    continue
                if sentence.named or AMENDING_WORD.search(written) or restates(written):
                    yield sentence

    def _row(self, block: Block, number: int) -> Iterator[AmendingSentence]:
        """The cell of a table of changes that tells what holds now; none outside of amending parts."""
        part = self._outline.part_at(block.span.start)
        if not part:
            return
        row = block.row or ""
        named = [(one, clauses) for one in references(row) if (clauses := self._find(one, ()))]
        label = label_of(f"{row} ")
        if not named and label is not None and label.end >= len(row):
            one = Reference(Span(0, 0), label.chain)
            named = [(one, self._outline.find(one))]
        text = block.span.of(self._contract.text)
        yield AmendingSentence(block.span, text, masked(text), named, None, part, number)

    def _sentence(self, span: Span, written: str, block: int) -> AmendingSentence:
        """The sentence `written` at `span`, without the number of a clause before it."""
        label = label_of(written)
        if label is not None and label.end < len(written) and not label.kind:
            span = Span(span.start + label.end, span.end)
            written = written[label.end :]
        shown = masked(written)
        titles = [q for q in shown.quotes if key_of(q.of(written)) in self._outline._by_heading]
        clause = self._outline.at(span.start)
        within = _attached_part(clause)
        named = [
            (one, clauses)
            for one in references(revealed(shown, written, titles))
            if not self._is_of_another(written[one.span.end :])
            and (clauses := self._find(one, within))
        ][:20]
        return AmendingSentence(
            span, written, shown, named, clause, self._outline.part_at(span.start), block
        )

    def _is_of_another(self, behind: str) -> bool:
        """Whether what follows a clause's number names another document: "of the Housing Act 1988"."""
        found = OF_ANOTHER.match(behind[:_LONGEST_NAME])
        if found is None:
            return False
        words = set(WORD.findall(found["name"].casefold())) - OWN_DOCUMENT
        return not words <= self._own_words

    def _find(self, one: Reference, within: Chain) -> list[Clause]:
        """The clauses that a reference means; below the heading "Schedule 1", paragraph 4 is first that of the schedule."""
        if within and one.chain and one.kind in _INNER_KINDS and " " not in one.chain[0]:
            inside = self._outline.find(replace(one, chain=(*within, *one.chain), last=None))
            if inside:
                return inside
        return self._outline.find(one)

    def _amendments(self, sentence: AmendingSentence) -> Iterator[Amendment]:
        """The amendments of one sentence, which may be a list: "Clause 1 is deleted; the hourly rate becomes $95; and …"."""
        if self._contract.blocks[sentence.block].kind is BlockKind.CELL:
            unsure = self._outline.parts[sentence.part - 1].unsure
            for row in amended_row(self._contract, sentence, _named(sentence)):
                yield replace(row, effect=Effect.LIMITED) if unsure else row
            return
        all_targets = self._targets(sentence)
        segments = parts_of(sentence)
        unsure = self._is_unsure(sentence, segments[0])
        for segment in segments:
            targets = _named(segment) or all_targets
            again = restored_clauses(segment, targets)
            if again and not unsure and not is_unsure(segment.shown.text):
                yield from self._restored(segment, again)
                targets = [one for one in targets if one not in again]
                if not targets:
                    continue
            found = list(amended_words(self._contract, segment, targets))
            if not found and (targets or sentence.part):
                one = amended_clause(self._contract, segment, targets) if targets else None
                one = (
                    one
                    or restated_value(self._contract, segment)
                    or amended_value(self._contract, segment, targets)
                    or amended_name(self._contract, segment, targets)
                )
                found = [one] if one is not None else []
            if (
                not found
                and targets
                and sentence.part
                and segment.named
                and self._outline.parts[sentence.part - 1].span.start != segment.span.start
                and not _only_names(segment)
                and not ADDS_TEXT.search(segment.shown.text)
                and not only_denies(segment.shown.text)
                and not REMAINS_UNCHANGED.search(segment.shown.text)
                and not segment.text.rstrip().endswith(":")
            ):
                found = [struck(self._contract, segment, targets, Effect.LIMITED, None)]
            limited = bool(ONLY_WHERE.search(segment.shown.text))
            yield from (
                replace(a, effect=Effect.LIMITED)
                if unsure or (limited and not a.whole) or is_unsure(_without_new(segment, a))
                else a
                for a in found
            )
        self._remember(sentence, all_targets)

    def _restored(self, sentence: AmendingSentence, again: Sequence[Clause]) -> list[Amendment]:
        """What puts clauses, or the quoted words in them, back in force: earlier amendments strike there no longer, and where
        they strike nowhere else, what they say gives way to the clause. Empty where none does."""
        gone: list[Span] = []
        only = {quote.of(sentence.text).casefold() for quote in sentence.shown.quotes}
        self._restorations += 1
        for number, one in enumerate(self._found if self._restorations <= MOST_RESTORED else ()):
            left = [
                rest
                for place in one.struck
                for rest in (
                    without(place, again)
                    if not only or place.of(self._contract.text).casefold() in only
                    else [place]
                )
            ]
            if tuple(left) == one.struck:
                continue
            if all(one.quote.contains(place) for place in left):
                gone.append(one.quote)
                left = []
            self._found[number] = replace(one, struck=tuple(left))
        self._found = [one for one in self._found if one.struck]
        if not gone:
            return []
        body = Span(again[0].body, again[0].end) if len(again) == 1 else None
        effect = Effect.REPLACED if body else Effect.DELETED
        return [Amendment(effect, sentence.span, tuple(gone), body or None, True)]

    def _is_unsure(self, sentence: AmendingSentence, first: AmendingSentence) -> bool:
        """Whether the amendment that a sentence stands in, or `first`, with which its list begins, is only a draft, or holds only
        under a condition or for a time."""
        if sentence.part and self._outline.parts[sentence.part - 1].unsure:
            return True
        return first.span != sentence.span and is_unsure(
            sentence.shown.text[: first.span.end - sentence.span.start]
        )

    def _targets(self, sentence: AmendingSentence) -> list[Clause]:
        """The clauses that a sentence names, or that it goes on about."""
        return _named(sentence) or (self._inherited(sentence) if sentence.part else [])

    def _remember(self, sentence: AmendingSentence, targets: Sequence[Clause]) -> None:
        if targets:
            self._last_target = sentence.block, targets[0]

    def _inherited(self, sentence: AmendingSentence) -> list[Clause]:
        """The clause of the sentence before in the same block, or the one that the heading above names."""
        if self._last_target is not None and self._last_target[0] == sentence.block:
            return [self._last_target[1]]
        above = sentence.clause
        if above is None or not above.heading:
            return []
        named = [c for one in references(above.heading) for c in self._outline.find(one)]
        if not named and above.chain and not above.inner:
            base = Reference(above.span, above.chain)
            named = [
                c for c in self._outline.find(base) if key_of(c.heading) == key_of(above.heading)
            ]
        return named or list(self._outline.find(Reference(above.span, (), "", above.heading)))
