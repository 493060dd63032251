"""Decides which files of this machine an HTTP request may add. Reads none of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wherein.core.errors import SourceForbidden, UsageError
from wherein.core.text.readable import quoted
from wherein.documents.source import path_of


@dataclass(frozen=True, slots=True)
class Permitted:
    """Files below `folders` may be added, except hidden ones and those below `home`, which holds the token.

    All paths are absolute and without links.
    """

    folders: tuple[Path, ...]
    home: Path

    @classmethod
    def by_settings(cls, folders: Sequence[str], home: Path) -> Permitted:
        """From the setting `add_folders`. Raises UsageError when one of them can't be a path."""
        return cls(tuple(path_of(folder) for folder in folders), path_of(home))

    def path(self, source: str) -> Path:
        """The path that a request names, checked. Raises UsageError or SourceForbidden."""
        if not self.folders:
            raise SourceForbidden(
                f"{quoted(source)} would be a file of the server, and you may not add those.",
                "Send the file itself: POST /v1/uploads.",
            )
        if not Path(source).is_absolute():
            raise UsageError(
                f"{quoted(source)} is not an absolute path." if source else "A path is empty.",
                "Send whole paths, as in /home/me/papers.",
            )
        path = path_of(source)
        self.check(path)
        return path

    def check(self, path: Path) -> None:
        """Raise SourceForbidden unless this path may be added. The path need not exist."""
        below = [path.relative_to(f).parts for f in self.folders if path.is_relative_to(f)]
        if not below:
            raise SourceForbidden(
                f"{path} is not below a folder that requests may add.",
                "Add it from the terminal with wherein add, or allow its folder with add_folders in"
                " config.toml.",
            )
        is_hidden = all(any(part.startswith(".") for part in parts) for parts in below)
        if is_hidden or self.is_home(path):
            raise SourceForbidden(
                f"{path} is hidden, and requests may not add it.",
                "Add it from the terminal with wherein add.",
            )

    def is_home(self, path: Path) -> bool:
        """True for the home folder and everything below it."""
        return path.is_relative_to(self.home)
