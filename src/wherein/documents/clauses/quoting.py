"""Quotations and sentences of legal prose: what stands in quotation marks is one thing, whatever full stops it has."""

from __future__ import annotations

import re
from typing import NamedTuple

from wherein.core.span import Span
from wherein.lexicon import lexicon

LONGEST_QUOTE = 6_000
"""Characters of a quotation that may hold a whole clause."""
MOST_NESTED = 5
"""Quotations within a quotation."""
HIDDEN = "\x01"
"""Stands for each character of a quotation in `Masked.text`."""
_PAIRS = {"“": "”", "„": "“", "«": "»", "‘": "’", '"': '"', "'": "'"}
_LEXICON = lexicon("clauses")
_OPENS = _LEXICON.pattern("quote_opens")
_STOP = _LEXICON.pattern("sentence_end")
_QUOTE_END = _LEXICON.pattern("quote_end")
_SHORT = _LEXICON.pattern("abbreviation")


class Masked(NamedTuple):
    """A text whose quotations are hidden, in the same length, and the insides of these quotations in order."""

    text: str
    quotes: tuple[Span, ...]


def masked(text: str) -> Masked:
    """Hide the quotations of a text. A mark that is not closed within LONGEST_QUOTE hides nothing."""
    out: list[str] = []
    quotes: list[Span] = []
    at = 0
    while (opened := _OPENS.search(text, at)) is not None:
        start = opened.end()
        end = _closing(text, opened.group(), start)
        if end is None or not text[start:end].strip():
            out.append(text[at:start])
            at = start
            continue
        out += [text[at:start], HIDDEN * (end - start), text[end]]
        quotes.append(Span(start, end))
        at = end + 1
    out.append(text[at:])
    return Masked("".join(out), tuple(quotes))


def sentences(text: str) -> list[Span]:
    """The sentences of a text, none of which ends within a quotation."""
    shown = masked(text).text
    spans: list[Span] = []
    start = 0
    for stop in _STOP.finditer(shown):
        if stop.group()[0] == "." and _SHORT.search(
            shown, max(start, stop.start() - 16), stop.start() + 1
        ):
            # "No. 4", and "3." at the beginning of a line
            continue
        _append(spans, text, start, stop.end())
        start = stop.end()
    # A quotation that ends with a full stop ends its sentence where another begins.
    _append(spans, text, start, len(text))
    return [part for span in spans for part in _after_quotes(text, shown, span)]


def _after_quotes(text: str, shown: str, span: Span) -> list[Span]:
    """The sentence cut behind quotations that end it: '… “The fee is $5.” Clause 7 is deleted'."""
    parts: list[Span] = []
    start = span.start
    for found in _QUOTE_END.finditer(shown[span.start : span.end]):
        at = span.start + found.start()
        if text[at] in ".!?":
            _append(parts, text, start, span.start + found.end())
            start = span.start + found.end()
    _append(parts, text, start, span.end)
    return parts


def _closing(text: str, opening: str, start: int) -> int | None:
    """Where the quotation that begins at `start` ends: before its closing mark; None without one."""
    closing = _PAIRS[opening]
    till = min(len(text), start + LONGEST_QUOTE)
    if opening in "‘'":
        found = re.compile(rf"[{closing}'’](?!\w)").search(text, start, min(till, start + 300))
        return found.start() if found is not None else None
    if opening == closing:
        end = text.find(closing, start, till)
        return end if end >= 0 else None
    end = text.find(closing, start, till)
    for _ in range(MOST_NESTED):
        if end < 0:
            return None
        if text.count(opening, start, end) <= text.count(closing, start, end):
            return end
        end = text.find(closing, end + 1, till)
    return None


def _append(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        spans.append(Span(start, end))
