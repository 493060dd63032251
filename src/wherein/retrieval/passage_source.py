"""Where a found passage's text comes from: the Protocol, and one over a dict.

Indexes keep keys, not text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias

from wherein.core.passage import Passage

Key: TypeAlias = tuple[str, int]
"""A document's id and the passage's index in it: what an index keeps of a passage."""


class PassageSource(Protocol):
    """The truth about passages; indexes hold only keys into it."""

    def passages(self, keys: Sequence[Key]) -> list[Passage]:
        """The passages of these keys in the order given.

        A key that names nothing (its document was removed since it was indexed) is left out.
        """
        ...


class PassageTable:
    """Passages of one page or test, in memory."""

    def __init__(self, passages: Iterable[Passage] = ()) -> None:
        self._by_key = {(p.document, p.index): p for p in passages}

    def passages(self, keys: Sequence[Key]) -> list[Passage]:
        return [self._by_key[key] for key in keys if key in self._by_key]

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        """Afterwards the document has exactly these passages here."""
        for key in [key for key in self._by_key if key[0] == document]:
            del self._by_key[key]
        for passage in passages:
            self._by_key[(passage.document, passage.index)] = passage
