"""Limits the requests that run at once: a bounded queue, in turns over the askers. Knows paths, not what they do.

More requests at once than the processor can run make everybody wait longer. So a few requests run and the others wait,
in one queue per asker (the header `Wherein-Asker`), so that fifty questions of one asker do not delay the question of
another. Where too many wait, a request is refused at once with 429 and the time to wait: that of whoever has most waiting.
One member of a team has at most half of the places and half of the bytes, so that the others always have some.

Memory is bounded as well. A text takes some forty times its size while it is read, so of the requests with a large body
one runs at a time, beside small ones. All bodies that are held, of the requests that run and those that wait, are at most
`MOST_HELD_BYTES`, those of requests that need no turn among them; a request that would go beyond is refused with 429. One whose
client leaves is dropped, also while it waits.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from starlette.responses import JSONResponse

from wherein.server.guards.gate import IDENTITY, SPEECH, UPLOADS
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

_BODILESS = frozenset(("GET", "HEAD", "OPTIONS"))
_ONES_SHARE = 2
"""A member of a team has at most this part of what there is: a half."""


class _Asker(NamedTuple):
    """Whose request it is. Whoever has the server's own token is no member, whatever they call themselves."""

    name: bytes
    is_member: bool


class _Turn(Enum):
    RUNS = 0
    LEFT = 1
    """The client did not wait."""
    DROPPED = 2
    """Another's request has its place in the queue."""


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
        self._held_of: Counter[_Asker] = Counter()
        self._running = 0
        self._running_of: Counter[_Asker] = Counter()
        self._large_runs = False
        self._small, self._large = _Line(), _Line()
        self._seconds = 0.2
        """The duration of a request, as a moving average."""

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        if scope["type"] != "http" or scope["method"] in _BODILESS or _is_streamed(scope["path"]):
            await self._app(scope, receive, send)
            return
        name = dict(scope["headers"]).get(b"wherein-asker", b"")
        asker, body = _Asker(name, IDENTITY in scope), _Body()
        try:
            if not await self._received(body, asker, receive):
                return
            if body.is_refused:
                await self._full(scope["path"], asker, body)(scope, receive, send)
            elif scope["method"] != "POST" or scope["path"] not in _WORK:
                await self._app(scope, body.then(receive), send)
            else:
                await self._in_turn(scope, body, asker, receive, send)
        finally:
            self._hold(asker, -body.held_bytes)

    async def _in_turn(
        self, scope: _Scope, body: _Body, asker: _Asker, receive: _Receive, send: _Send
    ) -> None:
        """Run a request when it is its turn, or refuse it where too many wait."""
        turn = _Turn.DROPPED
        if self._has_place(body, asker) or self._has_room(asker):
            async with _disconnect(receive) as left:
                turn = await self._turn(asker, body, left)
                if turn is _Turn.RUNS:
                    await self._run(scope, body, asker, _then(left, receive), send)
        if turn is _Turn.DROPPED:
            await self._busy(scope["path"])(scope, body.then(receive), send)

    async def _received(self, body: _Body, asker: _Asker, receive: _Receive) -> bool:
        """Receive the whole body; of one that is too much to hold, the rest is read and dropped, so that its sender gets
        the refusal. False where the client left."""
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return False
            more = message.get("more_body", False)
            size = len(message.get("body", b""))
            if body.is_refused:
                continue
            if self._is_too_much(asker, size):
                self._hold(asker, -body.refuse(size))
                continue
            self._hold(asker, size)
            body.add(message, size)
        return True

    def _hold(self, asker: _Asker, size: int) -> None:
        self._held_bytes += size
        if asker.is_member:
            _count(self._held_of, asker, size)

    def _is_too_much(self, asker: _Asker, size: int) -> bool:
        of_one = asker.is_member and self._held_of[asker] + size > self._most_of_one
        return of_one or self._held_bytes + size > self._most_held_bytes

    @property
    def _most_of_one(self) -> int:
        return self._most_held_bytes // _ONES_SHARE

    async def _run(
        self, scope: _Scope, body: _Body, asker: _Asker, receive: _Receive, send: _Send
    ) -> None:
        began = time.monotonic()
        try:
            await self._app(scope, body.then(receive), send)
        finally:
            self._seconds += 0.1 * (time.monotonic() - began - self._seconds)
            self._release(asker, self._is_large(body))

    @property
    def _waiting(self) -> int:
        return self._small.waiting + self._large.waiting

    def _is_large(self, body: _Body) -> bool:
        return body.held_bytes >= self._large_bytes

    def _has_place(self, body: _Body, asker: _Asker) -> bool:
        is_free = self._running < self._at_once and self._may_run(asker)
        return is_free and not (self._is_large(body) and self._large_runs)

    def _may_run(self, asker: _Asker) -> bool:
        """Whether an asker may have one more place."""
        most = max(1, self._at_once // _ONES_SHARE)
        return not asker.is_member or self._running_of[asker] < most

    def _take(self, asker: _Asker) -> None:
        self._running += 1
        if asker.is_member:
            self._running_of[asker] += 1

    def _has_room(self, asker: _Asker) -> bool:
        """Whether one more request of an asker may wait. Where the queue is full, the last one of whoever has most waiting gives up
        its room, if those are more than this asker would have."""
        if self._waiting < self._most_waiting:
            return True
        waiting = self._small.counts() + self._large.counts()
        if not waiting:
            return False
        most = max(waiting, key=lambda one: waiting[one])
        if waiting[most] <= waiting[asker] + 1:
            return False
        line = max((self._small, self._large), key=lambda line: line.counts()[most])
        line.drop_last(most)
        return True

    async def _turn(
        self, asker: _Asker, body: _Body, left: asyncio.Task[MutableMapping[str, Any]]
    ) -> _Turn:
        """Wait for a place and take it."""
        large = self._is_large(body)
        if self._has_place(body, asker):
            self._take(asker)
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
                return _Turn.LEFT
            if not place.result():
                return _Turn.DROPPED
        if left.done() and _has_left(left):
            self._release(asker, large)
            return _Turn.LEFT
        return _Turn.RUNS

    def _withdraw(self, line: _Line, asker: _Asker, place: _Place, large: bool) -> None:
        if place.done() and not place.cancelled():
            if place.result():
                self._release(asker, large)  # it was handed over to somebody who had just left
        else:
            line.leave(asker, place)

    def _release(self, asker: _Asker, large: bool) -> None:
        """Pass a place on to the first waiting request of the next asker that may run now, or give it back."""
        if large:
            self._large_runs = False
        self._running -= 1
        if asker.is_member:
            _count(self._running_of, asker, -1)
        while self._running < self._at_once:
            runs = None if self._large_runs else self._large.next(self._may_run)
            if runs is not None:
                self._large_runs = True
            else:
                runs = self._small.next(self._may_run)
            if runs is None:
                return
            self._take(runs)

    def _busy(self, path: str) -> JSONResponse:
        what = f"The server is busy: {self._waiting} requests wait already."
        return self._refusal(429, what, path)

    def _full(self, path: str, asker: _Asker, body: _Body) -> JSONResponse:
        megabytes = self._most_held_bytes // 1_000_000
        if asker.is_member and body.refused_bytes > self._most_of_one:
            what = f"A member's request may have {self._most_of_one // 1_000_000} MB."
            next_step = "Add the document, and ask it by its id."
            return JSONResponse(error_body("too_large", what, next_step, path), 413)
        what = (
            f"The server is busy: it holds {megabytes} MB of requests, and has no memory for more."
        )
        return self._refusal(429, what, path)

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
        self.refused_bytes = 0
        """How many had come when it was refused."""

    @property
    def is_refused(self) -> bool:
        return self.refused_bytes > 0

    def add(self, message: MutableMapping[str, Any], size: int) -> None:
        self._messages.append(message)
        self.held_bytes += size

    def refuse(self, more: int) -> int:
        """Drop what is held, and return how many bytes that was. `more` is the size of the message that was too much."""
        held, self.held_bytes, self.refused_bytes = self.held_bytes, 0, self.held_bytes + more
        self._messages.clear()
        return held

    def then(self, receive: _Receive) -> _Receive:
        """Receives the body's messages once more, then from `receive`."""

        async def once_more() -> MutableMapping[str, Any]:
            return self._messages.popleft() if self._messages else await receive()

        return once_more


_Place: TypeAlias = "asyncio.Future[bool]"
"""Done with True where the request may run, with False where it is dropped."""


class _Line:
    """The requests that wait for a place, each asker's in a queue of its own."""

    def __init__(self) -> None:
        self.waiting = 0
        self._places: OrderedDict[_Asker, deque[_Place]] = OrderedDict()

    def counts(self) -> Counter[_Asker]:
        """How many requests of each asker wait."""
        return Counter({asker: len(places) for asker, places in self._places.items()})

    def join(self, asker: _Asker) -> _Place:
        """A future that is done once this request has its place, or has lost its room."""
        place = asyncio.get_running_loop().create_future()
        self._places.setdefault(asker, deque()).append(place)
        self.waiting += 1
        return place

    def leave(self, asker: _Asker, place: _Place) -> None:
        """Wait no longer."""
        places = self._places.get(asker, deque())
        if place in places:
            places.remove(place)
            self.waiting -= 1
            if not places:
                del self._places[asker]

    def drop_last(self, asker: _Asker) -> None:
        """End the waiting of the request that an asker sent last."""
        place = self._places[asker][-1]
        self.leave(asker, place)
        if not place.done():
            place.set_result(False)

    def next(self, may_run: Callable[[_Asker], bool]) -> _Asker | None:
        """Give a place to the first request of the next asker who may run one, and return them; None where none waits."""
        for asker in list(self._places):
            if not may_run(asker):
                continue
            places = self._places.pop(asker)
            while places:
                place = places.popleft()
                self.waiting -= 1
                if place.done():
                    continue
                if places:
                    self._places[asker] = places  # behind all the others
                place.set_result(True)
                return asker
        return None


def _is_streamed(path: str) -> bool:
    """Whether what is received goes to the disk as it comes."""
    return path == UPLOADS or path.startswith(SPEECH)


def _count(counter: Counter[_Asker], asker: _Asker, more: int) -> None:
    """Add to a count; one of nothing is not kept."""
    counter[asker] += more
    if not counter[asker]:
        del counter[asker]


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
