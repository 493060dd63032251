"""Reports changes below a folder, from the events of the file system, through watchdog. Reads no files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from watchdog.events import FileSystemEvent, FileSystemEventHandler

if TYPE_CHECKING:
    from watchdog.observers.api import BaseObserver


class FolderEvents:
    """Receives the events of one folder and all folders below it. Links to other folders are not followed.

    Events can be missing: network drives send none, and a system limits how many folders it watches. So the caller
    also scans the folder from time to time.
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
        """Start to receive events, where the system allows it; do nothing if that has started already."""
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
        """Stop receiving events. Needed also when the folder has gone, since a folder that comes back needs a new start."""
        observer, self._observer = self._observer, None
        if observer is not None:
            observer.stop()
            observer.join()


class _Changes(FileSystemEventHandler):
    """Passes on events that change files, and drops those of a file that was only read."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change

    def dispatch(self, event: FileSystemEvent) -> None:
        if event.event_type in ("created", "modified", "moved", "deleted", "closed"):
            self._on_change()
