"""Limits the requests that run at once: a bounded queue, in turns over the askers. Knows paths, not what they do.

More requests at once than the processor can run make everybody wait longer. So a few requests run and the others wait,
in one queue per asker (the header `Wherein-Asker`), so that fifty questions of one asker do not delay the question of
another. Where too many wait, a request is refused at once with 429 and the time to wait.

Memory is bounded as well. A text takes some forty times its size while it is read, so of the requests with a large body
one runs at a time, beside small ones. All bodies that are held, of the requests that run and those that wait, are at most
`MOST_HELD_BYTES`; a request with more is refused with 503. One whose client leaves is dropped, in the queue too.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.responses import JSONResponse

from wherein.server.wire.error_form import error_body

AT_ONCE = 8
"""The number of requests that run at once: more than processors, since a client that reads slowly keeps its place."""
MOST_WAITING = 100
MOST_HELD_BYTES = 64 * 1024 * 1024
LARGE_BYTES = 1024 * 1024
"""Bytes of a body from which one such request runs at a time."""
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
        most_held_bytes: int = MOST_HELD_BYTES,
        large_bytes: int = LARGE_BYTES,
    ) -> None:
        self._app = app
        self._at_once = at_once
        self._most_waiting = most_waiting
        self._most_held_bytes = most_held_bytes
        self._large_bytes = large_bytes
        self._held_bytes = 0
        self._running = 0
        self._large_runs = False
        self._small, self._large = _Line(), _Line()
        self._seconds = 0.2
        """The duration of a request, as a moving average."""

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST" or scope["path"] not in _WORK:
            await self._app(scope, receive, send)
            return
        body = _Body()
        try:
            if not await self._received(body, receive):
                return
            if body.is_refused:
                await self._full(scope["path"])(scope, receive, send)
            elif self._waiting >= self._most_waiting and not self._has_place(body):
                await self._busy(scope["path"])(scope, body.then(receive), send)
            else:
                async with _disconnect(receive) as left:
                    asker = dict(scope["headers"]).get(b"wherein-asker", b"")
                    if await self._turn(asker, body, left):
                        await self._run(scope, body, _then(left, receive), send)
        finally:
            self._held_bytes -= body.held_bytes

    async def _received(self, body: _Body, receive: _Receive) -> bool:
        """Receive the whole body; of one that is too much to hold, the rest is read and dropped, so that its sender gets
        the refusal. False where the client left."""
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return False
            more = message.get("more_body", False)
            size = len(message.get("body", b""))
            if body.is_refused or self._held_bytes + size > self._most_held_bytes:
                self._held_bytes -= body.refuse()
                continue
            self._held_bytes += size
            body.add(message, size)
        return True

    async def _run(self, scope: _Scope, body: _Body, receive: _Receive, send: _Send) -> None:
        began = time.monotonic()
        try:
            await self._app(scope, body.then(receive), send)
        finally:
            self._seconds += 0.1 * (time.monotonic() - began - self._seconds)
            self._release(self._is_large(body))

    @property
    def _waiting(self) -> int:
        return self._small.waiting + self._large.waiting

    def _is_large(self, body: _Body) -> bool:
        return body.held_bytes >= self._large_bytes

    def _has_place(self, body: _Body) -> bool:
        return self._running < self._at_once and not (self._is_large(body) and self._large_runs)

    async def _turn(
        self, asker: bytes, body: _Body, left: asyncio.Task[MutableMapping[str, Any]]
    ) -> bool:
        """Wait for a place and take it; False without one, where the client left."""
        large = self._is_large(body)
        if self._has_place(body):
            self._running += 1
            self._large_runs = self._large_runs or large
        else:
            line = self._large if large else self._small
            place = line.join(asker)
            try:
                await asyncio.wait((place, left), return_when=asyncio.FIRST_COMPLETED)
                if not (left.done() and _has_left(left)):
                    await place
            except asyncio.CancelledError:
                self._withdraw(line, asker, place, large)
                raise
            if not place.done():
                line.leave(asker, place)
                return False
        if left.done() and _has_left(left):
            self._release(large)
            return False
        return True

    def _withdraw(
        self, line: _Line, asker: bytes, place: asyncio.Future[None], large: bool
    ) -> None:
        if place.done() and not place.cancelled():
            self._release(large)  # it was handed over to somebody who had just left
        else:
            line.leave(asker, place)

    def _release(self, large: bool) -> None:
        """Pass a place on to the first waiting request of the next asker that may run now, or give it back."""
        if large:
            self._large_runs = False
        self._running -= 1
        while self._running < self._at_once:
            if not self._large_runs and self._large.next():
                self._large_runs = True
            elif not self._small.next():
                return
            self._running += 1

    def _busy(self, path: str) -> JSONResponse:
        what = f"The server is busy: {self._waiting} requests wait already."
        return self._refusal(429, what, path)

    def _full(self, path: str) -> JSONResponse:
        megabytes = self._most_held_bytes // 1_000_000
        what = (
            f"The server is busy: it holds {megabytes} MB of requests, and has no memory for more."
        )
        return self._refusal(503, what, path)

    def _refusal(self, status: int, what: str, path: str) -> JSONResponse:
        seconds = math.ceil(self._seconds * self._waiting / self._at_once)
        seconds = min(max(seconds, 1), LONGEST_WAIT)
        body = error_body("busy", what, f"Send it again in {seconds} s.", path)
        return JSONResponse(body, status, {"Retry-After": str(seconds)})


class _Body:
    """The messages of a request's body, and how many bytes of them are held."""

    def __init__(self) -> None:
        self._messages: deque[MutableMapping[str, Any]] = deque()
        self.held_bytes = 0
        self.is_refused = False

    def add(self, message: MutableMapping[str, Any], size: int) -> None:
        self._messages.append(message)
        self.held_bytes += size

    def refuse(self) -> int:
        """Drop what is held, and return how many bytes that was."""
        held, self.held_bytes, self.is_refused = self.held_bytes, 0, True
        self._messages.clear()
        return held

    def then(self, receive: _Receive) -> _Receive:
        """Receives the body's messages once more, then from `receive`."""

        async def once_more() -> MutableMapping[str, Any]:
            return self._messages.popleft() if self._messages else await receive()

        return once_more


