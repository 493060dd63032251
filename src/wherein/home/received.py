"""Stores files that were sent to the server below the home, by content and name. Parses none."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from wherein.core.file_paths import is_device_name
from wherein.home.private_folder import make_private, restrict

_LONGEST_NAME_BYTES = 180
_SENDING_S = 3600
"""An incomplete file without writes for this many seconds is abandoned."""
# Characters that some file system forbids, that hide a file, or that change the direction of text.
_UNFIT = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]')


@dataclass(frozen=True, slots=True)
class ReceivedFiles:
    """The folder `files` of a home."""

    folder: Path

    def receive(self) -> Receiving:
        """A file that is being sent. Raises OSError."""
        make_private(self.folder.parent)  # of a member's folder, the one of all of them
        make_private(self.folder)
        handle, path = tempfile.mkstemp(prefix=".part-", dir=self.folder)
        return Receiving(self.folder, Path(path), handle)

    def left_over(self) -> list[Path]:
        """The completely received files, oldest first. Deletes incomplete ones."""
        for part in self.folder.glob(".part-*"):
            if time.time() - part.stat().st_mtime > _SENDING_S:
                part.unlink(missing_ok=True)
        files = [path for path in self.folder.glob("*/*") if path.is_file()]
        return sorted(files, key=lambda path: path.stat().st_mtime)

    def forget(self, source: str) -> None:
        """Delete a document's file if it is one of these; any other file stays."""
        path = Path(source)
        if path.parent.parent != self.folder or not path.is_file():
            return
        path.unlink()
        if not any(path.parent.iterdir()):
            path.parent.rmdir()


class Receiving:
    """Receives the bytes of one file. Without a call of `keep`, nothing is stored."""

    def __init__(self, folder: Path, part: Path, handle: int) -> None:
        self._folder = folder
        self._part = part
        self._file = os.fdopen(handle, "wb")
        self._hash = hashlib.sha256()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()
        self._part.unlink(missing_ok=True)

    def write(self, data: bytes) -> None:
        self._file.write(data)
        self._hash.update(data)

    def keep(self, name: str) -> Path:
        """Store the file and return its path; the same content under the same name is stored once."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        folder = self._folder / self._hash.hexdigest()[:16]
        make_private(folder)
        path = folder / fit_name(name)
        self._part.replace(path)
        restrict(path, 0o600)
        return path


def fit_name(name: str) -> str:
    """A name that every file system accepts, with the suffix of the given one; "file" where nothing is left."""
    clean = _UNFIT.sub("_", re.split(r"[/\\]", name)[-1]).strip(" .")
    stem, dot, ending = clean.rpartition(".")
    if not dot or len(ending) > 10:
        stem, dot, ending = clean, "", ""
    room = _LONGEST_NAME_BYTES - len((dot + ending).encode())
    fitting = (stem.encode()[:room].decode(errors="ignore") + dot + ending).rstrip(" .") or "file"
    return f"_{fitting}" if is_device_name(fitting) else fitting
