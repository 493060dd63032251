"""Writes a line of JSON for each request that was answered. No question, document, address or token is in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TextIO

from wherein.server.operations.observing import Answered


class RequestLog:
    """An `Observer` that writes to a stream, one line at a time."""

    def __init__(
        self, stream: TextIO, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._stream = stream
        self._now = now

    def began(self) -> None:
        """Nothing: a request is written down when it was answered."""

    def answered(self, one: Answered) -> None:
        line = {
            "time": self._now().astimezone(UTC).isoformat(timespec="milliseconds"),
            "method": one.method,
            "route": one.route,
            "status": one.status,
            "ms": round(one.seconds * 1000, 1),
            "bytes": one.sent_bytes,
            "person": one.person,
        }
        with suppress(OSError, ValueError):  # a full disk or a closed pipe ends no request
            self._stream.write(json.dumps(line) + "\n")
            self._stream.flush()
