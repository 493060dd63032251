"""The routes of the web app: its files, signing in and out, pairing. Answers no question."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from wherein.answering.engine import Engine
from wherein.core.errors import NotPermitted, SourceForbidden, UnknownName
from wherein.people.people import People
from wherein.server.guards.gate import SESSION
from wherein.server.guards.public_address import origin_in
from wherein.server.guards.sign_in import (
    SIGN_IN_DAYS,
    SignIn,
    cookie_in,
    cookie_name,
    end_of,
    session_in,
    set_cookie,
    token_in,
)
from wherein.server.guards.whose import check_makes_tokens, who_of
from wherein.server.routes.settings_routes import settings_routes
from wherein.server.wire import wire

BUILT = Path(__file__).parents[1] / "webapp"
"""The output of `make web-build` for web/app; a wheel has it."""
SIGN_IN_PATH = "/sign-in"
LINK_PATH = "/v1/sign-in-link"
NEW_LINK = (
    "For a new one, run in a terminal: wherein serve --link. In a team, ask an admin for one."
)
# The app's own scripts and styles, and nothing else: no inline script, no other host, no frame around it.
CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # pdf.js decodes some pictures with WebAssembly
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self' data: blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".png": "image/png",
}


def app_routes(
    engine: Engine,
    sign_in: SignIn,
    people: People,
    token: Callable[[Request], str],
    built: Path = BUILT,
) -> APIRouter:
    """The routes of the app built in the folder `built`, over one engine. `token` gives a token for the extension of who asks."""
    router = APIRouter()
    _add_files(router, sign_in, built)
    _add_sign_in(router, sign_in)
    _add_sessions(router, sign_in, people)
    router.include_router(settings_routes(engine))
    _add_pairing(router, sign_in, token)
    return router


def _add_files(router: APIRouter, sign_in: SignIn, built: Path) -> None:
    """Add the routes of the app's page and the files that it loads."""
    shipped = {
        f"/{path.relative_to(built).as_posix()}": path
        for path in built.rglob("*")
        if path.is_file()
    }

    def shell(request: Request) -> Response:
        """The app's page; without a session, a page that says how to sign in."""
        if not sign_in.is_session(_cookie_of(request)):
            return message_page(
                401,
                "Sign in",
                "This is wherein’s web app. It opens with the link that signs you in.",
                f"Open the link that wherein serve printed when it started. It works once and for ten minutes. {NEW_LINK}",
            )
        if "/index.html" not in shipped:
            return message_page(
                501,
                "The app is not built",
                "This copy of wherein has no web app in it.",
                "Build it with make web-build (it needs Node.js 20 or newer), then start the server again.",
            )
        return FileResponse(shipped["/index.html"], media_type=TYPES[".html"], headers=HEADERS)

    views = ("/library", "/tables", "/settings", "/keys", "/sharing", "/team")
    for path in ("/", *views, "/d/{document:path}"):
        router.add_api_route(path, shell, methods=["GET"], include_in_schema=False)

    @router.get("/assets/{name:path}", include_in_schema=False)
    @router.get("/pdfjs/{name:path}", include_in_schema=False)
    def asset(request: Request, name: str) -> Response:
        file = shipped.get(request.url.path)
        if file is None:
            return message_page(404, "Not found", "There is no such file.", "Reload the page.")
        media_type = TYPES.get(file.suffix, "application/octet-stream")
        return FileResponse(file, media_type=media_type, headers=HEADERS)


def _add_sign_in(router: APIRouter, sign_in: SignIn) -> None:
    """Add the routes by which a browser signs in and out."""

    @router.get(SIGN_IN_PATH, include_in_schema=False)
    def signed_in(request: Request, code: str = "") -> Response:
        if not _is_opened(request):
            return message_page(
                403,
                "Sign in",
                "This link signs a browser in, and was not opened by one.",
                "Open it in the browser: it still works.",
            )
        if request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            return _opened_elsewhere(code)
        session = sign_in.session_for(code)
        if session is None:
            if sign_in.is_session(_cookie_of(request)):
                # Whoever is signed in wants the app, not to hear that the link was used.
                return RedirectResponse("/", 303, headers=HEADERS)
            return message_page(
                401,
                "Sign in",
                "This link was used before, or is older than ten minutes.",
                NEW_LINK,
            )
        moved = RedirectResponse("/", 303, headers=HEADERS)
        origin = origin_in(request.scope)
        moved.headers["Set-Cookie"] = set_cookie(cookie_name(origin), session, origin)
        return moved


