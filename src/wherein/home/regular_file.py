"""Opens files that anyone may have put there or named, and reads small ones of the home. Never blocks."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

LARGEST_BYTES = 10_000_000


def opened_regular(path: Path) -> BinaryIO:
    """A file opened for reading. Raises OSError also for what is no regular file, since to open a named pipe the ordinary
    way waits for a writer for ever, and a device may have no end."""
    waits = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | waits))  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "It is not a regular file", str(path))
    return file


def read_regular(path: Path) -> str:
    """The text of a file in UTF-8.

    Raises OSError as `opened_regular`, and for a file of more than `LARGEST_BYTES`; UnicodeDecodeError, a ValueError, for
    other bytes.
    """
    with opened_regular(path) as file:
        data = file.read(LARGEST_BYTES + 1)
    if len(data) > LARGEST_BYTES:
        raise OSError(errno.EFBIG, "It is too large", str(path))
    return data.decode("utf-8")
