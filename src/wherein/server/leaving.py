"""Stops the work for a client that has closed its connection. Knows no route."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from wherein.answering.stream import AnswerStream
from wherein.core.answer import Result

_Done = TypeVar("_Done")


async def while_there(request: Request, work: Callable[[Callable[[], bool]], _Done]) -> _Done:
    """Run `work` in a thread and return its result.

    `work` gets a function that returns True once the connection is closed or the server stops; it should then end.
    """
    left = threading.Event()

    async def watch() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass  # the body was read before; nothing else comes
        left.set()

    watching = asyncio.create_task(watch())
    try:
        return await run_in_threadpool(work, left.is_set)
    finally:
        left.set()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


def result_unless(stream: AnswerStream, left: Callable[[], bool]) -> Result | None:
    """The result of a question; None where the client left before it was complete."""
    for _ in stream:
        if left():
            stream.close()
            return None
    return stream.result()
