"""Whether a disk is full or a folder can't be written, and the error that tells it. Knows how the system says so, and nothing of what is kept."""

from __future__ import annotations

import errno
import tempfile
from pathlib import Path

from wherein.core.errors import LibraryError, StorageFull

_FULL = frozenset((errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)))
_FORBIDDEN = frozenset((errno.EROFS, errno.EACCES, errno.EPERM))
_PROBE_BYTES = 65_536
"""What SQLite needs at the least to open a file: its shared memory has 32 kB."""


def is_full(error: OSError) -> bool:
    """Whether this error says that the disk, or the person's share of it, is full."""
    return error.errno in _FULL


def has_room(folder: Path) -> bool:
    """Whether a little can be written into a folder; True where something else forbids it.

    Writes and sees: a quota is in no count of free blocks.
    """
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as probe:
            for _ in range(_PROBE_BYTES // 4096):
                probe.write(b"\0" * 4096)
    except OSError as error:
        return not is_full(error)
    return True


def not_writable(folder: Path, what: str) -> LibraryError | None:
    """The error for a folder that no file can be made in, by its permissions or those of its disk; None where one can.

    `what` is what a person calls the thing that is kept there.
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
    """The error for a folder whose disk is full; `kept` says what of its content there is."""
    return StorageFull(
        f"There is no room left on the disk; {kept}.",
        f"Free some space where {folder} lies, then run the same command again.",
    )
