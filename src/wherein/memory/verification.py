"""What reading says of an old answer to a new question, and when that is enough. Reads nothing itself.

The block of the old answer is read four times: for the new question and for the earlier one, each as it
stands and with the old answer blanked out. An answer that is right for both leads its block by far, and
nothing else there answers either. Where the new question asks for something that stands beside the old
answer, that shows once the old one is gone.
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
"""Earlier questions that are verified, the most similar first: each costs four windows."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the words and the reader say of one earlier question and its answer.

    `margin`: of the old answer for the new question, over "not in this window"; None where another
    span comes first. `lead`: over the best other span. `blanked`: margin of the best span once the old
    answer is blanked out. `margin_earlier` and `blanked_earlier`: the same for the earlier question.
    `similarity` is the static encoder's. `words` is how the questions share their words.
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
        """What the regression looks at, clipped to where examples were."""
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
    """Looks an old answer up in its text before it is served to another question."""

    def __call__(
        self, question: str, earlier: str, document: Document, answer: Span, similarity: float
    ) -> bool:
        """Whether `answer`, which stands in the document and answered `earlier`, answers `question`."""
        ...


@dataclass(frozen=True, slots=True)
class Bound:
    """A logistic regression over `Evidence.features`, and the log odds from which on it is enough."""

    weights: Mapping[str, float]
    intercept: float
    least: float

    def is_enough(self, evidence: Evidence) -> bool:
        """False wherever another span than the old answer comes first, and where a word was exchanged
        for one of the block: it asks for what that word says ("engaged to", "married to")."""
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
