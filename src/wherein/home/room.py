"""Detects a full disk or a folder that can't be written, and makes the error for it. Knows nothing of what is stored."""

from __future__ import annotations

import errno
import tempfile
from pathlib import Path

from wherein.core.errors import LibraryError, StorageFull

_FULL = frozenset((errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)))
_FORBIDDEN = frozenset((errno.EROFS, errno.EACCES, errno.EPERM))
_PROBE_BYTES = 65_536
"""The least space that SQLite needs to open a file: its shared memory has 32 kB."""


def is_full(error: OSError) -> bool:
    """Whether this error means that the disk or the person's quota is full."""
    return error.errno in _FULL


def has_room(folder: Path) -> bool:
    """Whether a little more can be written into a folder; also True where permissions forbid writing.

    It tries to write, since a count of free blocks does not show a quota.
    """
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as probe:
            for _ in range(_PROBE_BYTES // 4096):
                probe.write(b"\0" * 4096)
    except OSError as error:
        return not is_full(error)
    return True


def not_writable(folder: Path, what: str) -> LibraryError | None:
    """The error for a folder whose permissions or disk forbid new files; None where a file can be made.

    `what` is the name, for people, of the thing stored there.
    """
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        if error.errno in _FORBIDDEN:
            return LibraryError(
                f"The {what} in {folder} can't be written ({error.strerror}).",
                "Make the folder writable, or choose another home with --home.",
            )
    return None


def storage_full(folder: Path, kept: str) -> StorageFull:
    """The error for a folder on a full disk; `kept` is a clause of its sentence, on the state of the stored data."""
    return StorageFull(
        f"There is no room left on the disk; {kept}.",
        f"Free some space where {folder} lies, then try again.",
    )
