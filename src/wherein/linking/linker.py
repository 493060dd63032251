"""What a linker is: the Protocol and nothing else."""

from __future__ import annotations

from typing import Protocol

from wherein.core.link import Link


class Linker(Protocol):
    """Question to links."""

    def link(self, question: str) -> tuple[Link, ...]:
        """The names in the question that mean an article; spans do not overlap.

        The one that the question is most likely about comes first. Empty when nothing is named
        that the bases hold, and when it is too doubtful which. Scores are probabilities.
        """
        ...
