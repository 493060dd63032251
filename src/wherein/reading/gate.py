"""Whether a language model should be asked at all: another reader's best margin says so. Knows no model.

A small language model answers what the text does not: of its odds against "I don't know" the
unanswerable questions have as many as the others. A reader that was trained to refuse tells them
apart better, so it decides whether, and the model what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wherein.core.passage import Passage
from wherein.reading.reader import Reader

LEAST = 4.3
SLOPE = 0.26


@dataclass(frozen=True, slots=True)
class Gate:
    """Lets a question through where the reader's best margin over "not here" is at least `least`.

    LEAST and SLOPE were fitted for `small` on 400 questions of SQuAD 2.0, half of them its own
    unanswerable ones, each with its paragraph: 161 of 200 are refused, and the margin's log-odds of
    being right grow by `slope`, from even. See docs/generative.md.
    """

    reader: Reader
    least: float = LEAST
    slope: float = SLOPE

    def odds(self, question: str, passages: Sequence[Passage]) -> float:
        """Log-odds that these passages answer it, by the reader alone: below 0 nobody is asked."""
        margins = [
            candidate.margin
            for reading in self.reader.read(question, passages)
            for candidate in reading.candidates
        ]
        return self.slope * (max(margins) - self.least) if margins else float("-inf")
