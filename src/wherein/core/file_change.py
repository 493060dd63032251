"""What became of a kept document's file since it was added. Values only."""

from __future__ import annotations

from enum import StrEnum


class FileChange(StrEnum):
    """The difference between a file and the copy of it that is kept."""

    CHANGED = "changed"
    """The file has another content."""
    GONE = "gone"
    """No file is at its path."""
    UNREADABLE = "unreadable"
    """The file was touched and can't be read, so that it may have another content."""


SENTENCE = {
    FileChange.CHANGED: "The file has changed since it was added.",
    FileChange.GONE: "The file is no longer where it was added.",
    FileChange.UNREADABLE: "The file can no longer be read.",
}
