"""The Model Context Protocol at `/mcp`, behind the gate and its token. The SDK is imported at the first request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool

from wherein.answering.engine import Engine
from wherein.core.errors import ExtraMissing
from wherein.core.text.extras import extra_command

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    from wherein.server.doors.mcp_door import Door

_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def opened_door(engine: Engine, handed_out: Callable[[str], None] = lambda document: None) -> Door:
    """The tools over an engine. `handed_out` is called with the id of each document before its text is. Raises ExtraMissing where the SDK is not installed."""
    try:
        from wherein.server.doors.mcp_door import mcp_door
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise ExtraMissing(
            "The Model Context Protocol needs the package mcp, which is not installed.",
            f"Get it: {extra_command('mcp')}",
        ) from error
    return mcp_door(engine, handed_out)


class McpRoute:
    """An ASGI application that starts the SDK's session manager once, in the loop that serves."""

    def __init__(
        self, engine: Engine, handed_out: Callable[[str], None] = lambda document: None
    ) -> None:
        self._engine = engine
        self._handed_out = handed_out
        self._lock = asyncio.Lock()
        self._manager: StreamableHTTPSessionManager | None = None
        self._running: asyncio.Task[None] | None = None

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        manager = await self._started()
        await manager.handle_request(scope, receive, send)

    def close(self) -> None:
        """End the session manager, in the loop that serves, where it was started; with that loop it has ended already."""
        if self._running is not None:
            with suppress(RuntimeError):  # by which asyncio says that the loop is closed
                self._running.get_loop().call_soon_threadsafe(self._running.cancel)

    async def _started(self) -> StreamableHTTPSessionManager:
        async with self._lock:
            if self._manager is None:
                door = await run_in_threadpool(opened_door, self._engine, self._handed_out)
                door.streamable_http_app(stateless_http=True)
                ready = asyncio.Event()
                # Ends when the server does, which cancels the tasks of its loop.
                self._running = asyncio.create_task(_run(door.session_manager, ready))
                await ready.wait()
                self._manager = door.session_manager
            return self._manager


async def _run(manager: StreamableHTTPSessionManager, ready: asyncio.Event) -> None:
    async with manager.run():
        ready.set()
        await asyncio.Event().wait()
