"""Cancels the work for a client that has closed its connection, and all work when the server stops. Knows no route."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from starlette.concurrency import iterate_in_threadpool, run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from wherein.core.lifetime.cancellation import Cancellation, Cancelled
from wherein.server.wire.error_form import error_body

_Done = TypeVar("_Done")


def stopping(app: Any) -> Cancellation:
    """The cancellation of everything that a server does, which is cancelled when it stops."""
    found = app.state.stopping
    assert isinstance(found, Cancellation)
    return found


async def while_there(request: Request, work: Callable[[Cancellation], _Done]) -> _Done | Response:
    """Run `work` in a thread and return its result, or the response that says that the server stops.

    `work` gets the cancellation that is cancelled once the connection is closed or the server stops. While it runs,
    `checkpoint` asks that one too.
    """

    def bound(cancellation: Cancellation) -> _Done:
        with cancellation.bound():
            return work(cancellation)

    try:
        return await _watched(request, bound)
    except Cancelled:
        return _stopped(request)


async def to_its_end(request: Request, work: Callable[[Cancellation], _Done]) -> _Done | Response:
    """As `while_there`, for work that ends a step in its own way where the client leaves: only when the server stops,
    `checkpoint` ends it within a step."""

    def bound(cancellation: Cancellation) -> _Done:
        with stopping(request.app).bound():
            return work(cancellation)

    try:
        return await _watched(request, bound)
    except Cancelled:
        return _stopped(request)


def _stopped(request: Request) -> Response:
    """The response to a request that was cancelled; where its client has left, nobody reads it."""
    what, next_step = "The server was stopped before it had answered.", "Start it and ask again."
    return JSONResponse(error_body("server", what, next_step, request.url.path), 503)


async def _watched(request: Request, work: Callable[[Cancellation], _Done]) -> _Done:
    stops = stopping(request.app)
    cancellation = Cancellation(stops)
    with stops.calling(cancellation.cancel):
        async with _cancelling(request.receive, cancellation):
            try:
                return await run_in_threadpool(work, cancellation)
            except asyncio.CancelledError:
                cancellation.cancel()
                raise


@asynccontextmanager
async def _cancelling(receive: Receive, cancellation: Cancellation) -> AsyncIterator[None]:
    """Cancel when the client closes the connection within the block."""

    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass  # the body was read before; nothing else comes
        cancellation.cancel()

    watching = asyncio.create_task(watch())
    try:
        yield
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


class EventStream(StreamingResponse):
    """Server-sent events, made in a thread until the client leaves or the server stops, which cancels their making."""

    def __init__(self, events: Generator[str], stops: Cancellation) -> None:
        """`stops` is the server's own cancellation."""
        self._stops = stops
        self._cancellation = Cancellation(stops)
        self._steps = _Steps(events, self._cancellation)
        super().__init__(iterate_in_threadpool(self._steps), media_type="text/event-stream")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._stops.calling(self._cancellation.cancel):
            try:
                async with _cancelling(receive, self._cancellation):
                    await self.stream_response(send)
            except (Cancelled, OSError):
                with suppress(OSError):  # nobody listens any more, or the server stops
                    await send({"type": "http.response.body", "body": b""})
            finally:
                self._cancellation.cancel()
                # In a thread: it waits for a step that is being made.
                await run_in_threadpool(self._steps.close)


class _Steps:
    """The events of a generator, each made under a cancellation."""

    def __init__(self, events: Generator[str], cancellation: Cancellation) -> None:
        self._events = events
        self._cancellation = cancellation
        self._lock = threading.Lock()

    def __iter__(self) -> _Steps:
        return self

    def __next__(self) -> str:
        with self._lock, self._cancellation.bound():
            return next(self._events)

    def close(self) -> None:
        """End the generator, after the step that another thread is making."""
        with self._lock:
            self._events.close()
