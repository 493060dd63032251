"""Tells that something below a folder has changed, by the events of the file system, through watchdog. Reads no files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from watchdog.events import FileSystemEvent, FileSystemEventHandler

if TYPE_CHECKING:
    from watchdog.observers.api import BaseObserver


class FolderEvents:
    """Follows one folder with all folders below it. Links to other folders are not followed.

    Events make a change known sooner and promise nothing: network drives send none, and a system may have no room for a
    very large folder, whose events are then not followed. So a caller looks at the folder from time to time as well.
    """

    def __init__(self, folder: Path, on_change: Callable[[], None]) -> None:
        """`on_change` is called in another thread, for each event."""
        self._folder = folder
        self._on_change = on_change
        self._observer: BaseObserver | None = None

    @property
    def running(self) -> bool:
        return self._observer is not None

    def start(self) -> None:
        """Follow the folder from now on, where the system can; nothing happens if it is followed already."""
        if self._observer is not None:
            return
        from watchdog.observers import Observer

        observer = Observer()
        observer.daemon = True
        try:
            observer.schedule(_Changes(self._on_change), str(self._folder), recursive=True)
            observer.start()
        except OSError:  # the folder has gone, or the system follows no more folders
            return
        self._observer = observer

    def close(self) -> None:
        """Follow it no longer, as when the folder has gone: its events would not come back with it."""
        observer, self._observer = self._observer, None
        if observer is not None:
            observer.stop()
            observer.join()


class _Changes(FileSystemEventHandler):
    """Passes on what changes files, and not that a file was read."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change

    def dispatch(self, event: FileSystemEvent) -> None:
        if event.event_type in ("created", "modified", "moved", "deleted", "closed"):
            self._on_change()
