"""The routes that ask and search: a question to a document, a text or the library, answered whole or as a stream."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.attempts.stream import AnswerStream
from wherein.answering.engine import Engine, InlineText
from wherein.answering.options import Options
from wherein.answering.stages.progress import Progress
from wherein.core.document import Document
from wherein.core.errors import SourceForbidden, UsageError, WhereinError
from wherein.core.lifetime.cancellation import Cancellation, checked
from wherein.documents.fetch import is_url
from wherein.server.guards.asker import Asker
from wherein.server.guards.leaving import EventStream, stopping, while_there
from wherein.server.guards.text_limit import check_size
from wherein.server.wire import wire
from wherein.server.wire.error_form import error_body
from wherein.server.wire.json_form import follow_up_json, hits_json, progress_json, result_json


def asking_routes(engine: Engine) -> APIRouter:
    """The routes over one engine's questions."""
    router = APIRouter()

    @router.post("/v1/ask", response_model=wire.AskResponse, operation_id="ask")
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
        options = _options(engine, asked, asker)

        def answer(cancellation: Cancellation) -> Response:
            stream = engine.stream(asked.question, _source(engine, asked), options)
            if "text/event-stream" in accept:
                # A question that can't be asked gets an error, not half a stream.
                first = next(stream, None)
                return EventStream(_events(first, stream), stopping(request.app))
            return JSONResponse(result_json(stream.result()))

        return await while_there(request, answer)

    _add_search(router, engine)
    return router


def _add_search(router: APIRouter, engine: Engine) -> None:
    """Add the routes that read no document: how a question is understood, and the passages with its words."""

    @router.post(
        "/v1/understand", response_model=wire.UnderstandResponse, operation_id="understand"
    )
    def understand(request: wire.UnderstandRequest) -> Response:
        """The question as understood after earlier turns, without asking it."""
        turns = tuple(turn.turn() for turn in request.turns)
        return JSONResponse(follow_up_json(engine.understand(request.question, turns)))

    @router.post("/v1/search", response_model=wire.SearchResponse, operation_id="search")
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


def _options(engine: Engine, asked: wire.AskRequest, asker: str) -> Options:
    return Options(
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
