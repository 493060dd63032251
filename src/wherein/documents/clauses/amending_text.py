"""Cuts old and new words, amounts and replacing texts out of amending sentences. Knows no document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.core.span import Span
from wherein.documents.clauses.amending_words import (
    AMENDING_WORD,
    BEGINS_ON,
    BEGUN,
    COMES_INTO_FORCE,
    DOUBTFUL,
    ENDS_WITH_MAY,
    HEDGED_VERB,
    HOLDS_FOR_A_TIME,
    MAY_BE,
    MONTHS,
    NEGATED_VERB,
    PHRASE_END,
    STOP_WORDS,
    STRONG_VERB,
    THIS_DOCUMENT,
    UNSURE,
    VALUE_REST,
    VERB,
    VERB_THAT_AMENDS,
    WORD,
)
from wherein.documents.clauses.labels import label_of
from wherein.documents.clauses.quoting import Masked
from wherein.documents.clauses.values import Value, values

LONGEST_HEDGE = 120
"""Characters before a verb in which it is denied."""


def is_of(value: Value, kinds: frozenset[str], about: frozenset[str]) -> bool:
    """Whether an amount counts what the new one does; a new number without a unit counts what the sentence is about."""
    if value.kind in kinds:
        return True
    return any(not kind or kind.endswith(" number") for kind in kinds) and value.kind[:6] in about


def revealed(shown: Masked, text: str, quotes: Sequence[Span]) -> str:
    """The masked text with some of its quotations shown."""
    out = list(shown.text)
    for quote in quotes:
        out[quote.start : quote.end] = text[quote.start : quote.end]
    return "".join(out)


def group(match: re.Match[str], name: str) -> Span | None:
    for group in (name, f"{name}2", f"{name}3"):
        if group in match.re.groupindex and match[group] is not None:
            return Span(*match.span(group))
    return None


def new_of(match: re.Match[str], text: str) -> Span | None:
    """The new amount beside an old one: after "to", or the last one before "instead of"."""
    new = group(match, "new")
    if new is not None:
        return value_in(text, new)
    start = max(0, match.start() - 80)
    before = values(text[start : match.start()])
    return before[-1].span.shifted(start) if before else None


def inside(quote: Span) -> Span:
    return Span(quote.start + 1, quote.end - 1)


def value_in(text: str, span: Span) -> Span:
    """The amounts within a stretch with what is between them; the stretch without white space where it has none."""
    found = values(span.of(text))
    if found:
        end = found[0].span.end
        rest = VALUE_REST.match(span.of(text)[end:])
        return Span(
            span.start + found[0].span.start,
            span.start + end + (len(rest.group().rstrip()) if rest else 0),
        )
    written = span.of(text)
    start = span.start + len(written) - len(written.lstrip())
    return Span(start, max(start, span.start + len(written.rstrip(" .,;"))))


def phrase_in(text: str, span: Span, has_value: bool) -> Span:
    """What a value changes to: "one month's Rent" up to the next sign, where that is short, else the amount alone."""
    end = PHRASE_END.search(text, span.start, span.end)
    phrase = Span(
        span.start, end.start() if end is not None and end.start() > span.start else span.end
    )
    first = next(iter(values(span.of(text))), None)
    if first is not None:
        phrase = Span(phrase.start, max(phrase.end, span.start + first.span.end))
    if has_value and len(phrase.of(text).split()) > 6:
        return value_in(text, span)
    written = phrase.of(text)
    start = phrase.start + len(written) - len(written.lstrip())
    return Span(start, max(start + 1, phrase.start + len(written.rstrip(" ."))))


def content(text: str) -> frozenset[str]:
    return frozenset(
        w[:6]
        for w in (m.group().casefold() for m in WORD.finditer(text))
        if w not in STOP_WORDS and len(w) > 2 and not w.isdecimal()
    )


def loose(part: str) -> str:
    """A word's pattern in which curly and straight marks are alike."""
    return re.sub(r"['’]", "['’]", re.sub(r"[\"“”]", '["“”]', part))


