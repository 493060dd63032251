"""Puts answers about the party that asks before those about others that are little surer.

"Can I end it early?" of a tenant is answered by what the Tenant may do, and not by what the Landlord may. Knows no document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from wherein.core.answer import Answer
from wherein.lexicon import lexicon

_LEXICON = lexicon("clauses")
NEARLY = 0.75
"""The share of another's confidence from which an answer about the party that asks comes before it."""
_DOES = _LEXICON.source("party_does")
_ASKED_OF = _LEXICON.source("asked_of_party")
_ASKER = _LEXICON.pattern("asks_as_one")
_SUBJECT = _LEXICON.pattern("party_subject")
_NO_PARTY = frozenset(_LEXICON.words("no_party"))


def asks_as(question: str, party: str) -> bool:
    """Whether the subject of a question is the one who asks: "I", or the party in whose place the question is asked."""
    as_party = rf"(?i){_ASKED_OF}{re.escape(party)}(?!\w|['’]s)"
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
    return re.search(rf"(?i)\b{name}{_DOES}", answer.quote) is not None


def _is_about_another(answer: Answer, party: str) -> bool:
    """Whether the answer's sentence says what others may or must do, and nothing of the party."""
    if _is_about(answer, party):
        return False
    return bool(subjects(answer.quote))


def subjects(text: str) -> list[tuple[int, str]]:
    """Each party of which a text says that it may or must do something, as the place where it is named and its name."""
    return [
        (found.start(), found["name"])
        for found in _SUBJECT.finditer(text)
        if found["name"].casefold() not in _NO_PARTY
    ]
