"""Reads small files of the home that anyone may have put there. Never blocks."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

LARGEST_BYTES = 10_000_000


def read_regular(path: Path) -> str:
    """The text of a file in UTF-8.

    Raises OSError also for what is no regular file, since to open a named pipe the ordinary way waits for a writer for
    ever, and for one of more than `LARGEST_BYTES`; UnicodeDecodeError, a ValueError, for other bytes.
    """
    waits = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | waits)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "It is not a regular file", str(path))
        data = file.read(LARGEST_BYTES + 1)
    if len(data) > LARGEST_BYTES:
        raise OSError(errno.EFBIG, "It is too large", str(path))
    return data.decode("utf-8")
