"""Limits the requests that run at once: a bounded queue, in turns over the askers. Knows paths, not what they do.

More requests at once than the processor can run make everybody wait longer. So a few requests run and the others wait,
in one queue per asker (the header `Wherein-Asker`), so that fifty questions of one asker do not delay the question of
another. Where too many wait, a request is refused at once with 429 and the time to wait.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.responses import JSONResponse

from wherein.server.error_form import error_body

AT_ONCE = 8
"""The number of requests that run at once: more than processors, since a client that reads slowly keeps its place."""
MOST_WAITING = 100
LONGEST_WAIT = 60
"""Seconds; the most that Retry-After says."""
_WORK = frozenset(
    {
        "/v1/ask",
        "/v1/tables",
        "/v1/write",
        "/v1/search",
        "/v1/chat/completions",
        "/v1/embeddings",
        "/mcp",
    }
)

_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Queue:
    """ASGI middleware that lets a few requests with work through at once, each asker in turn.

    A request is queued once its body is complete, so that a slow or incomplete one delays nobody.
    """

    def __init__(
        self,
        app: Callable[[_Scope, _Receive, _Send], Awaitable[None]],
        at_once: int = AT_ONCE,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._app = app
        self._at_once = at_once
        self._most_waiting = most_waiting
        self._running = 0
        self._waiting = 0
        self._lines: OrderedDict[bytes, deque[asyncio.Future[None]]] = OrderedDict()
        self._seconds = 0.2
        """The duration of a request, as a moving average."""

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST" or scope["path"] not in _WORK:
            await self._app(scope, receive, send)
            return
        messages: deque[MutableMapping[str, Any]] = deque()
        while not messages or messages[-1].get("more_body", False):
            messages.append(await receive())
            if messages[-1]["type"] == "http.disconnect":
                return

        async def again() -> MutableMapping[str, Any]:
            return messages.popleft() if messages else await receive()

        if self._running < self._at_once:
            self._running += 1
        elif self._waiting >= self._most_waiting:
            await self._refusal(scope["path"])(scope, again, send)
            return
        else:
            await self._turn(dict(scope["headers"]).get(b"wherein-asker", b""))
        began = time.monotonic()
        try:
            await self._app(scope, again, send)
        finally:
            self._seconds += 0.1 * (time.monotonic() - began - self._seconds)
            self._next()

    async def _turn(self, asker: bytes) -> None:
        """Wait until a place is handed over."""
        place = asyncio.get_running_loop().create_future()
        self._lines.setdefault(asker, deque()).append(place)
        self._waiting += 1
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._next()  # it was handed over to somebody who had just left
            raise

    def _next(self) -> None:
        """Pass the place to the first waiting request of the next asker, or release it."""
        while self._lines:
            asker, line = self._lines.popitem(last=False)
            place = line.popleft()
            self._waiting -= 1
            if line:
                self._lines[asker] = line  # behind all the others
            if not place.done():
                place.set_result(None)
                return
        self._running -= 1

    def _refusal(self, path: str) -> JSONResponse:
        seconds = math.ceil(self._seconds * self._waiting / self._at_once)
        seconds = min(max(seconds, 1), LONGEST_WAIT)
        body = error_body(
            "busy",
            f"The server is busy: {self._waiting} requests wait already.",
            f"Send it again in {seconds} s.",
            path,
        )
        return JSONResponse(body, 429, {"Retry-After": str(seconds)})
