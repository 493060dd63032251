"""The routes of the question memory: popular and similar questions, completion, feedback. Makes no JSON itself."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.attempts.suggesting import Suggested
from wherein.answering.engine import Engine, InlineText
from wherein.answering.library.sources import inline_document
from wherein.answering.remembering.remembering import Turn
from wherein.core.document import Document
from wherein.core.errors import UsageError
from wherein.core.span import Span
from wherein.memory.answers.exchange import export_lines
from wherein.memory.policies.privacy import NotKept, page_key, url_key
from wherein.memory.store.store import PageKey, Verdict
from wherein.server.guards.asker import Asker
from wherein.server.wire import wire
from wherein.server.wire.json_form import Json, form
from wherein.server.wire.memory_json import (
    asked_json,
    completions_json,
    marked_json,
    similar_asked_json,
    suggested_json,
)

SUGGESTED_KEPT = 200
"""Documents whose suggested questions are cached."""


_LINES = "application/x-ndjson"
# Else the errors of the route, which are JSON, would be described as lines too.
_LINES_RESPONSE: dict[int | str, dict[str, Any]] = {
    200: {"content": {_LINES: {"schema": {"type": "string"}}}}
}


def memory_routes(engine: Engine) -> APIRouter:
    """The routes over one engine's memory."""
    router = APIRouter()
    _add_popular(router, engine)
    _add_similar(router, engine)
    _add_feedback(router, engine)
    _add_marked(router, engine)
    _add_mine(router, engine)
    return router


class _SuggestedQuestions:
    """The suggested questions of documents, cached because a reader checks each of them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._made: dict[str, list[Suggested]] = {}

    def of(self, document: Document, limit: int) -> list[Suggested]:
        made = self._made
        key = f"{document.id} {document.content_hash}"
        if key not in made:
            while len(made) >= SUGGESTED_KEPT:
                made.pop(next(iter(made)), None)
            made[key] = self._engine.suggested(document)
        return made[key][:limit]


def _add_popular(router: APIRouter, engine: Engine) -> None:
    """Add the route of the most asked questions."""
    made = _SuggestedQuestions(engine)

    @router.get("/v1/pages/top", response_model=wire.TopResponse, operation_id="topQuestions")
    def top(
        asker: Asker,
        document: Annotated[wire.Name | None, Query()] = None,
        url: Annotated[wire.Name | None, Query()] = None,
        hash_prefix: Annotated[str | None, Query(alias="hash", pattern="^[0-9a-f]{2,64}$")] = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 5,
    ) -> Response:
        """The most asked questions of a kept document or of a web page, with answers.

        `hash` is the beginning of the page's hash (see `page`): the response has the questions of all pages
        whose hash begins so, so the caller need not reveal which page is meant. A caller with the page's text
        checks whether each answer's block is unchanged. For a kept document without questions, the response
        has generated ones with their answers (`suggested`), which are neither stored nor counted.
        """
        if sum(given is not None for given in (document, url, hash_prefix)) != 1:
            raise UsageError(
                "One of document, url and hash is needed, and no other.", "Send one of them."
            )
        kept = None if document is None else engine.kept(document)
        rows = _popular_rows(engine, asker, kept, url, hash_prefix, limit)
        if kept is not None and not rows:
            changes = engine.file_changes((kept.id,))
            rows = [suggested_json(kept, one, changes) for one in made.of(kept, limit)]
        return JSONResponse({"questions": rows})


def _popular_rows(
    engine: Engine,
    asker: str,
    kept: Document | None,
    url: str | None,
    hash_prefix: str | None,
    limit: int,
) -> list[Json]:
    """The most asked questions of a kept document, of the page at `url`, or of all pages with that beginning of a hash."""
    page = url_key(url) if kept is None and url is not None else _key_of(kept)
    with engine.memory.use(Turn.LOOK) as memory:
        pages = [] if isinstance(page, NotKept) else [page]
        if hash_prefix is not None:
            pages = [one.key for one in memory.others.pages_like(hash_prefix)]
        found = [
            one
            for page in pages
            for one in memory.others.popular(page, document=kept, asker=asker, limit=limit)
        ]
    changes = engine.file_changes(
        one.question.document_of(answer) for one in found for answer in one.stored
    )
    return [asked_json(one.question, one.stored, one.uses, changes) for one in found]


def _add_similar(router: APIRouter, engine: Engine) -> None:
    """Add the routes of what others asked in like words, and of completions."""

    @router.get(
        "/v1/questions/similar",
        response_model=wire.SimilarResponse,
        operation_id="similarQuestions",
    )
    def similar(
        q: Annotated[wire.Text, Query(min_length=1, max_length=500)],
        asker: Asker,
        url: Annotated[wire.Name | None, Query()] = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 5,
    ) -> Response:
        """Similar questions that were asked of any page, with answer, title and address.

        Those of the page at `url` come last. A caller that does not want to reveal the page omits `url` and
        sorts them itself.
        """
        page = None if url is None else url_key(url)
        with engine.memory.use(Turn.SEARCH) as memory:
            found = memory.others.similar(
                q,
                page=page if isinstance(page, PageKey) else None,
                asker=asker,
                limit=limit,
                reranker=engine.reranker,
            )
        changes = engine.file_changes(
            one.question.document_of(answer) for one in found for answer in one.answers
        )
        return JSONResponse({"questions": [similar_asked_json(one, changes) for one in found]})

    @router.get("/v1/complete", response_model=wire.CompleteResponse, operation_id="complete")
    def complete(
        prefix: Annotated[wire.Text, Query(min_length=1, max_length=500)],
        document: Annotated[wire.Name, Query()],
        asker: Asker,
        limit: Annotated[int, Query(ge=1, le=20)] = 5,
    ) -> Response:
        """Completions of a half-typed question about a kept document, and spelling corrections."""
        kept = engine.kept(document)
        with engine.memory.use(Turn.LOOK) as memory:
            completions = memory.typing.complete(prefix, kept, asker=asker, limit=limit)
            meant = memory.typing.corrections(prefix, kept)
        return JSONResponse(completions_json(completions, meant[:limit]))


def _add_feedback(router: APIRouter, engine: Engine) -> None:
    """Add the route of people's verdicts."""

    @router.post("/v1/feedback", response_model=wire.FeedbackResponse, operation_id="feedback")
    def feedback(request: wire.FeedbackRequest, asker: Asker) -> Response:
        """Store a person's verdict. A place judged wrong is no answer to the question any more, for anybody."""
        document = _judged(engine, request)
        span = _judged_span(request, document)
        verdict = None if request.verdict == "withdrawn" else Verdict(request.verdict)
        refused = engine.questions.judge(
            request.question, document, verdict, span, typed=request.typed, asker=asker
        )
        reason = None if refused is None else f"Not kept: {refused}."
        return JSONResponse(form(wire.FeedbackResponse, kept=refused is None, reason=reason))


