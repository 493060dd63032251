"""Groups the answers of several documents to one question, and marks the newest document's. Compares words and dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_WORD = re.compile(r"\w+(?:[.,]\d+)*")
_IDLE = frozenset("a an the about within of in on at to is are was were be".split())
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
)
_NUMBERS = {word: str(number) for number, word in enumerate(_UNITS.split())} | {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90", "hundred": "100",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Saying:
    """One document's answer, its confidence, and the latest date that the document states."""

    text: str
    confidence: float = 0.0
    date: str | None = None


@dataclass(frozen=True, slots=True)
class SameAnswer:
    """Documents with the same answer: `text` is the surest one's, `places` are their indexes among all sayings, from 0.
    `newest`: the latest dated of all answering documents is one of them."""

    text: str
    places: tuple[int, ...]
    newest: bool


def agreement(sayings: Sequence[Saying]) -> tuple[SameAnswer, ...]:
    """The sayings in groups, the largest group first; ties go to the group with the earlier saying.

    Two answers are equal if their words are, apart from articles, case and the notation of numbers. A lone number
    equals the only longer answer that has it ("30", "30 days"). `newest` is set only where the documents have different
    dates.
    """
    said: dict[tuple[str, ...], list[int]] = {}
    for place, saying in enumerate(sayings):
        said.setdefault(plain_words(saying.text), []).append(place)
    for words in [words for words in said if len(words) == 1 and words[0][0].isdigit()]:
        longer = [other for other in said if other != words and words == _numbers(other)]
        if len(longer) == 1:
            said[longer[0]] = sorted(said[longer[0]] + said.pop(words))
    dates = {saying.date for saying in sayings if saying.date}
    latest = max(dates) if len(dates) > 1 else None
    groups = [
        SameAnswer(
            sayings[max(places, key=lambda place: sayings[place].confidence)].text,
            tuple(places),
            latest is not None and any(sayings[place].date == latest for place in places),
        )
        for places in said.values()
    ]
    return tuple(sorted(groups, key=lambda group: (-len(group.places), group.places)))


def in_one_sentence(groups: Sequence[SameAnswer]) -> str:
    """ "3 documents say “30 days”, 1 says “14 days” (the newest)."; "" for no group."""
    parts = []
    for number, group in enumerate(groups):
        count = len(group.places)
        noun = "" if number else " document" if count == 1 else " documents"
        newest = " (the newest)" if group.newest else ""
        parts.append(f"{count}{noun} {'says' if count == 1 else 'say'} “{group.text}”{newest}")
    return ", ".join(parts) + "." if parts else ""


def plain_words(text: str) -> tuple[str, ...]:
    """The normalised words of an answer, by which answers are compared."""
    words = [word.lower() for word in _WORD.findall(text)]
    plain = [_NUMBERS.get(word, word.replace(",", "")) for word in words]
    return tuple(word for word in plain if word not in _IDLE) or tuple(plain)


def _numbers(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word[0].isdigit())
