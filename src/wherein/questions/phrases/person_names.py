"""Decides whether a name may be a person's, and a man's or a woman's. Knows no page.

An unknown name may be anybody's: only evidence against it counts.
"""

from __future__ import annotations

import re

from wherein.lexicon import lexicon
from wherein.questions.phrases.followup_terms import WORD
from wherein.questions.words.dictionary import english

HE = frozenset("he him his himself".split())
SHE = frozenset("she her hers herself".split())
_LEXICON = lexicon("person-names")
_MEN = frozenset(_LEXICON.words("men"))
_WOMEN = frozenset(_LEXICON.words("women"))
_HE_FORM = frozenset(_LEXICON.words("he_forms"))
_SHE_FORM = frozenset(_LEXICON.words("she_forms"))
_FORMS = _HE_FORM | _SHE_FORM | frozenset(_LEXICON.words("other_forms"))
_PLACES = frozenset(_LEXICON.lines("places"))
_FIRST_OF_NO_PERSON = frozenset(_LEXICON.words("first_of_no_person"))
_OF_NO_PERSON = frozenset(_LEXICON.words("of_no_person"))
_IN_BRACKETS = re.compile(r"\s*\(([^()]*)\)\s*$")
_COMMON = 7.3
"""log10 of the count of a word that is as frequent as common nouns are: "Free Culture" has only such words."""


def may_be(name: str, pronoun: str = "") -> bool:
    """Whether the name may be a person's, and fits the pronoun if one is given."""
    bracketed = _IN_BRACKETS.search(name)
    words = [word.lower() for word in WORD.findall(_IN_BRACKETS.sub("", name))]
    if not words or is_no_person(name):
        return False
    if len(name.split()) == 1:  # of one word nothing is known
        return not pronoun or not _is_other(words, pronoun)
    first = next((word for word in words if word not in _FORMS), words[0])
    if _is_other(words, pronoun):
        return False
    if first in _MEN or first in _WOMEN or words[0] in _FORMS or bracketed:
        return True
    if "of" in words:
        return False
    return any((english().frequency(word) or 0.0) < _COMMON for word in words if len(word) > 1)


def is_person(name: str) -> bool:
    """Whether the name of several words begins with a first name or a form of address, and has no word of an institution."""
    words = [word.lower() for word in WORD.findall(name)]
    return len(words) > 1 and words[0] in _MEN | _WOMEN | _FORMS and _OF_NO_PERSON.isdisjoint(words)


def _is_other(words: list[str], pronoun: str) -> bool:
    """Whether the name is a woman's and the pronoun "he", or a man's and "she"."""
    first = next((word for word in words if word not in _FORMS), words[0])
    if pronoun in HE:
        return first in _WOMEN or words[0] in _SHE_FORM
    return pronoun in SHE and (first in _MEN or words[0] in _HE_FORM)


def is_no_person(name: str) -> bool:
    """Whether the name is certainly no person's, but that of a country, a large city, an institution, a work or an event."""
    bracketed = _IN_BRACKETS.search(name)
    if bracketed and re.search(
        r"\b(?:album|band|book|city|film|game|group|magazine|musical|novel|opera|painting|play|series|show|song|team)\b",
        bracketed[1],
        re.I,
    ):
        return True
    plain = _IN_BRACKETS.sub("", name).casefold()
    words = [word.lower() for word in WORD.findall(plain)]
    named = bool(words) and words[0] in _MEN | _WOMEN | _FORMS
    return (
        " ".join(words).removeprefix("the ") in _PLACES
        or (bool(words) and words[0] in _FIRST_OF_NO_PERSON)
        or (not named and not _OF_NO_PERSON.isdisjoint(words))
        or (bool(words) and words[0].isdigit())
    )