def verb_at(match: re.Match[str]) -> int:
    found = VERB.search(match.group())
    return found.start() if found else 0


def may_before(marked: str, match: re.Match[str]) -> bool:
    return bool(ENDS_WITH_MAY.search(marked[: match.start()])) or bool(MAY_BE.search(match.group()))


def is_hedged(shown: str, start: int, end: int) -> bool:
    """Whether the amending verb between two places is denied or only imagined: "is never replaced", "would have been increased".

    "is not deleted but replaced" is neither.
    """
    last = None
    for found in HEDGED_VERB.finditer(shown, max(0, start - LONGEST_HEDGE), end):
        if found.end() > start:
            last = found
    return last is not None and VERB_THAT_AMENDS.search(shown, last.end(), end) is None


def only_denies(shown: str) -> bool:
    """Whether a sentence says no more than that nothing changes: "Section 3 is neither deleted nor replaced"."""
    rest = NEGATED_VERB.sub(" ", shown)
    return rest != shown and AMENDING_WORD.search(rest) is None


def is_doubtful(shown: str) -> bool:
    """Whether a sentence says something only under a condition or of a day that may be to come, or as what somebody proposes or
    believes."""
    return DOUBTFUL.search(shown) is not None or begins_later(shown)


def is_unsure(shown: str) -> bool:
    """Whether a sentence, what it puts in place hidden, amends doubtfully, for a time or for some. What it amends holds then, as
    far as the document says."""
    return is_doubtful(shown) or UNSURE.search(shown) is not None


def begins_later(shown: str) -> bool:
    """Whether a text says that something begins on a day that may be to come: "From 1 January 2090"."""
    return any(_month_of(found) > BEGUN for found in BEGINS_ON.finditer(shown))


def is_in_doubt(text: str, start: int, end: int) -> bool:
    """Whether an amendment says of itself that it is a draft, holds for a time only, or comes into force on a day that may not have
    come yet: "This amendment is valid until 31 December 2019"."""
    return HOLDS_FOR_A_TIME.search(text, start, end) is not None or any(
        begins_later(found.group()) for found in COMES_INTO_FORCE.finditer(text, start, end)
    )


def _month_of(found: re.Match[str]) -> int:
    """The year and month of a date, as 202611; 0 without a date."""
    if found["month"] is not None:
        return int(found["year"]) * 100 + MONTHS.index(found["month"].casefold()) + 1
    return int(found["number"] or 0) * 100 + int(found["of"] or 0)


def is_strong(verb: str) -> bool:
    """Whether a sentence of the agreement itself deletes: "is deleted", not "does not apply"."""
    return bool(STRONG_VERB.search(verb))


def is_the_document(said: str) -> bool:
    return bool(THIS_DOCUMENT.match(said))


def quoted_end(text: str, start: int, till: int) -> int | None:
    """Where a quotation over several blocks closes: at the last mark before a line that opens no quotation."""
    closing = {"“": "”", '"': '"', "‘": "’", "'": "'", "«": "»", "„": "“"}[text[start]]
    found = re.compile(rf"{re.escape(closing)}[.;]?\s*(?:\n|$)").search(text, start + 1, till)
    return found.start() if found is not None else None


def after_label(text: str, span: Span) -> Span:
    """The replacing text without the clause's own number at its beginning."""
    label = label_of(text[span.start : min(span.end, span.start + 200)])
    return (
        Span(span.start + label.end, span.end)
        if label is not None and label.end < len(span)
        else span
    )


def unquoted(text: str, span: Span) -> Span:
    start, end = span.start, span.end
    if text[start] in '“"«„':
        start += 1
    while end > start and text[end - 1] in '”"» \n.;' and text[end - 1] not in ".":
        end -= 1
    return Span(start, end) if end > start else span
