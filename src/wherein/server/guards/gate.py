"""Access control: requests need the right Host, a known Origin, and the token or the web app's cookie.

Knows no routes, except which paths hold the app itself and which take files and recordings.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from wherein.core.errors import WhereinError
from wherein.core.text.readable import quoted
from wherein.documents.source import LARGEST_BYTES
from wherein.people.access import Identity
from wherein.people.people import People
from wherein.server.guards.public_address import ORIGIN, PublicAddress, origin_of
from wherein.server.guards.sign_in import (
    SignIn,
    cookie_in,
    cookie_name,
    session_in,
    token_in,
)
from wherein.server.wire.error_form import error_body

_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
_Found = TypeVar("_Found")

# A page that a browser was led to may resolve its own name to 127.0.0.1 (DNS rebinding); what it
# cannot do is send another Host than its own.
_LOCAL_HOST = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?")
_EXTENSION = re.compile(r"(?:chrome-extension|moz-extension)://[\w-]+")
BODY_SECONDS = 30.0
"""Seconds without new data of a body after which the request is refused."""
LEAST_BYTES_A_SECOND = 16 * 1024
"""Each so many bytes of a body earn a second more, up to `BODY_SECONDS`: what is sent byte by byte ends too."""
MOST_BODY_BYTES = 64 * 1024 * 1024
# The app's own page and files hold nothing of anybody's.
_OPEN_PATHS = frozenset(
    {
        "/v1/health",
        "/v1/ready",
        "/",
        "/library",
        "/tables",
        "/settings",
        "/keys",
        "/sharing",
        "/team",
        "/sign-in",
        "/help",
    }
)
_OPEN_BELOW = ("/d/", "/assets/", "/pdfjs/", "/help/")
UPLOADS = "/v1/uploads"
SPEECH = "/v1/audio/"
IDENTITY = "wherein.identity"
"""In the scope of a request of a member of a team: their `Identity`. Whoever has the server's own token has none."""
SESSION = "wherein.session"
"""True in the scope of a request that was admitted by the app's cookie and not by the token."""


