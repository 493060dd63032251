"""Finds the ticked one of the boxes that a mark covers: "Approved" of "☒ Approved ☐ Refused". Patterns; no model.

A form's line of boxes says one of them. The twin is web/reader/src/page/ticked-choice.ts; the patterns are in
contracts/lexicon/ticked-choices.json, the cases in contracts/ticked-choices.json.
"""

from __future__ import annotations

from wherein.core.span import Span
from wherein.lexicon import lexicon

_LEXICON = lexicon("ticked-choices")
_CHOICE, _TICKED, _BEFORE_WORDS = map(_LEXICON.pattern, ("choice", "ticked", "before_words"))
LONGEST_LINE = 500
"""Characters on each side of a mark that belong to its line of boxes."""


def ticked_choice(text: str, span: Span) -> Span | None:
    """The words of the one ticked box in the line of a mark; None where the line has other than one ticked box, or nothing to
    choose from, or where the mark does not touch that box."""
    begin = text.rfind("\n", max(0, span.start - LONGEST_LINE), span.start) + 1
    begin = begin or max(0, span.start - LONGEST_LINE)
    end = text.find("\n", span.start, span.end + LONGEST_LINE)
    line = text[begin : end if end >= 0 else span.end + LONGEST_LINE]
    if span.end > begin + len(line):
        return None
    choices = list(_CHOICE.finditer(line))
    ticked = [one for one in choices if _TICKED.match(one.group())]
    if len(choices) < 2 or len(ticked) != 1:
        return None
    (one,) = ticked
    if not Span(one.start(), one.end()).shifted(begin).overlaps(span):
        return None
    box = _BEFORE_WORDS.match(one.group())
    words = one.group()[box.end() if box else 0 :].rstrip()
    start = begin + one.start() + (box.end() if box else 0)
    return Span(start, start + len(words))
