"""Checks whether a sentence has the kind of answer that a question asks for, not only its name. Words and patterns; no
model.

It compares the sentence with two things: the kind of answer that the question word asks for (a date, a number, a
place, a name, a reason), and the question's words that are not names.
The cases are in contracts/asked-for.json; the twin is web/reader/src/question/asked-for.ts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from wherein.lexicon import lexicon

_LEXICON = lexicon("asked-for")
STEM = _LEXICON.count("stem")
"""Letters of a word that are compared, as in `calibration`."""
_LEAST = _LEXICON.count("least_letters")
"""Least letters that remain of a word when its ending is cut off."""
LEAST_SHARE = _LEXICON.number("least_share")
"""The share of the question's other words that the sentence must have."""


class Wanted(StrEnum):
    """The kind of answer that a question word asks for."""

    DATE = "date"
    NUMBER = "number"
    PLACE = "place"
    NAME = "name"
    REASON = "reason"


_ASKS = tuple((kind, _LEXICON.pattern(f"asks_{kind.value}")) for kind in Wanted)
_NUMBER = _LEXICON.pattern("number")
_DATE = _LEXICON.pattern("date")
_NO_PLACE = _LEXICON.pattern("no_place")
"""Phrases that begin like a place but are a time, a number or an idiom."""
_PLACE = _LEXICON.pattern("place")
_REASON = _LEXICON.pattern("reason")
_ROLE_FIRST = _LEXICON.pattern("role_first")
_ROLE_LATER = _LEXICON.pattern("role_later")
_LATER_WORD = re.compile(r"(?<![\w.])[^\W\d_]\w*")
_OPENING = "\"'\u201c\u2018( "

_COUNTS = re.compile(r"\bhow (?:many|tall|high|deep|old|far|heavy|wide|thick)\b", re.IGNORECASE)
_AMOUNT = re.compile(
    rf"\d|\b(?:{_LEXICON.source('number_words')}|one|no|none|zero|few|fewer|several|many|most|all|some|every|couple|little|more|less|un\w+ed)\b",
    re.IGNORECASE,
)

_DIMENSIONS = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (
        "tall|high|height|elevation|altitude",
        "deep|depth",
        "long|length",
        "wide|width|thick",
        "heavy|weight",
    )
)

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
    kind = wanted(question)
    if not rest and kind in (None, Wanted.NAME):
        return True
    said = {stem(word) for word in words(sentence)}
    if sum(not said.isdisjoint(ways) for ways in rest) < LEAST_SHARE * len(rest):
        return False
    match kind:
        case Wanted.NUMBER:
            return bool(_NUMBER.search(sentence))
        case Wanted.DATE:
            return bool(_DATE.search(sentence))
        case Wanted.PLACE:
            return bool(_PLACE.search(_NO_PLACE.sub(" ", sentence)))
        case Wanted.REASON:
            return bool(_REASON.search(sentence))
        case Wanted.NAME:
            return _has_name(sentence, names | {stem(word) for word in words(question)})
    return True


def is_of_the_kind(question: str, answer: str) -> bool:
    """Whether the text can answer a question that counts or measures ("How tall is …"); True for other questions.

    False for a text without a number and for one that measures something else: "2550 km long" is no depth.
    """
    if not _COUNTS.search(question):
        return True
    asked, said = _dimensions(question), _dimensions(answer)
    return bool(_AMOUNT.search(answer)) and (not asked or not said or not asked.isdisjoint(said))


def _dimensions(text: str) -> set[int]:
    """The dimensions that a text names, as indexes into `_DIMENSIONS`."""
    return {at for at, pattern in enumerate(_DIMENSIONS) if pattern.search(text)}


def wanted(question: str) -> Wanted | None:
    """The kind of answer that the question asks for; None where the question word leaves it open."""
    return next((kind for kind, pattern in _ASKS if pattern.search(question)), None)


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
