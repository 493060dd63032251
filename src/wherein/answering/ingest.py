"""Adding documents to the library and removing them, with the indexes brought up to date after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from wherein.answering.adding import (
    Failure,
    Selection,
    Summary,
    Tools,
    Walk,
    add_sources,
    vanished,
)
from wherein.answering.documents import Documents
from wherein.answering.indexes import Indexes
from wherein.answering.permitted import Permitted
from wherein.core.errors import (
    StorageFull,
)
from wherein.documents.source import document_id
from wherein.home.folder import Home, Settings
from wherein.library.store import Entry
from wherein.passages.split import passages_in

AFTER_ADDING = "What was added is kept and answers; its indexes follow when there is room."


class Ingest:
    """Puts files, folders and addresses into the library. Safe to share between threads."""

    def __init__(
        self, home: Home, settings: Settings, documents: Documents, indexes: Indexes
    ) -> None:
        self._home = home
        self._settings = settings
        self._documents = documents
        self._indexes = indexes

    def add(
        self,
        *sources: str | Path,
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        prune: bool = False,
        typed: bool = True,
        password: str | None = None,
        told: Callable[[int, int, str], None] = lambda done, of, source: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Summary:
        """Add files, folders (with what is below them) and addresses to the library.

        Unchanged content is skipped, a failure is recorded and passed over. `prune` removes
        documents whose file below one of the folders is gone. `typed` says that a person named the
        sources at a terminal: otherwise addresses are fetched only where the settings allow it,
        and never inside this network, and paths are absolute and below the folders of the settings.
        `password` opens the PDFs that have one. `told(done, of, source)` reports progress. `stopped`
        is asked between files; once it says True, the rest is left out, and what was added stays.
        Raises only what stops all of it: LibraryError, and where it is not `typed` UsageError and
        SourceForbidden, before anything is added.
        """
        settings, home = self._settings, self._home.folder
        permitted = None if typed else Permitted.by_settings(settings.add_folders, home)
        walk = Walk(Selection(tuple(include), tuple(exclude)), permitted, stopped)
        wanted = walk.sources(sources)
        library = self._documents.library
        late: tuple[Failure, ...] = ()
        with self._indexes.adding():
            with self._documents.parser(typed, password) as parser:
                tools = Tools(parser.load, parser.parse, passages_in, document_id)
                summary = add_sources(library, wanted, tools, told, stopped)
            gone = vanished(library, walk.folders) if prune and not stopped() else []
            for entry in gone:
                library.remove(entry.document)
            try:
                self._indexes.catch_up(told)
            except (
                StorageFull
            ) as error:  # the documents are kept; the indexes follow when there is room
                late = (Failure(str(self._home.indexes), f"{error} {AFTER_ADDING}"),)
        return Summary(
            summary.added,
            summary.unchanged,
            (*walk.failed, *summary.failed, *late),
            tuple(entry.source for entry in gone),
        )

    def remove(self, document: str) -> Entry:
        """Remove a document by id or path. Raises UnknownDocument."""
        entry = self._documents.entry(document)
        self._documents.library.remove(entry.document)
        with suppress(StorageFull):  # what is removed is found no more, whatever the indexes hold
            self._indexes.catch_up_unless_busy()
        return entry
