"""What is no HTTP, a WebSocket, and requests that can be read in two ways are refused in this server's form."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.clock import processor_seconds
from tests.server.serving import TOKEN, serving
from tests.server.test_http_protocol import read_to_the_end
from wherein import Engine
from wherein.server.guards import gate

HEAD = "POST /v1/understand HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
BODY = '{"question": "Who?", "turns": []}'
TWICE = f"{HEAD}Authorization: Bearer {TOKEN}\r\nAuthorization: Bearer wrong\r\nContent-Length: {len(BODY)}\r\n\r\n{BODY}"
LENGTH_AND_CHUNKS = f"{HEAD}Authorization: Bearer {TOKEN}\r\nContent-Length: {len(BODY)}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
WEB_SOCKET = (
    f"GET /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {TOKEN}\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def test_many_names_in_an_address_cost_no_more_than_they_are() -> None:
    """Before anybody is asked who they are."""
    few, many = (
        ("&".join(f"{name:x}" for name in range(count))).encode() for count in (4_000, 16_000)
    )
    assert gate._named_twice(few + b"&0") == "0"
    assert gate._named_twice(many) is None
    once = processor_seconds(lambda: gate._named_twice(few))
    assert processor_seconds(lambda: gate._named_twice(many)) < 8 * once


@pytest.fixture
def port(engine: Engine) -> Iterator[int]:
    with serving(engine) as port:
        yield port


def reply(port: int, sent: bytes) -> tuple[int, Any]:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(sent)
        head, _, body = read_to_the_end(connection).partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        (b"GET\r\n\r\n", 400, "not an HTTP/1.1 request"),
        (b"\0\0\0\0\r\n\r\n", 400, "not an HTTP/1.1 request"),
        (b"GET / HTTP/9.9\r\nHost 127.0.0.1\r\n\r\n", 400, "not an HTTP/1.1 request"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "not an HTTP/1.1 request"),
        (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400, "does not support TLS"),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 700_000, 431, "too long"),
        (WEB_SOCKET.encode(), 400, "does not support WebSocket"),
        (TWICE.encode(), 400, "Authorization was sent more than once"),
        (LENGTH_AND_CHUNKS.encode(), 400, "Both a length and chunks"),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: example.org\r\n\r\n", 400, ""),
    ],
)
def test_each_is_refused_with_one_sentence_and_the_next_step(
    port: int, caplog: pytest.LogCaptureFixture, sent: bytes, status: int, said: str
) -> None:
    with caplog.at_level(logging.WARNING):
        got, body = reply(port, sent)
    assert got == status
    assert said in body["error"]["what"]
    assert body["error"]["next_step"]
    assert "pip install" not in caplog.text


def test_a_right_request_is_answered(port: int) -> None:
    sent = f"{HEAD}Authorization: Bearer {TOKEN}\r\nConnection: close\r\nContent-Length: {len(BODY)}\r\n\r\n{BODY}"
    assert reply(port, sent.encode())[0] == 200
