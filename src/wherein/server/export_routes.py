"""The route that writes answers as a text to keep. Asks nothing, and keeps nothing of what is sent."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from wherein.answering.exchanges import csv_rows, markdown
from wherein.server import wire


def export_routes() -> APIRouter:
    router = APIRouter()

    @router.post(
        "/v1/export",
        response_class=Response,
        operation_id="export",
        responses={
            200: {
                "content": {
                    form: {"schema": {"type": "string"}} for form in ("text/markdown", "text/csv")
                }
            }
        },
    )
    def export(request: wire.ExportRequest) -> Response:
        """Questions with their answers as Markdown, each answer in its sentence with its place."""
        exchanges = [each.exchange() for each in request.exchanges]
        text = markdown(exchanges, request.title)
        headers = {"Content-Disposition": "attachment", "Content-Security-Policy": "sandbox"}
        if request.form == "csv":
            # A byte order mark, without which Excel takes UTF-8 for something else.
            return Response("\ufeff" + csv_rows(exchanges), media_type="text/csv", headers=headers)
        text = markdown(exchanges, request.title)
        return Response(text, media_type="text/markdown", headers=headers)

    return router
