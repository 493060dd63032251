"""Speech through an address of OpenAI's form: a server that stands in, and every way in which one can fail."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.speech.model import CLIPS
from wherein.assets.store import AssetStore
from wherein.core.errors import ModelGarbled, ModelRefused, ModelUnreachable, UsageError
from wherein.home.folder import Home
from wherein.home.speech_settings import SpeechSettings
from wherein.speech.endpoint import SpeechEndpoint
from wherein.speech.recogniser import RATE, Heard
from wherein.speech.registry import open_recogniser, synthesiser
from wherein.speech.wav import read_wav, write_wav

SAMPLES = read_wav((CLIPS / "when-did-ada-lovelace.wav").read_bytes())


class Stand:
    """A server that keeps what it was sent and answers what it is told to."""

    def __init__(self) -> None:
        self.status = 200
        self.body: bytes | None = None
        self.asked: list[tuple[str, dict[str, str], bytes]] = []
        stand = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sent = self.rfile.read(int(self.headers["content-length"]))
                stand.asked.append((self.path, dict(self.headers), sent))
                body = stand.body if stand.body is not None else stand.right(self.path)
                self.send_response(stand.status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @staticmethod
    def right(path: str) -> bytes:
        if path.endswith("/speech"):
            return write_wav(np.full(2400, 0.1, np.float32), 24_000)
        said = "Where is it?" if path.endswith("/translations") else " Wo ist es?\n"
        return json.dumps({"text": said}).encode()

    def settings(self, **more: Any) -> SpeechSettings:
        url = f"http://127.0.0.1:{self.server.server_port}/v1/"
        return SpeechSettings(url=url, hears="whisper-1", speaks="tts-1", **more)


@pytest.fixture
def stand() -> Iterator[Stand]:
    made = Stand()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_a_recording_to_text(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHEREIN_SPEECH_KEY", "sesame")
    endpoint = SpeechEndpoint.to_hear(stand.settings())
    heard = endpoint.recognise(SAMPLES, ["Ada Lovelace"])
    assert (heard.text, heard.confidence) == ("Wo ist es?", 1.0)
    assert endpoint.translate(SAMPLES).text == "Where is it?"
    (path, headers, sent), (other, _, _) = stand.asked
    assert (path, other) == ("/v1/audio/transcriptions", "/v1/audio/translations")
    assert headers["Authorization"] == "Bearer sesame"
    assert b"whisper-1" in sent
    assert b"RIFF" in sent
    # What is read is nobody else's business.
    assert b"Lovelace" not in sent


def test_silence_is_not_sent(stand: Stand) -> None:
    endpoint = SpeechEndpoint.to_hear(stand.settings())
    assert endpoint.recognise(np.zeros(RATE, np.float32)) == Heard("", 0.0)
    assert stand.asked == []


def test_a_text_to_sound(stand: Stand) -> None:
    endpoint = synthesiser("endpoint", stand.settings(voice="nova"))
    sounds = list(endpoint.speak("It leaves at nine. Be there!", speed=1.2))
    assert [sound.text for sound in sounds] == ["It leaves at nine.", "Be there!"]
    assert [(len(sound.samples), sound.rate) for sound in sounds] == [(2400, 24_000)] * 2
    sent = json.loads(stand.asked[0][2])
    assert sent == {
        "model": "tts-1", "voice": "nova", "input": "It leaves at nine.",
        "response_format": "wav", "speed": 1.2,
    }  # fmt: skip
    with pytest.raises(UsageError, match="nova"):
        endpoint.speak("Yes.", "alloy")


@pytest.mark.parametrize(
    "body", [b"", b"no JSON", b"[]", b'{"text": 3}', b"{}", b"\xff", b"[" * 100_000]
)
def test_what_is_no_answer(stand: Stand, body: bytes) -> None:
    stand.body = body
    with pytest.raises(ModelGarbled, match="no text"):
        SpeechEndpoint.to_hear(stand.settings()).recognise(SAMPLES)
    with pytest.raises(ModelGarbled, match="no WAV"):
        list(SpeechEndpoint.to_speak(stand.settings()).speak("Yes."))


@pytest.mark.parametrize(
    ("status", "what"), [(401, "key"), (403, "key"), (404, "404"), (500, "500")]
)
def test_what_is_refused(stand: Stand, status: int, what: str) -> None:
    stand.status = status
    with pytest.raises(ModelRefused, match=what):
        SpeechEndpoint.to_hear(stand.settings()).recognise(SAMPLES)


def test_nobody_there(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = SpeechSettings(url="http://127.0.0.1:9/v1", hears="a", speaks="a")
    with pytest.raises(ModelUnreachable, match="does not answer"):
        SpeechEndpoint.to_hear(gone).recognise(SAMPLES)
    monkeypatch.setattr("wherein.speech.endpoint._MOST_BYTES", 10)
    with pytest.raises(ModelGarbled, match="more than"):
        SpeechEndpoint.to_hear(stand.settings()).recognise(SAMPLES)


@pytest.mark.parametrize(
    "url", ["ftp://example.org", "example.org", "http://", "http://a:b@example.org", "http://[::"]
)
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(ModelRefused) as told:
        SpeechEndpoint.to_hear(SpeechSettings(url=url, hears="a")).recognise(SAMPLES)
    assert "b@" not in str(told.value)


def test_a_key_is_never_sent_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = SpeechSettings(url="http://speech.example.org/v1", hears="a")
    for key, what in (("sesame", "in the clear"), ("sés\name", "in the clear")):
        monkeypatch.setenv("WHEREIN_SPEECH_KEY", key)
        with pytest.raises(ModelRefused, match=what):
            SpeechEndpoint.to_hear(settings).recognise(SAMPLES)
    monkeypatch.setenv("WHEREIN_SPEECH_KEY", "sés\name")
    with pytest.raises(ModelRefused, match="can't have"):
        SpeechEndpoint.to_hear(
            SpeechSettings(url="https://speech.example.org/v1", hears="a")
        ).recognise(SAMPLES)


def test_off_until_it_is_named(tmp_path: Path) -> None:
    store = AssetStore(tmp_path)
    for settings in (None, SpeechSettings(), SpeechSettings(url="http://a/v1", speaks="b")):
        with pytest.raises(UsageError, match=r"\[speech\]"):
            open_recogniser(store, settings, 1, "endpoint")
    for settings in (None, SpeechSettings(), SpeechSettings(url="http://a/v1", hears="b")):
        with pytest.raises(UsageError, match=r"\[speech\]"):
            synthesiser("endpoint", settings)
    with pytest.raises(UsageError, match="moonshine-tiny, whisper-base, endpoint"):
        open_recogniser(store, None, 1, "nobody")


def test_the_settings_name_it(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.config.write_text(
        '[speech]\nrecogniser = "endpoint"\nurl = "http://127.0.0.1:1/v1"\nhears = "a"\nseconds = 5\n'
    )
    settings = home.settings().speech
    assert settings is not None
    assert (settings.hears, settings.seconds) == ("a", 5)
    assert open_recogniser(AssetStore(home.assets), settings, 1).name == "endpoint"


@pytest.mark.parametrize(
    "table",
    ["speech = 1", "[speech]\nurl = 3", "[speech]\nnobody = 'a'", "[speech]\nseconds = -1",
     "[speech]\nseconds = true", "[speech]\nurl = 'http://a'", "[speech]\nhears = 'a'"],
)  # fmt: skip
def test_settings_that_are_wrong(tmp_path: Path, table: str) -> None:
    home = Home(tmp_path)
    home.config.write_text(table + "\n")
    with pytest.raises(UsageError, match="speech"):
        home.settings()
