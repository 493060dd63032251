"""Finds the blanks of a form that nobody filled: "Signed by ........", "Name: ____". Pure.

Dots that lead to a price or a page ("Coffee ..... 2.50") are none. The twin is web/reader/src/grading/unfilled.ts; the cases are
in contracts/candidate-traits.json and contracts/named-terms.json.
"""

from __future__ import annotations

from wherein.core.span import Span
from wherein.lexicon import lexicon

_LEXICON = lexicon("candidate-traits")
_UNFILLED = _LEXICON.pattern("unfilled")
_BEFORE_BLANK = _LEXICON.pattern("before_blank")
_LONGEST = 200
"""Characters after a label that are looked at."""


def blanks_in(text: str) -> list[tuple[int, int]]:
    """Where each blank begins and ends."""
    return [match.span() for match in _UNFILLED.finditer(text)]


def is_unfilled(text: str, label: Span) -> bool:
    """Whether a blank follows a label at once, where its value would stand."""
    rest = text[label.end : label.end + _LONGEST]
    gap = _BEFORE_BLANK.match(rest)
    return _UNFILLED.match(rest, gap.end() if gap else 0) is not None


def before_blank(text: str, span: Span) -> Span | None:
    """A place, of which only the lines before a line with a blank count; None where there are none."""
    blank = next(iter(blanks_in(span.of(text))), None)
    if blank is None:
        return span
    end = text.rfind("\n", span.start, span.start + blank[0])
    return Span(span.start, end) if end > span.start else None
