"""Tells whether a time is the other end of a period than the one that a question asks for: "from 1 February" does not tell
when something ends. Pure. The twin is web/reader/src/question/other-end.ts; the cases are in contracts/other-ends.json."""

from __future__ import annotations

import re
from enum import Enum

_WHEN = r"\bwhen\s+(?:does|do|did|will|would|shall|should|must|can|is|are|was|were|has|have)\b.*"
_BEGIN = r"(?:start|begin|began|begun|commence|open|resume)(?:s|ed|ning|ing)?"
_END = r"(?:ends?|ended|ending|expir(?:es?|ed|ing)|finish(?:es|ed)?|clos(?:es?|ing)|stop(?:s|ped)?|terminat(?:es?|ed)|conclud(?:es?|ed)|run\s+out|runs\s+out)"
_ASKS_BEGIN = re.compile(
    rf"\b(?:since\s+(?:when|what|which)|from\s+when)\b|{_WHEN}\b{_BEGIN}\b"
    rf"|\b(?:start|starting|commencement|beginning|opening)\s+(?:date|day|time)\b",
    re.I | re.S,
)
_ASKS_END = re.compile(
    rf"\b(?:until|till)\s+(?:when|what|which)\b|\bhow\s+long\s+until\b|{_WHEN}\b{_END}\b"
    rf"|\b(?:end|ending|expiry|expiration|closing)\s+(?:date|day|time)\b|\blast\s+day\b",
    re.I | re.S,
)
_JOINING = r"(?:\s+(?:on|at|in|the|about|around|from))*"
_AFTER_BEGIN = re.compile(
    rf"(?:\b(?:from|since|effective|starting|starts?|started|commencing|commence[sd]?|beginning|begins?|began|opens?|opened)"
    rf"|\bas\s+(?:of|from)){_JOINING}\s*$",
    re.I,
)
_AFTER_END = re.compile(
    r"\b(?:until|till|through|ends?|ended|ending|expires?|expired|expiring|closes|closed|closing|finish(?:es|ed)|terminate[sd])"
    r"(?:\s+(?:on|at|in|the|about|around))*\s*$|\d[^.;]{0,30}(?:\bto|[-–—])\s*$",
    re.I,
)
_NOT = re.compile(r"\b(?:not?|never)\b|n['’]t\b", re.I)
"""What did not happen until a day began then."""
_LEADS = re.compile(r"(?:from|since|until|till|through|up\s+to|as\s+of)\s+(?:the\s+)?(?=\S)", re.I)
"""What an answer may begin with of the words that stand before a time."""
_IS_FROM = re.compile(r"^(?:from|since|as of|starting|beginning)\b", re.I)
_HAS_END = re.compile(
    r"\b(?:to|until|till|through|ends?|months?|years?|weeks?|days?)\b|\d\s*[-–—]\s*\d", re.I
)
_BEGIN_HEADER = re.compile(r"\b(?:start|begin|from|opens?|opening|commence)", re.I)
_END_HEADER = re.compile(r"\b(?:end|ends|ending|until|till|to|expir\w*|clos\w+|finish\w*)\b", re.I)


class _End(Enum):
    BEGIN = "begin"
    END = "end"


def is_other_end(question: str, before: str, answer: str, headers: str) -> bool:
    """Whether `answer` tells when something begins and the question asks when it ends, or the other way round.

    `before`: the answer's sentence up to it. `headers`: what its row and column are called, "" outside a table.
    """
    asked = _one(bool(_ASKS_BEGIN.search(question)), bool(_ASKS_END.search(question)))
    if asked is None:
        return False
    if (lead := _LEADS.match(answer)) is not None:
        before, answer = before + lead.group(), answer[lead.end() :]
    told = _told(before, answer)
    if told is None:
        told = _one(bool(_BEGIN_HEADER.search(headers)), bool(_END_HEADER.search(headers)))
    return told is not None and told is not asked


def _told(before: str, answer: str) -> _End | None:
    """Which end the words around a time say that it is."""
    if _HAS_END.search(answer):
        return None  # The whole period, or its length.
    begins = _AFTER_BEGIN.search(before) is not None or _IS_FROM.search(answer) is not None
    ends = _AFTER_END.search(before) is not None and _NOT.search(before) is None
    return _one(begins, ends)


def _one(begin: bool, end: bool) -> _End | None:
    if begin == end:
        return None
    return _End.BEGIN if begin else _End.END
