"""Common English words with their frequencies. Knows no page and corrects nothing."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files


class Dictionary:
    """Words in lower case, each with log10 of its count in many books."""

    def __init__(self, frequencies: dict[str, float]) -> None:
        self._frequencies = frequencies
        self._lengths: dict[int, list[str]] | None = None

    def __contains__(self, word: object) -> bool:
        return word in self._frequencies

    def __iter__(self) -> Iterator[str]:
        return iter(self._frequencies)

    def __len__(self) -> int:
        return len(self._frequencies)

    @property
    def by_length(self) -> Mapping[int, Sequence[str]]:
        """The words of each length."""
        if self._lengths is None:
            self._lengths = by_length(self._frequencies)
        return self._lengths

    def frequency(self, word: str) -> float | None:
        """log10 of the word's count: 10.4 for "the", 5 for a rare word; None for an unknown word."""
        return self._frequencies.get(word)


def by_length(words: Iterable[str]) -> dict[int, list[str]]:
    """The words by their number of letters, in their order."""
    lengths: dict[int, list[str]] = {}
    for word in words:
        lengths.setdefault(len(word), []).append(word)
    return lengths


@cache
def english() -> Dictionary:
    """The dictionary that comes with the package; read at the first call (about 50 ms), then kept."""
    packed = (files("wherein.questions") / "english" / "words.txt.gz").read_bytes()
    frequencies = {}
    for line in gzip.decompress(packed).decode("utf-8").splitlines():
        word, _, value = line.partition(" ")
        frequencies[word] = int(value) / 100
    return Dictionary(frequencies)


class EnglishWhenNeeded:
    """A container that reads the dictionary at the first look-up."""

    def __contains__(self, word: object) -> bool:
        return word in english()
