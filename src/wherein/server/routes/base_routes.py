"""The routes of knowledge bases: list, build, update, remove, and browse titles. Builds one at a time."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.articles.bases import SAMPLE, VITAL, Bases
from wherein.answering.engine import Engine
from wherein.answering.library.permitted import Permitted
from wherein.core.errors import UsageError
from wherein.core.lifetime.cancellation import Cancellation, Cancelled
from wherein.documents.isolation.failure import as_failure
from wherein.knowledge.building import checked_name
from wherein.server.wire import wire
from wherein.server.wire.json_form import Json, form


class _Cancelled(Exception):
    """The person cancelled the build."""


@dataclass
class Building:
    """The running or last build. `state` is "building", "done", "failed" or "cancelled"."""

    name: str
    state: str = "building"
    done: int = 0
    of: int | None = None
    doing: str = "reading"
    reason: str | None = None
    wanted: bool = True


class Builder:
    """Builds bases of one engine's home, one at a time, in a thread."""

    def __init__(self, engine: Engine, stopping: Cancellation | None = None) -> None:
        """`stopping` is cancelled where the server stops and does not wait for the article that is being read."""
        self._engine = engine
        self._server_stops = Cancellation() if stopping is None else stopping
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self.building: Building | None = None

    def begin(self, name: str, source: str) -> None:
        """Start a build. Raises UsageError while another one is running."""
        with self._lock:
            if self.building is not None and self.building.state == "building":
                raise UsageError(
                    f"The knowledge base {self.building.name} is being made.",
                    "Wait until it is done, or stop it.",
                )
            self.building = Building(name)
            self._thread = threading.Thread(
                target=self._run, args=(self.building, source), name="bases", daemon=True
            )
            self._thread.start()

    def stop(self) -> None:
        """Stop the build. What was read is kept; a new build of the same base continues."""
        if self.building is not None:
            self.building.wanted = False

    def close(self) -> None:
        self.stop()
        if self._thread is not None:
            self._thread.join(5)

    def _run(self, building: Building, source: str) -> None:
        with suppress(Cancelled), self._server_stops.bound():
            self._build(building, source)

    def _build(self, building: Building, source: str) -> None:
        def progress(done: int, of: int | None, doing: str) -> None:
            if not building.wanted:
                raise _Cancelled
            building.done, building.of, building.doing = done, of, doing

        try:
            if source:
                self._engine.bases.make(building.name, source, on_progress=progress)
            else:
                self._engine.bases.update(building.name, on_progress=progress)
        except _Cancelled:
            building.state = "cancelled"
        except Exception as error:
            building.reason = str(as_failure(error, building.name))
            building.state = "failed"
        else:
            building.state = "done"


def base_routes(engine: Engine, builder: Builder) -> APIRouter:
    """The routes over one engine's home."""
    router = APIRouter()

    @router.get("/v1/bases", response_model=wire.BasesResponse, operation_id="bases")
    def listed() -> Response:
        """The knowledge bases, the damage of some, and the running build."""
        return JSONResponse(_bases_json(engine.bases, builder.building))

    @router.get(
        "/v1/bases/estimate", response_model=wire.EstimateResponse, operation_id="estimateBase"
    )
    def estimate(source: Annotated[wire.Name, Query(min_length=1)]) -> Response:
        """The estimated cost of a base of a source; reads and fetches nothing."""
        cost = engine.bases.estimate(_permitted(engine, source))
        return JSONResponse(
            form(
                wire.EstimateResponse,
                bytes=cost.bytes,
                articles=cost.articles,
                seconds=cost.seconds,
                fetched=source == VITAL,
            )
        )

    @router.post("/v1/bases", response_model=wire.BasesResponse, operation_id="makeBase")
    def make(wanted: wire.BaseRequest) -> Response:
        """Build a base of a source (a path of this machine, `sample` or `vital`); without a source, rebuild it from its
        own. An existing base of that name answers until the new one is complete."""
        name = checked_name(wanted.name)
        builder.begin(name, _permitted(engine, wanted.source) if wanted.source else "")
        return listed()

    @router.delete("/v1/bases", response_model=wire.BasesResponse, operation_id="removeBase")
    def remove(name: Annotated[wire.Name, Query()]) -> Response:
        """Remove a base, or stop its running build; what was read is kept."""
        building = builder.building
        if building is not None and building.state == "building" and building.name == name:
            builder.stop()
        else:
            engine.bases.remove(name)
        return listed()

    _add_titles(router, engine)
    return router


def _add_titles(router: APIRouter, engine: Engine) -> None:
    """Add the route that browses a base."""

    @router.get("/v1/bases/titles", response_model=wire.TitlesResponse, operation_id="baseTitles")
    def titles(
        name: Annotated[wire.Name, Query()],
        begins: Annotated[wire.Text, Query(max_length=500)] = "",
        after: Annotated[wire.Name, Query()] = "",
        limit: Annotated[int, Query(ge=1, le=500)] = 100,
    ) -> Response:
        """Titles of a base in order: those with the prefix `begins` that come after the title `after`."""
        return JSONResponse({"titles": engine.bases.titles(name, begins, after, limit)})


def _permitted(engine: Engine, source: str) -> str:
    """A source that a request may name. Raises UsageError or SourceForbidden."""
    if source in (SAMPLE, VITAL):
        return source
    settings = engine.home.settings()
    return str(Permitted.by_settings(settings.add_folders, engine.home.folder).path(source))


def _bases_json(found: Bases, building: Building | None) -> Json:
    return form(
        wire.BasesResponse,
        bases=[
            form(
                wire.WireBase,
                name=info.name,
                articles=info.articles,
                bytes=info.bytes,
                built=info.built,
                searchable=info.words is not None,
                sources=[
                    " · ".join(filter(None, (o.source, o.snapshot, o.licence, o.attribution)))
                    for o in info.origins
                ],
            )
            for info in found.installed()
        ],
        damaged=[{"name": name, "reason": said} for name, said in found.damaged().items()],
        unfinished=found.unfinished(),
        building=None
        if building is None
        else form(
            wire.WireBuilding,
            name=building.name,
            state=building.state,
            done=building.done,
            of=building.of,
            doing=building.doing,
            reason=building.reason,
        ),
    )
