"""Checks whether a sentence has the kind of answer that a question asks for, not only its name. Words and patterns; no
model.

It compares the sentence with two things: the kind of answer that the question word asks for (a date, a number, a
place, a name, a reason), and the question's words that are not names.
The cases are in contracts/asked-for.json; the twin is web/reader/src/question/asked-for.ts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.lexicon import lexicon
from wherein.reading.value_kind import PEOPLE, asked_kind, is_checked, sentence_has

_LEXICON = lexicon("asked-for")
STEM = _LEXICON.count("stem")
"""Letters of a word that are compared, as in `calibration`."""
_LEAST = _LEXICON.count("least_letters")
"""Least letters that remain of a word when its ending is cut off."""
LEAST_SHARE = _LEXICON.number("least_share")
"""The share of the question's other words that the sentence must have."""


_ROLE_FIRST = _LEXICON.pattern("role_first")
_ROLE_LATER = _LEXICON.pattern("role_later")
_LATER_WORD = re.compile(r"(?<![\w.])[^\W\d_]\w*")
_OPENING = "\"'\u201c\u2018( "

_WORD = _LEXICON.pattern("word")
_EMPTY = frozenset(_LEXICON.words("empty"))


def words(text: str) -> list[str]:
    """The words of a text in lower case, without a possessive 's."""
    return [re.sub(r"['\u2019]s$", "", match.group().casefold()) for match in _WORD.finditer(text)]


def stem(word: str) -> str:
    """The word without its ending: "own" of "owns" and "owned", "liv" of "living"."""
    for ending in ("ing", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            word = word.removesuffix(ending)
            break
    if word.endswith("e") and len(word) > _LEAST:
        word = word[:-1]
    return word[:STEM]


_SAID = tuple(frozenset(map(stem, row.split())) for row in _LEXICON.lines("said"))
"""Sets of stems that may stand for each other in a question and its answer."""


def has_what_is_asked(question: str, sentence: str, about: Sequence[str] = ()) -> bool:
    """Whether the sentence has the kind of answer that the question asks for, and enough of its other words.

    `about` are the title and headings; their words name the subject. Any sentence can answer a question about a
    name alone ("Who was Mozart?"), but not one about its time or place.
    """
    names = {stem(word) for text in about for word in words(text)}
    rest = _rest(question, names)
    kind = asked_kind(question)
    if not rest and not is_checked(kind):
        return True
    said = {stem(word) for word in words(sentence)}
    if sum(not said.isdisjoint(ways) for ways in rest) < LEAST_SHARE * len(rest):
        return False
    if kind in PEOPLE:
        return _has_name(sentence, names | {stem(word) for word in words(question)})
    return sentence_has(kind, sentence)


def _rest(question: str, names: set[str]) -> list[frozenset[str]]:
    """The question's content words that are not names, each with the words that can replace it."""
    found: dict[str, frozenset[str]] = {}
    for number, match in enumerate(_WORD.finditer(question)):
        (word,) = words(match.group())
        is_name = number > 0 and match.group()[0].isupper()
        own = stem(word)
        if word not in _EMPTY and not is_name and own not in names and not word.isdecimal():
            found[own] = frozenset({own}).union(*(row for row in _SAID if own in row))
    return list(found.values())


def _has_name(sentence: str, known: set[str]) -> bool:
    """Whether the sentence has a new name: a capitalised word with an unknown stem, or a role ("the tenant")."""
    for match in _LATER_WORD.finditer(sentence):
        word = match.group()
        if match.start() and word[0].isupper() and stem(word.casefold()) not in known:
            return True
    first = next(iter(words(sentence)), "")
    begins = sentence.lstrip(_OPENING)[:1].isupper()
    is_named = begins and first not in _EMPTY and stem(first) not in known
    return is_named or bool(_ROLE_FIRST.match(sentence) or _ROLE_LATER.search(sentence))
