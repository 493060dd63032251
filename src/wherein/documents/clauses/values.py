"""Amounts, dates and times in a text, with what they count: "45 days" and "sixty days" both count days. Knows no documents."""

from __future__ import annotations

import re
from typing import NamedTuple

from wherein.core.span import Span

_SPELLED = (
    r"(?:(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|fourteenth|fifteenth|twentieth|thirtieth|last)"
    r"|one\sand\sa\shalf|two\sand\sa\shalf|half|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[-\s](?:one|two|three|four|five|six|seven|eight|nine))?"
    r"|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand)\b"
)
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_VALUE = re.compile(
    rf"""(?ix)(?<![\w.])(?:
      (?P<date>\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}(?:,?\s\d{{4}})?|{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s\d{{4}})?|\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}})
      |(?P<money>[$€£¥]\s?\d[\d,.]*\d|[$€£¥]\s?\d|(?:usd|eur|gbp|chf|us\$)\s?\d[\d,.]*|\d[\d,.]*\s?(?:[€£$]|euros?\b|dollars?\b|pounds?\b|crowns?\b|francs?\b|kr\b|eur\b|usd\b|gbp\b|chf\b|cents?\b)|{_SPELLED}(?:[-\s]{_SPELLED})*\s(?:euros?|dollars?|pounds|crowns?)\b)
      |(?P<percent>\d[\d,.]*\s?(?:%|percent\b|per\scent\b)|{_SPELLED}\s(?:\(\d+\)\s)?(?:percent|per\scent)\b)
      |(?P<time>\d{{1,2}}(?:[:.]\d\d)?\s?(?:a\.?m\b\.?|p\.?m\b\.?|o['’]clock)|\d{{1,2}}:\d\d|noon\b|midnight\b)
      |(?P<number>\d[\d,]*(?:\.\d+)?(?:st|nd|rd|th)?|{_SPELLED})(?P<bracket>\s?\(\d+\))?(?:[-\s](?:(?P<adjective>calendar|business|working|full|consecutive|square|cubic|clear|additional)[-\s])?(?P<unit>[a-z]+))?
    )"""
)
_NO_UNIT = frozenset(
    "of and or the to in on at for by from a an is are per each if with who that which shall must may after before until as not any all such other".split()
)


_WORD_BEFORE = re.compile(r"([^\W\d_]{3,})\s?$")


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
