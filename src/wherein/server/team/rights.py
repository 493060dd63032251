"""Which right each route needs. A route that is not here is there for nobody but who has the server's own token.

This says who may use a route at all; what the route then shows or changes is decided by the library that a member's
engine has (`people.access`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from starlette.routing import compile_path

from wherein.people.access import Identity, Right
from wherein.people.audit import READ


class Need(StrEnum):
    """What a member's token needs for a route."""

    NOTHING = "nothing"
    """Answered before anybody is known: it holds nothing of anybody's."""
    READ = "read"
    WRITE = "write"
    MANAGE = "manage"
    """The right of an admin, and a person who is one."""
    NOBODY = "nobody"
    """Only who has the server's own token."""


_BY_NEED: Mapping[Need, tuple[str, ...]] = {
    Need.NOTHING: (
        "GET /v1/health",
        "GET /v1/ready",
        "GET /",
        "GET /library",
        "GET /tables",
        "GET /settings",
        "GET /keys",
        "GET /sharing",
        "GET /team",
        "GET /d/{document:path}",
        "GET /assets/{name:path}",
        "GET /help",
        "GET /help/{name:path}",
        "GET /pdfjs/{name:path}",
        "GET /sign-in",
    ),
    Need.READ: (
        "GET /openapi.json",
        "POST /v1/ask",
        "POST /v1/understand",
        "POST /v1/search",
        "POST /v1/tables",
        "POST /v1/write",
        "POST /v1/export",
        "GET /v1/documents",
        "GET /v1/documents/text",
        "GET /v1/documents/boxes",
        "GET /v1/documents/looks",
        "GET /v1/documents/picture",
        "GET /v1/documents/file",
        "GET /v1/adding",
        "GET /v1/bases",
        "GET /v1/bases/titles",
        "GET /v1/pages/marked",
        "GET /v1/pages/top",
        "GET /v1/questions/similar",
        "GET /v1/complete",
        "GET /v1/memory/mine",
        "GET /v1/about",
        "GET /v1/me",
        "GET /v1/me/tokens",
        "POST /v1/sign-in-link",
        "POST /v1/pairing-code",
        "DELETE /v1/session",
        "GET /v1/models",
        "GET /v1/models/{model:path}",
        "POST /v1/chat/completions",
        "POST /v1/embeddings",
        "POST /v1/audio/transcriptions",
        "POST /v1/audio/translations",
        "POST /v1/audio/speech",
        "GET /mcp",
        "POST /mcp",
        "DELETE /mcp",
    ),
    Need.WRITE: (
        "PATCH /v1/documents",
        "DELETE /v1/documents",
        "POST /v1/uploads",
        "POST /v1/pages",
        "DELETE /v1/adding",
        "POST /v1/feedback",
        "DELETE /v1/memory/mine",
        "POST /v1/me/tokens",
        "DELETE /v1/me/tokens",
        "GET /v1/shares",
        "POST /v1/shares",
        "DELETE /v1/shares",
    ),
    Need.MANAGE: (
        "POST /v1/documents",
        "GET /v1/watched",
        "POST /v1/watched",
        "DELETE /v1/watched",
        "GET /v1/bases/estimate",
        "POST /v1/bases",
        "DELETE /v1/bases",
        "PATCH /v1/settings",
        "GET /v1/people",
        "POST /v1/people",
        "PATCH /v1/people",
        "DELETE /v1/people",
        "POST /v1/people/link",
        "POST /v1/people/tokens",
        "DELETE /v1/people/tokens",
        "POST /v1/groups",
        "DELETE /v1/groups",
        "POST /v1/libraries",
        "GET /v1/audit",
        "GET /metrics",
        "GET /v1/state",
    ),
}
NEEDS: Mapping[tuple[str, str], Need] = {
    (route.partition(" ")[0], route.partition(" ")[2]): need
    for need, routes in _BY_NEED.items()
    for route in routes
}
"""By method and path, as the application has them."""
_EXACT = {key: need for key, need in NEEDS.items() if "{" not in key[1]}
_PATTERNS = [
    (method, compile_path(path)[0], need) for (method, path), need in NEEDS.items() if "{" in path
]
_NAMED_IN_QUERY = {
    ("POST", "/v1/uploads"): "name",
    ("PATCH", "/v1/documents"): "document",
    ("DELETE", "/v1/documents"): "document",
    ("DELETE", "/v1/watched"): "folder",
    ("DELETE", "/v1/bases"): "name",
}
"""What the audit calls the things of those requests whose route does not say it: a value of their query."""
_NOTED = {
    ("GET", "/v1/documents/text"): READ,
    ("GET", "/v1/documents/file"): READ,
    ("GET", "/v1/documents/looks"): READ,
    ("GET", "/v1/documents/picture"): READ,
    ("POST", "/v1/documents"): "added",
    ("POST", "/v1/uploads"): "added",
    ("POST", "/v1/pages"): "added",
    ("PATCH", "/v1/documents"): "changed",
    ("DELETE", "/v1/documents"): "removed",
    ("POST", "/v1/shares"): "shared",
    ("DELETE", "/v1/shares"): "unshared",
    ("POST", "/v1/sign-in-link"): "signed in",
    ("POST", "/v1/pairing-code"): "paired",
    ("POST", "/v1/people"): "managed people",
    ("PATCH", "/v1/people"): "managed people",
    ("DELETE", "/v1/people"): "managed people",
    ("POST", "/v1/people/link"): "managed people",
    ("POST", "/v1/people/tokens"): "managed tokens",
    ("DELETE", "/v1/people/tokens"): "managed tokens",
    ("POST", "/v1/me/tokens"): "made a token",
    ("DELETE", "/v1/me/tokens"): "ended a token",
    ("DELETE", "/v1/session"): "signed out",
    ("POST", "/v1/libraries"): "managed libraries",
    ("PATCH", "/v1/settings"): "changed settings",
    ("POST", "/v1/watched"): "managed folders",
    ("DELETE", "/v1/watched"): "managed folders",
    ("POST", "/v1/bases"): "managed knowledge bases",
    ("DELETE", "/v1/bases"): "managed knowledge bases",
    ("POST", "/v1/groups"): "managed groups",
    ("DELETE", "/v1/groups"): "managed groups",
}


def need_of(method: str, path: str) -> Need:
    """What a request needs; NOBODY for one to a route that is not named here."""
    exact = _EXACT.get((method, path))
    if exact is not None:
        return exact
    found = (need for verb, pattern, need in _PATTERNS if verb == method and pattern.match(path))
    return next(found, Need.NOBODY)


def noted_as(method: str, path: str) -> str | None:
    """The word under which the audit has a request that was answered; None for one that it has not."""
    return _NOTED.get((method, path))


def named_in_query(method: str, path: str) -> str | None:
    """The name of the query's value that the audit has of a request; None where its route says what it is about, if anything."""
    return _NAMED_IN_QUERY.get((method, path))


def may_use(who: Identity, need: Need) -> bool:
    if need is Need.MANAGE:
        return who.may_manage
    if need is Need.NOBODY:
        return False
    return need is Need.NOTHING or Right(need.value) in who.rights
