"""The routes: requests to engine calls, results to JSON or a stream. Holds no state but the engine."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import FastAPI, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from wherein.answering.engine import Engine, InlineText
from wherein.answering.options import Options
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stream import AnswerStream
from wherein.core.document import Document
from wherein.core.errors import (
    AssetMissing,
    EncryptedDocument,
    ExtraMissing,
    LanguageModelError,
    LibraryError,
    NotPermitted,
    ParseError,
    SourceError,
    SourceForbidden,
    StorageFull,
    TextTooLarge,
    UnknownDocument,
    UnknownName,
    UsageError,
    WhereinError,
)
from wherein.core.lifetime.cancellation import Cancellation, checked
from wherein.core.text.readable import readable
from wherein.documents.fetch import is_url
from wherein.server.doors.mcp_http import McpRoute
from wherein.server.doors.openai_routes import openai_routes
from wherein.server.guards.asker import Asker
from wherein.server.guards.gate import SPEECH, Gate
from wherein.server.guards.leaving import EventStream, stopping, to_its_end, while_there
from wherein.server.guards.queue import Queue
from wherein.server.guards.sign_in import SignIn
from wherein.server.guards.text_limit import check_size
from wherein.server.routes.app_routes import app_routes
from wherein.server.routes.base_routes import Builder, base_routes
from wherein.server.routes.document_routes import document_routes
from wherein.server.routes.export_routes import export_routes
from wherein.server.routes.intake import Intake
from wherein.server.routes.memory_routes import memory_routes
from wherein.server.routes.speech_routes import speech_routes
from wherein.server.routes.table_routes import table_routes
from wherein.server.routes.upload_routes import upload_routes
from wherein.server.routes.watched_folders import WatchedFolders, watched_routes
from wherein.server.routes.writing_routes import writing_routes
from wherein.server.wire import wire
from wherein.server.wire.error_form import error_body
from wherein.server.wire.json_form import (
    documents_json,
    entry_json,
    follow_up_json,
    hits_json,
    progress_json,
    result_json,
    summary_json,
)
from wherein.server.wire.malformed import what_is_wrong

if (
    TYPE_CHECKING
):  # older releases that the bound allows may lack it, and take the argument as one more
    from fastapi.telemetry import TelemetryConfig

# The most specific class first.
_STATUS: tuple[tuple[type[WhereinError], int], ...] = (
    (UnknownName, 404),
    (NotPermitted, 403),
    (TextTooLarge, 413),
    (UsageError, 400),
    (UnknownDocument, 404),
    (SourceForbidden, 403),
    (SourceError, 422),
    (EncryptedDocument, 422),
    (ParseError, 422),
    (StorageFull, 507),
    (ExtraMissing, 501),
    (AssetMissing, 501),
    (LanguageModelError, 502),
    (LibraryError, 500),
    (WhereinError, 500),
)
# Else FastAPI reports every request, with its path and errors, to whatever OpenTelemetry provider the process has.
_NO_TELEMETRY: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}
_SHOWN = 100
"""Most characters of a request's path or key in an error."""
_ERRORS: dict[int | str, dict[str, Any]] = {
    code: {"model": wire.ErrorResponse} for code in (400, 401, 403, 404, 413, 422, 429, 500, 503)
}


