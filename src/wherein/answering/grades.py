"""The grade of an answer by its probability: an answer, a perhaps, or neither. The bounds are data that the browser reads too.

They are in `contracts/lexicon/grades.json`, for each caution a pair, and hold for every reader whose
confidence was fitted on pages that people ask (`wherein train grades`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from wherein.core.errors import UsageError
from wherein.lexicon import lexicon

MOST_BESIDE = 3
"""Answers that are shown when nobody says how many."""


class Caution(StrEnum):
    """How sure an answer has to be: low shows more right and more wrong ones, high fewer of both."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Grades:
    """An answer has a probability of at least `answer`, a perhaps one of at least `perhaps`; of these
    at most `most_perhaps` are shown. Where there is an answer, what has at least the share `beside` of
    its probability is one too, among the first MOST_BESIDE. Where what belongs together can be gathered
    around it, a perhaps of at least the share `gathered` of `answer` is an answer."""

    answer: float
    perhaps: float
    most_perhaps: int
    beside: float = 1.0
    gathered: float = 1.0

    def least(self, first: float, answers: int) -> float:
        """How likely one more answer must be, beside so many of which the first is `first`."""
        return self.answer if answers >= MOST_BESIDE else min(self.answer, self.beside * first)

    def __post_init__(self) -> None:
        if not 0.0 <= self.perhaps <= self.answer <= 1.0:
            raise ValueError("bounds are probabilities, that of a perhaps not above the other")


@cache
def grades(caution: str = Caution.NORMAL) -> Grades:
    """The bounds of a caution. Raises UsageError for a word that names none."""
    entries = lexicon("grades")
    if caution not in entries.entries["bounds"]:
        raise UsageError(
            f"There is no caution {caution!r}.", f"Choose one of: {', '.join(Caution)}."
        )
    bounds = entries.entries["bounds"][caution]
    return Grades(
        bounds["answer"],
        bounds["perhaps"],
        entries.count("most_perhaps"),
        entries.number("beside"),
        entries.number("gathered"),
    )


def in_words(confidence: float) -> str:
    """A probability in a word: sure, likely, maybe or unlikely."""
    entries = lexicon("grades")
    for word in ("sure", "likely", "maybe"):
        if confidence >= entries.number(word):
            return word
    return "unlikely"
