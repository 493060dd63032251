"""The HTTP response to each error: a request that is malformed, names no route, or cannot be answered. Raises none itself."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from wherein.core.errors import (
    AssetMissing,
    DocumentChanged,
    EncryptedDocument,
    ExtraMissing,
    LanguageModelError,
    LibraryError,
    NotPermitted,
    ParseError,
    QuotaReached,
    SourceError,
    SourceForbidden,
    StorageFull,
    StoreUnreachable,
    TextTooLarge,
    UnknownDocument,
    UnknownName,
    UsageError,
    WhereinError,
)
from wherein.core.text.readable import readable
from wherein.server.guards.gate import SPEECH
from wherein.server.wire.error_form import error_body
from wherein.server.wire.malformed import what_is_wrong

# The most specific class first.
_STATUS: tuple[tuple[type[WhereinError], int], ...] = (
    (UnknownName, 404),
    (NotPermitted, 403),
    (TextTooLarge, 413),
    (QuotaReached, 413),
    (UsageError, 400),
    (UnknownDocument, 404),
    (DocumentChanged, 503),
    (SourceForbidden, 403),
    (SourceError, 422),
    (EncryptedDocument, 422),
    (ParseError, 422),
    (StorageFull, 507),
    (StoreUnreachable, 503),
    (ExtraMissing, 501),
    (AssetMissing, 501),
    (LanguageModelError, 502),
    (LibraryError, 500),
    (WhereinError, 500),
)
_SHOWN = 100
"""Most characters of a request's path or key in an error."""


def answer_errors(app: FastAPI) -> None:
    """Have the application answer every error in one form, with its next step."""
    app.add_exception_handler(WhereinError, _error_response)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(ClientDisconnect, _left)
    app.add_exception_handler(Exception, _unforeseen)


def _error_response(request: Request, error: Exception) -> Response:
    assert isinstance(error, WhereinError)
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    return _refusal(request, status, error.code, error.what, error.next_step)


def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _refusal(request, 400, "usage", "The body is not JSON.", "Send a JSON object.")
    path = ".".join(str(part) for part in first["loc"] if part != "body" and "[" not in str(part))
    where = readable(path[:_SHOWN]) or "the body"
    is_speech = request.url.path.startswith(SPEECH)
    message = what_is_wrong(first, is_file=is_speech and "UploadFile" in first["msg"])
    what = f"The request is not right at {where}: {message}."
    if is_speech:
        return _refusal(request, 400, "usage", what, "See docs/doors.md: the form is OpenAI's.")
    return _refusal(request, 400, "usage", what, "See openapi.json.")


def _refused(request: Request, error: Exception) -> Response:
    """The response for requests that the framework refuses: an unknown path or method, or a malformed body."""
    assert isinstance(error, HTTPException)
    if error.status_code not in (404, 405):
        what, next_step = "The body cannot be read.", "Send a JSON object in UTF-8."
        if request.headers.get("content-type", "").startswith("multipart/"):
            next_step = "Send a whole form, as `curl -F file=@QUESTION.wav` does."
        return _refusal(request, error.status_code, "usage", what, next_step)
    what = f"There is no {request.method[:_SHOWN]} {request.url.path[:_SHOWN]}."
    if error.status_code == 404:
        return _refusal(request, 404, "path", what, "See openapi.json.")
    paths = request.app.openapi()["paths"]
    if (path := request.scope["path"]) in paths:
        allowed = ", ".join(sorted(method.upper() for method in paths[path]))
    else:  # a path with a name in it, which has one method
        allowed = (error.headers or {}).get("Allow", "GET")
    next_step = f"This path has {allowed}; see openapi.json."
    refusal = _refusal(request, 405, "path", what, next_step)
    refusal.headers["Allow"] = allowed
    return refusal


def _left(request: Request, error: Exception) -> Response:
    """For a client that closed its connection before its body was here; nobody reads it."""
    return _refusal(request, 400, "usage", "The body was cut off.", "Send it again.")


def _unforeseen(request: Request, error: Exception) -> Response:
    what, next_step = "Something failed that should not.", "See what the server printed."
    return _refusal(request, 500, "error", what, next_step)


def _refusal(request: Request, status: int, code: str, what: str, next_step: str) -> JSONResponse:
    return JSONResponse(error_body(code, what, next_step, request.url.path), status)
