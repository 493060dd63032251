"""The microphone of `wherein listen`: turns by their pauses, and each way in which a microphone can't be had.

PortAudio stands in as a module with its functions and errors: test machines have no microphone.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from wherein.core.errors import ExtraMissing, MicrophoneError
from wherein.speech.hearing.microphone import Microphone
from wherein.speech.hearing.turns import FRAME_SECONDS, Turn
from wherein.speech.recogniser import RATE, Samples

FRAME = int(FRAME_SECONDS * RATE)


class PortAudioError(Exception):
    """As sounddevice's: a sentence, and PortAudio's number."""


class Stream:
    """Plays `sound` to its reader, then loses the microphone."""

    def __init__(self, sound: Samples) -> None:
        self.sound = sound
        self.closed = False

    def start(self) -> None: ...

    def read(self, count: int) -> tuple[Samples, bool]:
        if len(self.sound) < count:
            raise PortAudioError("Unanticipated host error", -9999)
        frame, self.sound = self.sound[:count], self.sound[count:]
        return frame[:, None], False

    def close(self) -> None:
        self.closed = True


def portaudio(
    monkeypatch: pytest.MonkeyPatch, stream: Stream | None = None, **failures: Exception
) -> list[int]:
    """Puts the module in place; the rates that were asked for."""
    rates: list[int] = []
    module = ModuleType("sounddevice")

    def query_devices(kind: str) -> dict[str, Any]:
        assert kind == "input"
        if "query" in failures:
            raise failures["query"]
        return {"default_samplerate": 48_000.0}

    def input_stream(samplerate: int, channels: int, dtype: str) -> Stream:
        assert (channels, dtype) == (1, "float32")
        rates.append(samplerate)
        failure = failures.get(f"open_{samplerate}") or failures.get("open")
        if failure is not None:
            raise failure
        assert stream is not None
        return stream

    module.PortAudioError = PortAudioError  # type: ignore[attr-defined]
    module.query_devices = query_devices  # type: ignore[attr-defined]
    module.InputStream = input_stream  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    return rates


def room(seconds: float, level: float = 0.002, rate: int = RATE) -> Samples:
    return np.random.default_rng(1).normal(0, level, int(seconds * rate)).astype(np.float32)


def said(seconds: float, rate: int = RATE) -> Samples:
    at = np.arange(int(seconds * rate)) / rate
    return (0.2 * np.sin(2 * np.pi * 220 * at)).astype(np.float32)


def test_a_question_ends_with_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = np.concatenate([room(2), said(1.5), room(0.5), said(1), room(3), said(1)])
    stream = Stream(sound)
    begun: list[bool] = []
    portaudio(monkeypatch, stream)
    with Microphone.open() as microphone:
        question = microphone.question(lambda: begun.append(True))
    # The pause of half a second within is part of it, a moment before and the pause after, too.
    assert len(question) / RATE == pytest.approx(0.3 + 1.5 + 0.5 + 1 + 0.9, abs=0.15)
    assert begun == [True]
    assert stream.closed


def test_a_louder_room_is_no_question() -> None:
    turn = Turn()
    sound = room(8, level=0.02)
    assert not any(turn.hears(sound[at : at + FRAME]) for at in range(0, len(sound) - FRAME, FRAME))
    assert not turn.begun
    assert len(turn.samples()) == 0


def test_a_click_is_no_question() -> None:
    turn = Turn()
    sound = np.concatenate([room(1), said(0.05), room(2)])
    for at in range(0, len(sound) - FRAME, FRAME):
        assert not turn.hears(sound[at : at + FRAME])
    assert not turn.begun


def test_a_question_without_an_end_is_ended() -> None:
    turn = Turn()
    sound = np.concatenate([room(1), *[said(0.6), room(0.3)] * 110])
    ended = next(at for at in range(0, len(sound), FRAME) if turn.hears(sound[at : at + FRAME]))
    assert ended / RATE == pytest.approx(61, abs=1)


def test_a_microphone_of_another_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = np.concatenate([room(1, rate=48_000), said(1, 48_000), room(2, rate=48_000)])
    rates = portaudio(
        monkeypatch, Stream(sound), open_16000=PortAudioError("Invalid sample rate", -9997)
    )
    with Microphone.open() as microphone:
        question = microphone.question()
    assert rates == [16_000, 48_000]
    assert len(question) / RATE == pytest.approx(0.3 + 1 + 0.9, abs=0.15)


@pytest.mark.parametrize(
    ("failures", "what"),
    [
        ({"query": PortAudioError("Error querying device -1")}, "has no microphone"),
        ({"query": ValueError("no input device")}, "has no microphone"),
        ({"open": PortAudioError("Invalid device", -9996)}, "has no microphone"),
        ({"open": PortAudioError("Device unavailable", -9985)}, "another program"),
        ({"open": PortAudioError("Unanticipated host error", -9999, "Permission denied")}, "may not be used"),
        ({"open": PortAudioError("Unanticipated host error", -9999)}, "may not be used"),
        ({"open": PortAudioError("Unanticipated host error", -9999, "Device or resource busy")}, "another program"),
    ],
)  # fmt: skip
def test_no_microphone(
    monkeypatch: pytest.MonkeyPatch, failures: dict[str, Exception], what: str
) -> None:
    portaudio(monkeypatch, None, **failures)
    with pytest.raises(MicrophoneError, match=what) as told:
        Microphone.open()
    assert told.value.next_step.endswith(".")


def test_unplugged(monkeypatch: pytest.MonkeyPatch) -> None:
    portaudio(monkeypatch, Stream(np.concatenate([room(1), said(1)])))
    with Microphone.open() as microphone, pytest.raises(MicrophoneError, match="unplugged"):
        microphone.question()
    portaudio(monkeypatch, Stream(room(1)))
    with Microphone.open() as microphone, pytest.raises(MicrophoneError, match="no microphone"):
        microphone.question()


def test_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(ExtraMissing, match=r"\[speech\].*--file"):
        Microphone.open()

    class NoLibrary:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "sounddevice":
                raise OSError("PortAudio library not found")

    monkeypatch.delitem(sys.modules, "sounddevice")
    monkeypatch.setattr(sys, "meta_path", [NoLibrary(), *sys.meta_path])
    with pytest.raises(ExtraMissing, match="libportaudio2"):
        Microphone.open()
