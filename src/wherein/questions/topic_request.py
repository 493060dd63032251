"""Detects topic requests, which ask for several sentences, and their topic. Uses only words; English only."""

from __future__ import annotations

from wherein.lexicon import lexicon

_LEXICON = lexicon("topic-request")
LONGEST = _LEXICON.count("longest")
"""Most characters of a topic request."""
# Repeats are possessive (*+): a question may repeat any of these words, and must not be tried in
# every possible way.
_TOPIC = _LEXICON.pattern("topic")
_WHOLE = _LEXICON.pattern("whole")
_TRAILING = _LEXICON.pattern("trailing")
_INSIDE = _LEXICON.pattern("inside")  # "what does this release say about search"


def requested_topic(question: str) -> str | None:
    """The topic of a topic request; None for every other question.

    "Tell me important facts about expandrank" gives "expandrank", and "summarise this" gives "", the text as a whole.
    "What is X" asks for one thing and is no topic request.
    """
    question = " ".join(question.split())
    if len(question) > LONGEST:
        return None
    if _WHOLE.match(question):
        return ""
    found = _TOPIC.match(question)
    if found is None:
        return None
    topic = _INSIDE.sub("", _TRAILING.sub("", found["topic"]))
    return topic or None
