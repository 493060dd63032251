"""Variants of a question's words: number, demonyms, typos. Knows words, not names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

LEAST_SLIP_LETTERS = 3
"""The least letters of a respelled word; shorter words have too many neighbours, and are respelled only within long names."""
MOST_SUSPECTS = 5
"""The most words of a question that are respelled, those in the fewest titles first."""
MOST_READINGS = 40
"""Readings of one mistyped word, the commonest in titles first."""


class WordTable(Protocol):
    """The statistics on the words of a base."""

    def knows(self, word: str) -> bool: ...

    def in_titles(self, word: str) -> int:
        """The number of titles with the word; 0 for an unknown word."""
        ...

    def common(self, word: str) -> bool: ...


class Change(Enum):
    """How a respelling differs from the written words."""

    NONE = 0
    INFLECTED = 1
    SLIP = 2


@dataclass(frozen=True, slots=True)
class Reading:
    """A respelling of a question: `words` differ from the written ones from `first` to `last`.

    `owners[i]` is (first, last) of the written words that `words[i]` stands for.
    """

    words: tuple[str, ...]
    owners: tuple[tuple[int, int], ...]
    first: int
    last: int
    change: Change
    readings: int = 1
    """The number of title words that are possible corrections of the mistyped word."""
    swapped: bool = False
    """The same letters in another order."""


_IRREGULAR = {
    "american": "united states", "americans": "united states", "british": "united kingdom",
    "english": "england", "french": "france", "german": "germany", "germans": "germany",
    "spanish": "spain", "italian": "italy", "dutch": "netherlands", "swiss": "switzerland",
    "swedish": "sweden", "danish": "denmark", "finnish": "finland", "polish": "poland",
    "turkish": "turkey", "irish": "ireland", "scottish": "scotland", "welsh": "wales",
    "greek": "greece", "norwegian": "norway", "portuguese": "portugal", "canadian": "canada",
    "canadians": "canada", "brazilian": "brazil", "mexican": "mexico", "argentine": "argentina",
    "peruvian": "peru", "belgian": "belgium", "hungarian": "hungary", "ukrainian": "ukraine",
    "thai": "thailand", "filipino": "philippines", "israeli": "israel", "iraqi": "iraq",
    "pakistani": "pakistan", "czech": "czech republic", "icelandic": "iceland",
    "moroccan": "morocco", "liechtensteiner": "liechtenstein", "ghanaian": "ghana",
    "uk": "united kingdom", "usa": "united states", "us": "united states",
    "america": "united states", "men": "man", "women": "woman", "children": "child", "feet": "foot", "teeth": "tooth",
    "mice": "mouse", "geese": "goose", "wolves": "wolf", "leaves": "leaf", "people": "person",
    "species": "species", "giraffe": "giraffe",
}  # fmt: skip


def inflections(word: str) -> Iterator[str]:
    """The other grammatical number of a noun and the country of a demonym, by English endings; may be no words."""
    if word in _IRREGULAR:
        yield _IRREGULAR[word]
        return
    if len(word) < 4 or not word.isalpha():
        return
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
    else:
        yield word + "s"
        if word.endswith(("s", "x", "ch", "sh")):
            yield word + "es"
        if word.endswith("y"):
            yield word[:-1] + "ies"
    for ending, put in (("ian", ""), ("ians", ""), ("ian", "ia"), ("ians", "ia"), ("an", ""), ("ans", ""), ("ean", ""), ("ese", ""), ("ese", "a"), ("ian", "y"), ("an", "a"), ("ish", "")):  # fmt: skip
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            yield word[: -len(ending)] + put


_NATIONS = frozenset(
    """
    american british english french german spanish italian dutch swiss swedish danish finnish polish
    turkish irish scottish welsh greek norwegian portuguese canadian brazilian mexican argentine
    peruvian belgian hungarian ukrainian thai filipino israeli iraqi pakistani czech icelandic
    moroccan ghanaian russian chinese japanese indian australian austrian african european asian
    egyptian iranian indonesian korean vietnamese romanian bulgarian croatian serbian slovak
    slovenian estonian latvian lithuanian cuban colombian chilean venezuelan nigerian kenyan
    ethiopian algerian tunisian libyan syrian lebanese jordanian saudi malaysian bangladeshi
    afghan nepalese jamaican bolivian uruguayan ecuadorian armenian georgian persian jewish catholic
    """.split()
)
_SHORT_WORDS = frozenset(
    "a an as at be by de do el go he i if in is it la le me my no of on or s so to uk up us vs we &".split()
)
"""Common short words, which are no typos."""
_ROMAN = re.compile("[ivxlc]+")

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def one_edit(word: str) -> Iterator[str]:
    """All strings at Damerau distance 1 (Damerau, 1964): one letter a to z added, dropped, replaced, or exchanged with
    the next."""
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        if tail:
            yield head + tail[1:]
            if len(tail) > 1:
                yield head + tail[1] + tail[0] + tail[2:]
            for letter in _LETTERS:
                yield head + letter + tail[1:]
        for letter in _LETTERS:
            yield head + letter + tail


def shortened(word: str) -> list[str]:
    """The word, and each string that is left without one of its letters."""
    return [word, *(word[:at] + word[at + 1 :] for at in range(len(word)))]


def is_typo(one: str, other: str) -> bool:
    """Whether two words differ by one letter that is added, dropped, replaced or exchanged."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    at = 0
    while at < min(len(one), len(other)) and one[at] == other[at]:
        at += 1
    a, b = one[at:], other[at:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def is_demonym(word: str) -> bool:
    """Whether the word is a demonym, such as "French"."""
    return word in _NATIONS


def _same(words: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((at, at) for at in range(len(words)))


def inflected(words: tuple[str, ...], table: WordTable) -> Iterator[Reading]:
    """The respellings with one word in its other number, or a demonym as its country, where titles have that word."""
    for at, word in enumerate(words):
        for other in dict.fromkeys(inflections(word)):
            parts = other.split(" ")
            if all(table.in_titles(part) for part in parts):
                yield _replaced(words, at, parts, Change.INFLECTED)


def _replaced(
    words: tuple[str, ...], at: int, parts: list[str], change: Change, readings: int = 1
) -> Reading:
    owners = _same(words)
    return Reading(
        (*words[:at], *parts, *words[at + 1 :]),
        (*owners[:at], *((at, at) for _ in parts), *owners[at + 1 :]),
        at,
        at + len(parts) - 1,
        change,
        readings,
        change is Change.SLIP and len(parts) == 1 and sorted(parts[0]) == sorted(words[at]),
    )


def mistyped(words: tuple[str, ...], table: WordTable, known: bool = False) -> Iterator[Reading]:
    """The respellings with an unknown word replaced by a word of titles at one edit's distance.

    An added or missing space counts as an edit. `known` also respells known words. Numbers are not respelled.
    """
    owners = _same(words)
    suspects = [
        word
        for word in dict.fromkeys(words)
        if not word.isdigit()
        and not _ROMAN.fullmatch(word)
        and (
            (table.knows(word) == known and not (known and table.common(word)))
            if len(word) >= LEAST_SLIP_LETTERS
            else not known and word not in _SHORT_WORDS
        )
    ]
    suspects.sort(key=lambda word: (table.in_titles(word), -len(word)))
    mistrusted = set(suspects[:MOST_SUSPECTS])
    for at, word in enumerate(words):
        unknown = not table.knows(word)
        if unknown != known or word in mistrusted:
            if at + 1 < len(words) and (unknown or not table.knows(words[at + 1])):
                joined = word + words[at + 1]
                if table.in_titles(joined):
                    yield Reading(
                        (*words[:at], joined, *words[at + 2 :]),
                        (*owners[:at], (at, at + 1), *owners[at + 2 :]),
                        at, at, Change.SLIP,
                    )  # fmt: skip
            if word not in mistrusted:
                continue
            near = set(filter(table.knows, one_edit(word)))
            near.discard(word)
            found = [
                other for other in near if table.in_titles(other) and not _ROMAN.fullmatch(other)
            ]
            for other in sorted(found, key=lambda other: (-table.in_titles(other), other))[:MOST_READINGS]:  # fmt: skip
                yield _replaced(words, at, [other], Change.SLIP, len(found))
            if unknown:
                for cut in range(2, len(word) - 1):
                    head, tail = word[:cut], word[cut:]
                    if table.in_titles(head) and table.in_titles(tail):
                        yield _replaced(words, at, [head, tail], Change.SLIP)
