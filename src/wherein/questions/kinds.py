"""Whether a question asks for yes or no, or for an explanation. Looks at its words alone."""

from __future__ import annotations

import re

_LEAD_IN = re.compile(
    r"^(?:(?:so|and|but|please|ok|okay|well|hey|hi)[\s,]+|(?:can|could|would) you (?:please )?tell me\s+"
    r"|(?:tell me|i want to know|i wonder|do you know)\s+)*(?P<whether>(?:whether|if)\s+)?",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"^(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must"
    r"|ain|isn|aren|wasn|weren|don|doesn|didn|hasn|haven|hadn|can|couldn|won|wouldn|shouldn|mustn)"
    r"(?:['\u2019]?n?['\u2019]t)?\s+[^\W\d]",
    re.IGNORECASE,
)


def is_yes_no(question: str) -> bool:
    """True for a question that yes or no would answer ("Did he…", "tell me whether…").

    A choice ("Is it red or blue?") is not one: its answer is one of the things it names.
    """
    lead = _LEAD_IN.match(question)
    rest = question[lead.end() :] if lead else question
    if re.search(r"\bor\b", rest, re.IGNORECASE) and not re.search(
        r"\bor not\b", rest, re.IGNORECASE
    ):
        return False
    return bool(lead and lead.group("whether")) or bool(_AUXILIARY.match(rest))


_EXPLAIN = re.compile(
    r"^(?:why|how (?:do|does|did|can|could|should|would|is|are|was|were|to))\b", re.IGNORECASE
)


def asks_to_explain(question: str) -> bool:
    """True for why and how: what no few words answer."""
    return bool(_EXPLAIN.match(question.strip()))
