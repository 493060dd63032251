"""A library as one person sees it: documents that they may not read are not there. The rule is `people.access`.

Everything that answers, lists, completes, counts or exports reads documents through this object, so that none of it has
to know who asks. Indexes are derived from it too: a person's word statistics come from what they may read alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from wherein.core.document import TEAM_ID_DIGITS, Dates, Document
from wherein.core.errors import NotPermitted
from wherein.core.passage import Passage
from wherein.documents.file_state import FileState
from wherein.documents.plain.long_text import LongText
from wherein.library.held import LibraryExchange
from wherein.library.rows import unknown
from wherein.library.store import Entry, FileStates, Places, StoredLibrary
from wherein.people.access import Reach


def identity_in(library: str, document: str) -> str:
    """The id under which a library keeps a document: the same source in two libraries is two documents, and who knows a
    source can't work out the id that it has in a library that they do not know."""
    if not library:
        return document
    return hashlib.sha256(f"{library}\0{document}".encode()).hexdigest()[:TEAM_ID_DIGITS]


@dataclass(slots=True)
class Seen:
    """What was found out about one reach, kept while it is used. Whether a document may be read never changes: its library
    and source are part of its id."""

    may_read: dict[str, bool] = field(default_factory=dict)
    counted: tuple[int, int, int] | None = None
    """A generation, and the words of the main texts and beside them as of it."""


