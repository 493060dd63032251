"""The route of answers in a language model's own words, from places that the client names. Keeps nothing."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.answering.question.writing import SourcePlace
from wherein.core.errors import UsageError
from wherein.core.lifetime.cancellation import Cancellation
from wherein.core.span import Span
from wherein.reading.generative.written_answer import WrittenAnswer
from wherein.server.guards.leaving import while_there
from wherein.server.wire import wire
from wherein.server.wire.json_form import Json, form


def writing_routes(engine: Engine) -> APIRouter:
    """The route over one engine."""
    router = APIRouter()

    @router.post(
        "/v1/write",
        response_model=wire.WriteResponse,
        operation_id="write",
        responses={502: {"model": wire.ErrorResponse}},
    )
    async def write(request: Request, wanted: wire.WriteRequest) -> Response:
        """An answer that the language model of the settings writes from these places, each sentence with the numbers of
        those that it cites, from 1.

        A sentence is `supported` where one of them has its words, names and numbers; that compares words, not meaning.
        Without a model in the settings the request is refused. 502: the model can't be reached, or says nothing that
        can be read.
        """
        writer = engine.writer
        if writer is None:
            raise UsageError(
                "No language model is set up.",
                "Name one in the settings, and start the server again.",
            )
        places = [SourcePlace(s.document, _span(s)) for s in wanted.sources]

        def written(cancellation: Cancellation) -> Response:
            return JSONResponse(_written_json(writer.write(wanted.question, places)))

        return await while_there(request, written)

    return router


def _written_json(written: WrittenAnswer) -> Json:
    return form(
        wire.WriteResponse,
        model=written.model,
        unknown=written.unknown,
        sentences=[
            form(
                wire.WireWrittenSentence,
                text=one.text,
                sources=list(one.sources),
                supported=one.supported,
            )
            for one in written.sentences
        ],
        milliseconds=round(written.seconds * 1000, 1),
    )


def _span(source: wire.WireSource) -> Span:
    if source.end <= source.start:
        raise UsageError("A source ends before it begins.", "Send its start and its end.")
    return Span(source.start, source.end)