def _add_marked(router: APIRouter, engine: Engine) -> None:
    """Add the route of the places that a person marked."""

    @router.get("/v1/pages/marked", response_model=wire.MarkedResponse, operation_id="markedPlaces")
    def marked(
        asker: Asker,
        hash_prefix: Annotated[str, Query(alias="hash", pattern="^[0-9a-f]{2,64}$")],
    ) -> Response:
        """The places that the asker marked as answers, on all pages whose hash begins so (see `page`), newest first.

        A caller with the page's text finds each place by its context. Those marked in the app or the terminal come too.
        """
        with engine.memory.use(Turn.LOOK) as memory:
            found = memory.verdicts.marked(asker)
        return JSONResponse(
            marked_json(one for one in found if one.page.hash.startswith(hash_prefix))
        )


def _add_mine(router: APIRouter, engine: Engine) -> None:
    """Add the routes of what is stored about an asker."""

    @router.get(
        "/v1/memory/mine",
        response_class=Response,
        responses=_LINES_RESPONSE,
        operation_id="exportMine",
    )
    def mine(asker: Asker) -> Response:
        """Everything stored about the asker, as lines of JSON (`wherein memory import` reads them)."""
        with engine.memory.use(Turn.WRITE) as memory:
            lines = "".join(export_lines(memory.store, asker, memory.visibility.may_see))
        return Response(lines, media_type=_LINES)

    @router.delete(
        "/v1/memory/mine", response_model=wire.ForgottenResponse, operation_id="forgetMine"
    )
    def forget(asker: Asker) -> Response:
        """Delete the asker's questions and verdicts; questions that others asked too stay for them."""
        with engine.memory.use(Turn.WRITE) as memory:
            gone = memory.store.removal.forget(asker)
        return JSONResponse(
            form(wire.ForgottenResponse, questions=gone.questions, feedback=gone.feedback)
        )


def _key_of(document: Document | None) -> PageKey | NotKept:
    return NotKept.NO_ADDRESS if document is None else page_key(document)


def _judged(engine: Engine, request: wire.FeedbackRequest) -> Document | None:
    """The judged document; None where none is named, which takes verdicts back in all of them."""
    if request.document is None and request.text is None:
        return None
    if request.document is not None and request.text is not None:
        raise UsageError("Both document and text were sent.", "Send one of them.")
    if request.document is not None:
        return engine.kept(request.document)
    blocks = tuple(block.block() for block in request.blocks or ())
    return inline_document(InlineText(request.text or "", request.title, request.url, blocks))


def _judged_span(request: wire.FeedbackRequest, document: Document | None) -> Span | None:
    """The place that a verdict is about; None for a whole document. Raises UsageError where the verdict needs one."""
    span = None
    is_withdrawn = request.verdict == "withdrawn"
    if document is None and not (is_withdrawn and request.start is None):
        raise UsageError("No document or text was sent.", "Send one of them.")
    if request.start is not None and request.end is not None:
        if document is None or not request.start < request.end <= len(document.text):
            raise UsageError("The span is outside of the text.", "Send code points into it.")
        span = Span(request.start, request.end)
    if span is None and request.verdict != "not_here" and not is_withdrawn:
        raise UsageError(f"The verdict {request.verdict} is about a span.", "Send start and end.")
    return span
