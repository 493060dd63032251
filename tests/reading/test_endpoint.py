"""An endpoint that is down, slow, out of credit, verbose or nonsensical: reported in a sentence, never trusted."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from tests.reading.models import endpoint, event, raw, send, streams, then, whole
from wherein.core.errors import ModelGarbled, ModelRefused, ModelUnreachable
from wherein.home.generative_settings import EndpointSettings
from wherein.reading.generative.endpoint import Endpoint
from wherein.reading.generative.language_model import Grounding, GroundingNotTaken, Request

ASKED = Request("Say it.", 16)
KEY = "WHEREIN_ENDPOINT_KEY"


def made(url: str, **changes: Any) -> Endpoint:
    settings = EndpointSettings("m", url, **{"seconds": 5.0, "retries": 2, **changes})
    return Endpoint(settings, sleep=lambda seconds: None)


@pytest.fixture(autouse=True)
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)


def test_a_stream_is_joined_counted_and_priced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret-1")
    with endpoint(streams("Bay of ", "", "Fundy")) as there:
        reply = made(there.url, price_in=2.0, price_out=10.0).reply(ASKED)
    assert reply.text == "Bay of Fundy"
    assert (reply.tokens_in, reply.tokens_out, reply.tokens_cached) == (200, 10, 150)
    assert reply.cost == pytest.approx((200 * 2 + 10 * 10) / 1e6)
    assert 0 < reply.first_token_seconds <= reply.seconds
    assert there.headers[0]["Authorization"] == "Bearer secret-1"
    sent = there.bodies[0]
    assert sent["temperature"] == 1e-6
    assert sent["max_tokens"] == 16
    assert "grammar" not in sent
    assert "response_format" not in sent


def test_one_that_does_not_stream_is_read_whole_and_says_so() -> None:
    with endpoint(whole("Bay of Fundy")) as there:
        reply = made(there.url).reply(ASKED)
    assert (reply.text, reply.tokens_in, reply.tokens_out) == ("Bay of Fundy", None, None)


def test_what_passes_is_tried_again_with_growing_pauses() -> None:
    pauses: list[float] = []
    busy = raw(503, "text/plain", b"busy")
    limited = raw(429, "application/json", b"{}", Retry_After="3")
    with endpoint(then(busy, limited, busy, streams("yes"))) as there:
        model = Endpoint(EndpointSettings("m", there.url), sleep=pauses.append)
        assert model.reply(ASKED).text == "yes"
    assert len(there.bodies) == 4
    assert pauses[0] == 0.5
    assert pauses[1] == 3.0
    assert pauses[2] > 3.0


@pytest.mark.parametrize("status", [429, 500, 502])
def test_what_does_not_pass_ends(status: int) -> None:
    with (
        endpoint(raw(status, "text/plain", b"no")) as there,
        pytest.raises(ModelUnreachable, match=str(status)),
    ):
        made(there.url).reply(ASKED)
    assert len(there.bodies) == 3


def test_a_long_wait_is_reported_and_not_waited() -> None:
    with (
        endpoint(raw(429, "text/plain", b"", Retry_After="3600")) as there,
        pytest.raises(ModelUnreachable, match="3600 s"),
    ):
        made(there.url).reply(ASKED)
    assert len(there.bodies) == 1


def test_down() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(ModelUnreachable, match="wherein models list"):
        made(f"http://127.0.0.1:{port}/v1").reply(ASKED)


def _silent(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
    time.sleep(1.0)


def _for_ever(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
    send(handler, 200, "text/event-stream", b"")
    while True:  # until the client is gone
        handler.wfile.write(b": still thinking\n\n")
        handler.wfile.flush()
        time.sleep(0.02)


@pytest.mark.parametrize("behave", [_silent, _for_ever])
def test_slow(behave: Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]) -> None:
    with endpoint(behave) as there, pytest.raises(ModelUnreachable, match=r"0\.4 s"):
        made(there.url, seconds=0.4).reply(ASKED)


@pytest.mark.parametrize(
    ("status", "match"),
    [(401, KEY), (403, KEY), (404, "config.toml"), (402, "credit"), (302, "config.toml")],
)
def test_refused(status: int, match: str) -> None:
    said = json.dumps({"error": {"message": "no credit\nleft."}}).encode()
    with (
        endpoint(raw(status, "application/json", said, Location="http://127.0.0.1:1/")) as there,
        pytest.raises(ModelRefused, match=match) as caught,
    ):
        made(there.url).reply(ASKED)
    assert len(there.bodies) == 1
    assert "\n" not in str(caught.value)


GARBAGE = {
    "html as a stream": raw(200, "text/event-stream", b"<html>hello</html>\n\n"),
    "html": raw(200, "text/html", b"<html>hello</html>"),
    "not utf-8": raw(200, "text/event-stream", b'data: {"choices": "\xff\xfe"}\n\n'),
    "cut off": raw(200, "text/event-stream", b'data: {"choices": [{"delta": {"con'),
    "a list": raw(200, "application/json", b"[1, 2]"),
    "a number": raw(200, "text/event-stream", b"data: 3\n\n"),
    "no choices": raw(200, "application/json", b'{"answer": "Fundy"}'),
    "choices of another form": raw(200, "text/event-stream", b'data: {"choices": {"0": 1}}\n\n'),
    "content of another form": raw(200, "application/json", b'{"choices": [{"message": {"content": {"a": 1}}}]}'),
    "an error within": raw(200, "text/event-stream", b'data: {"error": {"message": "out of memory"}}\n\n'),
    "empty": raw(200, "text/event-stream", b""),
    "empty json": raw(200, "application/json", b""),
    "deep": raw(200, "application/json", b"[" * 100_000),
    "three megabytes": raw(200, "application/json", b" " * 3_000_000),
}  # fmt: skip


@pytest.mark.parametrize("kind", GARBAGE)
def test_garbage(kind: str) -> None:
    with endpoint(GARBAGE[kind]) as there, pytest.raises(ModelGarbled, match="OpenAI-compatible"):
        made(there.url).reply(ASKED)


def test_one_that_never_stops_is_cut() -> None:
    with endpoint(streams(*["word " * 20] * 200)) as there:
        reply = made(there.url).reply(ASKED)
    assert len(reply.text) < 16 * 40 + 200


def test_a_usage_that_lies_in_form_is_not_counted() -> None:
    def behave(handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        usage = {"prompt_tokens": "many", "completion_tokens": -4}
        send(
            handler,
            200,
            "text/event-stream",
            event("yes") + event(usage=usage) + b"data: [DONE]\n\n",
        )

    with endpoint(behave) as there:
        reply = made(there.url).reply(ASKED)
    assert (reply.text, reply.tokens_in, reply.tokens_out) == ("yes", None, None)


def test_a_schema_that_is_not_taken_is_a_signal() -> None:
    with endpoint(raw(400, "application/json", b"{}")) as there:
        with pytest.raises(GroundingNotTaken):
            made(there.url).reply(Request("q", 4, schema={"type": "object"}))
        with pytest.raises(GroundingNotTaken):
            made(there.url).reply(Request("q", 4, grammar='root ::= "a"'))
        with pytest.raises(ModelRefused):
            made(there.url).reply(Request("q", 4))
    assert there.bodies[0]["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert there.bodies[1]["grammar"] == 'root ::= "a"'


def test_a_grammar_is_sent_to_those_that_know_it() -> None:
    assert made("http://x").groundings == (Grounding.SCHEMA, Grounding.PLAIN)
    assert made("http://x", grammar=True).groundings[0] is Grounding.GRAMMAR


def test_a_key_is_not_sent_in_the_clear_nor_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret-1")
    with pytest.raises(ModelRefused, match="in the clear") as caught:
        made("http://192.0.2.1/v1").reply(ASKED)
    assert "secret" not in str(caught.value)
    monkeypatch.setenv(KEY, "secret\n2")
    with pytest.raises(ModelRefused, match="that a key can't have"):
        made("https://192.0.2.1/v1").reply(ASKED)


@pytest.mark.parametrize(
    "url", ["ftp://x/v1", "file:///etc/passwd", "x", "http://", "http://a:b@127.0.0.1/"]
)
def test_what_is_no_endpoints_address(url: str) -> None:
    with pytest.raises(ModelRefused, match=r"config\.toml"):
        made(url).reply(ASKED)
