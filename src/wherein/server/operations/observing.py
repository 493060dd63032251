"""Tells observers of every request that was answered: which route, how, how long, for whom. Never a query, a body or a name in a path."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from wherein.people.access import Identity
from wherein.server.guards.gate import IDENTITY

NO_ROUTE = "none"
"""The route of a request that was refused before its route was looked for, or that has none."""
LEFT = 499
"""The status of a request whose client did not wait for an answer, as nginx has it: nobody was sent one."""
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))

_Scope: TypeAlias = MutableMapping[str, Any]
_Message: TypeAlias = MutableMapping[str, Any]
_Receive: TypeAlias = Callable[[], Awaitable[_Message]]
_Send: TypeAlias = Callable[[_Message], Awaitable[None]]
App: TypeAlias = Callable[[_Scope, _Receive, _Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Answered:
    """A request that was answered. `route` is the path as the application has it, with names in braces, so that there are
    few; `status` is `LEFT` where the client left before its answer began; `person` is "" for whoever has the server's own token or none."""

    method: str
    route: str
    status: int
    seconds: float
    sent_bytes: int
    person: str


class Observer(Protocol):
    def began(self) -> None: ...

    def answered(self, one: Answered) -> None: ...


class Observing:
    """ASGI middleware, around all others."""

    def __init__(self, app: App, observers: Sequence[Observer]) -> None:
        self._app = app
        self._observers = observers

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        if scope["type"] != "http" or not self._observers:
            await self._app(scope, receive, send)
            return
        began, sent, left = time.perf_counter(), 0, False
        status: int | None = None
        for observer in self._observers:
            observer.began()

        async def heard() -> _Message:
            nonlocal left
            message = await receive()
            left = left or message["type"] == "http.disconnect"
            return message

        async def counted(message: _Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = LEFT if left else message["status"]
            elif message["type"] == "http.response.body":
                sent += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, heard, counted)
        finally:
            if status is None:
                status = LEFT if left else 500
            one = _answered(scope, status, time.perf_counter() - began, sent)
            for observer in self._observers:
                observer.answered(one)


def _answered(scope: _Scope, status: int, seconds: float, sent_bytes: int) -> Answered:
    who = scope.get(IDENTITY)
    method = scope["method"] if scope["method"] in _METHODS else "OTHER"
    route = getattr(scope.get("route"), "path", NO_ROUTE)
    person = who.person.name if isinstance(who, Identity) else ""
    return Answered(method, route, status, seconds, sent_bytes, person)
