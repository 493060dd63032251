"""The folders that the server follows while it runs, their states, and their routes. Scans only through `Watch`."""

from __future__ import annotations

import math
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.answering.library.adding import Failure
from wherein.answering.library.folder_events import FolderEvents
from wherein.answering.library.permitted import Permitted
from wherein.answering.library.watching import (
    SETTLED_S,
    Scan,
    Watch,
    least_pause_after,
    pause_after,
)
from wherein.core.errors import SourceNotFound, UnknownName, UsageError, WhereinError
from wherein.core.lifetime.cancellation import Cancellation, Cancelled
from wherein.documents.isolation.failure import as_failure
from wherein.documents.source import path_of
from wherein.server.wire import wire
from wherein.server.wire.json_form import Json, form

FILE = "watching.json"
"""In the home: the folders that were switched on, which the next server follows too."""
EVERY_S = 5.0
CLOSING_S = 5.0
MOST_FOLDERS = 100
MOST_FAILED = 100
"""Most files of one folder that are listed with their reason."""


class WatchState(StrEnum):
    WAITING = "waiting"  # for its first scan
    SCANNING = "scanning"
    WATCHED = "watched"
    MISSING = "missing"  # its documents are kept
    TROUBLE = "trouble"


@dataclass
class WatchedFolder:
    """One folder. `done` of `of` files of the running scan were looked into; `failed` are those that could not be added.
    It is scanned when it is `due`, and before that, but not before the `earliest`, where an event tells of a change."""

    watch: Watch
    events: FolderEvents
    wanted: threading.Event
    state: WatchState = WatchState.WAITING
    reason: str = ""
    documents: int = 0
    done: int = 0
    of: int = 0
    due: float = 0.0
    earliest: float = 0.0
    failed: dict[str, Failure] = field(default_factory=dict)

    def changed(self) -> None:
        """Something in the folder has changed."""
        self.due = min(self.due, max(self.earliest, time.monotonic() + SETTLED_S))

    def take(self, scan: Scan) -> None:
        """Keep what a scan says of the files that failed."""
        for source in (*scan.added, *scan.removed):
            self.failed.pop(source, None)
        self.failed.update({failure.source: failure for failure in scan.failed})
        self.failed = {s: f for s, f in self.failed.items() if Path(s).exists()}