def create_app(
    engine: Engine, token: str | Callable[[], str], sign_in: SignIn | None = None
) -> FastAPI:
    """The application over one engine; every path except /v1/health and the web app's own files requires the
    token or the app's cookie. `token` may be a function that returns the current token. `sign_in` makes the links that
    set the cookie. Close `state.intake`, `state.builder` and
    `state.watched` when done."""
    sign_in = sign_in or SignIn(token)
    app = FastAPI(
        title="wherein",
        version=version("wherein"),
        description="Ask a page, a file or a library; get the answer marked in its place.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        responses=_ERRORS,
        telemetry=_NO_TELEMETRY,
    )
    app.state.stopping = Cancellation()
    app.add_middleware(Queue)
    app.add_middleware(Gate, token=token, sign_in=sign_in)
    app.add_exception_handler(WhereinError, _error_response)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Exception, _unforeseen)

    @app.get("/openapi.json", include_in_schema=False)
    async def described() -> Response:
        """The OpenAPI description of all routes."""
        return JSONResponse(app.openapi())

    @app.get("/v1/health", response_model=wire.HealthResponse, operation_id="health")
    async def health() -> Response:
        """Whether the server runs, and its version. The only path without a token."""
        return JSONResponse({"status": "ok", "version": version("wherein")})

    @app.post("/v1/ask", response_model=wire.AskResponse, operation_id="ask")
    async def ask(
        request: Request,
        asked: wire.AskRequest,
        asker: Asker,
        accept: Annotated[str, Header(include_in_schema=False)] = "",
    ) -> Response:
        """Ask a document, a text or the library.

        With `Accept: text/event-stream`, `found` events come as answers are found, then one
        `result` event with the object that is otherwise the response, or one `error` event.
        Closing the connection stops the work.
        """
        options = Options(
            limit=asked.limit,
            memory=asked.memory == "on",
            asker=asker,
            since=asked.since,
            until=asked.until,
            whole=asked.whole,
            caution=asked.caution,
            turns=tuple(turn.turn() for turn in asked.turns),
            as_typed=asked.as_typed,
            within=engine.kept_names(asked.within),
        )

        def answer(cancellation: Cancellation) -> Response:
            stream = engine.stream(asked.question, _source(engine, asked), options)
            if "text/event-stream" in accept:
                # A question that can't be asked gets an error, not half a stream.
                first = next(stream, None)
                return EventStream(_events(first, stream), stopping(request.app))
            return JSONResponse(result_json(stream.result()))

        return await while_there(request, answer)

    @app.post("/v1/understand", response_model=wire.UnderstandResponse, operation_id="understand")
    def understand(request: wire.UnderstandRequest) -> Response:
        """The question as understood after earlier turns, without asking it."""
        turns = tuple(turn.turn() for turn in request.turns)
        return JSONResponse(follow_up_json(engine.understand(request.question, turns)))

    @app.post("/v1/search", response_model=wire.SearchResponse, operation_id="search")
    def search(request: wire.SearchRequest) -> Response:
        """Passages that match the words; no reader runs."""
        source = engine.kept(request.document).id if request.document is not None else None
        hits = engine.search(
            request.query,
            source,
            request.limit,
            since=request.since,
            until=request.until,
            within=engine.kept_names(request.within),
        )
        notes = engine.search_notes() if source is None else ()
        return JSONResponse(hits_json(hits, engine.labels(hits), notes))

    @app.get("/v1/documents", response_model=wire.DocumentsResponse, operation_id="documents")
    def documents() -> Response:
        """The library's documents, oldest first."""
        return JSONResponse(documents_json(engine.documents()))

    @app.post("/v1/documents", response_model=wire.AddResponse, operation_id="addDocuments")
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

    @app.patch("/v1/documents", response_model=wire.WireDocument, operation_id="changeDocument")
    def change(document: Annotated[wire.Name, Query()], given: wire.ChangeRequest) -> Response:
        """Set a document's title or tags, which it keeps when it is read again."""
        entry = engine.entry(document)
        if given.title is not None:
            entry = engine.rename(entry.document, given.title)
        if given.tags is not None:
            entry = engine.tag(entry.document, given.tags)
        return JSONResponse(entry_json(entry))

    @app.delete("/v1/documents", response_model=wire.RemoveResponse, operation_id="removeDocument")
    def remove(document: Annotated[wire.Name, Query()]) -> Response:
        """Remove a document by its id; the file itself stays."""
        return JSONResponse({"removed": entry_json(engine.remove(document))})

    app.include_router(document_routes(engine))
    app.include_router(export_routes(engine))
    app.include_router(table_routes(engine))
    app.state.intake = intake = Intake(engine, app.state.stopping)
    app.include_router(upload_routes(engine, intake))
    app.state.builder = builder = Builder(engine, app.state.stopping)
    app.include_router(base_routes(engine, builder))
    app.state.watched = watched = WatchedFolders(engine, stopping=app.state.stopping)
    app.include_router(watched_routes(watched))
    app.include_router(writing_routes(engine))
    app.include_router(memory_routes(engine))
    app.include_router(app_routes(engine, sign_in, token))
    app.include_router(openai_routes(engine))
    app.include_router(speech_routes(engine))
    app.router.routes.append(Route("/mcp", McpRoute(engine), include_in_schema=False))
    return app


