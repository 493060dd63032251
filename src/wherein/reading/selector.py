"""The Protocol of a selector. Holds no implementation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from wherein.core.passage import Passage
from wherein.core.span import Span


@dataclass(frozen=True, slots=True)
class Selected:
    """A selected sentence, with the probability that it belongs to the topic."""

    passage: Passage
    span: Span
    probability: float


class Selector(Protocol):
    """Selects the sentences about a topic from passages."""

    @property
    def name(self) -> str:
        """The selector's name, as in `found_by`."""
        ...

    @property
    def bound(self) -> float:
        """Sentences with at least this probability are shown."""
        ...

    def select(self, topic: str, passages: Sequence[Passage], limit: int) -> list[Selected]:
        """At most `limit` sentences at or above the bound, in reading order.

        An empty topic asks for the main points of the passages as a whole. Passages of one document
        come in the order of its text; documents are ordered by their likeliest sentence. Every span lies within
        its passage's span, is not empty, begins and ends on a character that is not white space, and overlaps no
        other. An empty result means that the passages have nothing on the topic.
        """
        ...
