"""Grades a candidate by its probability: an answer, a perhaps, or neither. Knows no reader.

The bounds are in `contracts/lexicon/grades.json`, which the browser reads too: a pair for each caution. They
hold for every reader whose confidence was fitted by `wherein train grades`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from wherein.assets.shipped_bounds import shipped_bounds
from wherein.core.answer import Answer
from wherein.core.answer_facts import Fact, ShownFact
from wherein.core.errors import UsageError
from wherein.lexicon import lexicon

MOST_BESIDE = lexicon("grades").count("most_beside")
"""Number of first answers among which `Grades.beside` counts; as many as the terminal shows."""


class Caution(StrEnum):
    """How sure an answer has to be: low shows more right and more wrong answers, high fewer of both."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Grades:
    """The bounds of one caution, as probabilities.

    A candidate from `answer` on is an answer, one from `perhaps` on a perhaps; at most `most_perhaps` of these
    are shown. Where there is an answer, each of the first MOST_BESIDE candidates whose probability is at least `beside`
    times that of the answer is an answer too. `gathered`: a perhaps with at least this share of `answer` becomes an
    answer where other places can be gathered around it (`gathering.py`)."""

    answer: float
    perhaps: float
    most_perhaps: int
    beside: float = 1.0
    gathered: float = 1.0

    def least(self, first: float, answers: int) -> float:
        """The least probability of one more answer beside `answers` shown ones, the first of which has `first`."""
        return self.answer if answers >= MOST_BESIDE else min(self.answer, self.beside * first)

    def __post_init__(self) -> None:
        if not 0.0 <= self.perhaps <= self.answer <= 1.0:
            raise ValueError(
                f"An answer from {self.answer} and a perhaps from {self.perhaps} are no bounds:"
                " both are probabilities, that of a perhaps not above that of an answer."
            )


@cache
def grades(caution: str = Caution.NORMAL) -> Grades:
    """The bounds of a caution. Raises UsageError for an unknown caution, and AssetDamaged where the file's are no bounds."""
    return _grades("bounds", caution)


@cache
def document_grades(caution: str = Caution.NORMAL) -> Grades:
    """The bounds of a caution in a document that things are looked up in, for confidences that hold there."""
    return _grades("document_bounds", caution)


def _grades(name: str, caution: str) -> Grades:
    entries = lexicon("grades")
    if caution not in entries.entries[name]:
        raise UsageError(
            f"There is no caution {caution!r}.", f"Choose one of: {', '.join(Caution)}."
        )
    bounds = shipped_bounds(name, caution)
    return Grades(
        bounds.answer,
        bounds.perhaps,
        entries.count("most_perhaps"),
        entries.number("beside"),
        entries.number("gathered"),
    )


def in_words(confidence: float) -> str:
    """A word for a probability: sure, likely, maybe or unlikely."""
    entries = lexicon("grades")
    for word in ("sure", "likely", "maybe"):
        if confidence >= entries.number(word):
            return word
    return "unlikely"


def fact_in_words(shown: ShownFact, answer: Answer) -> str:
    """The words of a fact of the answer; a confidence has its word too: "likely (0.74)"."""
    if shown.fact is Fact.CONFIDENCE:
        return f"{in_words(answer.confidence)} ({shown.words})"
    return shown.words


def highest_likely() -> float:
    """The highest probability that is called likely and not sure, to four places."""
    return round(lexicon("grades").number("sure") - 1e-4, 4)