class Gate:
    """ASGI middleware that refuses requests without the right Host, Origin, size, and token or cookie."""

    def __init__(
        self,
        app: Callable[[_Scope, _Receive, _Send], Awaitable[None]],
        token: str | Callable[[], str],
        sign_in: SignIn,
        body_seconds: float = BODY_SECONDS,
        people: People | None = None,
        public: PublicAddress | None = None,
    ) -> None:
        """`public` is the address at which a proxy on this machine shows the server; without one it is for this machine alone."""
        self._app = app
        self._token = token
        self._sign_in = sign_in
        self._body_seconds = body_seconds
        self._people = people
        self._public = public

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        host = headers.get(b"host", b"").decode("latin-1")
        origin = headers.get(b"origin", b"").decode("latin-1")
        scope[ORIGIN] = origin_of(host, self._public)
        refusal = self._refusal(scope, headers, host, origin)
        if refusal is None and not _is_open(scope):
            refusal = await self._stranger(scope, headers, origin)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        body = _Body(receive, _most_bytes(scope), self._body_seconds)
        reply = _Reply(send, body, origin)
        with suppress(BodyCutOff):
            await self._app(scope, body.receive, reply.send)
        if body.is_slow and not reply.has_started:
            await _too_slow(scope["path"])(scope, receive, send)
        elif body.is_too_large and not reply.has_started:
            await _too_large(scope)(scope, receive, send)

    def _refusal(
        self, scope: _Scope, headers: dict[bytes, bytes], host: str, origin: str
    ) -> Response | None:
        unclear = _unclear(scope, headers)
        if unclear is not None:
            return unclear
        is_public = self._public is not None and self._public.is_host(host)
        if not is_public and not _LOCAL_HOST.fullmatch(host):
            return _refuse(
                403,
                "host",
                "This server answers to 127.0.0.1 alone.",
                "Use that address.",
                scope["path"],
            )
        if origin and not _EXTENSION.fullmatch(origin) and origin != scope[ORIGIN]:
            return _refuse(
                403,
                "origin",
                "A web page may not use this server.",
                "Use the extension, the terminal or a program of your own.",
                scope["path"],
            )
        if scope["method"] == "OPTIONS" and _EXTENSION.fullmatch(origin):
            return Response(
                status_code=204,
                headers={
                    "Access-Control-Allow-Origin": origin,
                    "Access-Control-Allow-Methods": "GET, POST, DELETE",
                    "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept, Wherein-Asker",
                    "Vary": "Origin",
                },
            )
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > _most_bytes(scope):
            return _too_large(scope)
        return None

    async def _stranger(
        self, scope: _Scope, headers: dict[bytes, bytes], origin: str
    ) -> Response | None:
        """The refusal of a request without a token or a session; None for any other, whose scope then says whose it is."""
        scheme, _, given = headers.get(b"authorization", b"").partition(b" ")
        if scheme.lower() == b"bearer" and hmac.compare_digest(given.strip(), self._token_now()):
            return None
        cookie = "" if scheme else self._session(scope, headers, origin)
        who = None
        try:
            if cookie and not token_in(cookie):
                if not await self._asked(_was_ended, session_in(cookie)):
                    scope[SESSION] = True
                    return None
            elif cookie:
                who = await self._asked(People.with_token, token_in(cookie))
            elif scheme.lower() == b"bearer":
                who = await self._asked(People.identify, given.strip().decode("latin-1"))
        except WhereinError as error:
            return _refuse(503, error.code, error.what, error.next_step, scope["path"])
        if who is not None:
            scope[SESSION] = bool(cookie)
            _admit(scope, who)
            return None
        return _refuse(
            401,
            "token",
            "The token is missing or wrong.",
            "Send the line in the file token of the home folder as Authorization: Bearer.",
            scope["path"],
        )

    def _token_now(self) -> bytes:
        return (self._token if isinstance(self._token, str) else self._token()).encode()

    async def _asked(self, look_up: Callable[[People, str], _Found], what: str) -> _Found | None:
        if self._people is None:
            return None
        return await run_in_threadpool(look_up, self._people, what)

    def _session(self, scope: _Scope, headers: dict[bytes, bytes], origin: str) -> str:
        """The cookie of a request; "" unless it comes from the app's own page. The cookie alone does not prove it, since a page of
        another server on this machine counts as the same site. So the browser's header on the request's origin is
        checked too.
        """
        cookie = cookie_in(
            headers.get(b"cookie", b"").decode("latin-1"), cookie_name(scope[ORIGIN])
        )
        if not cookie or not self._sign_in.is_session(cookie):
            return ""
        if headers.get(b"sec-fetch-site") != b"same-origin":
            return ""
        is_own = scope["method"] in ("GET", "HEAD") or origin == scope[ORIGIN]
        return cookie if is_own else ""


def _was_ended(people: People, session: str) -> bool:
    return people.ended_sessions.has(session)


def _is_open(scope: _Scope) -> bool:
    return scope["path"] in _OPEN_PATHS or scope["path"].startswith(_OPEN_BELOW)


def _admit(scope: _Scope, who: Identity) -> None:
    """Note whose request it is. They are one asker, whatever their programs call themselves: three tokens are one person."""
    scope[IDENTITY] = who
    asker = f"person-{who.person.id}".encode()
    others = [pair for pair in scope["headers"] if pair[0].lower() != b"wherein-asker"]
    scope["headers"] = [*others, (b"wherein-asker", asker)]


class BodyCutOff(Exception):
    """The request body is larger than allowed, whatever its header states, or has stalled."""


class _Body:
    """The body of one request, as the application receives it: counted, and waited for no longer than allowed: at most so many
    seconds, which are earned back by what arrives."""

    def __init__(self, receive: _Receive, most_bytes: int, seconds: float) -> None:
        self._receive = receive
        self._most_bytes = most_bytes
        self._seconds = self._left = seconds
        self._received_bytes = 0
        self._is_whole = False
        self.is_slow = False

    @property
    def is_too_large(self) -> bool:
        return self._received_bytes > self._most_bytes

    async def receive(self) -> MutableMapping[str, Any]:
        """The next message. Raises BodyCutOff."""
        if self._is_whole:  # only the message that the client leaves can follow
            return await self._receive()
        try:
            began = time.monotonic()
            message = await asyncio.wait_for(self._receive(), self._left)
            size = len(message.get("body", b""))
            earned = size / LEAST_BYTES_A_SECOND - (time.monotonic() - began)
            self._left = min(self._seconds, max(0.0, self._left + earned))
        except TimeoutError:
            self.is_slow = True
            raise BodyCutOff from None
        self._is_whole = not message.get("more_body", False)
        self._received_bytes += size
        if self.is_too_large:
            raise BodyCutOff
        return message


