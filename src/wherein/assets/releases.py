"""Which release a feed names, looked at only when a person asks: one file, `release.json`, in a folder or at an address. Installs nothing."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.core.errors import SourceError, SourceNotFound
from wherein.core.text.readable import quoted
from wherein.core.text.reason import reason_of
from wherein.documents.fetch import fetch, is_url
from wherein.home.regular_file import read_regular

FEED = "release.json"
_MOST_BYTES = 64 * 1024
_SECONDS = 20.0
_MOST_NOTES = 1_000
"""Characters of the notes that are shown."""
_VERSION = re.compile(r"\d{1,6}(?:\.\d{1,6}){0,3}")


@dataclass(frozen=True, slots=True)
class Release:
    """The newest release of a feed: its version, as in 0.2.0, and what the feed says of it."""

    version: str
    notes: str = ""

    def is_newer_than(self, version: str) -> bool:
        """Compare version numbers part by part; a missing part is 0, so that 0.2 equals 0.2.0."""
        return _numbers(self.version) > _numbers(version)


def newest_release(feed: str) -> Release:
    """The release that a feed names: a file, a folder or an address, the last two with `release.json` below them.

    Raises SourceError where it can't be had or is no feed of wherein.
    """
    text = _text(feed)
    try:
        form: Any = json.loads(text)
    except ValueError:
        form = None
    if not isinstance(form, dict) or form.get("product") != "wherein":
        raise _no_feed(feed, "it is no release.json of wherein")
    version, notes = form.get("version"), form.get("notes", "")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise _no_feed(feed, "it names no version")
    return Release(version, notes[:_MOST_NOTES] if isinstance(notes, str) else "")


def _text(feed: str) -> str:
    if is_url(feed):
        address = feed if feed.endswith(".json") else f"{feed.rstrip('/')}/{FEED}"
        data = fetch(address, private=True, most_bytes=_MOST_BYTES, seconds=_SECONDS).data
        return data.decode("utf-8", "replace")
    path = Path(feed).expanduser()
    try:
        return read_regular(path / FEED if path.is_dir() else path)[:_MOST_BYTES]
    except FileNotFoundError as error:
        raise SourceNotFound(f"There is no release feed at {quoted(feed, 200)}.", "Name a folder, a file or an address that has one.") from error  # fmt: skip
    except (OSError, UnicodeDecodeError) as error:
        raise _no_feed(feed, reason_of(error)) from error


def _no_feed(feed: str, why: str) -> SourceError:
    return SourceError(
        f"The release feed {quoted(feed, 200)} can't be used: {why}.",
        "Ask whoever gave you the address for that of a release.json.",
    )


def _numbers(version: str) -> tuple[int, ...]:
    found = _VERSION.match(version)
    numbers = [int(part) for part in found.group().split(".")] if found else [0]
    return tuple(numbers + [0] * (4 - len(numbers)))
