"""Starts and stops the server on loopback. Prints nothing; the command that calls it does."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from wherein.answering.engine import Engine
from wherein.core.errors import PortInUse, ServerError
from wherein.core.lifetime.cancellation import Cancellation

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

    from wherein.server.guards.public_address import PublicAddress
    from wherein.server.team.members import Members

HOST = "127.0.0.1"
DEFAULT_PORT = 8484

FINISHING_S = 2.5
"""Seconds after an interrupt in which running requests and the file that is being added may be finished; then all work
is cancelled."""
LONGEST_STOP_S = 4.5
"""Seconds after an interrupt at which the process ends whatever still runs, as what is in foreign code may."""

LONGEST_BODY_S = 3
"""Seconds after an interrupt in which requests whose body still comes may be finished; whole seconds."""

KEEP_ALIVE_S = 75
"""Seconds after which an idle connection is closed. Clients give theirs up sooner (httpx after 5 seconds, aiohttp 15, our nginx 60);
otherwise the server might close a connection just as a request is sent on it, and the request would be lost."""

HEAD_BYTES = 512 * 1024
"""The longest address with headers that is read, in bytes: a name and the spans of a page may be long, and a character has up to
twelve bytes as an address writes it."""


def listen(port: int) -> socket.socket:
    """A listening socket on loopback; port 0 lets the system choose. Raises PortInUse."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((HOST, port))
        bound.listen(128)
    except OSError as error:
        bound.close()
        if error.errno in (48, 98, 10048):  # EADDRINUSE on macOS, Linux, Windows
            raise PortInUse(
                f"Port {port} is in use already.",
                "Stop what uses it, or choose another: wherein serve --port 0",
            ) from error
        raise ServerError(
            f"Port {port} cannot be used ({error.strerror}).", "Choose one above 1024 with --port."
        ) from error
    return bound


def serve(
    engine: Engine,
    bound: socket.socket,
    ready: Callable[[str], None],
    abandon: Callable[[], None] = lambda: None,
    log: TextIO | None = None,
    public: PublicAddress | None = None,
) -> None:
    """Serve until interrupted, then finish running requests, and cancel those that take longer than `FINISHING_S`.

    `ready` is called when the server listens and handles interrupts itself, with a link that signs in to the web app
    once. `abandon` is called where the process still runs `LONGEST_STOP_S` after the interrupt: it should end it. A
    line is written to the `log` for each request. `public` is where a proxy on this machine shows the server.
    """
    from wherein.server.app import create_app
    from wherein.server.guards.kept_token import KeptToken
    from wherein.server.guards.sign_in import SignIn
    from wherein.server.routes.app_routes import SIGN_IN_PATH

    # Python lets a thread that computes go on for 5 ms while others wait; what was answered before
    # takes less than that altogether.
    sys.setswitchinterval(0.0005)
    token = KeptToken(engine.home)
    sign_in = SignIn(token)
    app = create_app(engine, token, sign_in, log=log, public=public)

    def announce() -> None:
        local = f"http://{HOST}:{bound.getsockname()[1]}"
        address = local if public is None else public.origin
        ready(f"{address}{SIGN_IN_PATH}?code={sign_in.new_code()}")

    server = _server(app, announce, partial(_end_soon, app.state.stopping, abandon))
    app.state.intake.resume()
    app.state.watched.resume()
    # uvicorn finishes its requests and then raises the signal again; a person who stops the
    # server has what they wanted.
    try:
        with (
            suppress(KeyboardInterrupt),
            _ending_as_interrupted(),
            _following(engine, app.state.members),
        ):
            server.run(sockets=[bound])
    finally:
        app.state.members.close()
        app.state.intake.close()
        app.state.builder.close()
        app.state.watched.close()


@contextmanager
def _ending_as_interrupted() -> Iterator[None]:
    """Inside the block, SIGTERM, by which services are stopped, is an interrupt, so that what is held in memory is still written."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _following(engine: Engine, members: Members) -> AbstractContextManager[None]:
    """What hears of the changes of a team's library; nothing for one person's."""
    if engine.home.store is None:
        return nullcontext()
    from wherein.server.team.following_library import following_library

    return following_library(engine.home.store, members.engines)


def _server(app: FastAPI, announce: Callable[[], None], end: Callable[[], None]) -> uvicorn.Server:
    """The server of an application. `announce` is called when it listens, `end` in a thread at the first interrupt."""
    import uvicorn

    from wherein.server.guards.http_protocol import TimedHeadProtocol

    class Announcing(uvicorn.Server):
        """A server that reports readiness from inside its loop, since an earlier interrupt would hit an incomplete loop."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            announce()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            if not self.should_exit:
                threading.Thread(target=end, name="stopping", daemon=True).start()
            super().handle_exit(sig, frame)

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=LONGEST_BODY_S,
        timeout_keep_alive=KEEP_ALIVE_S,
        server_header=False,
        h11_max_incomplete_event_size=HEAD_BYTES,
        http=TimedHeadProtocol,
        ws="none",
    )
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    return Announcing(config)


def _is_news(record: logging.LogRecord) -> bool:
    """Whether a line of the server's library says more than that requests were cancelled since the server ends: they have no fault
    that a traceback could show."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, asyncio.CancelledError) and "graceful shutdown" not in str(
        record.msg
    )


def _end_soon(stopping: Cancellation, abandon: Callable[[], None]) -> None:
    time.sleep(FINISHING_S)
    stopping.cancel()
    time.sleep(LONGEST_STOP_S - FINISHING_S)
    abandon()
