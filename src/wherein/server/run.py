"""Starts and stops the server on loopback. Prints nothing; the command that calls it does."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from contextlib import suppress

from wherein.answering.engine import Engine
from wherein.core.errors import PortInUse, ServerError

HOST = "127.0.0.1"
DEFAULT_PORT = 8484

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


def serve(engine: Engine, bound: socket.socket, ready: Callable[[str], None]) -> None:
    """Serve until interrupted, then finish running requests. `ready` is called when the server listens and handles
    interrupts itself, with a link that signs in to the web app once."""
    import uvicorn

    from wherein.server.app import create_app
    from wherein.server.app_routes import SIGN_IN_PATH
    from wherein.server.http_protocol import TimedHeadProtocol
    from wherein.server.kept_token import KeptToken
    from wherein.server.sign_in import SignIn

    # Python lets a thread that computes go on for 5 ms while others wait; what was answered before
    # takes less than that altogether.
    sys.setswitchinterval(0.0005)
    token = KeptToken(engine.home)
    sign_in = SignIn(token)
    app = create_app(engine, token, sign_in)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=5,
        server_header=False,
        h11_max_incomplete_event_size=HEAD_BYTES,
        http=TimedHeadProtocol,
        ws="none",
    )

    class Announcing(uvicorn.Server):
        """A server that reports readiness from inside its loop, since an earlier interrupt would hit an incomplete loop."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            address = f"http://{HOST}:{bound.getsockname()[1]}"
            ready(f"{address}{SIGN_IN_PATH}?code={sign_in.new_code()}")

    app.state.intake.resume()
    app.state.watched.resume()
    # uvicorn finishes its requests and then raises the signal again; a person who stops the
    # server has what they wanted.
    try:
        with suppress(KeyboardInterrupt):
            Announcing(config).run(sockets=[bound])
    finally:
        app.state.intake.close()
        app.state.builder.close()
        app.state.watched.close()
