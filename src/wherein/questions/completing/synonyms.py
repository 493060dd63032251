"""Synonym expansion: rewrites a question with a word that the article uses ("prefecture" for "capital"). Reads nothing."""

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
"""Words of questions, and the words that articles use in the same place of a sentence.

Words for relatives are left out: where a question asks for a child, the "son" in an article is mostly its subject.
"""


def with_synonyms(question: str, text: str) -> str | None:
    """The question with the text's synonym for a word that the text lacks; None where nothing changes.

    Of several synonyms, the first one that the text has is used.
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
