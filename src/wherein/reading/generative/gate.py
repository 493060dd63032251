"""The gate before a language model: another reader's best margin decides whether the model is asked. Knows no model.

A small language model answers questions that the text does not answer: its odds against "I don't know" are as
high for these as for the others. A reader that was trained to refuse separates them better. So that reader decides
whether there is an answer, and the model gives it.
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
    """Lets a question pass where the reader's best margin over "not here" is at least `least`.

    LEAST and SLOPE are fitted for `small` on 400 questions of SQuAD 2.0, half of them its unanswerable ones, each
    with its paragraph: the gate refuses 161 of these 200. The log odds are `slope` times the margin above
    `least`. See docs/generative.md.
    """

    reader: Reader
    least: float = LEAST
    slope: float = SLOPE

    def odds(self, question: str, passages: Sequence[Passage]) -> float:
        """The reader's log odds that these passages answer the question; below 0 the model is not asked."""
        margins = [
            candidate.margin
            for reading in self.reader.read(question, passages)
            for candidate in reading.candidates
        ]
        return self.slope * (max(margins) - self.least) if margins else float("-inf")
