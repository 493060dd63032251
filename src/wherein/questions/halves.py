"""Cuts a double question into its two: "When and where was it built?", "How much is the fee, and until when is it due?".
Words alone; no model.
"""

from __future__ import annotations

import re

LONGEST = 300
"""Code points of a question that is cut."""
_WH = r"(?:(?:until|till|since|by|from|for|to|at|in|on|with|of)\s)?(?:what|who|whom|which|when|where|why|how(?:\s(?:much|many|long|often|far|old|big|high|late|soon|fast|quickly))?)"
_SHARED = re.compile(rf"(?i)^(?P<one>{_WH})\s+and\s+(?P<other>{_WH})\s+(?P<rest>.+)$")
_TWO = re.compile(rf"(?i)^(?P<one>{_WH}\b.+?),?\s+and\s+(?P<other>{_WH}\b.*)$")
_ASKS_ALONE = re.compile(rf"(?i)^{_WH}$")
_LEAD = re.compile(rf"(?i)^{_WH}\s+")
_IS = re.compile(
    r"(?i)\b(?:is|are|was|were)\s+(?P<thing>(?:an?|the|my|our|your|his|her|their)\s.+)$"
)
_DOES = re.compile(
    r"(?i)\b(?:is|are|was|were|does|do|did|can|may|would|should|must|will|has|have|had|could)\s+(?P<thing>(?:an?|the|my|our|your|his|her|their)\s+\w+)"
)
_MOST_WORDS = 4
"""Words of a thing that a pronoun stands for."""
_OF_TWO = re.compile(
    r"(?i)\b(?:both\s|(?P<of>from|to|for|of|by|in|on|at|with)\s[^,?]{1,80}\sand\s(?P=of)\s)"
)
_PRONOUN = re.compile(r"(?i)\b(?:it|they|them)\b")


def halves(question: str) -> tuple[str, str] | None:
    """The two questions of a double one, each whole; None where it is one question.

    "And why?" takes the rest of the first question, and a pronoun of the second its subject.
    """
    asked = question.strip().rstrip("?! .").strip()
    if len(asked) > LONGEST:
        return None
    if shared := _SHARED.match(asked):
        rest = shared["rest"]
        return f"{shared['one']} {rest}?", f"{_begun(shared['other'])} {rest}?"
    two = _TWO.match(asked)
    if two is None:
        return None
    one, other = two["one"], two["other"]
    if _ASKS_ALONE.match(other):
        other = f"{other} {_LEAD.sub('', one)}"
    elif thing := _thing(one):
        other = _PRONOUN.sub(lambda _: thing, other, count=1)
    return f"{one}?", f"{_begun(other)}?"


def asks_of_two(question: str) -> bool:
    """Whether a question asks the same of two: "from me and from the employer", "for adults and for children"."""
    return _OF_TWO.search(question[:LONGEST]) is not None


def _thing(question: str) -> str | None:
    """What a question is about: "the fee" of "How much is the fee"."""
    found = _IS.search(question)
    if found is not None and len(found["thing"].split()) <= _MOST_WORDS:
        return found["thing"]
    found = _DOES.search(question)
    return found["thing"] if found is not None else None


def _begun(question: str) -> str:
    return question[:1].upper() + question[1:]
