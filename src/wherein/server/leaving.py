"""Whether whoever asked is still there, so that work nobody waits for any more stops. Knows no route."""

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
    """What `work` gives, done in a thread. It is handed a function that says True from the moment that
    the connection is closed or the server stops, and should then come to its end.
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
    """The result of a question; None where whoever asked has left before it was there."""
    for _ in stream:
        if left():
            stream.close()
            return None
    return stream.result()
