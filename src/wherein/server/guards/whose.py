"""Whose request it is, by which kind of session, and what the audit is told of it. Knows no route."""

from __future__ import annotations

from fastapi import Request

from wherein.core.errors import NotPermitted
from wherein.people.access import Identity
from wherein.server.guards.gate import IDENTITY, SESSION

ABOUT = "wherein.about"
"""In the scope of a request that the audit notes: what it was about, in names."""


def who_of(request: Request) -> Identity | None:
    """The member who asks; None for whoever has the server's own token."""
    who = request.scope.get(IDENTITY)
    return who if isinstance(who, Identity) else None


def note(request: Request, *about: str) -> None:
    """Have the audit say what the request is about."""
    request.scope[ABOUT] = ", ".join(part for part in about if part)


def is_persons_session(request: Request) -> bool:
    """Whether a browser asks that a person signed in, with the server's own token or by an admin's link.

    A session that was opened with a member's token is not: whoever stole that token could open it as well.
    """
    who = who_of(request)
    return request.scope.get(SESSION, False) and (who is None or not who.made_with)


def check_makes_tokens(request: Request) -> None:
    """Raise NotPermitted for a session by which a token would get another one."""
    if not is_persons_session(request):
        raise NotPermitted(
            "This session was opened with a token, and gives no others.",
            "Sign in with a link from an admin, or ask them for the token.",
        )
