"""The routes of Help: the documentation site, which `make docs` builds into this package. Knows no document and no question."""

from __future__ import annotations

import json
import re
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse, RedirectResponse, Response

from wherein.server.routes.app_routes import CONTENT_POLICY, HEADERS, TYPES, message_page

SITE = Path(__file__).parent / "help"
"""The output of `make docs`; a wheel of a release has it."""
STYLES = "styles.json"
"""A list of the hashes of styles that the site's own script adds to its pages."""
_HASH = re.compile(r"sha256-[A-Za-z0-9+/]{43}=")


def help_routes(site: Path = SITE) -> APIRouter:
    """The routes of the site in the folder `site`, under the app's own content policy. They need no session: the site is the same for all."""
    router = APIRouter()
    headers = {**HEADERS, "Content-Security-Policy": _policy(site)}
    pages = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}

    @router.get("/help", include_in_schema=False)
    def start() -> Response:
        return RedirectResponse("/help/index.html", 303, headers=HEADERS)

    @router.get("/help/{name:path}", include_in_schema=False)
    def page(name: str) -> Response:
        file = pages.get(name or "index.html")
        if file is not None:
            media_type = TYPES.get(file.suffix, "application/octet-stream")
            return FileResponse(file, media_type=media_type, headers=headers)
        if pages:
            return message_page(404, "Not found", "Help has no such page.", "Begin at /help.")
        return message_page(
            404,
            "Help is not here",
            "This copy of wherein has no documentation in it.",
            "In a checkout, build it with make docs and start the server again; or read the files in docs.",
        )

    return router


def _policy(site: Path) -> str:
    """The app's policy, and the styles that are named by their hash."""
    try:
        listed = json.loads((site / STYLES).read_text("utf-8"))
    except (OSError, ValueError):
        listed = []
    hashes = [f"'{each}'" for each in listed if isinstance(each, str) and _HASH.fullmatch(each)]
    return CONTENT_POLICY.replace("style-src 'self'", " ".join(["style-src 'self'", *hashes]))