def _source(engine: Engine, request: wire.AskRequest) -> InlineText | Document | None:
    if request.document is not None and request.text is not None:
        raise UsageError("Both a document and a text were sent.", "Send one of them.")
    if request.text is not None:
        check_size(
            [request.text], "The text", "Add the document from the terminal, then ask it by its id."
        )
        blocks = tuple(block.block() for block in checked(request.blocks or ()))
        return InlineText(request.text, request.title, request.url, blocks)
    if request.blocks is not None:
        raise UsageError("Blocks were sent without a text.", "Send the text they belong to.")
    if request.document is not None:
        return engine.kept(request.document)
    if request.url:
        if not is_url(request.url):
            raise SourceForbidden(
                "The url is not an http or https address.",
                "Send the page's text, or a document's id.",
            )
        return engine.read(request.url, typed=False)
    return None


def _events(first: Progress | None, stream: AnswerStream) -> Generator[str]:
    """Server-sent events (HTML Living Standard, 9.2): one named event per state."""
    try:
        if first is not None:
            yield _event("found", progress_json(first))
        for progress in stream:
            yield _event("found", progress_json(progress))
        yield _event("result", result_json(stream.result()))
    except WhereinError as error:
        yield f"event: error\ndata: {json.dumps(error_body(error.code, error.what, error.next_step))}\n\n"
    finally:
        stream.close()


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def _error_response(request: Request, error: Exception) -> Response:
    assert isinstance(error, WhereinError)
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    return _refusal(request, status, error.code, error.what, error.next_step)


def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _refusal(request, 400, "usage", "The body is not JSON.", "Send a JSON object.")
    path = ".".join(str(part) for part in first["loc"] if part != "body" and "[" not in str(part))
    where = readable(path[:_SHOWN]) or "the body"
    is_speech = request.url.path.startswith(SPEECH)
    message = what_is_wrong(first, is_file=is_speech and "UploadFile" in first["msg"])
    what = f"The request is not right at {where}: {message}."
    if is_speech:
        return _refusal(request, 400, "usage", what, "See docs/doors.md: the form is OpenAI's.")
    return _refusal(request, 400, "usage", what, "See openapi.json.")


def _refused(request: Request, error: Exception) -> Response:
    """The response for requests that the framework refuses: an unknown path or method, or a malformed body."""
    assert isinstance(error, HTTPException)
    if error.status_code not in (404, 405):
        what, next_step = "The body cannot be read.", "Send a JSON object in UTF-8."
        if request.headers.get("content-type", "").startswith("multipart/"):
            next_step = "Send a whole form, as `curl -F file=@QUESTION.wav` does."
        return _refusal(request, error.status_code, "usage", what, next_step)
    what = f"There is no {request.method[:_SHOWN]} {request.url.path[:_SHOWN]}."
    if error.status_code == 404:
        return _refusal(request, 404, "path", what, "See openapi.json.")
    paths = request.app.openapi()["paths"]
    if (path := request.scope["path"]) in paths:
        allowed = ", ".join(sorted(method.upper() for method in paths[path]))
    else:  # a path with a name in it, which has one method
        allowed = (error.headers or {}).get("Allow", "GET")
    next_step = f"This path has {allowed}; see openapi.json."
    refusal = _refusal(request, 405, "path", what, next_step)
    refusal.headers["Allow"] = allowed
    return refusal


def _unforeseen(request: Request, error: Exception) -> Response:
    what, next_step = "Something failed that should not.", "See what the server printed."
    return _refusal(request, 500, "error", what, next_step)


def _refusal(request: Request, status: int, code: str, what: str, next_step: str) -> JSONResponse:
    return JSONResponse(error_body(code, what, next_step, request.url.path), status)
