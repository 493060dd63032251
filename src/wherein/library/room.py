"""Whether a disk is full. Knows how the system says so, and who else may mean it; tells nobody."""

from __future__ import annotations

import errno
import tempfile
from pathlib import Path

_FULL = frozenset((errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)))
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