class SeenLibrary:
    """A `StoredLibrary` over another, with what a reach holds. Threads share it as they share the other."""

    def __init__(self, of: StoredLibrary, reach: Reach, seen: Seen, most: int = 0) -> None:
        """`most` documents may be in the reader's own library; 0 is no bound."""
        self._most = most
        self._of = of
        self._reach = reach
        self._seen = seen
        self.identity = f"{of.identity or 'home'}-{reach.id}"

    @property
    def is_frozen(self) -> bool:
        return self._of.is_frozen

    @property
    def files(self) -> FileStates:
        return self

    @property
    def exchange(self) -> LibraryExchange:
        raise NotPermitted(
            "Only those who run the server may take whole libraries elsewhere.",
            "Ask one of them for a copy.",
        )

    @property
    def generation(self) -> int:
        return self._of.generation_of(self._reach.libraries)

    def generation_of(self, libraries: Collection[str]) -> int:
        return self._of.generation_of(self._reach.libraries.intersection(libraries))

    # --- writing

    def put(
        self,
        document: Document,
        passages: Iterable[Passage],
        file: FileState | None = None,
        library: str = "",
        most: int = 0,
    ) -> Entry:
        """As of the Protocol; without a `library`, into the reader's own. Raises NotPermitted where they may not."""
        target = self._target(library)
        name = identity_in(target, document.id)
        moved = (replace(passage, document=name) for passage in passages)
        bound = self._bound(target, most)
        return self._of.put(replace(document, id=name), moved, file, target, bound)

    def put_long(
        self,
        text: LongText,
        places: Places,
        on_progress: Callable[[int, int], None] = lambda done, of: None,
        library: str = "",
        most: int = 0,
    ) -> Entry:
        target = self._target(library)
        text.id = identity_in(target, text.id)
        return self._of.put_long(text, places, on_progress, target, self._bound(target, most))

    def remove(self, document: str) -> None:
        self._of.remove(self._changeable(document))

    def rename(self, document: str, title: str) -> Entry:
        return self._of.rename(self._changeable(document), title)

    def tag(self, document: str, tags: Sequence[str]) -> Entry:
        return self._of.tag(self._changeable(document), tags)

    def saw(self, files: Mapping[str, FileState]) -> None:
        self._of.files.saw({name: file for name, file in files.items() if self._is_there(name)})

    # --- reading

    def state(self, document: str) -> FileState | None:
        return self._of.files.state(document) if self._is_there(document) else None

    def entry(self, document: str) -> Entry | None:
        """By the id, or by the one that the document's source has by itself."""
        libraries = sorted(self._reach.libraries - {""})
        for name in (document, *(identity_in(library, document) for library in libraries)):
            if self._seen.may_read.get(name) is False:
                continue
            found = self._of.entry(name)
            if found is not None and self._note(found):
                return found
        return None

    def entries(self, libraries: Collection[str] | None = None) -> Iterator[Entry]:
        within = self._reach.libraries
        if libraries is not None:
            within = within.intersection(libraries)
        return filter(self._note, self._of.entries(within))

    def dates(self, document: str | None = None) -> Iterator[tuple[str, int, Dates]]:
        if document is not None:
            return self._of.dates(document) if self._is_there(document) else iter(())
        names = {entry.document for entry in self.entries()}
        return (row for row in self._of.dates() if row[0] in names)

    def document(self, document: str) -> Document:
        if not self._is_there(document):
            raise unknown(document)
        return self._of.document(document)

    def passages_of(self, document: str) -> Iterator[Passage]:
        return self._of.passages_of(document) if self._is_there(document) else iter(())

    def passages(self, keys: Sequence[tuple[str, int]]) -> list[Passage]:
        return self._of.passages([key for key in keys if self._is_there(key[0])])

    def changed_since(
        self, generation: int, libraries: Collection[str] | None = None
    ) -> Iterator[str]:
        within = self._reach.libraries
        if libraries is not None:
            within = within.intersection(libraries)
        changed = self._of.changed_since(generation, within)
        # Of a removed document it is not known any more whether it could be read; an index has to hear of those.
        return (name for name in changed if self._is_there(name) or self._of.entry(name) is None)

    def passage_count(self, since: int = 0) -> int:
        names = (
            {entry.document for entry in self.entries()}
            if not since
            else set(self.changed_since(since))
        )
        return sum(1 for name in names for _ in self.passages_of(name))

    def words(self) -> int:
        return self._counted()[1]

    def words_beside_main(self, within: Collection[str] | None = None) -> int:
        if within is None:
            return self._counted()[2]
        return self._of.words_beside_main([name for name in within if self._is_there(name)])

    def has_passages_beside_main(self) -> bool:
        return self._counted()[2] > 0

    def check(self) -> None:
        for entry in self.entries():
            self._of.document(entry.document)

    def close(self) -> None:
        """Nothing: the library below is closed by who opened it."""

    def _own(self) -> SeenLibrary:
        return SeenLibrary(self._of, self._reach.own_alone, Seen(), self._most)

    def _counted(self) -> tuple[int, int, int]:
        generation = self.generation
        if self._seen.counted is None or self._seen.counted[0] != generation:
            entries = list(self.entries())
            beside = self._of.words_beside_main([entry.document for entry in entries])
            self._seen.counted = (generation, sum(entry.words for entry in entries), beside)
        return self._seen.counted

    def _is_there(self, document: str) -> bool:
        known = self._seen.may_read.get(document)
        if known is not None:
            return known
        found = self._of.entry(document)
        return found is not None and self._note(found)

    def _note(self, entry: Entry) -> bool:
        may = self._reach.may_read(entry.library, entry.source)
        self._seen.may_read[entry.document] = may
        return may

    def _target(self, library: str) -> str:
        target = library or self._reach.own
        if target is None or not self._reach.may_add_to(target):
            raise NotPermitted(
                "You may not add documents here.", "Ask one who manages the library to let you."
            )
        return target

    def _bound(self, target: str, most: int) -> int:
        """The most documents that the library `target`, to which one is added, may have; 0 is no bound."""
        return most or (self._most if target == self._reach.own else 0)

    def _changeable(self, document: str) -> str:
        """The document's id. Raises UnknownDocument for one that may not be read, NotPermitted for one that may not be
        changed."""
        entry = self.entry(document)
        if entry is None:
            raise unknown(document)
        if not self._reach.may_change(entry.library, entry.source):
            raise NotPermitted(
                "You may read this document, and not change it.",
                "Ask one who manages its library.",
            )
        return entry.document


def to_add_to(library: StoredLibrary) -> StoredLibrary:
    """The library in which what is added is looked for and put: of a reader's, their own alone."""
    return library._own() if isinstance(library, SeenLibrary) else library
