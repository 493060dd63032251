"""What turns a reader's scores into probabilities: the Protocol and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from wherein.core.answer import Candidate


class Confidence(Protocol):
    """One reader's calibration and its bounds."""

    @property
    def bound(self) -> float:
        """An answer at or above it is shown."""
        ...

    @property
    def weak_bound(self) -> float:
        """An answer below `bound` and at or above this is folded away, not dropped."""
        ...

    def probabilities(
        self, question: str, candidates: Sequence[Candidate], passages_read: int
    ) -> Sequence[float]:
        """For each candidate the probability that it is right.

        `candidates` are all that one question has so far, best margin first; `passages_read` is
        how many passages they were chosen from.
        """
        ...
