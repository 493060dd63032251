"""The one name or number that tells a question's subject from its likes, and whether a text is about it. Runs no reader.

A reader marks the span that is nearest to an answer: in a library without the town of Sandvik, another town's mayor. English
questions only, since other languages write capitals otherwise.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from wherein.questions.words.question_language import foreign_language

_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_GENITIVE = re.compile(r"[’']s?$")
_SHORTEST = 4
"""Least letters of a name that is looked for; shorter ones are mostly abbreviations."""
_NO_NAMES = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays january february march april june july august september october november december christmas easter
    english french german dutch spanish italian internet earth wikipedia bible celsius fahrenheit euro euros
    """.split()
)
"""Capitalised words that a text may say otherwise: "weekends", "°C", "€"."""
_ALSO = {
    "france": "french", "spain": "spanish", "rome": "roman", "wales": "welsh", "poland": "polish", "finland": "finnish",
    "ireland": "irish", "denmark": "danish", "switzerland": "swiss", "netherlands": "dutch", "greece": "greek",
    "britain": "british", "turkey": "turkish", "italy": "italian", "scotland": "scottish", "norway": "norwegian",
    "china": "chinese", "greenland": "greenlandic",
}  # fmt: skip
"""Countries whose people's name begins otherwise."""
_NUMBERED = re.compile(
    r"\b([a-z]{3,})(?: (?:no\.?|number|nr\.?) ?| )(\d+)\b(?![.,]?\d|[ ]?[%-]| (?:times|years?|months?|weeks?|days?|hours?|minutes?|seconds?|m|km|miles?|met(?:re|er)s?|kilomet(?:re|er)s?|crowns?|euros?|dollars?|pounds?|people)\b)"
)
_BEFORE_AMOUNTS = frozenset(
    """
    about above after again against all almost and any are around before below between but cost costs did does during
    each earn every exactly except first for from had has have had into its just last least least like made make maximum
    minimum more most nearly next only other over pay per plus roughly since some than that the then these this those
    through till times under until upon using was were when which with within year years
    """.split()
)
"""Words before a number that counts or dates: "over 30", "since 1998"."""


def names_of_the_subject(question: str) -> tuple[str, ...]:
    """The names of one word, folded, that a question has inside of its sentence."""
    return tuple(dict.fromkeys(_folded(word) for word, _ in _names(question)))


def owners_of_the_subject(question: str) -> tuple[str, ...]:
    """Those of the names that own what is asked for: "the mayor of Sandvik", "the Heron's rope"."""
    found = []
    for word, before in _names(question):
        if _GENITIVE.search(word) or re.search(r"\bof (?:the )?$", before):
            found.append(_folded(word))
    return tuple(dict.fromkeys(found))


def numbers_of_the_subject(question: str) -> tuple[str, ...]:
    """The numbers that tell one thing from its likes: "boat 9999", "room no. 12"; not amounts and dates."""
    if foreign_language(question) is not None:
        return ()
    return tuple(
        number
        for noun, number in _NUMBERED.findall(question)
        if noun not in _BEFORE_AMOUNTS and noun not in _NO_NAMES
    )


def says_all(wanted: Collection[str], *texts: str) -> bool:
    """Whether the texts together have each name or number, names in any inflection."""
    if not wanted:
        return True
    said = {_folded(word) for text in texts for word in _WORD.findall(text)}
    return all(any(_is_said(name, word) for word in said) for name in wanted)


def _names(question: str) -> Iterator[tuple[str, str]]:
    """The names of one word inside of the sentence, each with the text before it."""
    if foreign_language(question) is not None:
        return
    words = list(_WORD.finditer(question))
    if not any(word[0].islower() and len(word[0]) >= _SHORTEST for word in words):
        return  # in capitals throughout
    capitals = [word[0][0].isupper() for word in words]
    for at, word in enumerate(words):
        beside = (at > 0 and capitals[at - 1] and at > 1) or (
            at + 1 < len(words) and capitals[at + 1]
        )
        text = _GENITIVE.sub("", word[0])
        if (
            at > 0
            and capitals[at]
            and not beside
            and len(text) >= _SHORTEST
            and text.isalpha()
            and not text[1:].isupper()
            and text[1:].islower()
            and text.casefold() not in _NO_NAMES
        ):
            yield word[0], question[: word.start()]


def _is_said(name: str, word: str) -> bool:
    if name == word:
        return True
    if name.isdecimal():
        return word.lstrip("0") == name.lstrip("0") or name in re.findall(r"\d+", word)
    stem = name[: max(_SHORTEST, len(name) - 2)] if len(name) > _SHORTEST + 1 else name
    return word.startswith((stem, _ALSO.get(name, name)))


def _folded(word: str) -> str:
    """A word without genitive, case and accents."""
    plain = unicodedata.normalize("NFKD", _GENITIVE.sub("", word).casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
