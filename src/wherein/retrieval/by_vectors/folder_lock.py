"""Allows one writer at a time in a folder, across processes. The end of a process releases its lock."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wherein.core.errors import LibraryError

if TYPE_CHECKING:
    from filelock import BaseFileLock

PATIENCE_SECONDS = 10.0


class FolderLock:
    """An advisory lock on a file of the folder, shared by the threads of this process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: BaseFileLock | None = None

    def acquire(self) -> None:
        """Wait for the lock; does nothing where it is already held. Raises LibraryError after a time-out."""
        if self._lock is not None:
            return
        from filelock import FileLock, Timeout

        lock = FileLock(self._path, timeout=PATIENCE_SECONDS, thread_local=False)
        try:
            lock.acquire()
        except Timeout as error:
            raise LibraryError(
                f"Another process is writing in {self._path.parent}.",
                "Wait until it is done, then run the same command again.",
            ) from error
        self._lock = lock

    def release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None
