"""The routes of the library's list: its documents, adding, changing and removing them. Shows no document."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.core.lifetime.cancellation import Cancellation
from wherein.server.guards.leaving import to_its_end
from wherein.server.wire import wire
from wherein.server.wire.json_form import documents_json, entry_json, summary_json


def library_routes(engine: Engine) -> APIRouter:
    """The routes over the list of one engine's documents."""
    router = APIRouter()

    @router.get("/v1/documents", response_model=wire.DocumentsResponse, operation_id="documents")
    def documents() -> Response:
        """The library's documents, oldest first."""
        return JSONResponse(documents_json(engine.documents()))

    @router.post("/v1/documents", response_model=wire.AddResponse, operation_id="addDocuments")
    async def add(request: Request, wanted: wire.AddRequest) -> Response:
        """Add files and folders of this machine that are below the folders in the settings, and addresses where
        the settings allow it. Closing the connection stops after the current file; added documents stay."""

        def added(cancellation: Cancellation) -> Response:
            began = time.perf_counter()
            summary = engine.add(
                *wanted.sources,
                prune=wanted.prune,
                typed=False,
                stopped=lambda: cancellation.is_cancelled,
            )
            milliseconds = round((time.perf_counter() - began) * 1000, 1)
            return JSONResponse(summary_json(summary, milliseconds))

        return await to_its_end(request, added)

    @router.patch("/v1/documents", response_model=wire.WireDocument, operation_id="changeDocument")
    def change(document: Annotated[wire.Name, Query()], given: wire.ChangeRequest) -> Response:
        """Set a document's title or tags, which it keeps when it is read again."""
        entry = engine.entry(document)
        if given.title is not None:
            entry = engine.rename(entry.document, given.title)
        if given.tags is not None:
            entry = engine.tag(entry.document, given.tags)
        return JSONResponse(entry_json(entry))

    @router.delete(
        "/v1/documents", response_model=wire.RemoveResponse, operation_id="removeDocument"
    )
    def remove(document: Annotated[wire.Name, Query()]) -> Response:
        """Remove a document by its id; the file itself stays."""
        return JSONResponse({"removed": entry_json(engine.remove(document))})

    return router
