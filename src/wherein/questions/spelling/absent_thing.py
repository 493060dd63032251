"""Finds the thing that a question asks about and a text does not name, and another word that is spelt alike in its place: a
*sonar* where the text has a radar alone, a *wench* where it has a winch.

Words and patterns, and the English dictionary; no model. The words are in contracts/lexicon/other-things.json. The twin is
web/reader/src/question/absent-thing.ts, which knows fewer words; the cases are in contracts/absent-things.json.
"""

from __future__ import annotations

import re
import unicodedata

from wherein.lexicon import lexicon
from wherein.questions.spelling.typo_model import is_slip
from wherein.questions.words.dictionary import EnglishWhenNeeded
from wherein.questions.words.function_words import FUNCTION_WORDS
from wherein.questions.words.question_language import foreign_language

_LEXICON = lexicon("other-things")
_THING = _LEXICON.pattern("thing")
_NO_THING = frozenset(_LEXICON.words("no_thing")) | FUNCTION_WORDS
_ENDINGS = frozenset(("", *_LEXICON.words("form_endings")))
_WORD = re.compile(r"[^\W\d_]{3,}")
_SHORTEST = 4
"""Least letters of a thing, of a part of a compound, and of the beginning that words spelt alike share."""
_STEM = 3
"""Least letters that two forms of a word share, and least letters of the rest of a compound."""
_OF_TWO_SLIPS = 6
"""Letters from which words that two letters part are spelt alike; shorter ones differ by one."""
_ENGLISH = EnglishWhenNeeded()


class AbsentThing:
    """The things that one question asks about, as "the sonar" in "How far does the sonar reach?"."""

    def __init__(self, question: str) -> None:
        found = () if foreign_language(question) else _THING.finditer(question)
        words = (_plain(match["thing"]) for match in found)
        self._things = tuple(word for word in dict.fromkeys(words) if word not in _NO_THING)
        self._asked = frozenset(_words(question))

    def __bool__(self) -> bool:
        return bool(self._things)

    def absent(self, *texts: str) -> str | None:
        """The first of them that stands in none of the texts, in no form and no compound; None without one."""
        # Most things stand there as they are asked for; only for the others is the whole text folded.
        lower = [text.lower() for text in texts]
        missing = [thing for thing in self._things if not any(thing in text for text in lower)]
        plain = [_plain(text) for text in texts] if missing else []
        missing = [thing for thing in missing if not any(thing in text for text in plain)]
        if not missing:
            return None
        there = {word for text in plain for word in _WORD.findall(text)}
        return next((one for one in missing if not any(_names(one, word) for word in there)), None)

    def is_taken_for(self, thing: str, sentence: str) -> bool:
        """Whether a sentence has another word that is spelt like the thing, which is no slip for it: a word that no
        dictionary has may be one ("boilr")."""
        return any(
            _is_alike(thing, word) and (thing in _ENGLISH or not is_slip(thing, word))
            for word in _words(sentence) - self._asked
        )


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in folded if not unicodedata.combining(sign)).lower()


def _words(text: str) -> set[str]:
    return set(_WORD.findall(_plain(text)))


def _names(thing: str, word: str) -> bool:
    """Whether a word is another form of the thing ("rental", "rented"), or a part of it ("car park", "carpark")."""
    if _is_form(thing, word):
        return True
    rest = len(thing) - len(word)
    return (
        len(word) >= _SHORTEST and rest >= _STEM and thing.startswith(word) | thing.endswith(word)
    )


def _is_form(one: str, other: str) -> bool:
    same = _shared(one, other)
    return same >= _STEM and one[same:] in _ENDINGS and other[same:] in _ENDINGS


def _shared(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _is_alike(thing: str, word: str) -> bool:
    """Whether two words that are no forms of each other begin alike, or differ by a letter or two."""
    from rapidfuzz.distance import OSA

    if min(len(thing), len(word)) < _SHORTEST or word in FUNCTION_WORDS or _is_form(thing, word):
        return False
    if _shared(thing, word) >= _SHORTEST:
        return True
    most = 2 if min(len(thing), len(word)) >= _OF_TWO_SLIPS else 1
    return OSA.distance(thing, word, score_cutoff=most) <= most
