"""The routes that show a document: its text with its blocks, the places of a span on its pages, its PDF."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.core.document import Document
from wherein.core.errors import SourceError, UsageError
from wherein.core.label import Label
from wherein.core.span import Span
from wherein.documents.boxes import boxes_of
from wherein.documents.fetch import is_url
from wherein.documents.source import read_source
from wherein.server import wire
from wherein.server.json_form import document_json

_PDF = "pdf"
_SPAN = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


def document_routes(engine: Engine) -> APIRouter:
    """The routes over the documents that one engine keeps."""
    router = APIRouter()

    @router.get(
        "/v1/documents/text", response_model=wire.DocumentResponse, operation_id="documentText"
    )
    def text(document: Annotated[wire.Text, Query()]) -> Response:
        """A kept document or an article: its canonical text, blocks and pages."""
        kept = engine.kept(document)
        return JSONResponse(document_json(kept, Label.of(kept), has_file(kept)))

    @router.get(
        "/v1/documents/boxes", response_model=wire.BoxesResponse, operation_id="documentBoxes"
    )
    def boxes(
        document: Annotated[wire.Text, Query()],
        spans: Annotated[wire.Text, Query(max_length=20_000)],
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

    @router.get(
        "/v1/documents/file",
        response_class=Response,
        operation_id="documentFile",
        responses={200: {"content": {"application/pdf": {}}}},
    )
    def file(document: Annotated[wire.Text, Query()]) -> Response:
        """The PDF of a kept document, if its file is there and is still the one that was read."""
        kept = engine.kept(document)
        if kept.kind != _PDF or is_url(kept.source):
            raise SourceError(
                "This document has no PDF on this machine.",
                "Ask for its text at /v1/documents/text.",
            )
        data = read_source(Path(kept.source))
        if hashlib.sha256(data).hexdigest() != kept.content_hash:
            raise SourceError(
                f"The file {kept.source} is not the one that was read.", "Add it again."
            )
        # Never shown by the browser itself: what a PDF could do there is not wanted.
        headers = {"Content-Disposition": "attachment", "Content-Security-Policy": "sandbox"}
        return Response(data, media_type="application/pdf", headers=headers)

    return router


def has_file(document: Document) -> bool:
    """Whether the PDF of a document lies where it was; whether it is unchanged is seen when it is read."""
    is_local = document.kind == _PDF and not is_url(document.source)
    return is_local and Path(document.source).is_file()
