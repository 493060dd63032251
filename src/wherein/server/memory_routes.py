"""The routes of the question memory: what is asked most, asked elsewhere, half typed, judged."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.engine import Engine, Given
from wherein.answering.sources import document_given
from wherein.core.document import Document
from wherein.core.errors import UsageError
from wherein.core.span import Span
from wherein.memory.privacy import NotKept, page_key, url_key
from wherein.memory.store import PageKey, StoredAnswer, StoredQuestion, Verdict
from wherein.server import wire


def memory_routes(engine: Engine) -> APIRouter:
    """The routes over one engine's memory."""
    router = APIRouter()

    @router.get("/v1/pages/top", response_model=wire.TopResponse, operation_id="topQuestions")
    def top(
        document: Annotated[str | None, Query()] = None,
        url: Annotated[str | None, Query()] = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 5,
    ) -> Response:
        """The questions of a kept document or of a web page that are asked most, with answers.

        Whoever has the page's text checks there whether an answer's block still stands.
        """
        if (document is None) == (url is None):
            raise UsageError("Neither or both of document and url were sent.", "Send one of them.")
        kept = None if document is None else engine.kept(document)
        page = url_key(url) if kept is None and url is not None else _key_of(kept)
        if isinstance(page, NotKept):
            return JSONResponse({"questions": []})
        with engine.memory.use() as memory:
            found = memory.top(page, document=kept, limit=limit)
        return JSONResponse(
            {"questions": [_asked(one.question, one.stored, one.uses) for one in found]}
        )

    @router.get(
        "/v1/questions/similar", response_model=wire.SimilarResponse, operation_id="similarQuestions"
    )
    def similar(
        q: Annotated[str, Query(min_length=1, max_length=500)],
        url: Annotated[str | None, Query()] = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 5,
    ) -> Response:
        """Questions like this one that were asked of other pages, with answer, title and address."""
        page = None if url is None else url_key(url)
        with engine.memory.use() as memory:
            found = memory.similar(
                q, page=page if isinstance(page, PageKey) else None, limit=limit
            )
        return JSONResponse(
            {
                "questions": [
                    {
                        **_asked(one.question, one.answers, one.question.uses),
                        "similarity": round(one.similarity, 4),
                        "here": one.here,
                    }
                    for one in found
                ]
            }
        )

    @router.get("/v1/complete", response_model=wire.CompleteResponse, operation_id="complete")
    def complete(
        prefix: Annotated[str, Query(min_length=1, max_length=500)],
        document: Annotated[str, Query()],
        limit: Annotated[int, Query(ge=1, le=20)] = 5,
    ) -> Response:
        """How a half-typed question about a kept document may go on, and what may have been meant."""
        kept = engine.kept(document)
        with engine.memory.use() as memory:
            completions = memory.complete(prefix, kept, limit=limit)
            meant = memory.corrections(prefix, kept)
        return JSONResponse(
            {
                "completions": [{"text": c.text, "source": c.source.value} for c in completions],
                "did_you_mean": meant[:limit],
            }
        )

    @router.post("/v1/feedback", response_model=wire.FeedbackResponse, operation_id="feedback")
    def feedback(request: wire.FeedbackRequest) -> Response:
        """Take a person's verdict; an answer that is wrong is served to nobody from then on."""
        document = _judged(engine, request)
        span = None
        if request.start is not None and request.end is not None:
            if not request.start < request.end <= len(document.text):
                raise UsageError("The span does not lie in the text.", "Send code points into it.")
            span = Span(request.start, request.end)
        if span is None and request.verdict != "not_here":
            raise UsageError(f"The verdict {request.verdict} is about a span.", "Send start and end.")
        with engine.memory.use() as memory:
            refused = memory.judge(request.question, document, Verdict(request.verdict), span)
        return JSONResponse(
            {"kept": True} if refused is None else {"kept": False, "reason": f"Not kept: {refused}."}
        )

    return router


def _key_of(document: Document | None) -> PageKey | NotKept:
    return NotKept.NO_ADDRESS if document is None else page_key(document)


def _judged(engine: Engine, request: wire.FeedbackRequest) -> Document:
    if (request.document is None) == (request.text is None):
        raise UsageError("Neither or both of document and text were sent.", "Send one of them.")
    if request.document is not None:
        return engine.kept(request.document)
    blocks = tuple(block.block() for block in request.blocks or ())
    return document_given(Given(request.text or "", request.title, request.url, blocks))


def _asked(
    question: StoredQuestion, answers: tuple[StoredAnswer, ...], uses: int
) -> dict[str, Any]:
    address = question.page.key.text
    return {
        "question": question.text,
        "title": question.page.title,
        "url": address if "://" in address else None,
        "uses": uses,
        "last_asked": question.last_asked,
        "answers": [
            {
                "text": answer.text,
                "quote": answer.quote,
                "start": answer.answer_start,
                "block": answer.block,
                "quote_start": answer.quote_start,
                "confidence": round(answer.confidence, 4),
            }
            for answer in answers
        ],
    }
