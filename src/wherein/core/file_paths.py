"""Paths and names of files as text, by the rules of Windows and of other systems. Reads no file system.

A library stores paths as the system wrote them, so each path shows which rules it follows.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath, PureWindowsPath

LONGEST_ON_WINDOWS = 259
"""Characters of a path that Windows opens unless long paths are switched on (MAX_PATH less the final zero)."""

_OF_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])", re.IGNORECASE)


def separator_of(path: str) -> str:
    """What separates the folders of an absolute path: a backslash where it begins with a drive or a share."""
    return "\\" if _OF_WINDOWS.match(path) else "/"


def parts_of(source: str) -> list[str]:
    """The folders and the last name of an absolute path or an address; joined by `separator_of` they give it back."""
    return source.split(separator_of(source))


def name_of(source: str) -> str:
    """The last name of a path or an address; "" where it ends with a separator."""
    return parts_of(source)[-1]


def is_device_name(name: str) -> bool:
    """Whether Windows reads a file name as a device, whatever its ending: `con`, `NUL.txt`, `com1 .pdf`."""
    return _DEVICE.fullmatch(name.partition(".")[0].rstrip(" ")) is not None


def is_portable(relative: str) -> bool:
    """Whether a path stays below the folder that it is joined to and can be written, on every system."""
    windows, posix = PureWindowsPath(relative), PurePosixPath(relative)
    if not windows.parts or windows.anchor or posix.anchor or ":" in relative:
        return False
    return not any(
        part == ".." or part.endswith((" ", ".")) or is_device_name(part) for part in windows.parts
    )


def is_too_long_for_windows(path: str) -> bool:
    """Whether Windows says of this path that it does not exist only because it is too long."""
    return separator_of(path) == "\\" and len(path) > LONGEST_ON_WINDOWS
