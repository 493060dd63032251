"""Makes folders and files that only their owner can open. Knows nothing of their content."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def make_private(folder: Path) -> None:
    """Make a folder and its parents, private; an existing folder of this user becomes private too. Raises OSError.

    Folders with the sticky bit (`/tmp`) and the root keep their permissions.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if not folder.stat().st_mode & stat.S_ISVTX and folder != Path(folder.anchor):
        restrict(folder, 0o700)


def make_private_file(path: Path) -> None:
    """Make an empty private file, or make an existing file private. Raises OSError."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        restrict(path, 0o600)


def restrict(path: Path, mode: int) -> None:
    """Remove every permission outside of `mode` from a file or folder of this user. Raises OSError."""
    status = path.stat()
    # Only the owner may change it; who shares another's folder uses it as it is.
    if stat.S_IMODE(status.st_mode) & ~mode and (os.name == "nt" or status.st_uid == os.getuid()):
        path.chmod(stat.S_IMODE(status.st_mode) & mode)


def overwrite(path: Path) -> None:
    """Write zeros over a file and remove it. Raises OSError."""
    left = path.stat().st_size
    with path.open("r+b") as file:
        while left > 0:
            left -= file.write(bytes(min(left, 1 << 20)))
        file.flush()
        os.fsync(file.fileno())
    path.unlink()
