"""The server's protocol: a time limit for a request's head, and this server's own errors for input that is not HTTP."""

from __future__ import annotations

import asyncio
import json
import sys
from http import HTTPStatus

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from wherein.server.wire.error_form import error_body

HEAD_SECONDS = 20.0
"""How long a client may take from its connection, or its first byte on an open one, to the end of the headers."""

_TLS = b"\x16\x03"
"""The first bytes of a client that speaks TLS (RFC 8446, 5.1)."""

LINGER_SECONDS = 2.0
"""How long what a refused client still sends is read and dropped, so that it can read the refusal."""


def _response(status: HTTPStatus, what: str, next_step: str) -> bytes:
    """A whole response with an error in this server's form, after which the connection ends."""
    body = json.dumps(error_body("usage", what, next_step)).encode()
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n"
        f"X-Content-Type-Options: nosniff\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


_TOO_LATE = _response(
    HTTPStatus.REQUEST_TIMEOUT, "The request's head did not arrive in time.", "Send it again."
)


_TOO_LONG = _response(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "The request's head is too long.",
    "Send fewer headers.",
)


def _no_http(first_bytes: bytes) -> bytes:
    if first_bytes == _TLS:
        what, next_step = (
            "This server does not support TLS.",
            "Use an address that begins with http://.",
        )
    else:
        what, next_step = (
            "This is not an HTTP/1.1 request.",
            "See openapi.json for what can be asked.",
        )
    return _response(HTTPStatus.BAD_REQUEST, what, next_step)


class _LingeringTransport(asyncio.Transport):
    """A transport that ends only its own side where the client may still be sending.

    A socket closed with bytes unread resets the connection, and a reset takes the answer from the client that has not
    read it yet (RFC 9112, 9.6). So what still comes is read and dropped until the client is done or LINGER_SECONDS are
    over.
    """

    def __init__(self, transport: asyncio.Transport, protocol: TimedHeadProtocol) -> None:
        super().__init__()
        self._transport = transport
        self._protocol = protocol
        self.lingers: asyncio.TimerHandle | None = None

    def close(self) -> None:
        if self.is_closing():
            return
        if not self._protocol.may_be_sent_more():
            self._transport.close()
            return
        self.lingers = self._protocol.loop.call_later(LINGER_SECONDS, self.close_at_once)
        self._transport.resume_reading()
        self._transport.write_eof()

    def close_at_once(self) -> None:
        if self.lingers is not None:
            self.lingers.cancel()
        self._transport.close()

    def is_closing(self) -> bool:
        return self.lingers is not None or self._transport.is_closing()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._transport.write(data)

    def get_extra_info(self, name: str, default: object = None) -> object:
        return self._transport.get_extra_info(name, default)

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()


class TimedHeadProtocol(H11Protocol):
    """uvicorn's protocol, which by itself waits for ever for a head that is never completed."""

    head_timer: asyncio.TimerHandle | None = None
    first_bytes = b""
    transport: _LingeringTransport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(_LingeringTransport(transport, self))
        self._await_head()

    def may_be_sent_more(self) -> bool:
        """Whether the client may still be sending, because its request is incomplete or invalid."""
        return self.head_timer is not None or self.conn.their_state in (h11.SEND_BODY, h11.ERROR)

    def shutdown(self) -> None:
        if self.transport.is_closing():
            self.transport.close_at_once()
        else:
            super().shutdown()

    def _should_upgrade(self) -> bool:
        """Never: a WebSocket's request is answered like any other, by the gate's refusal."""
        return False

    def send_400_response(self, msg: str) -> None:
        """Answer input that is not HTTP with our own error instead of `msg`. Called while that error is handled."""
        del msg
        if self.transport.is_closing():
            return
        error = sys.exc_info()[1]
        is_long = isinstance(error, h11.RemoteProtocolError) and error.error_status_hint == 431
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_TOO_LONG if is_long else _no_http(self.first_bytes))
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        if self.transport.lingers is not None:
            return
        self.first_bytes = (self.first_bytes + data[: len(_TLS)])[: len(_TLS)]
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._head_came()
        elif self.head_timer is None:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_came()
        self.transport.close_at_once()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self.head_timer = self.loop.call_later(HEAD_SECONDS, self._close)

    def _head_came(self) -> None:
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(_TOO_LATE)
            self.transport.close()
        self.head_timer = None
