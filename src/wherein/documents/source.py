"""The source of a document: reads its bytes safely and derives the document's id. Parses nothing."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wherein.core.errors import (
    SourceError,
    SourceForbidden,
    SourceNotFound,
    SourceTooLarge,
    UsageError,
)
from wherein.core.file_paths import LONGEST_ON_WINDOWS, is_too_long_for_windows
from wherein.core.text.readable import quoted
from wherein.documents.file_state import FileState

if TYPE_CHECKING:
    from wherein.documents.page_lines.recognition import Recognition

LARGEST_BYTES = 200_000_000
STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """Bytes to parse, with their metadata.

    `name` is a file name or the last part of an address, as errors show it. `origin` is the path or
    address (or `-`) that the document is known by. `media_type` is the media type of the HTTP response, parameters
    included. `password` opens an encrypted PDF. `recognition` sets how pages without text are recognised; None leaves
    them out. `file` is the state of the file before it was read; None where it is no file.
    """

    data: bytes
    name: str
    origin: str
    media_type: str | None = None
    password: str | None = None
    recognition: Recognition | None = None
    file: FileState | None = None

    @property
    def address_or_name(self) -> str:
        """The whole web address where it came from one, else the name; the format is derived from it."""
        return self.origin if "://" in self.origin else self.name

    @property
    def charset(self) -> str | None:
        """The charset parameter of the media type (`text/html; charset=koi8-r`)."""
        for parameter in (self.media_type or "").split(";")[1:]:
            key, _, value = parameter.partition("=")
            if key.strip().lower() == "charset":
                return value.strip().strip('"') or None
        return None


def read_source(
    path: Path,
    *,
    largest_bytes: int = LARGEST_BYTES,
    links: bool = True,
    check: Callable[[os.stat_result], None] = lambda status: None,
) -> bytes:
    """The bytes of a whole file.

    Without `links`, the path must be absolute and no part of it may be a link. `check` gets the opened file's status,
    and may raise.

    Raises SourceNotFound, SourceForbidden, SourceTooLarge (over `largest_bytes`, before or while it
    is read), or SourceError when it is no regular file or changes its size while it is read.
    """
    check_name(path)
    try:
        with open(path, "rb", opener=_without_waiting if links else without_links) as file:
            status = os.fstat(file.fileno())
            if stat.S_ISDIR(status.st_mode):
                raise IsADirectoryError
            if not stat.S_ISREG(status.st_mode):
                raise SourceError(
                    f"{path} is not a regular file.", "Give a file, a folder, an address or -."
                )
            if status.st_size > largest_bytes:
                raise _too_large(path, largest_bytes)
            check(status)
            data = file.read(largest_bytes + 1)
    except OSError as error:
        raise _unreadable(path, error, links) from error
    if len(data) > largest_bytes:
        raise _too_large(path, largest_bytes)
    if len(data) < status.st_size:
        raise SourceError(
            f"{path} was cut short while it was read.", "Try again when nothing writes to it."
        )
    return data


def _unreadable(path: Path, error: OSError, links: bool) -> SourceError:
    """The error for a file that the system does not let us read; without `links`, for a link too."""
    if isinstance(error, FileNotFoundError):
        return _absent(path)
    if isinstance(error, PermissionError):
        return SourceForbidden(f"{path} may not be read.", "Give yourself permission to read it.")
    if isinstance(error, IsADirectoryError):
        return SourceError(f"{path} is a folder.", "Give one of the files in it.")
    if not links and error.errno in (errno.ELOOP, errno.ENOTDIR):
        return SourceForbidden(
            f"{path} has become a link, or a folder above it has.", "Give its path again."
        )
    return SourceError(
        f"{path} could not be read ({error.strerror or 'an error of the disk'}).", "Try it again."
    )


def _without_waiting(path: str, flags: int) -> int:
    """Open a file without waiting: opening a named pipe, which is refused later, would wait for a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


_SEES_LINKS = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")


def without_links(path: str, flags: int) -> int:
    """Open a file by an absolute path, folder by folder, so that a link placed meanwhile can't redirect it.

    Raises OSError for a part that is a link. Where the system does not support this, the path is opened directly.
    """
    if not _SEES_LINKS:
        return _without_waiting(path, flags)
    first, *folders, name = Path(path).parts
    # Entering a folder takes no right to list it.
    step = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW
    at = os.open(first, step)
    try:
        for folder in folders:
            below = os.open(folder, step, dir_fd=at)
            os.close(at)
            at = below
        waits = os.O_NONBLOCK | os.O_NOCTTY
        return os.open(name, flags | waits | os.O_NOFOLLOW, dir_fd=at)
    finally:
        os.close(at)


