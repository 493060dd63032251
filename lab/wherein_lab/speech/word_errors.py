"""Word errors of what was heard, after Whisper's English normaliser. Knows no recogniser."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from wherein.core.errors import ExtraMissing


@cache
def _normaliser() -> Any:
    try:
        from whisper_normalizer.english import EnglishTextNormalizer
    except ImportError as error:
        raise ExtraMissing("whisper-normalizer is not installed.", "Run: make testing") from error
    return EnglishTextNormalizer()


def words_of(text: str) -> list[str]:
    """The words as Whisper's paper compares them: lower case, numbers as digits, no marks."""
    normal: str = _normaliser()(text)
    return normal.split()


@dataclass(frozen=True, slots=True)
class Errors:
    """Counts: `words` that were said, and `errors`: words put in, left out, or heard as others."""

    errors: int
    words: int

    def __add__(self, other: Errors) -> Errors:
        return Errors(self.errors + other.errors, self.words + other.words)

    @property
    def rate(self) -> float:
        return self.errors / self.words if self.words else 0.0


def total(some: Iterable[Errors]) -> Errors:
    return sum(some, Errors(0, 0))


def word_errors(said: str, heard: str, names: Collection[str] = ()) -> Errors:
    """The errors of a sentence outside the words of `names`.

    Words that are put in beside a name that was misheard count as the name's.
    """
    truth, found = words_of(said), words_of(heard)
    apart = {word for name in names for word in words_of(name)}
    steps = _alignment(truth, found)
    errors = 0
    for at, (a, b) in enumerate(steps):
        if a == b or a in apart:
            continue
        if a is None:
            # The run of errors that this word is in.
            first = last = at
            while first > 0 and steps[first - 1][0] != steps[first - 1][1]:
                first -= 1
            while last + 1 < len(steps) and steps[last + 1][0] != steps[last + 1][1]:
                last += 1
            if any(one in apart for one, _ in steps[first : last + 1]):
                continue
        errors += 1
    return Errors(errors, sum(word not in apart for word in truth))


def _alignment(truth: Sequence[str], found: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Pairs of words with the fewest errors; the partner of a missing or additional word is None."""
    from rapidfuzz.distance import Levenshtein

    pairs: list[tuple[str | None, str | None]] = []
    for step in Levenshtein.opcodes(truth, found):
        some = truth[step.src_start : step.src_end]
        others = found[step.dest_start : step.dest_end]
        for at in range(max(len(some), len(others))):
            pairs.append(
                (some[at] if at < len(some) else None, others[at] if at < len(others) else None)
            )
    return pairs


def names_right(names: Sequence[str], heard: str) -> int:
    """How many of the names are in the recognised text, spelt alike except for case and accents."""
    found = f" {' '.join(words_of(heard))} "
    return sum(f" {' '.join(words_of(name))} " in found for name in names)
