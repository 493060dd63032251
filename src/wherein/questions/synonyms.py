"""A question about an article put in the words of the article: its prefecture where its capital is asked for. Reads nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping

SAME_FOR: Mapping[str, tuple[str, ...]] = {
    "capital": (
        "prefecture", "county seat", "administrative centre", "administrative center",
        "administrative seat", "chief town",
    ),
    "headquarters": ("head office", "main office"),
    "headquarter": ("headquarters", "head office", "main office"),
    "author": ("writer", "novelist"), "writer": ("author",),
    "singer": ("vocalist",), "vocalist": ("singer",),
    "job": ("profession", "occupation"), "profession": ("occupation",), "occupation": ("profession",),
    "currency": ("monetary unit",),
    "creator": ("inventor", "designer"), "inventor": ("creator",),
    "maker": ("manufacturer",), "manufacturer": ("maker",),
}  # fmt: skip
"""What a question may ask for, and what articles call the same thing in the same place of a sentence.

Of kin nothing is here: where a child is asked for, the "son" in an article is mostly its subject.
"""


def with_synonyms(question: str, text: str) -> str | None:
    """The question with what it asks for called as the text calls it; None where nothing is gained.

    A word that the text has stays. The first of the other words that the text has is taken.
    """
    for match in re.finditer(r"\w+", question):
        others = SAME_FOR.get(match.group().lower(), ())
        if others and not _has(text, match.group()):
            for other in others:
                if _has(text, other):
                    return question[: match.start()] + other + question[match.end() :]
    return None


def _has(text: str, words: str) -> bool:
    return re.search(rf"\b{re.escape(words)}s?\b", text, re.IGNORECASE) is not None
