"""The route that exports answers as a text. Asks nothing, and stores nothing of the request."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.answering.exporting.citations import bibtex, cited, csl_json
from wherein.answering.exporting.exchanges import csv_rows, markdown
from wherein.core.document import Document
from wherein.server.wire import wire

_BIBTEX = "application/x-bibtex"
_CSL_JSON = "application/vnd.citationstyles.csl+json"


def export_routes(engine: Engine) -> APIRouter:
    router = APIRouter()

    def kept(document: str, _source: str) -> Document:
        found = engine.kept(document)
        path = Path(found.source)
        # A file that was sent to the server has only its name for a person.
        return replace(found, source=path.name) if engine.home.files in path.parents else found

    @router.post(
        "/v1/export",
        response_class=Response,
        operation_id="export",
        responses={
            200: {
                "content": {
                    **{
                        form: {"schema": {"type": "string"}}
                        for form in ("text/markdown", "text/csv", _BIBTEX)
                    },
                    _CSL_JSON: {"schema": {"type": "array", "items": {"type": "object"}}},
                }
            }
        },
    )
    def export(request: wire.ExportRequest) -> Response:
        """Export questions with their answers as Markdown or CSV, each answer in its sentence with its place; or the
        answering documents as BibTeX or CSL JSON."""
        exchanges = [each.exchange() for each in request.exchanges]
        headers = {"Content-Disposition": "attachment", "Content-Security-Policy": "sandbox"}
        if request.form == "csv":
            # A byte order mark, without which Excel takes UTF-8 for something else.
            return Response("\ufeff" + csv_rows(exchanges), media_type="text/csv", headers=headers)
        if request.form == "bibtex":
            return Response(bibtex(cited(exchanges, kept)), media_type=_BIBTEX, headers=headers)
        if request.form == "csl-json":
            text = csl_json(cited(exchanges, kept))
            return Response(text, media_type=_CSL_JSON, headers=headers)
        text = markdown(exchanges, request.title)
        return Response(text, media_type="text/markdown", headers=headers)

    return router
