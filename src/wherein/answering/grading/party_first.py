"""Puts answers about the party that asks before those about others that are little surer.

"Can I end it early?" of a tenant is answered by what the Tenant may do, and not by what the Landlord may. Knows no document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from wherein.core.answer import Answer

NEARLY = 0.75
"""The share of another's confidence from which an answer about the party that asks comes before it."""
_DUTY = (
    r"(?:shall|may|must|will|can|cannot|agrees?|undertakes?|has|have|is|are|pays?|gives?|wishes)"
)
_ASKER = re.compile(
    r"(?i)\b(?:can|could|may|must|might|should|shall|will|would|do|does|am|is|are|have|has|need)\s+(?:i|we)\b"
)
_SUBJECT = re.compile(rf"\b(?P<name>[A-Z][a-z]{{2,}})s?\s(?:\([^()]{{0,60}}\)\s)?{_DUTY}\b")
_NO_PARTY = frozenset("the this that these it there rent section clause article notice deposit term agreement premises".split())  # fmt: skip


def asks_as(question: str, party: str) -> bool:
    """Whether the subject of a question is the one who asks: "I", or the party in whose place the question is asked."""
    written = re.escape(party)
    as_party = (
        rf"(?i)\b(?:can|could|may|must|should|shall|will|does|is|has|need)\s+{written}(?!\w|['’]s)"
    )
    return bool(_ASKER.search(question)) or re.search(as_party, question) is not None


def party_first(shown: Sequence[Answer], party: str) -> tuple[Answer, ...]:
    """The first answer about the party moved before those about others that are little surer; those are as sure as it."""
    if not shown or not _is_about_another(shown[0], party):
        return tuple(shown)
    own = next((one for one in shown if _is_about(one, party)), None)
    if own is None or own.confidence < NEARLY * shown[0].confidence:
        return tuple(shown)
    rest = (one for one in shown if one is not own)
    return (own, *(replace(one, confidence=min(one.confidence, own.confidence)) for one in rest))


def _is_about(answer: Answer, party: str) -> bool:
    """Whether the answer's sentence says what the party may or must do."""
    name = re.escape(party.removeprefix("the "))
    return (
        re.search(rf"(?i)\b{name}s?\s(?:\([^()]{{0,60}}\)\s)?{_DUTY}\b", answer.quote) is not None
    )


def _is_about_another(answer: Answer, party: str) -> bool:
    """Whether the answer's sentence says what others may or must do, and nothing of the party."""
    if _is_about(answer, party):
        return False
    return bool(subjects(answer.quote))


def subjects(text: str) -> list[tuple[int, str]]:
    """The parties that a text says may or must do something, each with its place in the text."""
    return [
        (found.start(), found["name"])
        for found in _SUBJECT.finditer(text)
        if found["name"].casefold() not in _NO_PARTY
    ]
