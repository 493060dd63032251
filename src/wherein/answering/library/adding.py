"""Adds files and addresses to a library, one at a time; a failure never stops the rest.

Knows how to walk folders and which files are unchanged. Parsing, splitting and storing are passed in.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from wherein.answering.library.permitted import Permitted
from wherein.core.document import Document
from wherein.core.errors import (
    NoText,
    SourceError,
    SourceForbidden,
    SourceTooLarge,
    StorageFull,
    WhereinError,
)
from wherein.core.passage import Passage
from wherein.core.text.readable import readable
from wherein.documents.fetch import is_url
from wherein.documents.file_state import FileState
from wherein.documents.isolation.failure import as_failure
from wherein.documents.plain.long_text import LongText, long_text
from wherein.documents.source import Source, path_of
from wherein.home.own_files import OwnFiles
from wherein.library.store import Entry, Library, Places
from wherein.passages.split import places_in

MOST_PASSAGES = 250_000
"""The limit of one document. The largest plain text that is read, 200 MB of English, has some 200,000 passages."""
TELL_EVERY_PASSAGES = 200


@dataclass(frozen=True, slots=True)
class Failure:
    """A source that could not be added, and why."""

    source: str
    reason: str

    @classmethod
    def of(cls, source: str, error: Exception) -> Failure:
        """Turn any exception of one source into the error to report for this source."""
        return cls(readable(source), str(as_failure(error, source)))


Outcome: TypeAlias = Entry | Failure | None
"""The outcome of a source: the added document's entry, the failure, or None where it is unchanged."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The outcome of one run: every file and address is in exactly one of the first three lists."""

    added: tuple[Entry, ...] = ()
    unchanged: tuple[str, ...] = ()
    failed: tuple[Failure, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """Selects files of a folder by shell patterns on the path below it or on the file's name."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def wants(self, below: Path) -> bool:
        def matches(patterns: Sequence[str]) -> bool:
            return any(
                fnmatch(below.name, pattern)
                or fnmatch(below.as_posix(), pattern)
                or any(fnmatch(part, pattern.rstrip("/")) for part in below.parts[:-1])
                for pattern in patterns
            )

        return (not self.include or matches(self.include)) and not matches(self.exclude)


@dataclass(slots=True)
class Walk:
    """Collects the files below some paths, the folders among the paths, and the folders it could not enter.

    `permitted` limits what may be added; None allows everything but files of `own`. Without `links`, no part of a path
    may be a link. Once `stopped` returns True, the remaining files are left out.
    """

    selection: Selection
    permitted: Permitted | None = None
    stopped: Callable[[], bool] = lambda: False
    own: OwnFiles | None = None
    links: bool = True
    failed: list[Failure] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)

    def sources(self, named: Iterable[str | Path]) -> list[str]:
        """The files and addresses that the paths name, each once, in the order of the paths.

        An impossible path is recorded as a failure. Where `permitted` is set it is raised instead, and
        nothing is added.
        """
        if self.permitted is not None:
            for source in named:
                if not is_url(str(source)):
                    self.permitted.path(str(source))
        found: list[str] = []
        for source in map(str, named):
            if is_url(source):
                found.append(source)
                continue
            try:
                path = path_of(source)
            except WhereinError as error:
                self.failed.append(Failure.of(source, error))
                continue
            if not self.links and str(path) != source:
                self.failed.append(Failure.of(source, _has_become_a_link(source)))
                continue
            if self.own is not None and path.is_dir() and path.is_relative_to(self.own.folder):
                self.failed.append(Failure.of(source, OwnFiles.refusal(path)))
                continue
            if path.is_dir():
                self.folders.append(path)
            found.extend(str(file) for file in self.files(path))
        return list(dict.fromkeys(found))

    def files(self, path: Path) -> Iterator[Path]:
        """The file itself, whatever its name; for a folder, all files that the patterns select, sorted.

        Below a folder, names that begin with a dot and the home's own files are left out. Links are not followed: the
        target of a link inside the folder is found anyway, and a link that leads elsewhere is a failure.
        """
        if not path.is_dir():
            yield path
            return
        yield from self._below(path, path)

    def _below(self, root: Path, folder: Path) -> Iterator[Path]:
        try:
            children = sorted(folder.iterdir())
        except OSError as error:
            refusal = SourceError(
                f"{folder} cannot be read ({error.strerror}).",
                "Give yourself permission to read the folder, or leave it out with --exclude.",
            )
            self.failed.append(Failure.of(str(folder), refusal))
            return
        for child in children:
            if child.name.startswith("."):
                continue
            if self.stopped():
                return
            if self.own is not None and child.is_relative_to(self.own.folder):
                continue
            if os.path.islink(child):  # noqa: PTH114 - Path.is_symlink raises where it may not look
                self._note_link(root, child)
            elif os.path.isdir(child):  # noqa: PTH112 - Path.is_dir raises where it may not look
                yield from self._below(root, child)
            elif self.selection.wants(child.relative_to(root)):
                yield child

    def _note_link(self, root: Path, link: Path) -> None:
        """Record a link that leads out of the folder or to a hidden file."""
        target = path_of(link)
        inside = target.relative_to(root).parts if target.is_relative_to(root) else (".",)
        if not any(part.startswith(".") for part in inside):
            return
        if not self.selection.wants(link.relative_to(root)):
            return
        refusal = SourceForbidden(
            f"{link} is a link that leads out of {root}, or to something hidden.",
            "Add its target by its own path.",
        )
        self.failed.append(Failure.of(str(link), refusal))


def _has_become_a_link(source: str) -> SourceForbidden:
    return SourceForbidden(f"{source} has become a link.", "Add its target by its own path.")


@dataclass(frozen=True, slots=True)
class Tools:
    """The functions of lower layers that adding calls, passed in so that tests can replace each.

    `load` reads a path or address, `parse` makes the document of what was read, `identify` gives its id.
    """

    load: Callable[[str], Source]
    parse: Callable[[Source], Document]
    split: Callable[[Document], Iterable[Passage]]
    identify: Callable[[str], str]
    long: Callable[[str], LongText | None] = long_text
    """A plain text that is too long to hold in memory, by its path; None where the source is parsed as usual."""
    places: Places = places_in


def add_sources(
    library: Library,
    sources: Sequence[str],
    tools: Tools,
    on_progress: Callable[[int, int, str], None] = lambda done, of, source: None,
    stopped: Callable[[], bool] = lambda: False,
    on_outcome: Callable[[str, Outcome], None] = lambda source, outcome: None,
) -> Summary:
    """Add each source (a file's path or an address), in order; each is durable before the next.

    `on_progress(done, of, source)` is called before each source, `on_outcome(source, outcome)` after it. Once
    `stopped` returns True, the remaining sources are left out. A full disk ends the run, because every later
    source would fail the same way; any other error is recorded and the run goes on.
    """
    added: list[Entry] = []
    unchanged: list[str] = []
    failed: list[Failure] = []
    seen: dict[str, FileState] = {}
    for number, source in enumerate(sources):
        if stopped():
            break
        on_progress(number, len(sources), source)
        try:
            done = _added(library, source, tools, partial(_read, on_progress, source))
            if isinstance(done, _Unchanged) and (file := _news(library, done)) is not None:
                seen[done.document] = file
            outcome: Outcome = done if isinstance(done, Entry) else None
        except StorageFull as error:
            for rest in sources[number:]:
                failed.append(Failure(rest, str(error)))
                on_outcome(rest, failed[-1])
            break
        except Exception as error:
            outcome = Failure.of(source, error)
        if isinstance(outcome, Entry):
            added.append(outcome)
        elif outcome is None:
            unchanged.append(source)
        else:
            failed.append(outcome)
        on_outcome(source, outcome)
    if seen:
        with suppress(StorageFull):  # each look at these files has to read them, no more
            library.files.saw(seen)
    on_progress(len(sources), len(sources), "")
    return Summary(tuple(added), tuple(unchanged), tuple(failed))


@dataclass(frozen=True, slots=True)
class _Unchanged:
    """A document that is kept as it is, and its file's state now."""

    document: str
    file: FileState | None


def _added(
    library: Library, source: str, tools: Tools, on_read: Callable[[int, int], None]
) -> Entry | _Unchanged:
    """Add one source and return its entry, or that the library already has this content."""
    known = library.entry(tools.identify(source))
    if (text := tools.long(source)) is not None:
        if known is not None and _is_unchanged(known, text.content_hash):
            return _Unchanged(known.document, text.file)
        return library.put_long(
            text, lambda blocks: _bounded(tools.places(blocks), source), on_read
        )
    loaded = tools.load(source)
    if known is not None and _is_unchanged(known, hashlib.sha256(loaded.data).hexdigest()):
        return _Unchanged(known.document, loaded.file)
    document, file = tools.parse(loaded), loaded.file
    del loaded  # a long document is held once from here on
    passages = _told(tools.split(document), len(document.text), on_read)
    return library.put(document, _bounded(passages, source), file)


_Item = TypeVar("_Item")


def _bounded(passages: Iterable[_Item], source: str) -> Iterator[_Item]:
    """The passages of one document. Raises SourceTooLarge after `MOST_PASSAGES` of them, which undoes what was stored."""
    for number, passage in enumerate(passages, start=1):
        if number > MOST_PASSAGES:
            raise SourceTooLarge(
                f"{source} has more than {MOST_PASSAGES:,} passages, about {MOST_PASSAGES * 150 // 1_000_000} million words.",
                "Split it into smaller files.",
            )
        yield passage


def _told(
    passages: Iterable[Passage], length: int, on_read: Callable[[int, int], None]
) -> Iterator[Passage]:
    """Yields the passages and reports the place in a text of this length after each `TELL_EVERY_PASSAGES`."""
    for number, passage in enumerate(passages):
        if number % TELL_EVERY_PASSAGES == 0:
            on_read(passage.span.start, length)
        yield passage


def _is_unchanged(known: Entry, content_hash: str) -> bool:
    return known.content_hash == content_hash and not known.outdated


def _news(library: Library, unchanged: _Unchanged) -> FileState | None:
    """The state of an unchanged file where the one that is kept does not prove that it is unchanged."""
    before, now = library.files.state(unchanged.document), unchanged.file
    return None if now is None or (before is not None and before.proves_unchanged(now)) else now


def _read(on_progress: Callable[[int, int, str], None], source: str, done: int, of: int) -> None:
    on_progress(done // 1000, of // 1000, f"kB of {source}")


def vanished(library: Library, folders: Sequence[Path]) -> list[Entry]:
    """Documents whose file was below one of the folders and no longer exists."""
    gone = []
    for entry in library.entries():
        path = Path(entry.source)
        if path.is_absolute() and not path.exists() and any(f in path.parents for f in folders):
            gone.append(entry)
    return gone


def documents_below(
    folder: Path, read: Callable[[str], Document]
) -> tuple[tuple[Document, ...], tuple[Failure, ...]]:
    """The documents that `read` makes of the files below a folder, and the failures.

    Raises NoText when no file could be read.
    """
    walk = Walk(Selection())
    documents, failed = [], []
    for path in walk.files(folder):
        try:
            documents.append(read(str(path)))
        except Exception as error:
            failed.append(Failure.of(str(path), error))
    failed = [*walk.failed, *failed]
    if not documents:
        why = f", for example: {failed[0].reason}" if failed else "."
        raise NoText(
            f"No document below {folder} can be read{why}",
            "Give a folder with documents in it.",
        )
    return tuple(documents), tuple(failed)
