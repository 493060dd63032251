"""A client that is refused while it still sends can read the refusal: its connection is not reset."""

from __future__ import annotations

import select
import socket

import pytest

from tests.clock import GIVE_UP_SECONDS
from tests.server.serving import TOKEN, serving
from tests.server.test_http_protocol import read_to_the_end
from wherein import Engine
from wherein.server.guards import http_protocol

MEGABYTE = 1_000_000
POST = (
    "POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
    "Content-Length: {length}\r\nAuthorization: Bearer {token}\r\n\r\n"
)
REFUSED = {
    "a head without end": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 700_000, 431),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400),
    "a body without the token": (POST.format(length=9 * MEGABYTE, token="wrong").encode(), 401),
    "a body too long": (POST.format(length=9000 * MEGABYTE, token=TOKEN).encode(), 413),
}


def send_for_ever(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"a" * 1000)


@pytest.mark.parametrize(("sent", "status"), REFUSED.values(), ids=REFUSED)
def test_what_is_sent_after_the_refusal_does_not_take_it_away(
    engine: Engine, sent: bytes, status: int
) -> None:
    with serving(engine) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(sent)
        assert select.select([connection], [], [], GIVE_UP_SECONDS)[0]  # refused, and not read yet
        for _ in range(5):
            connection.sendall(b"a" * 100_000)
        connection.shutdown(socket.SHUT_WR)
        assert read_to_the_end(connection).startswith(f"HTTP/1.1 {status} ".encode())


def test_a_refused_client_that_stays_is_left(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "LINGER_SECONDS", 0.1)
    with serving(engine) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(REFUSED["TLS"][0])
        assert read_to_the_end(connection)
        connection.settimeout(GIVE_UP_SECONDS)
        with pytest.raises(OSError, match=r"reset|pipe|abort"):
            send_for_ever(connection)


def test_a_server_that_ends_waits_for_no_refused_client(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "LINGER_SECONDS", 10 * GIVE_UP_SECONDS)
    with serving(engine) as port:
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(REFUSED["TLS"][0])
        assert read_to_the_end(connection)
    connection.close()
