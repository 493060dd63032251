"""Stand-ins for language models: one in process, and an endpoint on loopback that misbehaves on request."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from wherein.reading.generative.language_model import Grounding, GroundingNotTaken, Reply, Request


class Says:
    """A `LanguageModel` that gives the listed replies in turn; the last one repeats."""

    name = "says"

    def __init__(
        self,
        *texts: str,
        groundings: Sequence[Grounding] = (Grounding.GRAMMAR,),
        refuses: Sequence[Grounding] = (),
        first: dict[str, float] | None = None,
    ) -> None:
        self._texts = list(texts)
        self.groundings = tuple(groundings)
        self._refuses = frozenset(refuses)
        self._first = first or {}
        self.asked: list[Request] = []

    def load(self) -> None:
        """There is nothing to load."""

    def reply(self, request: Request) -> Reply:
        self.asked.append(request)
        grammar, schema = request.grammar is not None, request.schema is not None
        if (grammar and Grounding.GRAMMAR in self._refuses) or (
            schema and Grounding.SCHEMA in self._refuses
        ):
            raise GroundingNotTaken
        text = self._texts.pop(0) if len(self._texts) > 1 else self._texts[0]
        return Reply(text, 0.5, 0.1, 100, 3, 20, first=self._first)


@dataclass
class Endpoint:
    """How the endpoint behaves, and what it was sent."""

    behave: Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    url: str = ""


@contextmanager
def endpoint(
    behave: Callable[[BaseHTTPRequestHandler, dict[str, Any]], None],
) -> Iterator[Endpoint]:
    """An HTTP server on loopback; `behave` is given the request's handler and its JSON."""
    report = Endpoint(behave)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            report.bodies.append(body)
            report.headers.append(dict(self.headers))
            # The client may have had enough, as it should.
            with suppress(BrokenPipeError, ConnectionResetError):
                report.behave(self, body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    report.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield report
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def send(
    handler: BaseHTTPRequestHandler, status: int, kind: str, body: bytes, **headers: str
) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)
    handler.wfile.flush()


def event(text: str | None = None, **more: Any) -> bytes:
    choices = [] if text is None else [{"index": 0, "delta": {"content": text}}]
    return b"data: " + json.dumps({"choices": choices, **more}).encode() + b"\n\n"


def streams(
    *pieces: str, pause: float = 0.0
) -> Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]:
    """A well-behaved stream of these pieces with its usage."""

    def behave(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        send(handler, 200, "text/event-stream; charset=utf-8", b": hello\n\n")
        for piece in pieces:
            handler.wfile.write(event(piece))
            handler.wfile.flush()
            time.sleep(pause)
        usage = {
            "prompt_tokens": 200, "completion_tokens": 10,
            "prompt_tokens_details": {"cached_tokens": 150},
        }  # fmt: skip
        handler.wfile.write(event(usage=usage) + b"data: [DONE]\n\n")

    return behave


def whole(text: str) -> Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]:
    """A server that does not stream though it was asked to, and reports no usage."""

    def behave(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        message = {"choices": [{"message": {"role": "assistant", "content": text}}]}
        send(handler, 200, "application/json", json.dumps(message).encode())

    return behave


def raw(
    status: int, kind: str, body: bytes, **headers: str
) -> Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]:
    return lambda handler, _: send(handler, status, kind, body, **headers)


def then(
    *behaviours: Callable[[BaseHTTPRequestHandler, dict[str, Any]], None],
) -> Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]:
    """One behaviour after the other, the last for ever."""
    left = list(behaviours)

    def behave(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        (left.pop(0) if len(left) > 1 else left[0])(handler, body)

    return behave
