"""Finds the heading of a list of questions and answers that asks what a person asks in other words. Compares meanings by an
encoder that the caller gives; no reader.

The twin is web/reader/src/terms/question-heading.ts; the cases are in contracts/source-kinds.json.
"""

from __future__ import annotations

from collections.abc import Sequence

from wherein.lexicon import lexicon
from wherein.reading.cells.likeness import Alike

_LEXICON = lexicon("source-kinds")
_FEWEST = _LEXICON.count("fewest_questions")
"""Headings that are questions which a list of questions has."""
_MOST = _LEXICON.count("most_headings")
_LEAST_ALIKE = _LEXICON.number("least_alike")
_LONGEST = 200
"""Letters of a heading that are compared."""


def is_question(heading: str) -> bool:
    """Whether a heading asks; a mark that links to it may follow."""
    return heading.rstrip(" ¶#\n").endswith("?")


def likest_question(question: str, headings: Sequence[str], alike: Alike) -> str | None:
    """The heading, of the first `most_headings`, that is likest to the question; None where it is none that asks, too little
    like it, or where few headings ask."""
    some = headings[:_MOST]
    if sum(map(is_question, some)) < _FEWEST:
        return None
    likes = [alike(question, heading[:_LONGEST]) for heading in some]
    best = max(range(len(some)), key=lambda at: likes[at])
    return some[best] if is_question(some[best]) and likes[best] >= _LEAST_ALIKE else None
