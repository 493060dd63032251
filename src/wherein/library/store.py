"""The Protocols of a library, and the entry it lists. Knows no store."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from wherein.core.document import Block, Dates, Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.core.unread import Unread
from wherein.documents.file_state import FileState
from wherein.documents.plain.long_text import LongText
from wherein.library.held import LibraryExchange

Places: TypeAlias = Callable[
    [Iterable[tuple[Block, str]]], Iterable[tuple[tuple[str, ...], Span, bool]]
]
"""From blocks with their text to the heading paths and places of passages, and whether each is main text."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the library's list. `added` is an ISO 8601 time in UTC.

    `words` counts the main text. An `outdated` document was parsed by an earlier version's rules: adding it again
    parses it again, even if its file is unchanged. `date` is the document's own; `tags` are the ones a person gave it.
    `unread` is what the document holds and was not read. `library` is the id of the team's library that it is in; "" is
    the one that every store has.
    """

    document: str
    title: str
    source: str
    words: int
    kind: str
    added: str
    content_hash: str
    outdated: bool = False
    date: str | None = None
    tags: tuple[str, ...] = ()
    unread: tuple[Unread, ...] = ()
    library: str = ""


class FileStates(Protocol):
    """The states of the documents' files when their content was read."""

    def state(self, document: str) -> FileState | None:
        """The state of a document's file; None where it is not known."""
        ...

    def saw(self, files: Mapping[str, FileState]) -> None:
        """Note for documents, by id, that the file has the stored content in this state. Raises StorageFull."""
        ...


class Library(Protocol):
    """The documents that a person has added. A change is durable when its call returns; a call that raises changes nothing."""

    @property
    def files(self) -> FileStates: ...

    @property
    def generation(self) -> int:
        """The number of changes so far; 0 for a new library."""
        ...

    def put(
        self,
        document: Document,
        passages: Iterable[Passage],
        file: FileState | None = None,
        library: str = "",
        most: int = 0,
    ) -> Entry:
        """Store a document in a library; it replaces the one with the same id. `file` is its file's state before it was read.
        Of several writers at once, none makes the documents of the library more than `most`; 0 is no bound.

        Raises StorageFull or QuotaReached; the library is then unchanged.
        """
        ...

    def put_long(
        self,
        text: LongText,
        places: Places,
        on_progress: Callable[[int, int], None] = ...,
        library: str = "",
        most: int = 0,
    ) -> Entry:
        """Store a text while reading it, without holding it in memory; `on_progress(bytes, of)` reports progress.

        `most` as for `put`. Raises StorageFull, QuotaReached, SourceError or NoText; the library is then unchanged.
        """
        ...

    def remove(self, document: str) -> None:
        """Raises UnknownDocument."""
        ...

    def rename(self, document: str, title: str) -> Entry:
        """Set a document's title, or restore its own with "". A set title stays when the document is read again.

        Raises UnknownDocument.
        """
        ...

    def tag(self, document: str, tags: Sequence[str]) -> Entry:
        """Replace a document's tags. They stay when it is read again.

        Raises UnknownDocument.
        """
        ...

    def entry(self, document: str) -> Entry | None: ...

    def entries(self, libraries: Collection[str] | None = None) -> Iterator[Entry]:
        """Every document, or those of these libraries, oldest first."""
        ...

    def dates(self, document: str | None = None) -> Iterator[tuple[str, int, Dates]]:
        """The id, the number of words and the dates of every document, in no particular order; of one, where it is named."""
        ...

    def document(self, document: str) -> Document:
        """The whole document. Raises UnknownDocument."""
        ...

    def passages_of(self, document: str) -> Iterator[Passage]:
        """The document's passages in reading order, read lazily; none for an unknown document."""
        ...

    def passages(self, keys: Sequence[tuple[str, int]]) -> list[Passage]:
        """The passages with these (document, index) keys, in the same order, without those that no longer exist."""
        ...

    def generation_of(self, libraries: Collection[str]) -> int:
        """The generation after the last change of these libraries; 0 where nothing was changed in any."""
        ...

    def changed_since(
        self, generation: int, libraries: Collection[str] | None = None
    ) -> Iterator[str]:
        """The ids of documents stored or removed after that generation, each once, oldest change first; of all or of these
        libraries."""
        ...

    def passage_count(self, since: int = 0) -> int:
        """The number of passages of all documents, or of those stored after that generation."""
        ...

    def words(self) -> int:
        """The number of words of the main texts of all documents together."""
        ...

    def words_beside_main(self, within: Collection[str] | None = None) -> int:
        """The number of words beside the main text of all documents, or of those with these ids."""
        ...

    def close(self) -> None: ...


class StoredLibrary(Library, Protocol):
    """A library with what its users must know of the store that it lies in."""

    @property
    def exchange(self) -> LibraryExchange: ...

    @property
    def is_frozen(self) -> bool:
        """Whether it is open for reading only, because the disk was full when it was opened."""
        ...

    @property
    def identity(self) -> str:
        """What tells a shared library from every other, for indexes of several in one folder; "" for a home's own."""
        ...

    def has_passages_beside_main(self) -> bool:
        """Whether any document has passages beside its main text; constant time."""
        ...

    def check(self) -> None:
        """Read all that is kept. Raises StoreDamaged."""
        ...
