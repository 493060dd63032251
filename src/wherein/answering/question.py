"""What kind of thing a question is: blank, too long, yes or no. Looks at its words alone."""

from __future__ import annotations

import re

from wherein.core.errors import UsageError

# A reader sees 64 tokens of a question; ten times that is a pasted document, not a question.
LONGEST_QUESTION = 2_000

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


def checked_question(question: str) -> str:
    """The question without surrounding white space. Raises UsageError when blank or too long."""
    stripped = " ".join(question.split())
    if not stripped:
        raise UsageError(
            "The question is empty.",
            'Ask something, as in: wherein ask paper.pdf "What was measured?"',
        )
    if len(stripped) > LONGEST_QUESTION:
        raise UsageError(
            f"The question has {len(stripped):,} characters.",
            f"Ask it in at most {LONGEST_QUESTION:,}.",
        )
    return stripped


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
