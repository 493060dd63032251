"""A recogniser and synthesiser behind an address of OpenAI's audio form. The only module of `speech` that uses the network.

It contacts an address only where the table `[speech]` of the settings names one, and sends it the recording or
the text; the names of a document are not sent. What comes back is bounded in size and time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Self

from wherein.core.errors import ModelGarbled, ModelRefused, ModelUnreachable, ParseError, UsageError
from wherein.home.endpoint_key import authorization, trouble_of
from wherein.home.speech_settings import SpeechSettings
from wherein.speech.recogniser import LEAST_SAMPLES, RATE, Heard, Samples, Word
from wherein.speech.saying.sentence_sounds import checked_speed, chosen_voice, sentences_of
from wherein.speech.saying.synthesiser import Sound
from wherein.speech.wav import wav_samples, write_wav

_CONNECT_SECONDS = 5.0
_MOST_BYTES = 50_000_000
_WHERE = "Check [speech] in config.toml."


class SpeechEndpoint:
    """A `Recogniser`, `Translator` and `Synthesiser`."""

    name = "endpoint"

    def __init__(self, settings: SpeechSettings) -> None:
        self._settings = settings
        self.voices = (settings.voice,)

    @classmethod
    def to_hear(cls, settings: SpeechSettings | None) -> Self:
        """Raises UsageError where the settings name no endpoint that recognises."""
        if settings is None or not settings.hears:
            raise UsageError(
                "The settings name no endpoint that recognises speech.",
                "Give url and hears under [speech] in config.toml.",
            )
        return cls(settings)

    @classmethod
    def to_speak(cls, settings: SpeechSettings | None) -> Self:
        """Raises UsageError where the settings name no endpoint that speaks."""
        if settings is None or not settings.speaks:
            raise UsageError(
                "The settings name no endpoint that speaks.",
                "Give url and speaks under [speech] in config.toml.",
            )
        return cls(settings)

    def recognise(self, samples: Samples, names: Sequence[str] = ()) -> Heard:
        """An endpoint reports no confidence of a text, so it is 1."""
        return self._heard("transcriptions", samples)

    def translate(self, samples: Samples) -> Heard:
        return self._heard("translations", samples)

    def _heard(self, route: str, samples: Samples) -> Heard:
        if len(samples) < LEAST_SAMPLES or not samples.any():
            return Heard("", 0.0)
        file = ("question.wav", write_wav(samples, RATE), "audio/wav")
        form = {"model": self._settings.hears, "response_format": "json"}
        data = self._asked(route, data=form, files={"file": file})
        try:
            text = json.loads(data)["text"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise self._garbled("no text") from error
        if not isinstance(text, str):
            raise self._garbled("no text")
        text = " ".join(text.split())
        return Heard(text, 1.0 if text else 0.0, tuple(Word(word) for word in text.split()))

    def speak(self, text: str, voice: str | None = None, speed: float = 1.0) -> Iterator[Sound]:
        chosen = chosen_voice(voice, self.voices)
        pace = checked_speed(speed)
        return (self._sound(sentence, chosen, pace) for sentence in sentences_of(text))

    def _sound(self, sentence: str, voice: str, speed: float) -> Sound:
        body = {
            "model": self._settings.speaks, "voice": voice, "input": sentence,
            "response_format": "wav", "speed": speed,
        }  # fmt: skip
        try:
            samples, rate = wav_samples(self._asked("speech", json=body))
        except ParseError as error:
            raise self._garbled("no WAV") from error
        return Sound(sentence, samples, rate)

    def _asked(self, route: str, **body: Any) -> bytes:
        import httpx2 as httpx

        url = f"{self._settings.url.rstrip('/')}/audio/{route}"
        limit = httpx.Timeout(self._settings.seconds, connect=_CONNECT_SECONDS)
        headers = authorization(self._settings.url, self._settings.key_variable, _WHERE)
        received = bytearray()
        try:
            with (
                httpx.Client(trust_env=False, follow_redirects=False, timeout=limit) as client,
                client.stream("POST", url, headers=headers, **body) as response,
            ):
                for part in response.iter_bytes():
                    received += part
                    if len(received) > _MOST_BYTES:
                        raise self._garbled(f"more than {_MOST_BYTES // 1_000_000} MB")
        except (httpx.HTTPError, httpx.StreamError, OSError) as error:
            raise ModelUnreachable(
                f"The speech endpoint {self._settings.url} does not answer ({trouble_of(error)}).",
                "Try again later, or leave out --with to use this machine's own.",
            ) from error
        if response.status_code in (401, 403):
            raise ModelRefused(
                f"The speech endpoint {self._settings.url} does not accept the key"
                f" ({response.status_code}).",
                f"Set the environment variable {self._settings.key_variable}.",
            )
        if response.status_code != 200:
            raise ModelRefused(
                f"The speech endpoint {self._settings.url} answered {response.status_code}.", _WHERE
            )
        return bytes(received)

    def _garbled(self, what: str) -> ModelGarbled:
        return ModelGarbled(
            f"The speech endpoint {self._settings.url} sent {what}.",
            "Check that its address is that of a server in OpenAI's form.",
        )
