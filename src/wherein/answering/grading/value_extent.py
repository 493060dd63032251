"""Says how far a value reaches beyond the words that a reader marks: "14 June" of "up to 14 June", "40%" of "40% of what you
earn". Words and patterns; no model.

A limit or an exception that is left out makes another value. The twin is web/reader/src/page/value-extent.ts; the patterns
are in contracts/lexicon/value-extents.json, the cases in contracts/value-extents.json.
"""

from __future__ import annotations

from wherein.core.span import Span
from wherein.lexicon import lexicon

_LEXICON = lexicon("value-extents")
_VALUE, _LIMIT, _SUM, _BARE, _COUNTED = map(
    _LEXICON.pattern, ("value", "limit", "sum", "bare", "counted")
)
_TIME_UNIT, _ITS, _SHARE, _OF_IT = map(_LEXICON.pattern, ("time_unit", "its", "share", "of_it"))
_GOES_ON, _DEADLINE, _DATED = map(_LEXICON.pattern, ("goes_on", "deadline", "dated"))
_FORMULA, _OPERANDS = map(_LEXICON.pattern, ("formula", "operands"))
_ALWAYS_BEHIND = tuple(map(_LEXICON.pattern, ("for_each", "bracket", "besides")))
_MOST_WORDS, _MOST_STEPS = _LEXICON.count("most_words"), _LEXICON.count("most_steps")
"""Words of the whole value, and pieces that are added on each side."""
_AROUND = 200
"""Characters on each side that are looked at."""
_LONGEST_LIMIT = 40
"""Characters of a limit at the beginning of what is marked."""


def whole_value(sentence: str, span: Span) -> Span:
    """The place of a value in its sentence with the limit before it and what belongs to it behind; `span` itself where it
    is no number or date, has all of that, or would become too long. A formula that is cut is given to its end."""
    if _FORMULA.match(span.of(sentence)):
        rest = _OPERANDS.match(sentence[span.end :])
        return Span(span.start, span.end + rest.end()) if rest else span
    if not _VALUE.match(_without_limit(span.of(sentence))):
        return span
    start = _begin(sentence, span.start, span.end)
    end = _end(sentence, span)
    wide = Span(start, end)
    return wide if len(wide.of(sentence).split()) <= _MOST_WORDS else span


def _without_limit(text: str) -> str:
    """A text without the limit that it begins with."""
    for at in range(min(len(text), _LONGEST_LIMIT), 0, -1):
        if text[at - 1].isspace() and any(
            (found := limit.search(text[:at])) and found.start() == 0
            for limit in (_LIMIT, _DEADLINE)
        ):
            return text[at:]
    return text


def _begin(sentence: str, start: int, end: int) -> int:
    """Where a value begins once the words before it that limit it ("up to") or that it is added to ("£20 plus") belong to it."""
    limits = (_SUM, _LIMIT, *([_DEADLINE] if _DATED.search(sentence[start:end]) else []))
    for _ in range(_MOST_STEPS):
        if _GOES_ON.match(sentence, end):
            break  # the first end of a range, whose other end is not marked
        before = sentence[max(0, start - _AROUND) : start]
        found = next((match for one in limits if (match := one.search(before))), None)
        if found is None:
            break
        start -= len(before) - found.start()
    return start


def _end(sentence: str, span: Span) -> int:
    """Where what belongs to a value ends."""
    end = span.end
    for _ in range(_MOST_STEPS):
        so_far, behind = sentence[span.start : end], sentence[end : end + _AROUND]
        patterns = [
            *([_COUNTED] if _BARE.match(so_far) else []),
            *([_ITS] if _TIME_UNIT.search(so_far) else []),
            *([_OF_IT] if _SHARE.search(so_far) else []),
            *_ALWAYS_BEHIND,
        ]
        found = next((match for one in patterns if (match := one.match(behind))), None)
        if found is None:
            break
        end += len(found.group().rstrip())
    return end
