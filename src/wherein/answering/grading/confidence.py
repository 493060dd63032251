"""The Protocol of a calibration: from a reader's scores to probabilities. Holds no implementation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from wherein.core.answer import Candidate


class Confidence(Protocol):
    """One reader's calibration and its bounds."""

    @property
    def answer_bound(self) -> float:
        """An answer at or above it is shown."""
        ...

    @property
    def perhaps_bound(self) -> float:
        """An answer from this bound up to `answer_bound` is a *perhaps*: shown paler below the answers, never folded."""
        ...

    def probabilities(
        self, question: str, candidates: Sequence[Candidate], passages_read: int
    ) -> Sequence[float]:
        """For each candidate the probability that it is right.

        `candidates` are all candidates of the question so far, by falling margin; `passages_read` is the
        number of passages that they come from.
        """
        ...
