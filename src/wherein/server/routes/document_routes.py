"""The routes that show a document: its text with its blocks, the places of a span on its pages, its PDF."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.core.document import Document
from wherein.core.errors import ParseError, SourceError, UnknownDocument, UsageError
from wherein.core.label import Label
from wherein.core.span import Span
from wherein.documents.fetch import is_url
from wherein.documents.isolation.looks import READ, Looks, laid_upon
from wherein.documents.isolation.looks_child import looks_read
from wherein.documents.places.boxes import boxes_of
from wherein.documents.source import Source, read_source
from wherein.server.guards.whose import note
from wherein.server.wire import wire
from wherein.server.wire.json_form import Json, document_json, form

_PDF = "pdf"
LOOKS_KEPT = 3
"""The number of documents whose pictures are cached, so that the file is not read again for each."""
_SPAN = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


def document_routes(engine: Engine) -> APIRouter:
    """The routes over the documents of one engine."""
    router = APIRouter()
    _add_text(router, engine)
    _add_looks(router, engine)
    _add_file(router, engine)
    return router


def _add_text(router: APIRouter, engine: Engine) -> None:
    """Add the routes of a document's text, and of the places of spans on its pages."""

    @router.get(
        "/v1/documents/text", response_model=wire.DocumentResponse, operation_id="documentText"
    )
    def text(request: Request, document: Annotated[wire.Name, Query()]) -> Response:
        """A stored document or an article: its canonical text, blocks and pages, with what became of its file."""
        kept = engine.kept(document)
        note(request, kept.id)
        label = replace(Label.of(kept), file_change=engine.file_change(kept.id))
        return JSONResponse(document_json(kept, label, has_file(kept)))

    @router.get(
        "/v1/documents/boxes", response_model=wire.BoxesResponse, operation_id="documentBoxes"
    )
    def boxes(
        document: Annotated[wire.Name, Query()],
        spans: Annotated[wire.Text, Query(max_length=20_000, pattern=r"^[0-9,-]*$")],
    ) -> Response:
        """One rectangle for each line of each span ("12-40,50-61"); none for a document without places
        on pages."""
        kept = engine.kept(document)
        found = []
        for part in spans.split(","):
            place = _SPAN.fullmatch(part)
            start, end = (int(each) for each in place.groups()) if place else (0, 0)
            if not start < end <= len(kept.text):
                raise UsageError("A span is outside of the text.", "Send code points into it.")
            boxes = boxes_of(kept, Span(start, end))
            found.append([[b.page, b.x0, b.y0, b.x1, b.y1] for b in boxes])
        return JSONResponse({"boxes": found})


class _DocumentLooks:
    """The looks of one engine's documents; those of the last few are cached."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._read = lru_cache(maxsize=LOOKS_KEPT)(self._read_from_file)

    def now(self, kept: Document) -> Looks:
        """The looks of a document; None where its file is missing, changed or unreadable, so that its text is shown
        without them."""
        if kept.kind not in READ or is_url(kept.source) or not Path(kept.source).is_file():
            return Looks()
        try:
            return self._read(kept.id, kept.content_hash)
        except (SourceError, ParseError):
            return Looks()

    def _read_from_file(self, identity: str, content_hash: str) -> Looks:
        kept = self._engine.kept(identity)
        data = read_source(Path(kept.source))
        if hashlib.sha256(data).hexdigest() != content_hash:
            return Looks()
        source = Source(data, Path(kept.source).name, kept.source)
        return laid_upon(kept.text, looks_read(source, kept.kind))


def _add_looks(router: APIRouter, engine: Engine) -> None:
    """Add the routes of how a document's words look in its file, and of its pictures."""
    looks = _DocumentLooks(engine)

    @router.get(
        "/v1/documents/looks", response_model=wire.LooksResponse, operation_id="documentLooks"
    )
    def shown_looks(request: Request, document: Annotated[wire.Name, Query()]) -> Response:
        """The look of a stored document's words in its file, and the places of its pictures."""
        kept = engine.kept(document)
        note(request, kept.id)
        return JSONResponse(_looks_json(looks.now(kept)))

    @router.get(
        "/v1/documents/picture",
        response_class=Response,
        operation_id="documentPicture",
        responses={200: {"content": {"image/*": {}}}},
    )
    def picture(
        request: Request,
        document: Annotated[wire.Name, Query()],
        number: Annotated[int, Query(ge=0)],
    ) -> Response:
        """A picture of a stored document, by its index in the reply of `/v1/documents/looks`."""
        kept = engine.kept(document)
        note(request, kept.id)
        pictures = looks.now(kept).pictures
        if number >= len(pictures):
            raise UnknownDocument("There is no such picture.", "Ask for /v1/documents/looks again.")
        _, one = pictures[number]
        headers = {"Content-Security-Policy": "sandbox; default-src 'none'"}
        return Response(one.data, media_type=one.media_type, headers=headers)


def _add_file(router: APIRouter, engine: Engine) -> None:
    """Add the route of a document's PDF."""

    @router.get(
        "/v1/documents/file",
        response_class=Response,
        operation_id="documentFile",
        responses={200: {"content": {"application/pdf": {}}}},
    )
    def file(request: Request, document: Annotated[wire.Name, Query()]) -> Response:
        """The PDF of a stored document, if its file exists and is unchanged."""
        kept = engine.kept(document)
        note(request, kept.id)
        data = _pdf_of(kept)
        # Never shown by the browser itself: what a PDF could do there is not wanted.
        headers = {"Content-Disposition": "attachment", "Content-Security-Policy": "sandbox"}
        return Response(data, media_type="application/pdf", headers=headers)


def _looks_json(found: Looks) -> Json:
    return form(
        wire.LooksResponse,
        marks=[
            form(
                wire.WireLook,
                start=mark.start,
                end=mark.end,
                kind=mark.kind,
                target=mark.target or None,
            )
            for mark in found.marks
        ],
        pictures=[form(wire.WirePicture, at=at, alt=one.alt) for at, one in found.pictures],
    )


def _pdf_of(kept: Document) -> bytes:
    """The bytes of a document's PDF. Raises SourceError where it has none here, or another than the one that was read."""
    if kept.kind != _PDF or is_url(kept.source):
        raise SourceError(
            "This document has no PDF on this machine.",
            "Ask for its text at /v1/documents/text.",
        )
    data = read_source(Path(kept.source))
    if hashlib.sha256(data).hexdigest() != kept.content_hash:
        raise SourceError(f"The file {kept.source} is not the one that was read.", "Add it again.")
    return data


def has_file(document: Document) -> bool:
    """Whether the PDF of a document still exists; whether it is unchanged is checked when it is read."""
    is_local = document.kind == _PDF and not is_url(document.source)
    return is_local and Path(document.source).is_file()
