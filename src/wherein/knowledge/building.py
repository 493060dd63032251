"""Builds a base from importers in a temporary folder, and installs it in one step. Knows no source format."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from wherein.core.errors import (
    BaseDamaged,
    LibraryError,
    NewerLibrary,
    NoText,
    StorageFull,
    UnknownName,
    UsageError,
)
from wherein.core.file_paths import is_device_name
from wherein.home.room import has_room, is_full, storage_full
from wherein.knowledge.index_build import build_index
from wherein.knowledge.record import Importer, LeftOut, Origin, Record
from wherein.knowledge.seal import seal
from wherein.knowledge.store import WORDS_FOLDER, BaseStore, InstalledBase

BATCH = 2_000
"""Records in a transaction: after an interruption, at most this many are read again."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
UNFINISHED = ".building"
REPLACED = ".old"
"""The temporary name of an old base while the new one is moved into its place."""
REMOVED = ".gone"

OnProgress = Callable[[int, int | None, str], None]
Words = Callable[[InstalledBase, str, Path, OnProgress], int]
"""Makes the word index of a base with this final name, in this folder; returns the number of words."""


def checked_name(name: str) -> str:
    """The name, after checking that every system takes it as a folder's name. Raises UsageError."""
    if is_device_name(name):
        raise UsageError(
            f"{name!r} can't be the name of a knowledge base, since Windows has a device of that name.",
            "Take another one.",
        )
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} can't be the name of a knowledge base.",
            "Take letters, digits, - and _, at most 64.",
        )
    return name


def build_base(
    folder: Path,
    name: str,
    importers: Sequence[Importer],
    on_progress: OnProgress = lambda done, of, what: None,
    index_words: Words | None = None,
    left_out: Callable[[LeftOut], None] = lambda left: None,
) -> InstalledBase:
    """Build the base `name` in `folder` from these sources; it replaces a base of the same name.

    An interrupted build of the same sources continues. The old base is served until the new one is complete.
    `on_progress(done, of, what)` reports progress. `index_words` makes the articles searchable by words; without it
    they are only found by name. `left_out` is called for each article whose title another one has; the importers
    report other losses. Raises NoText when there is no article, StorageFull, and what the importers raise.
    """
    checked_name(name)
    with _full_disk_explained(folder, name):
        return _built(folder, name, importers, on_progress, index_words, left_out)


@contextmanager
def _full_disk_explained(folder: Path, name: str) -> Iterator[None]:
    """Map the error of a full disk, in any file of a base, to StorageFull: what was read stays and is not read again."""
    try:
        yield
    except (StorageFull, OSError, RuntimeError, sqlite3.Error) as error:
        is_explained = isinstance(error, StorageFull) or (
            isinstance(error, OSError) and is_full(error)
        )
        if not is_explained and has_room(folder):
            raise
        kept = f"what was read for the knowledge base {name} is kept, and one of that name answers as before"
        raise storage_full(folder, kept) from error


def _built(
    folder: Path,
    name: str,
    importers: Sequence[Importer],
    on_progress: OnProgress,
    index_words: Words | None,
    left_out: Callable[[LeftOut], None],
) -> InstalledBase:
    work = folder / (name + UNFINISHED)
    _recover(folder)
    origins = json.dumps([asdict(importer.origin) for importer in importers])
    sources = sources_state(importers)
    store = _unfinished(work, origins)
    try:
        sizes = [importer.size() for importer in importers]
        of = None if None in sizes else sum(size or 0 for size in sizes)
        done = 0
        for at, importer in enumerate(importers):
            read = int(store.state(f"read {at}") or 0)
            done += read
            before = Counter(json.loads(store.state(f"dropped {at}") or "{}"))
            records = importer.records(read)
            while batch := list(islice(records, BATCH)):
                read += len(batch)
                dropped = json.dumps(before + Counter(importer.dropped), ensure_ascii=False)
                state = {f"read {at}": str(read), "origins": origins, f"dropped {at}": dropped}
                done += store.put(batch, state, lambda record: left_out(_doubled(record)))
                on_progress(done, of, "reading")
        articles, _ = store.counts()
        if not articles:
            raise NoText("There is no article in the source.", "Each needs a title and a text.")
        store.renumber()
        build_index(work, store.entries, lambda done, what: on_progress(done, articles, what))
        whole = [asdict(importer.origin) for importer in importers]
        state = {"sources": sources, "origins": json.dumps(whole)}
        if index_words is None:
            shutil.rmtree(work / WORDS_FOLDER, ignore_errors=True)
        else:
            state["words"] = str(_indexed(work, name, index_words, on_progress))
        state["built"] = datetime.now(UTC).isoformat(timespec="seconds")
        store.put((), state)
    except NoText:
        store.close()
        shutil.rmtree(work, ignore_errors=True)
        raise
    finally:
        store.close()
    seal(work)
    return put_in_place(work, folder / name)