def _add_sessions(router: APIRouter, sign_in: SignIn, people: People) -> None:
    """Add the routes by which a program gets a link that signs a browser in, and by which a browser signs out."""

    @router.post(LINK_PATH, include_in_schema=False)
    def new_link(request: Request) -> Response:
        """A new link that signs a browser in, for a client with the token, as `wherein serve --link` is.

        A member's session has a token of its own, which is made with theirs, ends with it, and makes no other.
        """
        if request.scope.get(SESSION, False):
            raise NotPermitted(
                "A browser can't make sign-in links.", "In a terminal: wherein serve --link"
            )
        who, token = who_of(request), ""
        if who is not None:
            made, _ = people.make_token(
                who.person.name, "web app", who.rights, SIGN_IN_DAYS, parent=who.token
            )
            token = made.id
        code = sign_in.new_code(token)
        return JSONResponse({"link": f"{origin_in(request.scope)}{SIGN_IN_PATH}?code={code}"})

    @router.delete("/v1/session", include_in_schema=False)
    def signed_out(request: Request) -> Response:
        """End the browser's session, and what was made in it. The browser forgets its cookie."""
        if not request.scope.get(SESSION, False):
            raise NotPermitted(
                "A program has no session to end.", "Revoke its token: wherein tokens revoke ID"
            )
        cookie = _cookie_of(request)
        with suppress(UnknownName):  # it was ended meanwhile
            if token := token_in(cookie):
                people.revoke(token)
            else:
                people.ended_sessions.end(session_in(cookie), end_of(cookie))
        origin = origin_in(request.scope)
        forgotten = set_cookie(cookie_name(origin), "", origin, 0)
        return JSONResponse({}, headers={"Set-Cookie": forgotten})


def _cookie_of(request: Request) -> str:
    """The value of the app's cookie; "" where there is none."""
    name = cookie_name(origin_in(request.scope))
    return cookie_in(request.headers.get("cookie", ""), name)


def _opened_elsewhere(code: str) -> Response:
    """A page with the link, for one that another site's page opened.

    That page could else sign a browser in as somebody else, who would then have its questions.
    """
    return message_page(
        200,
        "Sign in",
        "A page of another site opened this link. It signs this browser in to wherein.",
        "If you were sent the link by somebody you do not know, close this page.",
        f"{SIGN_IN_PATH}?{urlencode({'code': code})}",
    )


def _add_pairing(router: APIRouter, sign_in: SignIn, token: Callable[[Request], str]) -> None:
    """Add the route of the code that pairs the browser extension."""

    @router.post("/v1/pairing-code", response_model=wire.CodeResponse, operation_id="pairingCode")
    def code(request: Request) -> Response:
        """The code for the browser extension, which has the token; only within five minutes after signing in."""
        port = request.headers.get("host", "").rpartition(":")[2]
        if not request.scope.get(SESSION, False):
            raise NotPermitted(
                "A client with the token needs no code.",
                "Put the port and a colon before the token.",
            )
        check_makes_tokens(request)
        if not sign_in.is_fresh(_cookie_of(request)):
            raise SourceForbidden(
                "The code is shown in the first five minutes after signing in.",
                "Sign in again with a new link: wherein serve --link",
            )
        return JSONResponse({"code": f"{port}:{token(request)}"})


def _is_opened(request: Request) -> bool:
    """Whether a person opens the address, judged by the browser's headers, since previews and prefetching fetch it too."""
    headers = request.headers
    return (
        headers.get("sec-fetch-mode", "navigate") == "navigate"
        and headers.get("sec-fetch-dest", "document") == "document"
        and not any(
            word in headers.get(name, "").lower()
            for name in ("sec-purpose", "purpose", "x-purpose", "x-moz")
            for word in ("prefetch", "preview", "prerender")
        )
    )


# The app's look for the server's own few pages, whose content policy allows this one style by its hash.
_STYLE = (
    ":root{color-scheme:light dark;--page:light-dark(#fff,#1b1c1e);--raised:light-dark(#f4f4f2,#26282b);"
    "--line:light-dark(#d9d9d4,#3c3f44);--text:light-dark(#1d1d1b,#ececea);--dim:light-dark(#5a5a56,#b0b3b8);"
    "--accent:light-dark(#7a5b00,#ffcf5c);font:16px/1.5 system-ui,sans-serif}"
    "*{box-sizing:border-box}body{display:grid;min-height:100vh;margin:0;padding:16px;place-items:center;"
    "background:var(--page);color:var(--text)}main{max-width:34rem;padding:24px 32px;border:1px solid var(--line);"
    "border-top:3px solid var(--accent);border-radius:6px;background:var(--raised);overflow-wrap:anywhere}"
    "a{color:var(--accent);font-weight:600}"
    "h1{margin:0 0 16px;font-size:22px;line-height:1.3}p{margin:0 0 8px}p:last-child{margin:0;color:var(--dim)}"
)


def _with_commands(sentence: str) -> str:
    """HTML of a sentence, its commands set as code."""
    return re.sub(r"\bwherein serve(?: --[a-z-]+)?", r"<code>\g<0></code>", escape(sentence))


def message_page(
    status: int, title: str, what: str, next_step: str, address: str | None = None
) -> HTMLResponse:
    """A page without script, for messages before the app is loaded. `address` is where its link "Sign in" leads."""
    link = "" if address is None else f'<p><a href="{escape(address)}">Sign in</a></p>\n'
    body = (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)} · wherein</title>\n<style>{_STYLE}</style>\n"
        f"<main><h1>{escape(title)}</h1>\n<p>{escape(what)}</p>\n{link}<p>{_with_commands(next_step)}</p></main>\n"
        "</html>\n"
    )
    digest = b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = CONTENT_POLICY.replace("style-src 'self'", f"style-src 'sha256-{digest}'")
    return HTMLResponse(body, status, headers={**HEADERS, "Content-Security-Policy": policy})
