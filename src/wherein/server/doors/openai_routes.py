"""The routes of OpenAI's form: models, chat completions, embeddings. Turns requests into engine calls."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Generator, Iterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.answering.options import Options
from wherein.answering.stages.stream import AnswerStream
from wherein.core.document import Document
from wherein.core.errors import UnknownDocument, UsageError, WhereinError
from wherein.core.lifetime.cancellation import Cancellation
from wherein.core.text.readable import quoted
from wherein.encoding.registry import ENCODERS
from wherein.server.doors import openai_wire as wire
from wherein.server.doors.chat_programs import own_prompt
from wherein.server.doors.conversation import last_question
from wherein.server.doors.openai_form import (
    Message,
    chunks,
    completion,
    data,
    message_for_itself,
    message_of,
)
from wherein.server.guards.asker import Asker
from wherein.server.guards.leaving import EventStream, stopping, while_there
from wherein.server.guards.text_limit import check_size
from wherein.server.wire.error_form import error_body

LIBRARY = "wherein"
"""The model that is the whole library with all knowledge bases."""
_CHAT = "/v1/chat/completions"


def openai_routes(engine: Engine) -> APIRouter:
    """The routes over one engine."""
    router = APIRouter()
    created = int(time.time())
    # Read once: a server keeps the form that it was started with.
    form = engine.home.settings().openai_form

    @router.get("/v1/models", response_model=wire.ModelList, operation_id="models")
    def models() -> Response:
        """The library, its folders and the knowledge bases as models. `wherein/NAME` asks one document."""
        names = [LIBRARY, *(f"{LIBRARY}/{name}" for name in engine.scopes())]
        return JSONResponse({"object": "list", "data": [_model(name, created) for name in names]})

    @router.get("/v1/models/{model:path}", response_model=wire.Model, operation_id="model")
    def model(model: str) -> Response:
        """One model by its name."""
        _asked(engine, model)
        return JSONResponse(_model(model, created))

    @router.post(_CHAT, response_model=wire.ChatCompletion, operation_id="chat")
    async def chat(
        request: Request,
        asked: wire.ChatRequest,
        asker: Asker,
        wherein_form: Annotated[Literal["standard", "open-webui"] | None, Header()] = None,
    ) -> Response:
        """Ask the last user message, completed by the turns before it, with citations as `url_citation` annotations.

        With `stream`, server-sent events of `chat.completion.chunk`. `Wherein-Form: open-webui` sends
        each citation as the event that Open WebUI shows with its quote.
        """
        said = [(message.role, message.said()) for message in asked.messages]
        last = last_question(said)
        if last is None:
            raise UsageError("The last message is not a question.", "Send the user's message last.")
        question, turns = last
        own = own_prompt(
            [text for role, text in said if role in ("system", "developer")],
            question,
            next(text for role, text in said if role == "user"),
        )
        wants_usage = asked.stream_options is not None and bool(asked.stream_options.include_usage)
        open_webui = (wherein_form or form) == "open-webui"

        def usage(message: Message) -> dict[str, int]:
            prompt, said = engine.tokens(question), engine.tokens(message.content)
            total = prompt + said
            return {"prompt_tokens": prompt, "completion_tokens": said, "total_tokens": total}

        def streamed(message: Message) -> Iterator[str]:
            counts = usage(message) if wants_usage else None
            return chunks(message, asked.model, counts, open_webui)

        if own is not None:
            message = message_for_itself(own)
            if asked.stream:
                return StreamingResponse(streamed(message), media_type="text/event-stream")
            return JSONResponse(completion(message, asked.model, usage(message)))

        def answer(cancellation: Cancellation) -> Response:
            source, within = _asked(engine, asked.model)
            options = Options(asker=asker, turns=turns, within=within)
            stream = engine.stream(question, source, options)
            if asked.stream:
                next(
                    stream, None
                )  # a question that can't be asked gets an error, not half a stream
                return EventStream(_events(stream, streamed), stopping(request.app))
            message = message_of(stream.result())
            return JSONResponse(completion(message, asked.model, usage(message)))

        return await while_there(request, answer)

    @router.post("/v1/embeddings", response_model=wire.Embeddings, operation_id="embeddings")
    async def embeddings(request: Request, asked: wire.EmbeddingsRequest) -> Response:
        """Unit vectors of texts, by the encoder that `model` names. Closing the connection stops the work."""
        return await while_there(
            request, lambda cancellation: JSONResponse(_embeddings(engine, asked))
        )

    return router


def _embeddings(engine: Engine, asked: wire.EmbeddingsRequest) -> dict[str, Any]:
    texts = [asked.input] if isinstance(asked.input, str) else asked.input
    if not all(text.strip() for text in texts):
        raise UsageError("A text to embed is empty.", "Send at least one word in each text.")
    check_size(texts, "The input", "Send fewer or shorter texts at a time.")
    if asked.model not in (LIBRARY, *ENCODERS):
        raise _unknown_model(asked.model, f"Use one of: {', '.join((LIBRARY, *ENCODERS))}.")
    vectors = engine.encode(texts, None if asked.model == LIBRARY else asked.model)
    if asked.dimensions not in (None, vectors.shape[1]):
        raise UsageError(
            f"The vectors of {asked.model} have {vectors.shape[1]} dimensions.",
            "Leave out dimensions.",
        )
    tokens = sum(engine.tokens(text) for text in texts)
    rows: list[Any] = (
        [base64.b64encode(row.astype("<f4").tobytes()).decode() for row in vectors]
        if asked.encoding_format == "base64"
        else vectors.tolist()
    )
    return {
        "object": "list",
        "data": [
            {"object": "embedding", "index": index, "embedding": row}
            for index, row in enumerate(rows)
        ],
        "model": asked.model,
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
    }


def _model(name: str, created: int) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": created, "owned_by": "wherein"}


def _asked(engine: Engine, model: str) -> tuple[Document | None, tuple[str, ...]]:
    """The document that a model's name stands for, or the names of its scope; neither for the library.

    Raises UnknownDocument.
    """
    if model == LIBRARY:
        return None, ()
    prefix, slash, name = model.partition("/")
    if prefix != LIBRARY or not slash:
        raise _unknown_model(
            model,
            f"Use {LIBRARY} for the library, or {LIBRARY}/NAME for a document, folder, tag or base.",
        )
    try:
        return engine.kept(name), ()
    except UnknownDocument as unknown:
        try:
            return None, engine.kept_names((name,))
        except UnknownDocument:
            # Of the two this one also says which documents share the name.
            raise unknown from None


def _unknown_model(model: str, next_step: str) -> UnknownDocument:
    return UnknownDocument(f"There is no model {quoted(model, 100)}.", next_step)


def _events(stream: AnswerStream, streamed: Callable[[Message], Iterator[str]]) -> Generator[str]:
    """The chunks of the answer. Comments are sent during reading, which also detects closed connections."""
    try:
        for progress in stream:
            yield f": read {progress.read.fraction:.0%}\n\n"
        yield from streamed(message_of(stream.result()))
    except WhereinError as error:
        yield data(error_body(error.code, error.what, error.next_step, _CHAT))
    finally:
        stream.close()
