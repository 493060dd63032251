"""Finds the document that a person or an answer names, with its title and date. Asks nothing and adds nothing.

A document is one of the library, an article of a knowledge base, or a source that is read for one question.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Self
from unicodedata import normalize

from wherein.answering.articles.knowledge import Knowledge
from wherein.answering.library.adding import (
    documents_below,
)
from wherein.answering.library.file_now import as_it_is_now, entry_at
from wherein.answering.library.named_scope import NamedScope, named_scope
from wherein.answering.library.notices import AskedDocuments
from wherein.answering.library.sources import STDIN, InlineText, SourceParser, inline_document
from wherein.answering.reach.seen_library import Seen, SeenLibrary
from wherein.core.answer import Answer
from wherein.core.document import Dates, Document
from wherein.core.errors import (
    LibraryError,
    UnknownDocument,
    UsageError,
)
from wherein.core.file_paths import name_of
from wherein.core.label import Label
from wherein.core.lifetime.closeable import Closeable
from wherein.core.passage import Hit, Passage
from wherein.core.text.readable import quoted, readable
from wherein.documents.fetch import is_url
from wherein.documents.source import document_id, path_of
from wherein.home.folder import Home, Settings
from wherein.home.room import has_room
from wherein.library.opening import open_library
from wherein.library.store import Entry, StoredLibrary
from wherein.people.access import Reach


class Documents(Closeable):
    """Threads may share it: each thread gets a connection of its own to the library."""

    def __init__(
        self,
        home: Home,
        settings: Settings,
        knowledge: Knowledge,
        of: Documents | None = None,
        reach: Reach | None = None,
    ) -> None:
        """With a `reach`, the documents `of` another that it holds: nothing else is there."""
        self._home = home
        self._settings = settings
        self._knowledge = knowledge
        self._threads = threading.local()
        self._libraries: list[StoredLibrary] = []
        self._lock = threading.RLock()
        self._labels: dict[str, Label] = {}
        self._of = of
        self._reach = reach
        self._seen = Seen()

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        with self._lock:
            for library in self._libraries:
                library.close()
            self._libraries.clear()

    def note_labels(self, documents: Sequence[Document]) -> None:
        """Keep the labels of documents that are read for one question, since no store has them."""
        with self._lock:
            self._labels.update({document.id: Label.of(document) for document in documents})

    @property
    def has_library(self) -> bool:
        """Whether the library holds at least one document."""
        return next(iter(self.library.entries()), None) is not None

    def kept(self, document: str) -> Document:
        """A document of the library by id or source, or an article as "BASE:TITLE". Raises UnknownDocument."""
        known = self.known(document)
        article = self._knowledge.article(document) if known is None else None
        if article is not None:
            return article
        return self.library.document(self.entry(document).document)

    def document(self, document: str, password: str | None = None) -> Document:
        """A document by id, path or address; a file that was never added or has changed since, and an address that was
        never added, is read now.

        Raises UnknownDocument, or what reading the source raises.
        """
        entry = entry_at(self, document)
        if entry is not None:
            return as_it_is_now(self, entry, password)
        try:
            return self.kept(document)
        except UnknownDocument:
            if is_url(document) or path_of(document).exists():
                return self.read(document, password=password)
            raise

    def document_of(
        self,
        identity: str,
        source: str,
        password: str | None = None,
        shown: Answer | Passage | None = None,
    ) -> Document:
        """The document that an answer or hit comes from: an article, the library's, or else its source read again.

        Also read again where the library's has another text at the place of the answer or passage that is `shown`.
        """
        try:
            kept = self.article(identity)
        except UnknownDocument:
            return self.read(source, password=password)
        entry = self.entry_of(identity)
        if shown is None or entry is None:
            return kept
        # What is shown may lie beyond the end of a kept text that is shorter than the file is now.
        if kept.text[shown.span.start : shown.span.end] == shown.text:
            return kept
        return as_it_is_now(self, entry, password)

    def read(
        self,
        source: str,
        standard_input: bytes | None = None,
        *,
        typed: bool = True,
        password: str | None = None,
    ) -> Document:
        """Parse a file or address without keeping it.

        The source `-` stands for the bytes of `standard_input`. `typed` and `password` are as in
        `Ingest.add`. Raises UsageError for `-` without standard input.
        """
        with self.parser(typed, password) as parser:
            if source == STDIN:
                if standard_input is None:
                    raise UsageError("There is no standard input.", "Give a file instead of '-'.")
                return parser.parse(parser.given(standard_input, STDIN))
            name = source if is_url(source) else str(path_of(source))
            return parser.parse(parser.load(name))

    def asked(self, source: str | Path | InlineText | Document | None) -> AskedDocuments | None:
        """The documents to ask, or None for the whole library.

        A name is looked up as a folder, then in the library, then as a file or address, then as an
        article. A file that has changed since it was added is read as it is now. Raises what reading the source raises.
        """
        if source is None:
            return None
        if isinstance(source, InlineText):
            return AskedDocuments((inline_document(source),))
        if isinstance(source, Document):
            return AskedDocuments((source,))
        if not is_url(str(source)) and (path := path_of(source)).is_dir():
            return self._below(path)
        if (entry := entry_at(self, str(source))) is not None:
            return AskedDocuments((as_it_is_now(self, entry),))
        known = self.known(str(source))
        if known is not None:
            return AskedDocuments((self.library.document(known.document),))
        is_elsewhere = is_url(str(source)) or path_of(source).exists()
        article = None if is_elsewhere else self._knowledge.article(str(source))
        return AskedDocuments((self.read(str(source)) if article is None else article,))

    def articles(self, base: str, most: int) -> tuple[str, list[str]]:
        """As `Knowledge.articles`."""
        return self._knowledge.articles(base, most)

    def named(self, names: Sequence[str], reads: bool = True) -> NamedScope | None:
        """The scope that the names make together; None without names. Without `reads`, no file or address is looked for.

        Raises UnknownDocument or UsageError.
        """
        if not names:
            return None
        bases = self._knowledge.names
        reads = reads and self._reach is None
        return named_scope(names, self.entries, self.known, bases, partial(entry_at, self), reads)

    def _below(self, folder: Path) -> AskedDocuments:
        """The documents below a folder, and the files that can't be read. Raises NoText when none can be."""
        with self.parser(typed=True) as parser:
            read = documents_below(folder, lambda path: parser.parse(parser.load(path)))
        return AskedDocuments(*read)

    def article(self, identity: str) -> Document:
        """The article, or the document of the library, with this id. Raises UnknownDocument."""
        article = self._knowledge.document(identity)
        return self.library.document(identity) if article is None else article

    def labels(self, hits: Sequence[Hit]) -> Mapping[str, Label]:
        """Titles, sources and dates of the documents that the hits come from, by document id."""
        labels: dict[str, Label] = {}
        for hit in hits:
            document = hit.passage.document
            try:
                labels[document] = self.label(document)
            except (
                LibraryError
            ):  # removed since it was found, or an article of a base that is damaged
                labels[document] = Label(self.title(document))
        return labels

    def title(self, document: str) -> str:
        """The title that `label` gives, without loading the document; "" where the id is unknown."""
        with self._lock:
            known = self._labels.get(document)
        if known is not None:
            return known.title
        entry = self.entry_of(document)
        return entry.title if entry else self._knowledge.title(document) or ""

    def entry_of(self, identity: str) -> Entry | None:
        """The library's entry with this id; None where it has none. Does not create a library."""
        return self.library.entry(identity) if self._home.has_library else None

    def label(self, document: str) -> Label:
        """Title, source and date of the document with this id. Raises UnknownDocument."""
        with self._lock:
            known = self._labels.get(document)
        if known is not None:
            return known
        article = self._knowledge.document(document)
        if article is not None:
            return Label.of(article)
        entry = self.entry(document)
        known_dates = (dates for _, _, dates in self.library.dates(entry.document))
        return Label(entry.title, entry.source, *next(known_dates, Dates()).latest)

    def entry(self, document: str) -> Entry:
        """The library's entry of a document, found as by `known`. Raises UnknownDocument, also for an ambiguous name."""
        known = self.known(document)
        if known is None:
            called = self._called(document)
            if len(called) > 1:
                raise UnknownDocument(
                    f"{len(called)} documents of the library are called {quoted(document, 200)}.",
                    f"Give the path of one, as in {called[0].source}",
                )
            raise UnknownDocument(
                f"There is no document {quoted(document, 200)} in the library.",
                "See what is there: wherein list",
            )
        return known

    def known(self, document: str) -> Entry | None:
        """The library's entry of a document; None where the library has none.

        It is found by id, else by path or address, else by a file name that only one document has.
        """
        if not self._home.has_library or readable(document) != document:
            return None  # a name that is not UTF-8 is never kept
        library = self.library
        found = library.entry(document)
        if found is None and document != STDIN:
            name = document if is_url(document) else str(path_of(document))
            found = library.entry(document_id(name)) or self._composed_otherwise(name)
        if found is None and len(called := self._called(document)) == 1:
            found = called[0]
        return found

    def _composed_otherwise(self, source: str) -> Entry | None:
        """The entry of a path or address whose letters are the same in another composition; None without one."""
        if source.isascii():
            return None
        composed = normalize("NFC", source)
        every = self.library.entries()
        return next((each for each in every if normalize("NFC", each.source) == composed), None)

    def _called(self, name: str) -> list[Entry]:
        """The entries whose file has this name; none where the name is a path to an existing file, which comes first."""
        if not name or Path(name).name != name or readable(name) != name or path_of(name).exists():
            return []
        if not self._home.has_library:
            return []
        composed = normalize("NFC", name)
        return [
            entry
            for entry in self.library.entries()
            if normalize("NFC", name_of(entry.source)) == composed
        ]

    def parser(self, typed: bool, password: str | None = None, fetch: bool = False) -> SourceParser:
        """A parser for sources. Unless they are `typed`, it fetches addresses only with `fetch` or where the settings
        allow it."""
        addresses = typed or fetch or self._settings.fetch_urls
        return SourceParser(typed, addresses, password, self._settings.ocr, self._home.own_files())

    @property
    def library(self) -> StoredLibrary:
        """The calling thread's library, opened when it is first needed; one of a team is the same for all threads."""
        if self._of is not None and self._reach is not None:
            most = self._settings.quota_documents
            return SeenLibrary(self._of.library, self._reach, self._seen, most)
        if self._home.store is not None:
            return self._shared()
        library: StoredLibrary | None = getattr(self._threads, "library", None)
        if library is not None and library.is_frozen and has_room(self._home.folder):
            library = None  # who still reads the one that was opened on a full disk may end
        if library is None:
            library = open_library(self._home)
            self._threads.library = library
            with self._lock:
                self._libraries.append(library)
        return library

    def _shared(self) -> StoredLibrary:
        with self._lock:
            if not self._libraries:
                self._home.make_private()  # of the indexes, and of the lock of those who write
                self._libraries.append(open_library(self._home))
            return self._libraries[0]

    def entries(self) -> list[Entry]:
        """The entries of all documents in the library."""
        return list(self.library.entries())


def library_document(documents: Documents, identity: str) -> Document | None:
    """The library's document with this id; None where it has none."""
    library = documents.library
    return library.document(identity) if library.entry(identity) is not None else None
