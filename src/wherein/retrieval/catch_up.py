"""Brings a derived index to the library's generation. Knows both only by their Protocols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from wherein.core.passage import Passage
from wherein.retrieval.retriever import Index

COMMIT_EVERY_PASSAGES = 50_000
"""Most passages that are indexed again after a crash during a rebuild."""


class ChangeLog(Protocol):
    """The changes of a library."""

    @property
    def generation(self) -> int:
        """Grows by one with every change; 0 for a library that was never written."""
        ...

    def changed_since(self, generation: int) -> Iterable[str]:
        """Ids of documents put or removed after that generation, each once, oldest change first."""
        ...

    def passages_of(self, document: str) -> Iterable[Passage]:
        """The document's passages in reading order, read as they are taken; none when it was removed."""
        ...


TELL_EVERY_PASSAGES = 200


def catch_up(
    index: Index, library: ChangeLog, on_progress: Callable[[int], None] = lambda passages: None
) -> int:
    """Bring `index` to the library's state; returns the number of replaced documents.

    An index with a higher generation than the library (after a backup was restored) is cleared and rebuilt. Before
    the last commit the index has a generation below the library's, so a crash leads to another update and never to
    a wrong answer; replacing a document twice is harmless. `on_progress(passages)` gets the number so far.
    """
    target = library.generation
    known = index.generation
    if known > target:
        index.clear()
        known = 0
    if known == target:
        return 0
    replaced = pending = taken = 0
    for document in list(library.changed_since(known)):
        passages = _Counted(library.passages_of(document), taken, on_progress)
        index.replace(document, passages)
        replaced += 1
        taken += passages.count
        pending += passages.count
        if pending >= COMMIT_EVERY_PASSAGES:
            index.commit(known)
            pending = 0
    index.commit(target)
    return replaced


class _Counted:
    """Counts the items that are taken from an iterable, so that a long document's passages are never all in memory."""

    def __init__(
        self, passages: Iterable[Passage], before: int, on_progress: Callable[[int], None]
    ) -> None:
        self._passages = passages
        self._before = before
        self._on_progress = on_progress
        self.count = 0

    def __iter__(self) -> Iterator[Passage]:
        self._on_progress(self._before)
        for passage in self._passages:
            self.count += 1
            if (self._before + self.count) % TELL_EVERY_PASSAGES == 0:
                self._on_progress(self._before + self.count)
            yield passage
