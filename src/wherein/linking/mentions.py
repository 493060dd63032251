"""Finds the mentions of a question: all runs of words that are names, with their candidate articles. Ranks nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from wherein.knowledge.name_index import NameIndex, Posting
from wherein.knowledge.names import NameKind
from wherein.linking.variants import Change, Reading, inflected, mistyped

MOST_CANDIDATES = 10
"""Most candidate articles of one mention."""
_WORDS_BEFORE = 5
"""The most words of a name before its respelled word."""
_COMMON = 0.003
"""A word in a larger share of openings is never corrected."""
_SHORT_WORD = 4
_LEAST_KEY_OF_SHORT = 8
"""Least characters of a name of several words in which a typo in a short word is corrected."""
_LEAST_SLIP_KEY = 4
"""The least number of letters and spaces of a name that is recognised despite a typo."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Words `first` to `last` (inclusive) of the question are a name of these articles."""

    first: int
    last: int
    key: int
    change: Change
    postings: tuple[Posting, ...]
    sharing: int
    """The number of articles with this name, including those not considered."""
    readings: int = 1
    """The number of title words that are possible corrections of its mistyped word."""
    swapped: bool = False
    """True where two of its letters are exchanged."""
    changed: int = 0
    """The number of letters of the mistyped word; 0 without one."""


def overlap(one: Mention, other: Mention) -> bool:
    """Whether two mentions share a word."""
    return one.first <= other.last and other.first <= one.last


class _Table:
    def __init__(self, names: NameIndex) -> None:
        self.knows = names.knows
        self._word = names.word
        self._common = names.articles * _COMMON

    def in_titles(self, word: str) -> int:
        return self._word(word).titles if self.knows(word) else 0

    def common(self, word: str) -> bool:
        return self._word(word).openings > self._common


def find_mentions(
    words: tuple[str, ...], names: NameIndex, hard: bool = False, asking: Collection[int] = ()
) -> list[Mention]:
    """Every name in the words, also in slightly different spelling; `hard` also tries other spellings of known words.

    `asking` are the places of mistyped question words, which are no names by themselves.
    """
    found: dict[tuple[int, int, int], Mention] = {}
    for at in range(len(words)):
        for length, key in names.starting(list(words), at):
            _keep(found, at, at + length - 1, key, Change.NONE, names)
    table = _Table(names)
    _keep_readings(found, words, (*inflected(words, table), *mistyped(words, table)), names, asking)
    if hard:
        _keep_readings(found, words, mistyped(words, table, known=True), names, asking)
    return list(found.values())


def harder_mentions(
    found: Sequence[Mention], words: tuple[str, ...], names: NameIndex, asking: Collection[int] = ()
) -> list[Mention]:
    """The mentions that `hard` adds to those found without it."""
    every = {(mention.first, mention.last, mention.key): mention for mention in found}
    _keep_readings(every, words, mistyped(words, _Table(names), known=True), names, asking)
    return list(every.values())[len(found) :]


def _keep_readings(
    found: dict[tuple[int, int, int], Mention],
    words: tuple[str, ...],
    readings: Iterable[Reading],
    names: NameIndex,
    asking: Collection[int],
) -> None:
    for reading in readings:
        for first, last, key in _names_through(reading, names, asking):
            _keep(
                found, first, last, key, reading.change, names, reading, len(words[reading.first])
            )


def _is_short(word: str) -> bool:
    return len(word) < _SHORT_WORD


def _names_through(
    reading: Reading, names: NameIndex, asking: Collection[int]
) -> Iterator[tuple[int, int, int]]:
    """(first, last, key) of the names that include a respelled word; places count the written words."""
    words = list(reading.words)
    little = _is_short(words[reading.first]) or reading.first in asking
    for at in range(max(0, reading.first - _WORDS_BEFORE), reading.first + 1):
        for length, key in names.starting(words, at):
            end = at + length - 1
            if end < reading.last:
                continue
            if reading.change is Change.INFLECTED and end != reading.last:
                continue  # number and nationality change at the end of a name
            if (
                reading.change is Change.SLIP
                and little
                and (at == end or len(" ".join(words[at : end + 1])) < _LEAST_KEY_OF_SHORT)
            ):
                continue
            if (
                reading.change is Change.SLIP
                and len(" ".join(words[at : end + 1])) < _LEAST_SLIP_KEY
            ):
                continue
            yield reading.owners[at][0], reading.owners[end][1], key


def _keep(
    found: dict[tuple[int, int, int], Mention],
    first: int,
    last: int,
    key: int,
    change: Change,
    names: NameIndex,
    reading: Reading | None = None,
    letters: int = 0,
) -> None:
    place = (first, last, key)
    if place in found:
        return
    postings = names.postings(key)
    if change is not Change.NONE and first == last:
        # Half a name through another reading of it is too little to go by.
        postings = tuple(posting for posting in postings if posting.kind is not NameKind.PARTIAL or change is Change.SLIP)  # fmt: skip
    if postings:
        slipped = reading is not None and change is Change.SLIP
        found[place] = Mention(
            first,
            last,
            key,
            change,
            postings[:MOST_CANDIDATES],
            len(postings),
            reading.readings if slipped and reading else 1,
            bool(slipped and reading and reading.swapped),
            letters if slipped else 0,
        )
