"""A real server on a port of its own, in a thread, for what a test client in memory can't show."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from wherein import Engine
from wherein.server.app import create_app
from wherein.server.guards.http_protocol import TimedHeadProtocol
from wherein.server.run import HEAD_BYTES, KEEP_ALIVE_S, listen

TOKEN = "t"


@contextmanager
def serving(engine: Engine) -> Iterator[int]:
    """The port at which the engine answers."""
    bound = listen(0)
    config = uvicorn.Config(
        create_app(engine, TOKEN),
        log_level="critical",
        lifespan="off",
        h11_max_incomplete_event_size=HEAD_BYTES,
        timeout_keep_alive=KEEP_ALIVE_S,
        http=TimedHeadProtocol,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([bound],))
    thread.start()
    try:
        yield int(bound.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()


def post(port: int, path: str, body: dict[str, Any], accept: str = "*/*") -> socket.socket:
    """A connection on which a request was sent and nothing was read yet."""
    sent = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {TOKEN}\r\n"
        f"Content-Type: application/json\r\nAccept: {accept}\r\nContent-Length: {len(sent)}\r\n\r\n"
    )
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(head.encode() + sent)
    return connection
