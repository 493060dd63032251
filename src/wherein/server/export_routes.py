"""The route that exports answers as a text. Asks nothing, and stores nothing of the request."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import Response

from wherein.answering.citations import Citation, bibtex, csl_json
from wherein.answering.engine import Engine
from wherein.answering.exchanges import Exchange, csv_rows, markdown
from wherein.core.errors import UnknownDocument
from wherein.server import wire

_BIBTEX = "application/x-bibtex"
_CSL_JSON = "application/vnd.citationstyles.csl+json"


def export_routes(engine: Engine) -> APIRouter:
    router = APIRouter()

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
            return Response(bibtex(_cited(engine, exchanges)), media_type=_BIBTEX, headers=headers)
        if request.form == "csl-json":
            text = csl_json(_cited(engine, exchanges))
            return Response(text, media_type=_CSL_JSON, headers=headers)
        text = markdown(exchanges, request.title)
        return Response(text, media_type="text/markdown", headers=headers)

    return router


def _cited(engine: Engine, exchanges: Iterable[Exchange]) -> list[Citation]:
    """The documents of the answers, in their order, each once; a removed document has only title and source."""
    cited: dict[str, Citation] = {}
    for answer in (answer for exchange in exchanges for answer in exchange.answers):
        if answer.document in cited:
            continue
        try:
            citation = Citation.of(engine.kept(answer.document))
            cited[answer.document] = replace(citation, source=_shown(engine, citation.source))
        except UnknownDocument:
            cited[answer.document] = Citation(answer.title, answer.source)
    return list(cited.values())


def _shown(engine: Engine, source: str) -> str:
    """The source as a person knows it: a file that was sent to the server has only its name."""
    path = Path(source)
    return path.name if engine.home.files in path.parents else source
