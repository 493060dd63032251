"""The state of a file on the disk, by which a change is seen without reading it. Reads no content."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import stat
import time
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path
from typing import Self

RECENT_NS = 3_000_000_000
"""A file that changed less than this before it was looked at may change again without its times changing.

File systems count time in steps: two seconds on FAT, ten milliseconds on most others.
"""


@dataclass(frozen=True, slots=True)
class FileState:
    """What the file system said of a file at one moment.

    modified_ns: when its content was last written, which programs can set back.
    changed_ns: when its content, name or permissions last changed, which programs can't set (on Windows: its birth).
    inode: the number of the file itself, which another file under the same name does not have.
    seen_ns: when it was looked at. All times are in nanoseconds since 1970.
    machine: on which machine, by `this_machine`; "" for a state of an earlier version.
    """

    size_bytes: int
    modified_ns: int
    changed_ns: int
    inode: int
    seen_ns: int
    machine: str = ""

    @classmethod
    def of(cls, status: os.stat_result, now_ns: int | None = None) -> Self:
        seen = time.time_ns() if now_ns is None else now_ns
        return cls(
            status.st_size,
            status.st_mtime_ns,
            status.st_ctime_ns,
            status.st_ino,
            seen,
            this_machine(),
        )

    @classmethod
    def at(cls, path: str | Path) -> Self:
        """The state of the file at a path, links followed. Raises FileNotFoundError where nothing or no regular file is
        there, and OSError where it can't be looked at."""
        status = os.stat(path)  # noqa: PTH116 - the same for a text
        if not stat.S_ISREG(status.st_mode):
            raise FileNotFoundError(str(path))
        return cls.of(status)

    @property
    def is_elsewhere(self) -> bool:
        """Whether the file was looked at on another machine, so that it says nothing that it is not on this one."""
        return self.machine not in ("", this_machine())

    @property
    def is_settled(self) -> bool:
        """Whether any later change of the file would change its times."""
        return self.seen_ns - max(self.modified_ns, self.changed_ns) >= RECENT_NS

    def is_written_as(self, other: FileState) -> bool:
        """Whether size and time of writing are equal, which a change that hides itself can keep."""
        return (self.size_bytes, self.modified_ns) == (other.size_bytes, other.modified_ns)

    def is_the_same(self, other: FileState) -> bool:
        """Whether all is equal but the moment of looking."""
        same = self.changed_ns == other.changed_ns and self.inode == other.inode
        return same and self.is_written_as(other)

    def proves_unchanged(self, now: FileState) -> bool:
        """Whether a file that is `now` in this state has the content that it had in this one.

        False says nothing: only the content tells then. What can't be seen is a change of the same size after which all
        times are equal: by a clock that was set back, or by a program that writes through a memory map.
        """
        return self.is_settled and self.is_the_same(now)

    def packed(self) -> str:
        """The state as a text for a database."""
        return json.dumps(astuple(self))

    @classmethod
    def unpacked(cls, text: str) -> Self:
        return cls(*json.loads(text))


@cache
def this_machine() -> str:
    """What tells this machine from others, for a library that several share; it does not reveal the machine's name."""
    try:
        name = Path("/etc/machine-id").read_text("ascii").strip()
    except (OSError, ValueError):
        name = ""
    return hashlib.sha256(f"machine:{name or platform.node()}".encode()).hexdigest()[:12]