class WatchedFolders:
    """Follows folders in one thread, one after the other. Threads may share it."""

    def __init__(
        self, engine: Engine, every_s: float = EVERY_S, stopping: Cancellation | None = None
    ) -> None:
        """`stopping` is cancelled where the server stops and does not wait for the file that is being read."""
        self._engine = engine
        self._server_stops = Cancellation() if stopping is None else stopping
        self._every_s = every_s
        self._lock = threading.Lock()
        self._folders: dict[str, WatchedFolder] = {}
        self._wake = threading.Event()
        self._closing = False
        self._thread: threading.Thread | None = None

    def resume(self) -> None:
        """Follow the folders that were switched on before the server ended."""
        for folder in self._engine.home.read_list(FILE, "folders"):
            self._begin(folder)

    def follow(self, folder: Path) -> None:
        """Follow a folder from now on. Raises UsageError for what is no folder, and for too many."""
        folder = path_of(folder)
        if not folder.is_dir():
            raise UsageError(f"{folder} is not a folder.", "Give the whole path of a folder.")
        if self._engine.home.own_files().has(folder / "any"):
            raise UsageError(
                f"{folder} belongs to wherein's own home.", "Give a folder of your documents."
            )
        with self._lock:
            others = [Path(name) for name in self._folders if name != str(folder)]
        if len(others) >= MOST_FOLDERS:
            raise UsageError(
                f"{len(others)} folders are watched already.", "Stop watching one of them."
            )
        within = next((other for other in others if folder.is_relative_to(other)), None)
        if within is not None:
            raise UsageError(
                f"{folder} is watched already, with {within}.", "Stop watching that one first."
            )
        self._begin(str(folder))
        self._write()

    def remove(self, folder: str) -> None:
        """Follow a folder no longer; its documents stay. Raises UnknownName for one that is not followed."""
        with self._lock:
            gone = self._folders.pop(folder, None)
        if gone is None:
            raise UnknownName(f"{folder} is not watched.", "See the list of watched folders.")
        gone.wanted.clear()
        gone.events.close()
        self._write()

    def permitted(self) -> Permitted:
        """What the settings allow a request to name, as they are now."""
        home = self._engine.home
        return Permitted.by_settings(home.settings().add_folders, home.folder)

    def folders(self) -> list[WatchedFolder]:
        with self._lock:
            return list(self._folders.values())

    def close(self) -> None:
        """Stop after the file that is being read; the next server goes on."""
        self._closing = True
        for folder in self.folders():
            folder.wanted.clear()
            folder.events.close()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(CLOSING_S)

    def _begin(self, name: str) -> None:
        wanted = threading.Event()
        wanted.set()
        with self._lock:
            if name in self._folders or self._closing:
                return
            folder = WatchedFolder(
                self._engine.watch(
                    name,
                    lambda done, of, source: self._progress(name, done, of),
                    lambda: not wanted.is_set(),
                ),
                FolderEvents(Path(name), lambda: self._changed(name)),
                wanted,
            )
            self._folders[name] = folder
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="watched", daemon=True)
                self._thread.start()
        self._wake.set()

    def _write(self) -> None:
        with self._lock:
            self._engine.home.write_list(FILE, "folders", list(self._folders))

    def _progress(self, name: str, done: int, of: int) -> None:
        folder = self._folders.get(name)
        if folder is not None:
            folder.done, folder.of = done, of

    def _changed(self, name: str) -> None:
        folder = self._folders.get(name)
        if folder is not None:
            folder.changed()
            self._wake.set()

    def _run(self) -> None:
        with suppress(Cancelled), self._server_stops.bound():
            self._follow()

    def _follow(self) -> None:
        while not self._closing:
            self._wake.clear()
            for folder in self.folders():
                if folder.due <= time.monotonic():
                    self._scan(folder)
            waits = [folder.due - time.monotonic() for folder in self.folders()]
            self._wake.wait(max(0.0, min([self._every_s / 5, *waits])))

    def _scan(self, folder: WatchedFolder) -> None:
        began = time.monotonic()
        first = folder.state is WatchState.WAITING
        folder.state, folder.done, folder.of = WatchState.SCANNING, 0, 0
        folder.events.start()
        if not folder.wanted.is_set():  # removed meanwhile
            folder.events.close()
        folder.due = math.inf  # an event of what changes from here on brings it forward
        try:
            self.permitted().check(folder.watch.folder)  # the settings may allow it no longer
            scan = folder.watch.scan()
            folder.take(scan)
            if first or scan.added or scan.removed:
                folder.documents = folder.watch.documents
        except SourceNotFound as error:
            folder.events.close()
            folder.state, folder.reason = WatchState.MISSING, str(error)
        except WhereinError as error:
            folder.state, folder.reason = WatchState.TROUBLE, str(error)
        except Exception as error:  # the others are followed all the same
            folder.state = WatchState.TROUBLE
            folder.reason = str(as_failure(error, str(folder.watch.folder)))
        else:
            folder.state, folder.reason = WatchState.WATCHED, ""
        now = time.monotonic()
        folder.earliest = now + least_pause_after(now - began)
        folder.due = max(
            folder.earliest, min(folder.due, now + pause_after(now - began, self._every_s))
        )


def watched_routes(watched: WatchedFolders) -> APIRouter:
    """The routes over the folders that one server follows."""
    router = APIRouter()

    @router.get("/v1/watched", response_model=wire.WatchedResponse, operation_id="watched")
    def listed() -> Response:
        """The folders that are followed, how each stands, and which of their files could not be added."""
        return JSONResponse({"folders": [_folder_json(folder) for folder in watched.folders()]})

    @router.post("/v1/watched", response_model=wire.WatchedResponse, operation_id="watch")
    def watch(wanted: wire.WatchRequest) -> Response:
        """Follow a folder of this machine that is below the folders in the settings, now and whenever the server runs.

        What it added from the folder changes, moves and goes with it; what a person added is never touched.
        """
        watched.follow(watched.permitted().path(wanted.folder))
        return listed()

    @router.delete("/v1/watched", response_model=wire.WatchedResponse, operation_id="unwatch")
    def unwatch(folder: Annotated[wire.Name, Query()]) -> Response:
        """Follow a folder no longer; its documents stay in the library."""
        watched.remove(folder)
        return listed()

    return router


def _folder_json(folder: WatchedFolder) -> Json:
    failed = sorted(folder.failed.values(), key=lambda failure: failure.source)
    return form(
        wire.WireWatched,
        folder=str(folder.watch.folder),
        state=folder.state.value,
        documents=folder.documents,
        done=folder.done,
        of=folder.of,
        failures=len(failed),
        failed=[{"source": f.source, "reason": f.reason} for f in failed[:MOST_FAILED]],
        reason=folder.reason or None,
    )
