"""The Protocol of a linker. Holds no implementation."""

from __future__ import annotations

from typing import Protocol

from wherein.core.link import Link


class Linker(Protocol):
    """Links a question to articles."""

    def link(self, question: str) -> tuple[Link, ...]:
        """The links of a question; their spans do not overlap.

        The link that the question is most likely about comes first. Empty when the question names no article of the
        bases, or when it is too uncertain which one. Scores are probabilities.
        """
        ...