class _Reply:
    """The reply to one request, with the headers that every reply has; nothing of one to a body that was cut off."""

    def __init__(self, send: _Send, body: _Body, origin: str) -> None:
        self._send = send
        self._body = body
        self._origin = origin
        self.has_started = False

    async def send(self, message: MutableMapping[str, Any]) -> None:
        body = self._body
        if (body.is_slow or body.is_too_large) and not self.has_started:
            return  # whatever the application makes of a body cut off: the gate answers itself
        self.has_started = True
        if message["type"] == "http.response.start":
            extra = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
            if _EXTENSION.fullmatch(self._origin):
                extra += [
                    (b"access-control-allow-origin", self._origin.encode()),
                    (b"vary", b"Origin"),
                ]
            message["headers"] = [*message.get("headers", []), *extra]
        await self._send(message)


_ONCE = (b"authorization", b"content-length", b"host", b"origin", b"transfer-encoding")


def _unclear(scope: _Scope, headers: dict[bytes, bytes]) -> JSONResponse | None:
    """The refusal of a request that two programs may read in two ways (RFC 9112, 6.3), or that asks for a WebSocket."""
    path = scope["path"]
    if scope.get("http_version", "1.1") not in ("1.0", "1.1"):
        what, next_step = (
            "This is not an HTTP/1.1 request.",
            "See openapi.json for what can be asked.",
        )
        return _closing(_refuse(400, "usage", what, next_step, path))
    names = [name.lower() for name, _ in scope["headers"]]
    twice = next((name for name in _ONCE if names.count(name) > 1), None)
    if twice is not None:
        what = f"The header {twice.decode().title()} was sent more than once."
        return _closing(_refuse(400, "usage", what, "Send it once.", path))
    twice_named = _named_twice(scope.get("query_string", b""))
    if twice_named is not None:
        what = f"The address has {quoted(twice_named, 60)} more than once."
        return _refuse(400, "usage", what, "Send it once.", path)
    if b"content-length" in headers and b"transfer-encoding" in headers:
        what = "Both a length and chunks were sent."
        return _closing(_refuse(400, "usage", what, "Send Content-Length or chunks.", path))
    if headers.get(b"upgrade", b"").lower() == b"websocket":
        next_step = (
            "Ask with POST /v1/ask; with Accept: text/event-stream answers come as they are found."
        )
        return _closing(
            _refuse(400, "usage", "This server does not support WebSocket.", next_step, path)
        )
    return None


def _named_twice(query: bytes) -> str | None:
    """A name that a query has more than once, of which one reader would take the first value and another the last."""
    seen: set[str] = set()
    for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name in seen:
            return name
        seen.add(name)
    return None


def _closing(refusal: JSONResponse) -> JSONResponse:
    """The refusal, after which the connection ends: what follows on it may be read in two ways."""
    refusal.headers["Connection"] = "close"
    return refusal


def _most_bytes(scope: _Scope) -> int:
    return LARGEST_BYTES if scope["path"] == UPLOADS else MOST_BODY_BYTES


def _too_large(scope: _Scope) -> JSONResponse:
    if scope["path"] == UPLOADS:
        return _refuse(
            413,
            "too_large",
            f"The file is larger than {LARGEST_BYTES // 1_000_000} MB.",
            "Split it, or add its text as a text file with wherein add.",
            scope["path"],
        )
    next_step = "Add the document from the terminal and ask it by its id."
    if scope["path"].startswith(SPEECH):
        next_step = "Send a recording of one question, up to a minute."
    return _refuse(
        413,
        "too_large",
        f"The request is larger than {MOST_BODY_BYTES // (1024 * 1024)} MB.",
        next_step,
        scope["path"],
    )


def _too_slow(path: str) -> JSONResponse:
    refusal = _refuse(408, "usage", "The body did not arrive in time.", "Send it again.", path)
    refusal.headers["Connection"] = "close"
    return refusal


def _refuse(status: int, code: str, what: str, next_step: str, path: str) -> JSONResponse:
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse(error_body(code, what, next_step, path), status, headers)
