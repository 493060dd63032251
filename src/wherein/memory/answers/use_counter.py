"""Counts the uses of served answers in memory, so that no answer waits for the disk. Serves nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wherein.memory.store.store import MemoryStore


class UseCounter:
    """Holds uses in memory until they are written to the store."""

    def __init__(self, store: MemoryStore, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._uses: dict[int, int] = {}

    def add(self, question: int) -> None:
        """Note one use of a question, by id. Writes nothing."""
        self._uses[question] = self._uses.get(question, 0) + 1

    def take(self) -> dict[int, int]:
        """The uses since the last call, by question; the caller has to `count` them."""
        uses, self._uses = self._uses, {}
        return uses

    def put_back(self, uses: Mapping[int, int]) -> None:
        """Note uses again that could not be counted."""
        for question, count in uses.items():
            self._uses[question] = self._uses.get(question, 0) + count

    def count(self, uses: Mapping[int, int]) -> None:
        """Write the uses that this memory, or another one over the same store, has counted."""
        if uses:
            self._store.writer.count_uses(uses, self._clock())

    def flush(self) -> None:
        """Write the uses noted since the last call."""
        self.count(self.take())
