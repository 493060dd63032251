"""What a selector is: the Protocol and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from wherein.core.passage import Passage
from wherein.core.span import Span


@dataclass(frozen=True, slots=True)
class Selected:
    """A sentence that was chosen, and the probability that it belongs to what was asked for."""

    passage: Passage
    span: Span
    probability: float


class Selector(Protocol):
    """Topic + passages to the sentences that tell of it."""

    @property
    def name(self) -> str:
        """What `found_by` says."""
        ...

    @property
    def bound(self) -> float:
        """A sentence at or above it is shown."""
        ...

    def select(self, topic: str, passages: Sequence[Passage], limit: int) -> list[Selected]:
        """At most `limit` sentences at or above the bound, in reading order.

        An empty topic asks for the main points of the passages as a whole. Passages of one document
        come in the order of its text; documents stand by their likeliest sentence. Every span
        lies within its passage's span, is not empty, begins and ends on a character that is not
        white space, and overlaps no other. Nothing chosen means that the passages do not tell of it.
        """
        ...
