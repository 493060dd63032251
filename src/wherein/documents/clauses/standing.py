"""What of a document still holds: which amendment strikes a place, what holds instead, and what a sentence is subject to.

Kept for the last documents that were asked, since each answer asks for its own place.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import OrderedDict
from typing import NamedTuple

from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.clauses.amending import Amendment, Effect, amendments_of
from wherein.documents.clauses.labels import label_of, references
from wherein.documents.clauses.outline import Clause, Outline
from wherein.documents.clauses.quoting import sentences
from wherein.lexicon import lexicon

MOST_STEPS = 8
"""Amendments of amendments that are followed."""
MOST_BESIDE = 3
"""Places that are shown beneath an answer."""
LONGEST_QUOTE = 600
KEPT_DOCUMENTS = 8
_LEXICON = lexicon("clauses")
_SUBJECT_TO = _LEXICON.pattern("subject_to")
_EXCEPTS = _LEXICON.pattern("excepts")


LEAVES_STANDING = (Effect.LIMITED, Effect.OVERRIDDEN)


class Struck(NamedTuple):
    """An amendment that strikes a place, and the part of the place that no longer holds."""

    amendment: Amendment
    words: Span


class Unsure(NamedTuple):
    """An amendment that may not be in force, and the place that holds as long as it is not."""

    amendment: Amendment
    place: Span


class Standing:
    """The clauses of one document and what amends them."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.outline, self.amendments = amendments_of(document)
        rows = sorted(
            (span.start, span.end, number)
            for number, one in enumerate(self.amendments)
            for span in one.struck
        )
        self._rows = rows
        self._starts = [row[0] for row in rows]
        self._reach: list[int] = []
        for _, end, _ in rows:
            self._reach.append(max(end, self._reach[-1]) if self._reach else end)

    def struck(self, span: Span) -> Struck | None:
        """The last amendment that deletes or replaces a place, or words in it; None where all of it holds."""
        found: Struck | None = None
        last = -1
        for number, place in self._over(span):
            one = self.amendments[number]
            if one.effect in LEAVES_STANDING or _is_its_own(one, span, place):
                continue
            if number > last:
                last = number
                words = Span(max(span.start, place.start), min(span.end, place.end))
                found = Struck(one, words)
        return found

    def overriding(self, span: Span) -> Amendment | None:
        """The last amendment that holds notwithstanding the clause of a place; None without one."""
        numbers = [
            number
            for number, _ in self._over(span)
            if self.amendments[number].effect is Effect.OVERRIDDEN
        ]
        return self.amendments[max(numbers)] if numbers else None

    def unsure(self, span: Span) -> Unsure | None:
        """The last amendment that puts the words of a place in force only under a condition, for a time or in somebody's opinion,
        and the place that holds as far as the document says; None without one."""
        for one in reversed(self.amendments):
            if one.effect is not Effect.LIMITED or not _is_of_new(one, span):
                continue
            for place in one.struck:
                if not one.quote.contains(place) and self.struck(place) is None:
                    return Unsure(one, place)
        return None

    def instead(self, amendment: Amendment) -> Amendment:
        """The amendment whose text holds at the end, where later ones replace what this one put in place."""
        seen = [amendment]
        for _ in range(MOST_STEPS):
            new = seen[-1].new
            later = self.struck(new) if new is not None else None
            if later is None or later.amendment in seen or later.words != new:
                break
            seen.append(later.amendment)
        return seen[-1]

    def beneath(self, quote: Span) -> list[Span]:
        """What is shown beneath a sentence: the clauses that it is subject to, the exceptions to it, and what limits it.

        References are followed one step.
        """
        text = self._document.text
        said = quote.of(text)
        found: list[Span] = []
        if len(said) <= 20 * LONGEST_QUOTE:
            for one in references(said):
                if _SUBJECT_TO.search(said[max(0, one.span.start - 120) : one.span.start]):
                    found += [self.gist(clause) for clause in self.outline.find(one)[:2] if not clause.span.contains(quote)]  # fmt: skip
        found += self._exceptions(quote)
        found += [
            self.amendments[number].quote
            for number, place in self._over(quote)
            if self.amendments[number].effect in LEAVES_STANDING
        ]
        kept: list[Span] = []
        for span in found:
            if len(span) and not any(span.overlaps(other) for other in (*kept, quote)):
                kept.append(_shortened(span))
        return kept[:MOST_BESIDE]

    def gist(self, clause: Clause) -> Span:
        """The first sentence of a clause, or the whole of a short one, without its number and heading."""
        text = self._document.text
        body = self.body(clause)
        if len(body) <= LONGEST_QUOTE // 2:
            return body
        first = next(
            iter(sentences(text[body.start : min(body.end, body.start + 4 * LONGEST_QUOTE)])), None
        )
        return first.shifted(body.start) if first is not None else body

    def body(self, clause: Clause) -> Span:
        """The text of a clause without its number and heading."""
        text = self._document.text
        start, end = clause.body, clause.end
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        return Span(start, end)

    def _exceptions(self, quote: Span) -> list[Span]:
        """The sentences after a quote, in its clause, that take something out of it."""
        clause = self.outline.at(quote.start)
        if clause is None or not clause.chain:
            return []
        after = self._document.text[quote.end : min(clause.end, quote.end + 4 * LONGEST_QUOTE)]
        found: list[Span] = []
        for sentence in sentences(after)[:3]:
            said = sentence.of(after)
            label = label_of(said)
            if not _EXCEPTS.search(said[label.end :] if label is not None else said):
                break
            found.append(sentence.shifted(quote.end))
        return found

    def _over(self, span: Span) -> list[tuple[int, Span]]:
        """The amendments whose struck places overlap a place, with these places."""
        found = []
        at = bisect_right(self._starts, span.end - 1 if len(span) else span.end)
        while at > 0 and self._reach[at - 1] > span.start:
            at -= 1
            start, end, number = self._rows[at]
            if end > span.start and start < span.end:
                found.append((number, Span(start, end)))
        return found


def _is_its_own(one: Amendment, span: Span, place: Span) -> bool:
    """Whether a place is the amending sentence itself, more of it than the words that it strikes."""
    return one.quote.overlaps(span) and not place.contains(span) and one.quote.contains(place)


def _is_of_new(one: Amendment, span: Span) -> bool:
    """Whether a place is in the amendment's new text, or is a short part of its sentence that shares words with that text."""
    if one.new is None or not one.quote.contains(span):
        return False
    return one.new.contains(span) or (one.new.overlaps(span) and 2 * len(span) < len(one.quote))


def _shortened(span: Span) -> Span:
    return Span(span.start, min(span.end, span.start + LONGEST_QUOTE))


_kept: OrderedDict[tuple[str, str, int], Standing] = OrderedDict()
_lock = threading.Lock()


def standing_of(document: Document) -> Standing:
    """The standing of a document's clauses; worked out once for the last few documents."""
    key = document.id, document.content_hash, len(document.text)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    found = Standing(document)
    with _lock:
        _kept[key] = found
        while len(_kept) > KEPT_DOCUMENTS:
            _kept.popitem(last=False)
    return found


__all__ = ["Outline", "Standing", "Struck", "Unsure", "standing_of"]
