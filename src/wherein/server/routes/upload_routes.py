"""The routes by which the app adds files and typed addresses, and follows their state."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.answering.library.sources import NO_ADDRESSES
from wherein.core.errors import LibraryError, SourceForbidden, UsageError
from wherein.documents.fetch import is_url
from wherein.home.received import ReceivedFiles
from wherein.home.room import is_full, storage_full
from wherein.server.guards.gate import IDENTITY, SESSION, UPLOADS
from wherein.server.guards.whose import note
from wherein.server.operations.quotas import Place, RoomQuota
from wherein.server.routes.intake import Intake, Job
from wherein.server.wire import wire
from wherein.server.wire.json_form import Json, form

_FILE_AS_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def upload_routes(engine: Engine, intake: Intake, room: RoomQuota) -> APIRouter:
    """The routes over one engine's library; `intake` adds what they receive, if `room` has room for it."""
    router = APIRouter()
    _add_upload(router, engine, intake, room)
    _add_page(router, engine, intake, room)
    _add_adding(router, intake)
    return router


def _add_upload(router: APIRouter, engine: Engine, intake: Intake, room: RoomQuota) -> None:
    """Add the route that receives a file."""
    received = ReceivedFiles(engine.home.files)

    @router.post(
        UPLOADS,
        response_model=wire.WireJob,
        operation_id="upload",
        openapi_extra=_FILE_AS_BODY,
    )
    async def upload(request: Request, name: Annotated[wire.Name, Query(min_length=1)]) -> Response:
        """Add one file, whose bytes are the body; `/v1/adding` reports the outcome.

        The file is stored below the home folder until its document is removed; an unreadable file is not stored. A file
        that still waits when the server ends is added when it starts again.
        """
        expected = request.headers.get("content-length", "0")
        size = int(expected) if expected.isdigit() else 0
        with await run_in_threadpool(room.place, size) as place:
            path = await _received(request, engine, received, place, name)
            return JSONResponse(_job_json(intake.submit(name, str(path))))


async def _received(
    request: Request, engine: Engine, received: ReceivedFiles, place: Place, name: str
) -> Path:
    """Receive a request's body as a file with this name, in the place that it has."""
    try:
        engine.home.make_private()
        with received.receive() as file:
            async for data in request.stream():
                place.received(len(data))  # it may be sent in pieces of an unknown number
                file.write(data)
            return file.keep(name)
    except OSError as error:
        if is_full(error):
            raise storage_full(engine.home.folder, "the file was not kept") from error
        raise LibraryError(
            f"The file cannot be kept in {engine.home.files} ({error.strerror}).",
            "Choose another folder with --home.",
        ) from error


def _add_page(router: APIRouter, engine: Engine, intake: Intake, room: RoomQuota) -> None:
    """Add the route that takes a web address."""

    @router.post("/v1/pages", response_model=wire.WireJob, operation_id="addPage")
    def page(request: Request, wanted: wire.AddPageRequest) -> Response:
        """Fetch and add one web address; addresses inside this network are refused.

        The app's own page may always do so, since a person typed the address; a program with the token, and a member of
        a team, only where the settings allow it (`fetch_urls`).
        """
        if not is_url(wanted.url):
            raise UsageError(
                "This is not a web address.", "Give one that begins with https:// or http://."
            )
        who = request.scope.get(IDENTITY)
        is_own_app = request.scope.get(SESSION, False) and (who is None or who.may_manage)
        if not is_own_app and not engine.home.settings().fetch_urls:
            raise SourceForbidden(*NO_ADDRESSES)
        with room.place():
            note(request, wanted.url)
            return JSONResponse(_job_json(intake.submit(wanted.url, wanted.url)))


def _add_adding(router: APIRouter, intake: Intake) -> None:
    """Add the routes of what is being added."""

    @router.get("/v1/adding", response_model=wire.AddingResponse, operation_id="adding")
    def adding(since: Annotated[int, Query(ge=0)] = 0) -> Response:
        """The files and addresses received since the server started, or only those that changed after `since`, the
        `change` of an earlier reply.
        """
        change, jobs = intake.jobs(since)
        return JSONResponse(
            {"began": intake.began, "change": change, "jobs": [_job_json(job) for job in jobs]}
        )

    @router.delete("/v1/adding", response_model=wire.AddingResponse, operation_id="cancelAdding")
    def cancel(done: Annotated[bool, Query()] = False) -> Response:
        """Cancel the waiting jobs; with `done`, instead remove finished jobs from the list."""
        if done:
            intake.clear()
        else:
            intake.cancel()
        return adding()


def _job_json(job: Job) -> Json:
    return form(
        wire.WireJob,
        number=job.number,
        name=job.name,
        state=str(job.state),
        reason=job.reason or None,
    )