def _doubled(record: Record) -> LeftOut:
    what = f"{record.title} ({record.place})" if record.place else record.title
    return LeftOut(what, "Another article has this title; the longer text is kept.")


def _indexed(work: Path, name: str, index_words: Words, on_progress: OnProgress) -> int:
    base = InstalledBase(work)
    try:
        return index_words(base, name, work / WORDS_FOLDER, on_progress)
    finally:
        base.close()


def sources_state(importers: Sequence[Importer]) -> str:
    """The fingerprint of the sources: paths, sizes and times."""
    lines = []
    for importer in importers:
        path = Path(importer.origin.source)
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            status = file.stat() if file.is_file() else None
            lines.append(f"{file} {status and (status.st_size, status.st_mtime_ns)}")
        lines.append(f"{importer.origin}")
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def is_current(folder: Path, name: str, importers: Sequence[Importer]) -> bool:
    """Whether the installed base was made from the current state of these sources."""
    store = BaseStore(folder / name)
    try:
        return store.state("sources") == sources_state(importers)
    finally:
        store.close()


def origins_of(folder: Path, name: str) -> tuple[Origin, ...]:
    """The sources of a base that can still be read."""
    try:
        store = BaseStore(folder / name)
    except BaseDamaged:
        return ()
    try:
        return store.origins()
    except BaseDamaged:
        return ()
    finally:
        store.close()


def _unfinished(work: Path, origins: str) -> BaseStore:
    """The store of an interrupted build of the same sources, or an empty one."""
    if work.exists():
        try:
            store = BaseStore(work)
            if store.state("origins") in (origins, None) and store.state("built") is None:
                return store
            store.close()
        except (NewerLibrary, StorageFull):
            raise
        except LibraryError:
            pass  # one that is damaged is begun again
        shutil.rmtree(work)
    try:
        work.mkdir(parents=True)
    except OSError as error:
        if is_full(error):
            raise
        raise LibraryError(
            f"The folder {work.parent} cannot be used ({error.strerror}).",
            "If it is a file, move it away; or choose another home with --home.",
        ) from error
    return BaseStore(work)


def put_in_place(work: Path, place: Path) -> InstalledBase:
    old = place.with_name(place.name + REPLACED)
    shutil.rmtree(old, ignore_errors=True)
    if place.exists():
        place.replace(old)
    _take_place(work, place)
    shutil.rmtree(old, ignore_errors=True)
    return InstalledBase(place)


def _take_place(work: Path, place: Path) -> None:
    """Rename the folder, unless another process that found the place empty has just done so."""
    try:
        work.replace(place)
    except OSError:
        if not place.exists() or work.exists():
            raise


def _recover(folder: Path) -> None:
    """Finish an installation that was interrupted between removing the old base and moving the new one."""
    for gone in folder.glob("*" + REMOVED):
        shutil.rmtree(gone, ignore_errors=True)
    for old in folder.glob("*" + REPLACED):
        place = old.with_suffix("")
        if not place.exists():
            work = place.with_name(place.name + UNFINISHED)
            # The old one is taken away only when the new one is whole.
            _take_place(work if work.exists() else old, place)


def installed_bases(folder: Path) -> list[str]:
    """The names of the complete bases in `folder`, sorted."""
    if not folder.is_dir():
        return []
    _recover(folder)
    return sorted(
        path.name
        for path in folder.iterdir()
        if _NAME.fullmatch(path.name) and (path / "base.sqlite").exists()
    )


def unfinished(folder: Path) -> list[str]:
    """The names of builds that were interrupted or are running in another process."""
    if not folder.is_dir():
        return []
    names = (path.name.removesuffix(UNFINISHED) for path in folder.glob("*" + UNFINISHED))
    return sorted(name for name in names if _NAME.fullmatch(name))


def remove_base(folder: Path, name: str) -> None:
    """Remove a base with all its files, and the files of an interrupted build.

    Raises UsageError when there is neither.
    """
    half = folder / (checked_name(name) + UNFINISHED)
    had_half = half.is_dir()
    shutil.rmtree(half, ignore_errors=True)
    if name not in installed_bases(folder):
        if had_half:
            return
        raise UnknownName(f"There is no knowledge base {name!r}.", "See: wherein kb list")
    # Renamed first, so that an interruption leaves no half-removed base to be served.
    gone = folder / (name + REMOVED)
    shutil.rmtree(gone, ignore_errors=True)
    (folder / name).replace(gone)
    shutil.rmtree(gone)
