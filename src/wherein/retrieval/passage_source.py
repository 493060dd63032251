"""The Protocol of a passage source, which returns the text of a hit, and an implementation in memory.

Indexes store keys, not text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias

from wherein.core.passage import Passage

Key: TypeAlias = tuple[str, int]
"""The key that an index stores for a passage: the document's id and the passage's index in it."""


class PassageSource(Protocol):
    """Gives passages by key; indexes store only keys."""

    def passages(self, keys: Sequence[Key]) -> list[Passage]:
        """The passages of these keys in the order given.

        A key without a passage is left out (its document was removed after it was indexed).
        """
        ...


class PassageTable:
    """Passages of one page or test, in memory."""

    def __init__(self, passages: Iterable[Passage] = ()) -> None:
        self._by_key = {(p.document, p.index): p for p in passages}

    def passages(self, keys: Sequence[Key]) -> list[Passage]:
        return [self._by_key[key] for key in keys if key in self._by_key]

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        """Replace all passages of the document by these."""
        for key in [key for key in self._by_key if key[0] == document]:
            del self._by_key[key]
        for passage in passages:
            self._by_key[(passage.document, passage.index)] = passage
