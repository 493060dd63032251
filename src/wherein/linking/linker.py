"""What a linker is: the Protocol and nothing else."""

from __future__ import annotations

from typing import Protocol

from wherein.core.link import Link


class Linker(Protocol):
    """Question to links."""

    def link(self, question: str) -> tuple[Link, ...]:
        """The names in the question that mean an article, the surest first; spans do not overlap.

        Empty when nothing is named that the bases hold, and when it is too doubtful which. Scores
        are probabilities and never increase along the links.
        """
        ...
