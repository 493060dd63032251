"""Writes a home's library, memory and received files into one file, and restores them from it, checked both times.

The file is a zip of the two SQLite stores, whichever store they came from, so that any version of wherein that knows them
can read it, and a person without wherein too.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from wherein.answering.moving.copying import Copied, OnProgress, copy_all
from wherein.core.errors import StorageFull, StoreDamaged, UsageError
from wherein.home.folder import Home, all_files, people_file
from wherein.home.private_folder import make_private_file
from wherein.home.regular_file import opened_regular
from wherein.home.room import is_full, storage_full

_MANIFEST = "backup.json"
_STORES = ("library.sqlite", "memory.sqlite")
_PEOPLE = "people.sqlite"
"""In a backup of a place that has people."""
_FILES = "files"
VERSION = 1


def back_up(home: Home, path: Path, on_progress: OnProgress = lambda a, b, c: None) -> Copied:
    """Write everything into a new file, readable by its owner only, whole or not at all. Raises UsageError where there is
    one, StorageFull or LibraryError.
    """
    if path.exists():
        raise UsageError(f"{path} is there already.", "Name a file that is not.")
    part = path.with_name(f".{path.name}.part")
    with (
        _room(path.parent),
        tempfile.TemporaryDirectory(dir=path.parent, prefix=".backup-") as made,
    ):
        copy = Home(Path(made))
        copied = copy_all(home, copy, on_progress)
        try:
            part.unlink(missing_ok=True)
            make_private_file(part)
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as packed:
                people = [_PEOPLE] if people_file(copy).exists() else []
                stores = (*_STORES, *people)
                hashes = {name: _pack(packed, copy.folder / name, name) for name in stores}
                for received in _received(all_files(home)):
                    name = f"{_FILES}/{received.relative_to(all_files(home)).as_posix()}"
                    hashes[name] = _pack(packed, received, name)
                manifest = {"wherein_backup": VERSION, "counts": asdict(copied), "sha256": hashes}
                packed.writestr(_MANIFEST, json.dumps(manifest, indent=1))
            _read(part)
            with part.open("rb") as written:
                os.fsync(written.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    return copied


def restore(path: Path, home: Home, on_progress: OnProgress = lambda a, b, c: None) -> Copied:
    """Bring everything in a backup into the home's library and memory, or its database's. What else is there stays.

    The whole file is checked before anything is changed. Raises UsageError for a file that is no backup, StoreDamaged for
    one that is cut short or changed, StorageFull or LibraryError.
    """
    manifest = _read(path)
    home.make_private()
    with (
        _room(home.folder),
        tempfile.TemporaryDirectory(dir=home.folder, prefix=".restore-") as made,
    ):
        with zipfile.ZipFile(path) as packed:
            for name in (one for one in (*_STORES, _PEOPLE) if one in manifest["sha256"]):
                with packed.open(name) as kept, (Path(made) / name).open("wb") as file:
                    shutil.copyfileobj(kept, file)
            for name in manifest["sha256"]:
                if name not in (*_STORES, _PEOPLE):
                    _put_received(packed, name, all_files(home))
        return copy_all(Home(Path(made)), home, on_progress)


def _read(path: Path) -> dict[str, Any]:
    """The manifest, once every part was found to be what it says."""
    try:
        with opened_regular(path) as file, zipfile.ZipFile(file) as packed:
            manifest: dict[str, Any] = json.loads(packed.read(_MANIFEST))
            hashes = manifest["sha256"]
            if manifest["wherein_backup"] > VERSION:
                raise UsageError(f"{path} was made by a newer wherein.", "Update wherein.")
            if not {*_STORES} <= hashes.keys():
                raise KeyError
            for name, expected in hashes.items():
                with packed.open(name) as kept:
                    digest = hashlib.sha256()
                    while data := kept.read(1_000_000):
                        digest.update(data)
                    if digest.hexdigest() != expected:
                        raise _damaged(path, f"{name} was changed")
            return manifest
    except FileNotFoundError as error:
        raise UsageError(f"There is no file {path}.", "Name a backup.") from error
    except OSError as error:
        raise UsageError(
            f"{path} could not be read ({error.strerror}).", "Name a backup."
        ) from error
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError) as error:
        raise _damaged(path, "it is cut short, or no backup of wherein") from error


def _damaged(path: Path, how: str) -> StoreDamaged:
    return StoreDamaged(
        f"{path} can't be restored ({how}).", "Use another backup; nothing was changed."
    )


def _pack(packed: zipfile.ZipFile, path: Path, name: str) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file, packed.open(name, "w", force_zip64=True) as kept:
        while data := file.read(1_000_000):
            digest.update(data)
            kept.write(data)
    return digest.hexdigest()


def _received(files: Path) -> list[Path]:
    """The files that were sent to the server, those of a team's members in folders of their own."""
    return sorted(path for form in ("*/*", "*/*/*") for path in files.glob(form) if path.is_file())


def _put_received(packed: zipfile.ZipFile, name: str, files: Path) -> None:
    """Put back a file that was sent to the server, where it is missing; its name can lead nowhere else."""
    top, _, rest = name.partition("/")
    parts = rest.split("/")
    target = files.joinpath(*parts)
    plain = len(parts) in (2, 3) and all(
        part not in ("", ".", "..") and Path(part).name == part for part in parts
    )
    if top != _FILES or not plain or target.exists():
        return
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with packed.open(name) as kept, target.open("wb") as file:
        shutil.copyfileobj(kept, file)


@contextmanager
def _room(folder: Path) -> Iterator[None]:
    try:
        yield
    except StorageFull:
        raise
    except OSError as error:
        if is_full(error):
            raise storage_full(folder, "the library and the memory are as they were") from error
        raise UsageError(
            f"The folder {folder} can't be used ({error.strerror}).", "Name another place."
        ) from error
