"""Shares bases with other machines: the Protocol of what keeps them, giving a base, and taking those that are there.

A base never changes once it is built, and linking needs its names on the machine itself. So what is shared are its files
as they are, in parts, and each machine has a whole copy that is compared with the checksums of the build (`seal.py`).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from wherein.core.errors import (
    LibraryError,
    StorageFull,
    StoreUnreachable,
    UnknownName,
    UsageError,
)
from wherein.home.room import is_full, storage_full
from wherein.knowledge.building import checked_name, installed_bases, put_in_place, remove_base
from wherein.knowledge.damage import damaged
from wherein.knowledge.seal import SEAL, SHARED, broken, sealed_files
from wherein.knowledge.store import InstalledBase

PART = 1 << 20
"""Bytes in one part of a file; what was interrupted goes on after the last whole part."""
UNFINISHED = ".fetching"
ABANDONED_S = 3600.0
"""After so long without a change, what a process was fetching is nobody's."""
_FILE = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9._-]*/)*[A-Za-z0-9_][A-Za-z0-9._-]*")

OnProgress = Callable[[int, int | None, str], None]


@dataclass(frozen=True, slots=True)
class SharedBase:
    """A base that is shared. `version` is the SHA-256 of its checksums, so that two builds never have the same one."""

    name: str
    version: str
    articles: int
    built: str
    files: tuple[tuple[str, int], ...]
    """Each file's path in the base's folder, and its bytes; the checksums' file is among them."""

    @property
    def bytes(self) -> int:
        return sum(size for _, size in self.files)

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        """Each part: its file and its number in it. An empty file has none."""
        return tuple((name, at) for name, size in self.files for at in range(-(-size // PART)))


class SharedBases(Protocol):
    """Keeps the bases of a team. Every method raises LibraryError where it can't be reached."""

    def listed(self) -> list[SharedBase]:
        """The bases by name; only whole ones."""
        ...

    def parts_of(self, version: str) -> set[tuple[str, int]]:
        """The parts of a version that are there, whether all are or not."""
        ...

    def part(self, version: str, file: str, number: int) -> bytes | None:
        """The bytes of a part; None where it is gone, since another version has taken its place."""
        ...

    def put_part(self, version: str, file: str, number: int, data: bytes) -> None: ...

    def publish(self, base: SharedBase) -> None:
        """List a base, in place of the one of its name. Raises LibraryError where a part is missing."""
        ...

    def remove(self, name: str) -> None:
        """Raises UnknownName."""
        ...


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """What `catch_up` changed on this machine."""

    fetched: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    """Names of bases that are shared, and of which this machine has another one of its own, which stays."""
    failed: tuple[LibraryError, ...] = ()
    """Why some could not be fetched; the others were."""


def share(shelf: SharedBases, folder: Path, name: str, on_progress: OnProgress) -> SharedBase:
    """Share the base `name` of a home's `folder`; it takes the place of a shared one of that name.

    What was interrupted goes on. Raises UnknownName, BaseDamaged, or LibraryError.
    """
    if name not in installed_bases(folder):
        raise UnknownName(f"There is no knowledge base {name!r}.", "See: wherein kb list")
    place = folder / name
    base = _described(place)
    there = shelf.parts_of(base.version)
    done = 0
    checksums = {**sealed_files(place), SEAL: zlib.crc32((place / SEAL).read_bytes())}
    for file in checksums.items():
        done = _give(shelf, base, place, file, there, done, on_progress)
    shelf.publish(base)
    return base


def _described(place: Path) -> SharedBase:
    installed = InstalledBase(place)
    try:
        installed.check()
        info = installed.info
    finally:
        installed.close()
    sizes = {file: (place / file).stat().st_size for file in sealed_files(place)}
    sealed = (place / SEAL).read_bytes()
    files = tuple(sorted({**sizes, SEAL: len(sealed)}.items()))
    version = hashlib.sha256(sealed).hexdigest()
    return SharedBase(place.name, version, info.articles, info.built, files)


def _give(
    shelf: SharedBases,
    base: SharedBase,
    place: Path,
    sealed: tuple[str, int],
    there: set[tuple[str, int]],
    done: int,
    on_progress: OnProgress,
) -> int:
    """Give one file's missing parts, and compare all that was read with its checksum; returns the bytes done."""
    file, checksum = sealed
    read = 0
    with (place / file).open("rb") as source:
        for number, part in enumerate(_parts(source.read)):
            read = zlib.crc32(part, read)
            if (file, number) not in there:
                shelf.put_part(base.version, file, number, part)
            done += len(part)
            on_progress(done, base.bytes, "sharing")
    if read != checksum:
        raise damaged(place, f"{file} is not what was built")
    return done


def _parts(read: Callable[[int], bytes]) -> Iterator[bytes]:
    while part := read(PART):
        yield part


def catch_up(
    shelf: SharedBases,
    folder: Path,
    on_progress: OnProgress = lambda done, of, what: None,
    only: Sequence[str] = (),
) -> CaughtUp:
    """Fetch the shared bases that this machine lacks or has an older copy of, and remove copies of those no longer shared.

    `only` names some of them. A base that this machine built itself stays. Raises UnknownName, StorageFull, or LibraryError
    where the database can't be reached.
    """
    _clear_abandoned(folder)
    listed = {base.name: base for base in shelf.listed()}
    for name in only:
        if name not in listed:
            raise UnknownName(f"No knowledge base {name!r} is shared.", "See: wherein kb list")
    here = _versions_here(folder)
    fetched, own, removed, failed = [], [], [], []
    for name, base in sorted(listed.items()):
        if only and name not in only:
            continue
        version = here.get(name)
        if version is None and name in here:
            if _built_version(folder / name) != base.version:
                own.append(name)
        elif version != base.version:
            try:
                _fetch(shelf, base, folder, on_progress)
                fetched.append(name)
            except (StorageFull, StoreUnreachable):
                raise
            except LibraryError as error:
                failed.append(error)
    if not only:
        for name, version in here.items():
            if version is not None and name not in listed:
                remove_base(folder, name)
                removed.append(name)
    return CaughtUp(tuple(fetched), tuple(removed), tuple(own), tuple(failed))


def _clear_abandoned(folder: Path) -> None:
    """Remove what processes that were killed have left of a fetch long ago."""
    for left in folder.glob(f"*{UNFINISHED}-*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > ABANDONED_S:
                shutil.rmtree(left, ignore_errors=True)


def missing(shelf: SharedBases, folder: Path) -> list[SharedBase]:
    """The shared bases of which this machine has no copy, or an older one."""
    here = _versions_here(folder)
    return [
        base
        for base in shelf.listed()
        if base.name not in here or here[base.name] not in (None, base.version)
    ]


def _versions_here(folder: Path) -> dict[str, str | None]:
    """For each installed base the version that it is a copy of, as `_version_here` gives it."""
    return {name: _version_here(folder / name) for name in installed_bases(folder)}


def _version_here(place: Path) -> str | None:
    """The version that a base is a copy of; None for one that this machine has of its own."""
    try:
        version = json.loads((place / SHARED).read_text("utf-8"))["version"]
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return version if isinstance(version, str) else None


def _built_version(place: Path) -> str | None:
    """The version of a base of this machine's own, were it shared as it is; None for one without checksums."""
    try:
        return hashlib.sha256((place / SEAL).read_bytes()).hexdigest()
    except OSError:
        return None


def _mark(place: Path, version: str) -> None:
    beside = place / (SHARED + ".new")
    beside.write_text(json.dumps({"version": version}), "utf-8")
    beside.replace(place / SHARED)


def _fetch(shelf: SharedBases, base: SharedBase, folder: Path, on_progress: OnProgress) -> None:
    _checked(base)
    work = folder / f"{base.name}{UNFINISHED}-{os.getpid()}"
    half = folder / (base.name + UNFINISHED)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if half.is_dir():
            # Of two processes that fetch, one goes on with it and the other begins anew.
            half.replace(work)
        if work.exists() and _version_here(work) != base.version:
            shutil.rmtree(work)
        work.mkdir(exist_ok=True)
        _mark(work, base.version)
        _receive(shelf, base, work, on_progress)
    except OSError as error:
        _keep_half(work, half)
        if not is_full(error):
            raise
        kept = f"what was fetched of the knowledge base {base.name} is kept"
        raise storage_full(folder, kept) from error
    except BaseException:
        _keep_half(work, half)
        raise
    try:
        if not _is_whole(work, base.version):
            raise LibraryError(
                f"The shared knowledge base {base.name} is damaged in the database.",
                f"Share it again from a machine that has it: wherein kb share {base.name}",
            )
        put_in_place(work, folder / base.name).close()
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _is_whole(work: Path, version: str) -> bool:
    """Whether the files are those of this version, and the articles' are tables alone: a view runs what its maker wrote."""
    if hashlib.sha256((work / SEAL).read_bytes()).hexdigest() != version or broken(work, True):
        return False
    try:
        address = (work / "base.sqlite").resolve().as_uri()
        with closing(sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True)) as opened:
            kinds = opened.execute("SELECT type, sql FROM sqlite_master").fetchall()
    except (OSError, sqlite3.Error):
        return False
    return all(
        kind in ("table", "index") and not str(sql or "").upper().startswith("CREATE VIRTUAL")
        for kind, sql in kinds
    )


def _checked(base: SharedBase) -> None:
    """Raise LibraryError for names that lead out of a base's folder, which no base has."""
    try:
        checked_name(base.name)
    except UsageError as error:
        raise LibraryError(
            f"A shared knowledge base is called {base.name!r}, which none can be.",
            f"Remove it: wherein kb unshare {shlex.quote(base.name)}",
        ) from error
    files = [file for file, _ in base.files]
    if not files or any(not _FILE.fullmatch(f) or f in (SHARED, SHARED + ".new") for f in files):
        raise LibraryError(
            f"The shared knowledge base {base.name} has a file that no base has, or none.",
            f"Remove it: wherein kb unshare {base.name}",
        )


def _keep_half(work: Path, half: Path) -> None:
    if work.is_dir() and not half.exists():
        work.replace(half)
    else:
        shutil.rmtree(work, ignore_errors=True)


def _receive(shelf: SharedBases, base: SharedBase, work: Path, on_progress: OnProgress) -> None:
    done = 0
    for file, size in base.files:
        path = work / file
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = path.stat().st_size // PART if path.exists() else 0
        with path.open("r+b" if path.exists() else "wb") as target:
            target.truncate(whole * PART)
            target.seek(whole * PART)
            done += whole * PART
            for number in range(whole, -(-size // PART)):
                part = shelf.part(base.version, file, number)
                if part is None:
                    raise LibraryError(
                        f"The knowledge base {base.name} was shared anew while it was fetched.",
                        f"Fetch it again: wherein kb fetch {base.name}",
                    )
                target.write(part)
                done += len(part)
                on_progress(min(done, base.bytes), base.bytes, "fetching")
            target.flush()
            os.fsync(target.fileno())
