"""Decides what stands between two lines of a paragraph: a space, nothing, or nothing and no hyphen either."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from wherein.lexicon import lexicon

_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CUT = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*[-\u00ad\u2010]$")
# First parts of compounds that keep their hyphen ("self-attention") when nothing else decides.
_KEEPS_HYPHEN = frozenset(
    "self non well semi multi co ex pre post cross high low long short one two three four half "
    "all first second third full real state large small open end top fine hand left right".split()
)


@cache
def _common() -> frozenset[str]:
    return frozenset(lexicon("english-words").words("common"))


# Endings of words whose stems are listed.
_ENDINGS = ("s", "es", "ed", "d", "ing", "ly", "able", "er", "ers", "ness", "ment", "ments")
_SHORTEST_STEM = 4


@lru_cache(maxsize=20_000)
def _is_common(word: str) -> bool:
    """Whether a word, or its stem before a common ending, is a common English one."""
    common = _common()
    if word in common:
        return True
    return any(
        word.endswith(ending)
        and len(stem := word[: -len(ending)]) >= _SHORTEST_STEM
        and (stem in common or (ending[0] in "ei" and stem + "e" in common))
        for ending in _ENDINGS
    )


class WordJoints:
    """Decides whether a hyphen at a line's end belongs to the word, by the document's words and the common ones."""

    def __init__(self, paragraphs: Iterable[Sequence[str]]) -> None:
        """`paragraphs` are the lines of each paragraph of the document."""
        self._words: set[str] = set()
        for paragraph in paragraphs:
            cut = False
            for line in paragraph:
                words = [word.lower() for word in _WORDS.findall(line)]
                # The halves of a divided word are no words.
                if cut:
                    words = words[1:]
                cut = _CUT.search(line[-80:]) is not None
                self._words.update(words[:-1] if cut else words)

    def between(self, text: str, after: str) -> str | None:
        """The text between two lines of a paragraph; None removes the hyphen of the first line."""
        if text[-1] in "\u00ad\u2010" and len(text) > 1 and after[0].isalpha():
            return None
        last_word = text.rsplit(" ", 1)[-1]
        if len(last_word) > 1 and (
            (text[-1] == "–" and last_word[-2].isalnum() and after[0].isalnum())
            or (text[-1] in "/.-_?=&" and ("://" in last_word or last_word.startswith("www.")))
        ):
            return ""  # a range or an address goes on
        if text[-1] == "-" and text[-2:-1].isalnum() and after[0].isdecimal():
            return ""
        if text[-1] != "-" or len(text) < 2 or not after[0].isalpha():
            return "" if _is_wide(text[-1]) and _is_wide(after[0]) else " "
        if not text[-2].isalpha():
            return "" if text[-2].isalnum() else " "
        before_words = _WORDS.findall(text[-60:-1])
        after_words = _WORDS.findall(after[:60])
        if not before_words or not after_words or not after[0].islower():
            return ""
        return "" if self._is_compound(before_words[-1].lower(), after_words[0].lower()) else None

    def _is_compound(self, first: str, second: str) -> bool:
        """Whether the hyphen between two parts of a word is its own, and not that of the line's end."""
        if f"{first}-{second}" in self._words:
            return True
        if first + second in self._words or _is_common(first + second):
            return False
        if first in _KEEPS_HYPHEN or len(first) < 2 or len(second) < 2:
            return True
        if "-" in first:
            # "not-for-profit", but the last part of "MacIntosh-Ver-beke" is a name that was divided.
            last = first.rsplit("-", 1)[1]
            if last + second in self._words or _is_common(last + second):
                return False
            return self._is_word(last) or self._is_word(second.split("-")[0])
        if "-" in second:
            return all(map(self._is_word, (first, *second.split("-"))))
        if _is_common(first) and _is_common(second):
            return len(first) > 2 and len(second) > 2
        # Both halves are words of their own here and the whole is not: a compound.
        both = first in self._words and second in self._words
        return both and len(first) > 3 and len(second) > 3

    def _is_word(self, part: str) -> bool:
        return part in self._words or _is_common(part)


def _is_wide(character: str) -> bool:
    """Chinese and Japanese characters, between which a line end is no space."""
    return "\u3000" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"
