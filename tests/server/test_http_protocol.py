"""A client that never ends its headers is told so and let go; one that is only slow with a body is not."""

from __future__ import annotations

import socket
import time

import pytest

from tests.clock import GIVE_UP_SECONDS
from tests.server.serving import TOKEN, serving
from wherein import Engine
from wherein.server.guards import http_protocol

SHORT = 0.4
HEALTH = "GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", SHORT)


def read_to_the_end(connection: socket.socket) -> bytes:
    connection.settimeout(GIVE_UP_SECONDS)
    parts = []
    while part := connection.recv(4096):
        parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("sent", ["", "G", HEALTH])
def test_a_head_that_never_ends_is_given_up(engine: Engine, sent: str) -> None:
    with serving(engine) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(sent.format(port=port).encode())
        assert read_to_the_end(connection).startswith(b"HTTP/1.1 408 ")


def test_so_is_a_second_one_on_the_same_connection(engine: Engine) -> None:
    with serving(engine) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall((HEALTH.format(port=port) + "\r\n").encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")
        connection.sendall(HEALTH.format(port=port).encode())
        assert b"HTTP/1.1 408 " in read_to_the_end(connection)


def test_a_head_that_comes_in_drops_does_not_win_time(engine: Engine) -> None:
    with serving(engine) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        answer = b""
        connection.settimeout(0.05)
        for letter in HEALTH.format(port=port) + "X-Long: " + 2000 * "a":
            connection.sendall(letter.encode())
            try:
                answer = connection.recv(4096)
            except TimeoutError:
                continue
            break
        assert answer.startswith(b"HTTP/1.1 408 ")  # before the last letter is sent


def test_a_slow_body_is_waited_for(engine: Engine) -> None:
    body = b'{"question": "Who?", "text": "Ingrid Haugen is the harbour master."}'
    head = (
        f"POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {TOKEN}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    with serving(engine) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(head.encode() + body[:10])
        time.sleep(3 * SHORT)
        connection.sendall(body[10:])
        assert read_to_the_end(connection).startswith(b"HTTP/1.1 200 ")
