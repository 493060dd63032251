"""Tells whether an answer is a condition without what holds under it: "if the weekday is omitted" does not tell what happens.
Pure. The twin is web/reader/src/question/condition-alone.ts; the cases are in contracts/conditions-alone.json."""

from __future__ import annotations

import re

_CONDITION = re.compile(r"(?:if|unless|provided\s+that|in\s+case)\s", re.I)
_ASKS = re.compile(
    r"^\W*(?:and\s+|so\s+)?(?:when|what\s+if|(?:in|under|on)\s+(?:what|which))\b"
    r"|\b(?:conditions?|circumstances?|cases?|exceptions?|requirements?|criteria|unless|whether|only|limits?|how\s+come)\b",
    re.I,
)
"""A question whose answer may be a condition."""
_NEW_CLAUSE = re.compile(r"[.;:!?]\s*$")
_MAIN_CLAUSE_FOLLOWS = re.compile(r"\s*(?:,|then\b)")


def is_condition_alone(question: str, before: str, answer: str, behind: str) -> bool:
    """Whether `answer` is a condition that the question does not ask for, while what depends on it is elsewhere in the sentence.

    `before` and `behind`: the sentence up to the answer and after it.
    """
    if not _CONDITION.match(answer) or _ASKS.search(question):
        return False
    is_last = bool(before.strip()) and _NEW_CLAUSE.search(before) is None
    return is_last or _MAIN_CLAUSE_FOLLOWS.match(behind) is not None
