"""Verifies that a base's files are unchanged since it was built, with checksums stored beside them.

A damaged trie or word index can crash the process that maps it, and a changed number in a flat file leads to another
article. So a base is verified before it is used: sizes always, and all bytes where a file's times differ from those
of the last verification. Interprets no file.

    seal.json       {"format": n, "files": {path: [bytes, CRC-32]}}, written once, when the base is built
    compared.json   {path: [bytes, time of the content, time of the file]}, of the last comparison
"""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

SEAL = "seal.json"
COMPARED = "compared.json"
SHARED = "shared.json"
"""In a copy of a base that a team shares: which one it is a copy of. Written beside the base, and changes."""
_ARTICLES = "base.sqlite"
_AT_ONCE = 1 << 20


def seal(folder: Path) -> None:
    """Store the checksums of the files of a base in `folder`, once they are complete."""
    files = {name: [(folder / name).stat().st_size, _sum(folder / name)] for name in _names(folder)}
    (folder / SEAL).write_text(json.dumps({"format": _format(folder), "files": files}), "ascii")
    _keep(folder, {name: _times(folder / name) for name in files})


def broken(folder: Path, thoroughly: bool = False) -> list[str]:
    """The files of a base that differ from the built ones; none for a base without checksums.

    `thoroughly` compares every byte, whatever the times are. Bases from older versions have no checksums.
    """
    try:
        kept = json.loads((folder / SEAL).read_text("ascii"))
        files: dict[str, list[int]] = dict(kept["files"])
        if kept["format"] != _format(folder):
            del files[_ARTICLES]  # a newer wherein has changed its tables
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return [SEAL]
    before = {} if thoroughly else _compared(folder)
    whole: dict[str, list[int]] = {}
    for name, (size, checksum) in files.items():
        path = folder / name
        with suppress(OSError):  # an unreadable file counts as damaged
            times = _times(path)
            if times[0] == size and (times == before.get(name) or _sum(path) == checksum):
                whole[name] = times
    if whole != before:
        _keep(folder, whole)
    return [name for name in files if name not in whole]


def sealed_files(folder: Path) -> dict[str, int]:
    """The files of an intact base, each with its checksum; they are computed where they are none of today's tables."""
    try:
        kept = json.loads((folder / SEAL).read_text("ascii"))
        is_todays = kept["format"] == _format(folder)
    except FileNotFoundError:
        is_todays = False  # built by an older wherein
    if not is_todays:
        seal(folder)
        kept = json.loads((folder / SEAL).read_text("ascii"))
    return {name: checksum for name, (_, checksum) in kept["files"].items()}


def _names(folder: Path) -> list[str]:
    """The files that never change: all but the seal's own, locks, and SQLite's log."""
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file()
        and not path.name.startswith(".")
        and path.name not in (SEAL, COMPARED, SHARED)
        and not path.name.endswith(("-wal", "-shm"))
    )


def _sum(path: Path) -> int:
    checksum = 0
    with path.open("rb") as file:
        while some := file.read(_AT_ONCE):
            checksum = zlib.crc32(some, checksum)
    return checksum


def _times(path: Path) -> list[int]:
    status = path.stat()
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns]


def _format(folder: Path) -> int:
    """The version of the tables (SQLite's `user_version`, at byte 60 of the file)."""
    with (folder / _ARTICLES).open("rb") as file:
        file.seek(60)
        return int.from_bytes(file.read(4), "big")


def _compared(folder: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        kept = json.loads((folder / COMPARED).read_text("ascii"))
        if isinstance(kept, dict):
            return kept
    return {}


def _keep(folder: Path, times: dict[str, list[int]]) -> None:
    # Where it can't be written (a full disk, a folder of somebody else's), all is compared again.
    with suppress(OSError):
        beside = folder / (COMPARED + ".new")
        beside.write_text(json.dumps(times), "ascii")
        beside.replace(folder / COMPARED)