_ADDRESS = re.compile(r"(?<![^/])(?P<scheme>[a-z][a-z0-9+.-]+):/+(?P<rest>.+)", re.IGNORECASE)
_HOST = re.compile(
    r"(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|int|info|io|eu|uk|de|fr|it|es|nl|ch|at)",
    re.IGNORECASE,
)


def _absent(path: Path) -> SourceNotFound:
    """The error for a path that does not exist, as an address where it was typed as one."""
    address = _ADDRESS.search(str(path))
    if address is not None:  # a path has lost one of the two slashes
        return SourceNotFound(
            f"{address['scheme']}://{address['rest']} is neither a file nor a web address.",
            "Give an address that begins with http:// or https://, or save the document and give its path.",
        )
    return SourceNotFound(f"{path} does not exist.", _what_was_meant(path))


def _what_was_meant(path: Path) -> str:
    """The next step for a path that does not exist; some were typed as addresses without a scheme."""
    if is_too_long_for_windows(str(path)):
        return (
            f"Windows opens paths of up to {LONGEST_ON_WINDOWS} characters and this one has {len(str(path))}:"
            " move the file up, or switch on long paths."
        )
    if _HOST.fullmatch(path.name):
        return f"Check the path; for the web page write https://{path.name}"
    return "Check the path."


def check_name(path: Path) -> None:
    """Raise SourceError for a name that is not UTF-8, which can be neither stored nor printed."""
    try:
        str(path).encode()
    except UnicodeEncodeError as error:
        raise SourceError(f"The name of {path} is not UTF-8.", "Rename it.") from error


def path_of(source: str | Path) -> Path:
    """The absolute path, with `~` expanded and links followed; the file need not exist. Letters that a file name has in
    another composition are found.

    Raises UsageError for a text that can't be a path: an empty one, NUL, a name without bytes, one too long for the
    system, or the home of an unknown user.
    """
    if not str(source):
        raise UsageError("The path is empty.", "Name a file or a folder.")
    try:
        expanded = Path(source).expanduser()
    except RuntimeError as error:
        raise UsageError(
            f"{quoted(str(source))} names no user of this machine.", "Give the whole path."
        ) from error
    try:
        if not os.path.lexists(expanded):
            expanded = _as_written_on_disk(expanded)
        os.lstat(expanded)
        return Path(os.path.realpath(expanded))
    except ValueError as error:  # UnicodeEncodeError is one
        raise UsageError(
            f"{quoted(str(source))} has characters that a path can't have.", "Correct the path."
        ) from error
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise UsageError(
                f"{quoted(str(source))} is too long for a path.", "Correct the path."
            ) from error
    # Missing or not accessible; reading it gives the error.
    try:
        return Path(os.path.realpath(expanded))
    except OSError:
        return Path(os.path.abspath(expanded))  # noqa: PTH100 - without ".." as well


def _as_written_on_disk(path: Path) -> Path:
    """The path with each name as the disk has it, where the disk has it in another composition of the same letters
    ("ö" as one character, or as "o" with a mark, which other systems write). The path itself where there is none."""
    if str(path).isascii():
        return path
    found = Path(path.anchor)
    for part in path.parts[1:] if path.anchor else path.parts:
        beside = found / part
        if not os.path.lexists(beside) and not part.isascii():
            composed = unicodedata.normalize("NFC", part)
            try:
                names = [each.name for each in found.iterdir()]
            except OSError:
                return path
            same = [name for name in names if unicodedata.normalize("NFC", name) == composed]
            beside = found / (min(same) if same else part)
        found = beside
    return found


def _too_large(path: Path, largest_bytes: int) -> SourceTooLarge:
    return SourceTooLarge(
        f"{path} is larger than {largest_bytes // 1_000_000} MB.", "Split it into smaller files."
    )


def normalised(source: str) -> str:
    """The normalised source: an address unchanged, a path absolute and without links."""
    if "://" in source or source == STANDARD_INPUT:
        return source
    return str(path_of(source))


def document_id(source: str, data: bytes | None = None) -> str:
    """16 hexadecimal digits that stay the same when the content changes.

    They are a hash of the normalised source. Standard input (`-`) has no lasting source, so `data` is hashed instead;
    without it, ValueError is raised.
    """
    if source == STANDARD_INPUT:
        if data is None:
            raise ValueError("standard input is identified by its content")
        return hashlib.sha256(data).hexdigest()[:16]
    return id_at(normalised(source))


def id_at(source: str) -> str:
    """The id of a normalised source, also where a link has taken its place since."""
    return hashlib.sha256(source.encode("utf-8", "surrogateescape")).hexdigest()[:16]
