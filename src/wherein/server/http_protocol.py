"""The server's protocol: a limit of time for a request's head, and this server's own errors for what is no HTTP."""

from __future__ import annotations

import asyncio
import json
import sys
from http import HTTPStatus

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from wherein.server.error_form import error_body

HEAD_SECONDS = 20.0
"""How long a client may take from its connection, or its first byte on an open one, to the end of the headers."""

_TLS = b"\x16\x03"
"""The first bytes of a client that speaks TLS (RFC 8446, 5.1)."""


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
        what, next_step = "This server speaks no TLS.", "Use an address that begins with http://."
    else:
        what, next_step = (
            "This is not a request in HTTP/1.1.",
            "See openapi.json for what can be asked.",
        )
    return _response(HTTPStatus.BAD_REQUEST, what, next_step)


class TimedHeadProtocol(H11Protocol):
    """uvicorn's protocol, which by itself waits for ever for a head that is never completed."""

    head_timer: asyncio.TimerHandle | None = None
    first_bytes = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def _should_upgrade(self) -> bool:
        """Never: a WebSocket's request is answered like any other, by the gate's refusal."""
        return False

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP request, in place of `msg`. Called while its error is handled."""
        del msg
        if self.transport.is_closing():
            return
        error = sys.exc_info()[1]
        is_long = isinstance(error, h11.RemoteProtocolError) and error.error_status_hint == 431
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(_TOO_LONG if is_long else _no_http(self.first_bytes))
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        self.first_bytes = (self.first_bytes + data[: len(_TLS)])[: len(_TLS)]
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._head_came()
        elif self.head_timer is None:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_came()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self.head_timer = self.loop.call_later(HEAD_SECONDS, self._close)

    def _head_came(self) -> None:
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None

    def _close(self) -> None:
        self.head_timer = None
        if not self.transport.is_closing():
            self.transport.write(_TOO_LATE)
            self.transport.close()
