"""What several documents say to one question: equal answers together, the newest document's marked. Compares words and dates."""

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
    """What one document says, how sure that is, and the latest date that the document states."""

    text: str
    confidence: float = 0.0
    date: str | None = None


@dataclass(frozen=True, slots=True)
class SameAnswer:
    """Documents that say the same: `text` as the surest of them puts it, `places` theirs among all sayings, from 0.
    `newest`: the latest dated of all answering documents is among them."""

    text: str
    places: tuple[int, ...]
    newest: bool


def agreement(sayings: Sequence[Saying]) -> tuple[SameAnswer, ...]:
    """The sayings in groups, what most documents say first, ties by the first of them.

    Two documents say the same where their words are the same but for articles, case and how numbers are
    written, and a number alone says what the only longer answer with it does ("30", "30 days"). `newest` is set only where the documents have different dates.
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
    """The words of an answer by which it is the same as another."""
    words = [word.lower() for word in _WORD.findall(text)]
    plain = [_NUMBERS.get(word, word.replace(",", "")) for word in words]
    return tuple(word for word in plain if word not in _IDLE) or tuple(plain)


def _numbers(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word[0].isdigit())
