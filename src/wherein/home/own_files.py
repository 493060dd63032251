"""Recognises the home's own files, of which no document may be made: token, stores, settings. Reads none."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from wherein.core.errors import SourceForbidden


@dataclass(slots=True)
class OwnFiles:
    """The files of one home, recognised by path and, for hard links, by device and inode.

    Received files (`received`) are documents of the person and not the home's own. Paths are without links.
    """

    folder: Path
    received: Path
    _identities: set[tuple[int, int]] | None = field(default=None, repr=False)

    def has(self, path: Path) -> bool:
        """Whether the path lies in the home and is no received file."""
        return path.is_relative_to(self.folder) and not path.is_relative_to(self.received)

    def check(self, path: Path, status: os.stat_result) -> None:
        """Raise SourceForbidden for an own file, under its own name or another that leads to the same file."""
        if self.has(path) or (
            status.st_nlink > 1 and (status.st_dev, status.st_ino) in self._every()
        ):
            raise self.refusal(path)

    @staticmethod
    def refusal(path: Path) -> SourceForbidden:
        return SourceForbidden(
            f"{path} belongs to wherein's own home, and is never added.",
            "Add a document of your own.",
        )

    def _every(self) -> set[tuple[int, int]]:
        """(device, inode) of each own file, looked up once."""
        if self._identities is None:
            self._identities = set()
            for folder, folders, files in os.walk(self.folder):
                if Path(folder) == self.folder:
                    folders[:] = [name for name in folders if self.folder / name != self.received]
                for name in files:
                    status = os.lstat(Path(folder) / name)
                    self._identities.add((status.st_dev, status.st_ino))
        return self._identities
