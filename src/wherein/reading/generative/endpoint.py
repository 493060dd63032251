"""A language model behind an OpenAI-compatible HTTP endpoint. The only module of `reading` that uses the network.

It contacts an endpoint only where the settings name one. Replies are not trusted: this module bounds their size,
time and form, and the reader checks that they are in the text.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from wherein.core.errors import ModelGarbled, ModelRefused, ModelUnreachable
from wherein.core.lifetime.cancellation import checkpoint
from wherein.home.endpoint_key import authorization, trouble_of
from wherein.home.generative_settings import EndpointSettings
from wherein.reading.generative.language_model import Grounding, GroundingNotTaken, Reply, Request

if TYPE_CHECKING:
    import httpx2 as httpx

_CONNECT_SECONDS = 5.0
_MOST_BYTES = 2_000_000
# A token is seldom longer; more than this for each that was allowed is a server that does not stop.
_CHARACTERS_A_TOKEN = 40
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 20.0
_WAIT = "Try again later, or read on this machine: wherein models list"
_WHERE = "Check url and model under [generative] in config.toml."


class Endpoint:
    """A `LanguageModel`. Safe to share between threads."""

    def __init__(
        self,
        settings: EndpointSettings,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._sleep = sleep

    @property
    def name(self) -> str:
        return self._settings.model

    @property
    def groundings(self) -> tuple[Grounding, ...]:
        # A grammar is llama.cpp's own; others ignore the field without a word, so it must be asked for.
        first = (Grounding.GRAMMAR,) if self._settings.grammar else ()
        return (*first, Grounding.SCHEMA, Grounding.PLAIN)

    def load(self) -> None:
        """Does nothing: an endpoint is contacted only for a question."""

    def reply(self, request: Request) -> Reply:
        import httpx2 as httpx

        settings = self._settings
        headers = {
            "Accept": "text/event-stream, application/json",
            **authorization(settings.url, settings.key_variable, _WHERE),
        }
        began = self._clock()
        deadline = began + self._settings.seconds
        pause, trouble = _FIRST_PAUSE, ""
        with httpx.Client(trust_env=False, follow_redirects=False) as client:
            for attempt in range(self._settings.retries + 1):
                checkpoint()
                if attempt:
                    if self._clock() + pause >= deadline:
                        break
                    self._sleep(pause)
                    pause = min(_LONGEST_PAUSE, 2 * pause * random.uniform(0.8, 1.2))
                try:
                    with client.stream(
                        "POST",
                        f"{self._settings.url.rstrip('/')}/chat/completions",
                        json=self._body(request),
                        headers=headers,
                        timeout=httpx.Timeout(
                            max(0.1, deadline - self._clock()), connect=_CONNECT_SECONDS
                        ),
                    ) as response:
                        wait = self._judged(response, request)
                        if wait is None:
                            return self._read(response, request, began, deadline)
                        trouble = f"it answered {response.status_code}"
                        pause = max(pause, wait)
                except httpx.InvalidURL as error:
                    raise ModelRefused(
                        f"{self._settings.url!r} is not an address.", _WHERE
                    ) from error
                except (httpx.HTTPError, httpx.StreamError, OSError) as error:
                    trouble = trouble_of(error)
        raise ModelUnreachable(
            f"The language model at {self._settings.url} gave no answer within"
            f" {self._settings.seconds:g} s and {self._settings.retries} retries ({trouble}).",
            _WAIT,
        )

    def _body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._settings.model,
            "messages": [{"role": "user", "content": request.prompt}],
            "max_tokens": request.most_tokens,
            "temperature": request.temperature,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if request.grammar is not None:
            body["grammar"] = request.grammar
        if request.schema is not None:
            schema = {"name": "answer", "strict": True, "schema": request.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body

    def _judged(self, response: httpx.Response, request: Request) -> float | None:
        """None for a reply that can be read, else the seconds to wait before a retry. Raises for all other statuses."""
        status = response.status_code
        if status == 200:
            return None
        if status in (408, 409, 425, 429) or status >= 500:
            wait = _seconds(response.headers.get("retry-after"))
            if wait > _LONGEST_PAUSE:
                raise ModelUnreachable(
                    f"The language model at {self._settings.url} asks to wait {wait:.0f} s.", _WAIT
                )
            return wait
        said = _excerpt(response)
        if status in (400, 422) and (request.grammar is not None or request.schema is not None):
            raise GroundingNotTaken
        if status in (401, 403):
            raise ModelRefused(
                f"The endpoint {self._settings.url} does not accept the key ({status}{said}).",
                f"Set the environment variable {self._settings.key_variable}.",
            )
        raise ModelRefused(
            f"The endpoint {self._settings.url} does not answer {self._settings.model!r}"
            f" ({status}{said}).",
            _WHERE,
        )

    def _read(
        self, response: httpx.Response, request: Request, began: float, deadline: float
    ) -> Reply:
        text, first_at = "", 0.0
        usage: dict[str, Any] = {}
        most = request.most_tokens * _CHARACTERS_A_TOKEN
        streamed = "event-stream" in response.headers.get("content-type", "")
        for event in self._events(response, deadline, streamed):
            if "error" in event:
                raise self._garbled(f"an error in its stream: {str(event['error'])[:120]}")
            piece = _content(event, streamed)
            if piece is None:
                raise self._garbled("a reply without choices")
            if piece and not text:
                first_at = self._clock() - began
            text += piece
            usage = event["usage"] if isinstance(event.get("usage"), dict) else usage
            if len(text) > most:
                break  # it does not keep to the limit; what is here is checked like the rest
        tokens_in, tokens_out = _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")
        details = usage.get("prompt_tokens_details")
        cached = _count(details, "cached_tokens") if isinstance(details, dict) else 0
        price = (tokens_in or 0) * self._settings.price_in
        price += (tokens_out or 0) * self._settings.price_out
        return Reply(
            text, self._clock() - began, first_at, tokens_in, tokens_out, cached or 0, price / 1e6
        )

    def _events(
        self, response: httpx.Response, deadline: float, streamed: bool
    ) -> Iterator[dict[str, Any]]:
        """The objects of a stream of server-sent events, or the one object of a whole reply."""
        size, ended, rest = 0, False, b""
        for part in response.iter_bytes():
            size += len(part)
            if size > _MOST_BYTES:
                raise self._garbled("more than 2 MB")
            if self._clock() > deadline:
                raise ModelUnreachable(
                    f"The language model at {self._settings.url} was not done after"
                    f" {self._settings.seconds:g} s.",
                    _WAIT,
                )
            rest += part
            if not streamed:
                continue
            *lines, rest = rest.split(b"\n")
            for line in lines:
                if line.startswith(b"data:"):
                    if line[5:].strip() == b"[DONE]":
                        return
                    yield self._object(line[5:])
                    ended = True
                elif line.strip() and not line.startswith((b":", b"event:", b"id:", b"retry:")):
                    raise self._garbled("a stream that is not one of events")
        if not streamed:
            yield self._object(rest)
        elif rest.startswith(b"data:") and rest[5:].strip() != b"[DONE]":
            yield self._object(rest[5:])
        elif not ended:
            raise self._garbled("an empty stream")

    def _object(self, data: bytes) -> dict[str, Any]:
        try:
            value = json.loads(data.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise self._garbled("what is not JSON") from error
        if not isinstance(value, dict):
            raise self._garbled("JSON that is no object")
        return value

    def _garbled(self, what: str) -> ModelGarbled:
        return ModelGarbled(
            f"The endpoint {self._settings.url} sent {what}.",
            "Check that its address is that of an OpenAI-compatible server.",
        )


def _content(event: dict[str, Any], streamed: bool) -> str | None:
    """The text of an event; "" where it has none, None for a malformed event."""
    choices = event.get("choices")
    if choices == [] and "usage" in event:
        return ""
    try:
        message = choices[0]["delta" if streamed else "message"]  # type: ignore[index]
        content = message.get("content") or ""
    except (TypeError, KeyError, IndexError, AttributeError):
        return None
    return content if isinstance(content, str) else None


def _count(usage: dict[str, Any], key: str) -> int | None:
    value = usage.get(key)
    return value if type(value) is int and value >= 0 else None


def _seconds(header: str | None) -> float:
    """Retry-After in seconds; 0 for none, or for a date, which is rare here."""
    try:
        return max(0.0, float(header or 0))
    except ValueError:
        return 0.0


def _excerpt(response: httpx.Response) -> str:
    """The beginning of the endpoint's message on a refusal."""
    data = b""
    for part in response.iter_bytes():
        data += part
        if len(data) > 4_000:
            break
    try:
        said = json.loads(data)["error"]
        said = said["message"] if isinstance(said, dict) else said
    except (ValueError, KeyError, TypeError):
        return ""
    return f": {' '.join(str(said).split())[:160].rstrip('.')}"
