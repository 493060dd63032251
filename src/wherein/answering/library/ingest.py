"""Adds documents to the library and removes them, then updates the indexes. Parses and splits nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from wherein.answering.library.adding import (
    Failure,
    Outcome,
    Selection,
    Summary,
    Tools,
    Walk,
    add_sources,
    vanished,
)
from wherein.answering.library.documents import Documents
from wherein.answering.library.given_names import fit_tags, fit_title
from wherein.answering.library.indexes import Indexes
from wherein.answering.library.permitted import Permitted
from wherein.answering.library.sources import SourceParser
from wherein.answering.reach.seen_library import to_add_to
from wherein.core.errors import (
    StorageFull,
)
from wherein.documents.plain.long_text import long_text
from wherein.documents.source import document_id
from wherein.home.folder import Home, Settings
from wherein.home.received import ReceivedFiles
from wherein.library.store import Entry
from wherein.passages.split import passages_in

AFTER_ADDING = "What was added is kept and answers; its indexes follow when there is room."


class Ingest:
    """Adds files, folders and addresses to one home's library. Threads may share it."""

    def __init__(
        self,
        home: Home,
        settings: Settings,
        documents: Documents,
        indexes: Indexes,
        forget: Callable[[Entry], None],
    ) -> None:
        """`forget` is called with each document that was removed."""
        self._home = home
        self._settings = settings
        self._documents = documents
        self._indexes = indexes
        self._forget = forget

    def add(
        self,
        *sources: str | Path,
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        prune: bool = False,
        typed: bool = True,
        fetch: bool = False,
        links: bool = True,
        password: str | None = None,
        on_progress: Callable[[int, int, str], None] = lambda done, of, source: None,
        stopped: Callable[[], bool] = lambda: False,
        on_outcome: Callable[[str, Outcome], None] = lambda source, outcome: None,
    ) -> Summary:
        """Add files, folders (with everything below them) and web addresses to the library.

        Unchanged content is skipped. A source that fails raises nothing: it is in `failed` of the summary, with the
        reason, and the rest is added. So is a file of the home itself, which is never added. `prune` removes documents
        whose file below one of the folders is gone.

        `typed` says that a person named the sources at a terminal. Without it, paths must be absolute
        and below the folders that the settings allow, addresses are fetched only where the settings
        allow it (or with `fetch`), and addresses inside this network never.

        Links below a folder are not followed. Without `links` a source that has a link in its path fails too.

        `password` opens encrypted PDFs. `on_progress(done, of, source)` reports progress. `stopped` is called
        between files; once it returns True, the remaining files are left out and what was added stays.
        `on_outcome(source, outcome)` is called after each file or address; the indexes are updated once, at the end.

        Raises only what stops everything: LibraryError, and without `typed` also UsageError and
        SourceForbidden, which come before anything is added.
        """
        walk = self._walk(Selection(tuple(include), tuple(exclude)), typed, links, stopped)
        wanted = walk.sources(sources)
        library = to_add_to(
            self._documents.library
        )  # opening it makes the folder that holds the lock
        with self._indexes.adding():
            with self._documents.parser(typed, password, fetch) as parser:
                on_progress = _with_pages(parser, on_progress)
                tools = _tools(parser)
                summary = add_sources(library, wanted, tools, on_progress, stopped, on_outcome)
            gone = self._prune(walk) if prune and not stopped() else ()
            late = self._index(on_progress)
        failed = (*walk.failed, *summary.failed, *late)
        return Summary(summary.added, summary.unchanged, failed, gone)

    def _walk(
        self, selection: Selection, typed: bool, links: bool, stopped: Callable[[], bool]
    ) -> Walk:
        """The walk over what is given, which without `typed` stays below the folders of the settings."""
        settings, home = self._settings, self._home.folder
        permitted = None if typed else Permitted.by_settings(settings.add_folders, home)
        return Walk(selection, permitted, stopped, self._home.own_files(), links)

    def _prune(self, walk: Walk) -> tuple[str, ...]:
        """Remove the documents whose file below one of the folders is gone, and return their sources."""
        library = to_add_to(self._documents.library)
        gone = vanished(library, walk.folders)
        for entry in gone:
            library.remove(entry.document)
            self._forget(entry)
        return tuple(entry.source for entry in gone)

    def _index(self, on_progress: Callable[[int, int, str], None]) -> tuple[Failure, ...]:
        """Bring the indexes up to date; a full disk is a failure, since the documents are kept all the same."""
        try:
            self._indexes.catch_up(on_progress)
        except StorageFull as error:
            return (Failure(str(self._home.indexes), f"{error} {AFTER_ADDING}"),)
        return ()

    def rename(self, document: str, title: str) -> Entry:
        """Set a document's title, which stays when it is read again; "" restores the document's own title."""
        entry = self._documents.entry(document)
        renamed = self._documents.library.rename(entry.document, fit_title(title))
        with suppress(StorageFull):  # the title is kept; the indexes follow when there is room
            self._indexes.catch_up_unless_busy()
        return renamed

    def tag(self, document: str, tags: Sequence[str]) -> Entry:
        """Replace a document's tags."""
        entry = self._documents.entry(document)
        return self._documents.library.tag(entry.document, fit_tags(tags))

    def remove(self, document: str) -> Entry:
        """Remove a document, named by id or path, and return its entry. Raises UnknownDocument.

        A file that was sent to the server is deleted, any other file stays. The memory forgets the document's
        questions.
        """
        entry = self._documents.entry(document)
        self._documents.library.remove(entry.document)
        ReceivedFiles(self._home.files).forget(entry.source)
        with suppress(
            StorageFull
        ):  # removed documents are not found, even while an index still has them
            self._indexes.catch_up_unless_busy()
        self._forget(entry)
        return entry


def _tools(parser: SourceParser) -> Tools:
    """How a run of adding loads, parses and splits a source."""
    long = partial(long_text, check=parser.check)
    return Tools(parser.load, parser.parse, passages_in, document_id, long)


def _with_pages(
    parser: SourceParser, on_progress: Callable[[int, int, str], None]
) -> Callable[[int, int, str], None]:
    """Progress over sources that also counts the pages of a scan while they are recognised."""
    last = (0, 0)

    def on_source(done: int, of: int, source: str) -> None:
        nonlocal last
        last = (done, of)
        on_progress(done, of, source)

    def on_page(name: str, done: int, of: int) -> None:
        on_progress(*last, f"{name}, page {done} of {of} recognised")

    parser.on_page = on_page
    return on_source
