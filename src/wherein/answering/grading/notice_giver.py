"""Tells a notice that one party of a contract gives from one that another gives.

"How much notice do I have to give?" of a tenant is not answered by the notice at which the landlord may enter. Knows no
document.
"""

from __future__ import annotations

from wherein.answering.grading.party_first import asks_as, subjects
from wherein.core.answer import Candidate
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.passages.sentences import sentence_spans

_LEXICON = lexicon("clauses")
_NOTICE = _LEXICON.pattern("notice")
_GIVER = _LEXICON.pattern("notice_giver")
_NO_GIVER = frozenset(_LEXICON.words("no_giver"))
_BY = _LEXICON.pattern("acting_by")


def asks_for_notice(question: str) -> bool:
    """Whether the question speaks of a notice at all."""
    return _NOTICE.search(question) is not None


def another_gives(question: str, candidate: Candidate, party: str) -> bool:
    """Whether the question asks for a notice by one party, and the candidate's sentence says what another does.

    `party` is the one in whose place the question is asked ("the Tenant"). A sentence that names nobody before the
    candidate, or in it, is anybody's.
    """
    if not asks_for_notice(question):
        return False
    own = _name(party)
    actor = _actor(candidate)
    if actor is None:
        return False
    asked = _GIVER.search(question)
    giver = None if asked is None else _name(asked["giver"])
    if asks_as(question, party) and giver in (None, own, *_NO_GIVER):
        return actor != own
    is_of_another = giver is not None and giver != own and giver not in _NO_GIVER
    return is_of_another and actor == own


def _actor(candidate: Candidate) -> str | None:
    """Who acts in the candidate's sentence: the last party before the candidate's end that may or must do something, or by
    whom something is done; in small letters, None for nobody."""
    text = candidate.passage.text
    span = candidate.span.shifted(-candidate.passage.span.start)
    start = next(
        (one.start for one in sentence_spans(text) if one.start <= span.start < one.end), 0
    )
    said = Span(start, span.end).of(text)
    found = [
        *subjects(said),
        *((one.start(), one["name"]) for one in _BY.finditer(said)),
    ]
    return _name(max(found)[1]) if found else None


def _name(party: str) -> str:
    return party.removeprefix("the ").casefold()
