"""Amounts, dates and times in a text, with what they count: "45 days" and "sixty days" both count days. Knows no documents."""

from __future__ import annotations

from typing import NamedTuple

from wherein.core.span import Span
from wherein.lexicon import lexicon

_LEXICON = lexicon("clauses")
_VALUE = _LEXICON.pattern("value")
_NO_UNIT = frozenset(_LEXICON.words("no_unit"))


_WORD_BEFORE = _LEXICON.pattern("word_before")


class Value(NamedTuple):
    """An amount. `kind` tells what it counts: "money", "percent", "date", "time", or the unit without its plural's s."""

    span: Span
    kind: str


def values(text: str) -> list[Value]:
    """The amounts of a text in reading order."""
    found = []
    for match in _VALUE.finditer(text):
        kind = next((name for name in ("date", "money", "percent", "time") if match[name]), "")
        end = match.end()
        if not kind:
            unit = (match["unit"] or "").casefold()
            if unit in _NO_UNIT or not unit:
                unit = ""
                end = match.end("bracket") if match["bracket"] else match.end("number")
            kind = unit.removesuffix("s") if len(unit) > 3 else unit
            before = _WORD_BEFORE.search(text, max(0, match.start() - 24), match.start())
            if not kind and before is not None:
                kind = f"{before[1].casefold()} number"
        span = Span(match.start(), end)
        while len(span) and text[span.end - 1] in ".,;":
            span = Span(span.start, span.end - 1)
        found.append(Value(span, kind))
    return found
