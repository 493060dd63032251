"""Signs a browser in: a link that works once, then a cookie that scripts cannot read. Knows no route.

The cookie does not contain the token: it is an expiry date with the session's name, signed with the token, so that it
survives a restart of the server and becomes invalid when the token changes. Who signed out is kept elsewhere.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

LINK_SECONDS = 10 * 60
"""How long an unused link works."""
SESSION_SECONDS = 30 * 24 * 60 * 60
SIGN_IN_DAYS = SESSION_SECONDS / (24 * 60 * 60)
"""The same in days, after which the token of a member's session ends."""
FRESH_SECONDS = 5 * 60
"""Seconds after signing in during which the app may show the code for the extension, which has the token."""


class SignIn:
    """Makes and checks links and cookies for one token. Threads may share it."""

    def __init__(
        self, token: str | Callable[[], str], now: Callable[[], float] = time.time
    ) -> None:
        """`token` may be a function that returns the current token."""
        self._token = token
        self._now = now
        self._lock = threading.Lock()
        self._links: dict[str, tuple[float, str]] = {}

    def new_code(self, token: str = "") -> str:
        """The secret part of a new link; of a member of a team, the id of the `token` that the session then has the rights of."""
        code = secrets.token_urlsafe(24)
        with self._lock:
            self._links[_digest(code)] = (self._now() + LINK_SECONDS, token)
        return code

    def session_for(self, code: str) -> str | None:
        """The value of a new cookie; None where the code is unknown, used before or too old."""
        with self._lock:
            until, token = self._links.pop(_digest(code), (0.0, ""))
            self._links = {kept: one for kept, one in self._links.items() if one[0] > self._now()}
        if until <= self._now():
            return None
        signed = f"{int(self._now()) + SESSION_SECONDS}.{secrets.token_urlsafe(12)}"
        if token:
            signed += f".{token}"
        return f"{signed}.{self._signature(signed)}"

    def is_session(self, cookie: str) -> bool:
        """Whether `session_for` made the value with this token and it has not expired."""
        signed, _, signature = cookie.rpartition(".")
        expected = self._signature(signed).encode()
        if not hmac.compare_digest(signature.encode("utf-8", "replace"), expected):
            return False
        return int(signed.partition(".")[0]) > self._now()

    def is_fresh(self, cookie: str) -> bool:
        """Whether the value is valid and was made within the last FRESH_SECONDS."""
        if not self.is_session(cookie):
            return False
        made = int(cookie.partition(".")[0]) - SESSION_SECONDS
        return self._now() - made <= FRESH_SECONDS

    def _signature(self, signed: str) -> str:
        # A member's session has a third part, the id of its token.
        kind = "member" if signed.count(".") == 2 else "session"
        message = f"{kind}:{signed}".encode("utf-8", "replace")
        token = self._token if isinstance(self._token, str) else self._token()
        return hmac.new(token.encode(), message, hashlib.sha256).hexdigest()


def token_in(cookie: str) -> str:
    """The id of the token that a session, which was checked, has the rights of; "" for that of the server's own token."""
    parts = cookie.split(".")
    return parts[2] if len(parts) == 4 else ""


def session_in(cookie: str) -> str:
    """The name of a session, which was checked."""
    return cookie.split(".")[1]


def end_of(cookie: str) -> datetime:
    """When a session, which was checked, expires."""
    return datetime.fromtimestamp(int(cookie.partition(".")[0]), UTC)


def cookie_name(origin: str) -> str:
    """The cookie's name for an origin: browsers keep cookies for an address, not for a port of it.

    Where the connection is encrypted, its beginning has browsers take it from this very host alone, and not from another one below the
    same name (RFC 6265bis, 4.1.3.2).
    """
    port = origin.rpartition(":")[2]
    name = f"wherein-{port}" if port.isdigit() else "wherein"
    return f"__Host-{name}" if origin.startswith("https:") else name


def cookie_in(header: str, name: str) -> str:
    """The value of a cookie in a `Cookie` header; "" where there is none."""
    for part in header.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            return value
    return ""


def set_cookie(name: str, value: str, origin: str, seconds: int = SESSION_SECONDS) -> str:
    """The `Set-Cookie` header for an origin. No script reads the cookie, no other site's page has it sent, and what came encrypted
    is never sent otherwise."""
    secure = "; Secure" if origin.startswith("https:") else ""
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}"


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "replace")).hexdigest()