class _Line:
    """The requests that wait for a place, each asker's in a queue of its own."""

    def __init__(self) -> None:
        self.waiting = 0
        self._places: OrderedDict[bytes, deque[asyncio.Future[None]]] = OrderedDict()

    def join(self, asker: bytes) -> asyncio.Future[None]:
        """A future that is done once this request has its place."""
        place = asyncio.get_running_loop().create_future()
        self._places.setdefault(asker, deque()).append(place)
        self.waiting += 1
        return place

    def leave(self, asker: bytes, place: asyncio.Future[None]) -> None:
        """Wait no longer."""
        places = self._places.get(asker, deque())
        if place in places:
            places.remove(place)
            self.waiting -= 1
            if not places:
                del self._places[asker]

    def next(self) -> bool:
        """Give a place to the first request of the next asker; False where none waits."""
        while self._places:
            asker, places = self._places.popitem(last=False)
            place = places.popleft()
            self.waiting -= 1
            if places:
                self._places[asker] = places  # behind all the others
            if not place.done():
                place.set_result(None)
                return True
        return False


@asynccontextmanager
async def _disconnect(
    receive: _Receive,
) -> AsyncIterator[asyncio.Task[MutableMapping[str, Any]]]:
    """The message after a request's body, which says that the client left, as soon as it comes."""

    async def next_message() -> MutableMapping[str, Any]:
        return await receive()

    left = asyncio.create_task(next_message())
    try:
        yield left
    finally:
        left.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await left


def _then(left: asyncio.Task[MutableMapping[str, Any]], receive: _Receive) -> _Receive:
    """Receives the message that is waited for already, then from `receive`."""

    async def leaves() -> MutableMapping[str, Any]:
        if left.done() and not _has_left(left):
            return await receive()
        # Shielded: who waits for it may be cancelled, and another may wait again.
        return await asyncio.shield(left)

    return leaves


def _has_left(message: asyncio.Task[MutableMapping[str, Any]]) -> bool:
    return message.exception() is None and message.result()["type"] == "http.disconnect"
