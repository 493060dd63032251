"""One writer at a time in a folder, across processes; gone with the process that held it."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import BinaryIO

from wherein.core.errors import LibraryError

PATIENCE_SECONDS = 10.0


class FolderLock:
    """An advisory lock on a file of the folder."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    def acquire(self) -> None:
        """Wait for the lock (held already: nothing happens); LibraryError when it stays taken."""
        if self._file is not None:
            return
        file = self._path.open("a+b")
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                _lock(file)
            except OSError as error:
                if time.monotonic() > deadline:
                    file.close()
                    raise LibraryError(
                        f"Another process is writing in {self._path.parent}.",
                        "Wait until it is done, then run the same command again.",
                    ) from error
                time.sleep(0.05)
            else:
                self._file = file
                return

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(file: BinaryIO) -> None:
    """Take the lock or raise OSError at once; closing the file gives it back."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
