"""The routes of OpenAI's form: models, chat completions, embeddings. Turns requests into engine calls."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.responses import Response

from wherein.answering.attempts.stream import AnswerStream
from wherein.answering.engine import Engine
from wherein.answering.options import Options
from wherein.core.document import Document
from wherein.core.errors import UnknownDocument, UsageError, WhereinError
from wherein.core.lifetime.cancellation import Cancellation
from wherein.core.text.readable import quoted
from wherein.core.turn import Turn
from wherein.encoding.registry import ENCODERS
from wherein.server.doors import openai_wire as wire
from wherein.server.doors.chat_programs import OwnPrompt, own_prompt
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
    _add_models(router, engine)
    _add_chat(router, engine)
    _add_embeddings(router, engine)
    return router


def _add_models(router: APIRouter, engine: Engine) -> None:
    """Add the routes of what can be asked."""
    created = int(time.time())

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


def _add_chat(router: APIRouter, engine: Engine) -> None:
    """Add the route that asks."""
    # Read once: a server keeps the form that it was started with.
    form = engine.home.settings().openai_form

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
        asked_chat = _AskedChat.of(asked, (wherein_form or form) == "open-webui")
        if asked_chat.own is not None:
            return _own_reply(engine, asked_chat, asked_chat.own)

        def answer(cancellation: Cancellation) -> Response:
            source, within = _asked(engine, asked.model)
            options = Options(asker=asker, turns=asked_chat.turns, within=within)
            stream = engine.stream(asked_chat.question, source, options)
            if asked.stream:
                next(stream, None)  # an error here comes before the stream begins
                streamed = partial(_chunks, engine, asked_chat)
                return EventStream(_events(stream, streamed), stopping(request.app))
            return _whole_reply(engine, asked_chat, message_of(stream.result()))

        return await while_there(request, answer)


@dataclass(frozen=True, slots=True)
class _AskedChat:
    """A request with the question in it. `own` is the chat program's own prompt, where it asks for a title or the like."""

    request: wire.ChatRequest
    question: str
    turns: tuple[Turn, ...]
    own: OwnPrompt | None
    open_webui: bool

    @classmethod
    def of(cls, asked: wire.ChatRequest, open_webui: bool) -> _AskedChat:
        """Raises UsageError where the last message is no question."""
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
        return cls(asked, question, turns, own, open_webui)


def _own_reply(engine: Engine, asked: _AskedChat, own: OwnPrompt) -> Response:
    """The reply to a chat program's own prompt, which asks no document."""
    message = message_for_itself(own)
    if asked.request.stream:
        return StreamingResponse(_chunks(engine, asked, message), media_type="text/event-stream")
    return _whole_reply(engine, asked, message)


def _whole_reply(engine: Engine, asked: _AskedChat, message: Message) -> Response:
    return JSONResponse(completion(message, asked.request.model, _usage(engine, asked, message)))


def _chunks(engine: Engine, asked: _AskedChat, message: Message) -> Iterator[str]:
    options = asked.request.stream_options
    wants_usage = options is not None and bool(options.include_usage)
    counts = _usage(engine, asked, message) if wants_usage else None
    return chunks(message, asked.request.model, counts, asked.open_webui)


def _usage(engine: Engine, asked: _AskedChat, message: Message) -> dict[str, int]:
    prompt, said = engine.tokens(asked.question), engine.tokens(message.content)
    return {"prompt_tokens": prompt, "completion_tokens": said, "total_tokens": prompt + said}


def _add_embeddings(router: APIRouter, engine: Engine) -> None:
    """Add the route of texts as vectors."""

    @router.post("/v1/embeddings", response_model=wire.Embeddings, operation_id="embeddings")
    async def embeddings(request: Request, asked: wire.EmbeddingsRequest) -> Response:
        """Unit vectors of texts, by the encoder that `model` names. Closing the connection stops the work."""
        return await while_there(
            request, lambda cancellation: JSONResponse(_embeddings(engine, asked))
        )


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
