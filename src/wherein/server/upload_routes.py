"""The routes by which the app adds: a file that is sent, an address that a person typed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.adding import Summary
from wherein.answering.engine import Engine
from wherein.core.errors import LibraryError, UsageError
from wherein.documents.fetch import is_url
from wherein.home.received import ReceivedFiles
from wherein.home.room import is_full, storage_full
from wherein.server import wire
from wherein.server.gate import UPLOADS
from wherein.server.json_form import summary_json
from wherein.server.leaving import while_there


def upload_routes(engine: Engine) -> APIRouter:
    """The routes over one engine's library."""
    router = APIRouter()
    received = ReceivedFiles(engine.home.files)

    @router.post(
        UPLOADS,
        response_model=wire.AddResponse,
        operation_id="upload",
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {
                    "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
                },
            }
        },
    )
    async def upload(
        request: Request, name: Annotated[wire.Text, Query(min_length=1, max_length=10_000)]
    ) -> Response:
        """Add one file, whose bytes are the body. It is kept below the home folder until its document
        is removed; a file that cannot be read leaves nothing behind."""
        began = time.perf_counter()
        try:
            engine.home.make_private()
            with received.receive() as file:
                async for data in request.stream():
                    file.write(data)
                path = file.keep(name)
        except OSError as error:
            if is_full(error):
                raise storage_full(engine.home.folder, "the file was not kept") from error
            raise LibraryError(
                f"The file cannot be kept in {engine.home.files} ({error.strerror}).",
                "Choose another folder with --home.",
            ) from error

        def added(left: Callable[[], bool]) -> Response:
            summary = engine.add(path, stopped=left)
            if not (summary.added or summary.unchanged):
                received.forget(str(path))
            return _response(summary, began)

        return await while_there(request, added)

    @router.post("/v1/pages", response_model=wire.AddResponse, operation_id="addPage")
    async def page(request: Request, wanted: wire.AddPageRequest) -> Response:
        """Fetch one web address and add it; addresses inside this network are never fetched."""
        began = time.perf_counter()
        if not is_url(wanted.url):
            raise UsageError(
                "This is not a web address.", "Give one that begins with https:// or http://."
            )

        def added(left: Callable[[], bool]) -> Response:
            return _response(engine.add(wanted.url, typed=False, fetch=True, stopped=left), began)

        return await while_there(request, added)

    return router


def _response(summary: Summary, began: float) -> Response:
    return JSONResponse(summary_json(summary, round((time.perf_counter() - began) * 1000, 1)))
