"""Finds in a sentence what a value was and what it is: "has risen from £890 to £1,240", "was 20 MB and is now 50 MB". Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from wherein.core.span import Span
from wherein.documents.clauses.amending_text import is_doubtful, is_hedged
from wherein.lexicon import lexicon

_LEXICON = lexicon("amendments")
LONGEST = 1_000
"""Code points of a sentence that are looked at."""
_PATTERNS = tuple(map(_LEXICON.pattern, ("changed_from_to", "was_and_is", "is_not_was")))
_FORMERLY = _LEXICON.pattern("formerly")

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


class Change(NamedTuple):
    """The places of a value in a sentence: what it was, and what it is."""

    old: Span
    new: Span


def changes_in(sentence: str) -> list[Change]:
    """What a sentence says of values that changed: of two numbers, or of two names. Linear in the sentence, whose first
    `LONGEST` code points count."""
    said = sentence[:LONGEST]
    return [
        Change(Span(*found.span("old")), Span(*found.span("new")))
        for pattern in _PATTERNS
        for found in pattern.finditer(said)
        if _has_number(found["old"]) == _has_number(found["new"]) and _is_so(said, found)
    ]


def newer_than(question: str, sentence: str, old: Span) -> Span | None:
    """What a sentence says that holds instead of a part of it that only tells what was; None where that part holds, or
    where the question asks for what was: by a word ("before", "was"), or by a number such as a year of the sentence."""
    if _FORMERLY.search(question) or _numbers(question) & _numbers(sentence[:LONGEST]):
        return None
    return next((one.new for one in changes_in(sentence) if one.old.contains(old)), None)


def _is_so(said: str, found: re.Match[str]) -> bool:
    """Whether a change is told as one that was made: not "has not risen from", "if the plan passes"."""
    verb_end = min(found.span("old"), found.span("new"))[0]
    return not is_hedged(said, found.start(), verb_end) and not is_doubtful(said)


def _has_number(text: str) -> bool:
    return _NUMBER.search(text) is not None


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(text))
