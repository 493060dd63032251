"""A lock that shows to all threads and processes that a writer is active. Knows no document and no index."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from wherein.core.errors import LibraryError
from wherein.home.private_folder import make_private_file
from wherein.home.room import is_full, storage_full


class WritersMark:
    """A lock on an empty file. Several holders may share it, and the end of a process releases it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock, shared with other holders. Raises LibraryError."""
        with self._opened() as file:
            _share(file)
            yield

    @contextmanager
    def held_if_alone(self) -> Iterator[bool]:
        """Hold the lock and yield True, or yield False where another holder has it. Raises LibraryError."""
        with self._opened() as file:
            is_alone = _take(file)
            if is_alone:
                _share(file)  # others that come now need not wait
            yield is_alone

    @contextmanager
    def _opened(self) -> Iterator[BinaryIO]:
        try:
            make_private_file(self._path)
            file = self._path.open("r+b")
        except OSError as error:
            if is_full(error):
                raise storage_full(
                    self._path.parent, "what was kept is as it was before"
                ) from error
            raise LibraryError(
                f"The file {self._path} cannot be used ({error.strerror}).",
                "Check that the folder is yours to write to, or choose another one with --home.",
            ) from error
        with file:  # closing it gives the lock back
            yield file


if sys.platform == "win32":
    import msvcrt

    _PLACES = 64
    """Number of bytes to lock, one for each holder; the file may be shorter."""

    def _share(file: BinaryIO) -> None:
        _unlock(file)
        for place in range(_PLACES):
            file.seek(place)
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            except OSError:
                continue
            return

    def _take(file: BinaryIO) -> bool:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, _PLACES)
        except OSError:
            return False
        return True

    def _unlock(file: BinaryIO) -> None:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, _PLACES)
        except OSError:
            return  # it was not locked

else:
    import fcntl

    def _share(file: BinaryIO) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_SH)

    def _take(file: BinaryIO) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
