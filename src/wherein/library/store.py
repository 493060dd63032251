"""What a library is: the Protocol and the value it lists. Knows nothing of SQLite."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from wherein.core.document import Block, Dates, Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.long_text import LongText

Places: TypeAlias = Callable[
    [Iterable[tuple[Block, str]]], Iterable[tuple[tuple[str, ...], Span, bool]]
]
"""Blocks and what stands in them to heading paths and places of passages, and whether each is main."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the library's list. `added` is ISO 8601 in UTC.

    `words` counts the main text. An `outdated` document was read by rules that have changed, so that
    adding it again reads it again though its file is the same.
    """

    document: str
    title: str
    source: str
    words: int
    kind: str
    added: str
    content_hash: str
    outdated: bool = False


class Library(Protocol):
    """The documents a person keeps. Every change is durable when its call returns, or did not happen."""

    @property
    def generation(self) -> int:
        """Grows by one with every change; 0 for a library that never held anything."""
        ...

    def put(self, document: Document, passages: Iterable[Passage]) -> Entry:
        """Keep a document, in place of the one with its id if there is one.

        Raises StorageFull when there is no room; the library is then as before.
        """
        ...

    def put_long(
        self, text: LongText, places: Places, on_progress: Callable[[int, int], None] = ...
    ) -> Entry:
        """Keep a text as it is read, never holding it; `on_progress(bytes, of)` says how far it is.

        Raises StorageFull, SourceError or NoText; the library is then as before.
        """
        ...

    def remove(self, document: str) -> None:
        """Raises UnknownDocument."""
        ...

    def entry(self, document: str) -> Entry | None: ...

    def entries(self) -> Iterator[Entry]:
        """Every document, oldest first."""
        ...

    def dates(self) -> Iterator[tuple[str, int, Dates]]:
        """Id, words and dates of every document, in no order."""
        ...

    def document(self, document: str) -> Document:
        """The whole document. Raises UnknownDocument."""
        ...

    def passages_of(self, document: str) -> Iterator[Passage]:
        """In reading order, read as they are taken; none for an unknown document."""
        ...

    def passages(self, keys: Sequence[tuple[str, int]]) -> list[Passage]:
        """Passages by (document, index), in the order asked, leaving out those that are gone."""
        ...

    def changed_since(self, generation: int) -> Iterator[str]:
        """Ids of documents put or removed after that generation, each once, oldest change first."""
        ...

    def passage_count(self, since: int = 0) -> int:
        """The passages of all documents, or of those put after that generation."""
        ...

    def words(self) -> int:
        """The words of all documents' main texts together."""
        ...

    def words_beside_main(self, within: Collection[str] | None = None) -> int:
        """The words beside the main text of all documents, or of those with these ids."""
        ...

    def close(self) -> None: ...
