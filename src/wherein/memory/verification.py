"""Decides whether an old answer also answers a paraphrase, from a reader's evidence. Runs no reader itself.

A reader reads the block of the old answer four times: with the new and with the earlier question, each with the
block as it is and with the old answer blanked out. A right answer has the best margin by far, and without it the
block answers neither question. Where the new question asks for something beside the old answer, the reader finds
that once the old answer is blanked out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from wherein.core.document import Document
from wherein.core.span import Span
from wherein.questions.paraphrase import Exchanged

MOST_VERIFIED = 2
"""Most earlier questions that are verified, most similar first; each costs four windows."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence on one earlier question and its answer.

    margin: of the old answer with the new question, over "not in this window"; None where another span is best.
    lead: the margin over the best other span.
    blanked: the margin of the best span after the old answer is blanked out.
    margin_earlier, blanked_earlier: the same with the earlier question.
    similarity: of the questions, by the static encoder.
    words: how the questions share their words.
    """

    margin: float | None
    lead: float
    blanked: float
    margin_earlier: float
    blanked_earlier: float
    similarity: float
    is_small_edit: bool
    words: Exchanged

    def features(self) -> dict[str, float]:
        """The features of the regression, clipped to the range of its examples."""
        margin = 0.0 if self.margin is None else self.margin
        return {
            "margin": _clipped(margin, -6, 12),
            "lead": _clipped(self.lead, -6, 12),
            "blanked": _clipped(self.blanked, -14, 8),
            "blanked_more": _clipped(self.blanked - self.blanked_earlier, -10, 10),
            "margin_more": _clipped(margin - self.margin_earlier, -10, 10),
            "similarity": self.similarity,
            "small_edit": float(self.is_small_edit),
            "shared": self.words.shared,
            "from_block": float(min(self.words.from_block, 3)),
            "strange": float(min(self.words.strange, 4)),
        }


class Verifier(Protocol):
    """Verifies an old answer before it is served for a paraphrase."""

    def __call__(
        self, question: str, earlier: str, document: Document, answer: Span, similarity: float
    ) -> bool:
        """Whether `answer`, which is in the document and answered `earlier`, also answers `question`."""
        ...


@dataclass(frozen=True, slots=True)
class Bound:
    """A logistic regression over `Evidence.features`, with the least log odds for serving the answer."""

    weights: Mapping[str, float]
    intercept: float
    least: float

    def is_enough(self, evidence: Evidence) -> bool:
        """Whether the evidence suffices. False where another span is best, and where the new question replaces a word
        by another word of the block, since it then asks for something else ("engaged to", "married to")."""
        if evidence.margin is None or (evidence.is_small_edit and evidence.words.from_block):
            return False
        return self.log_odds(evidence) >= self.least

    def log_odds(self, evidence: Evidence) -> float:
        features = evidence.features()
        return self.intercept + sum(self.weights[name] * value for name, value in features.items())


def _clipped(value: float, least: float, most: float) -> float:
    if math.isnan(value):
        raise ValueError("a margin is a number")
    return min(max(value, least), most)
