"""The body of an error: the code, what happened and the next step. Knows no route, only which paths follow OpenAI's form."""

from __future__ import annotations

from typing import Any

_OPENAI_PATHS = ("/v1/models", "/v1/chat/", "/v1/embeddings", "/v1/audio/")


def error_body(code: str, what: str, next_step: str, path: str = "") -> dict[str, Any]:
    """The JSON of an error. On OpenAI's paths, those that are not here too, it also has the fields that its clients show."""
    error: dict[str, Any] = {"code": code, "what": what, "next_step": next_step}
    if path.startswith(_OPENAI_PATHS) or (code == "path" and path.startswith("/v1/")):
        error |= {"message": f"{what} {next_step}", "type": "invalid_request_error"}
    return {"error": error}
