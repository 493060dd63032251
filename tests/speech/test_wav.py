"""WAV files: every coding that is read gives the same sound, and other files are refused."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wherein.core.errors import ParseError, UnsupportedFormat
from wherein.speech.recogniser import RATE
from wherein.speech.resampling import resampled
from wherein.speech.wav import read_wav, write_wav

TONE = (0.5 * np.sin(np.arange(RATE // 4) * 0.1)).astype(np.float32)


def wav(body: bytes, coding: int, bits: int, channels: int = 1, rate: int = RATE) -> bytes:
    frame = channels * bits // 8
    form = struct.pack("<HHIIHH", coding, channels, rate, rate * frame, frame, bits)
    return (
        b"RIFF" + struct.pack("<I", 36 + len(body)) + b"WAVE"
        + b"LIST" + struct.pack("<I", 3) + b"odd\0"
        + b"fmt " + struct.pack("<I", 16) + form
        + b"data" + struct.pack("<I", len(body)) + body
    )  # fmt: skip


def pcm24(samples: np.ndarray) -> bytes:
    whole = (samples * 8388607).astype("<i4")
    return b"".join(int(value).to_bytes(3, "little", signed=True) for value in whole)


CODINGS = {
    "8 bits": wav((TONE * 127 + 128).astype(np.uint8).tobytes(), 1, 8),
    "16 bits": wav((TONE * 32767).astype("<i2").tobytes(), 1, 16),
    "24 bits": wav(pcm24(TONE), 1, 24),
    "32 bits": wav((TONE.astype(np.float64) * 2147483647).astype("<i4").tobytes(), 1, 32),
    "float": wav(TONE.astype("<f4").tobytes(), 3, 32),
    "double": wav(TONE.astype("<f8").tobytes(), 3, 64),
    "stereo": wav(np.repeat(TONE, 2).astype("<f4").tobytes(), 3, 32, channels=2),
    "written": write_wav(TONE, RATE),
}


@pytest.mark.parametrize("name", CODINGS)
def test_every_coding(name: str) -> None:
    read = read_wav(CODINGS[name])
    assert read.dtype == np.float32
    assert read == pytest.approx(TONE, abs=0.02 if name == "8 bits" else 1e-4)


def test_channels_of_opposite_phase_do_not_cancel_out() -> None:
    both = np.stack([TONE, -TONE], axis=1).reshape(-1)
    assert read_wav(wav(both.astype("<f4").tobytes(), 3, 32, channels=2)) == pytest.approx(TONE)


def test_the_middle_of_a_recording_is_zero() -> None:
    shifted = (0.5 * TONE + 0.4).astype("<f4")
    read = read_wav(wav(shifted.tobytes(), 3, 32))
    assert read == pytest.approx(0.5 * TONE - 0.5 * TONE.mean(), abs=1e-4)


def test_of_a_long_recording_the_beginning_is_read() -> None:
    long = wav(bytes(2 * 8000 * 100), 1, 16, rate=8000)
    assert len(read_wav(long, 61)) == 61 * RATE


def test_a_file_that_breaks_off_gives_what_is_there() -> None:
    whole = CODINGS["16 bits"]
    assert read_wav(whole[:-1001]) == pytest.approx(TONE[:-501], abs=1e-4)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", UnsupportedFormat),
        (b"OggS" + bytes(40), UnsupportedFormat),
        (b"RIFF\x04\0\0\0WAVE", ParseError),
        (wav(b"", 1, 16), ParseError),
        (wav(bytes(8), 1, 16, channels=0), ParseError),
        (wav(bytes(8), 1, 16, rate=0), ParseError),
        (wav(bytes(8), 85, 16), UnsupportedFormat),
        (wav(bytes(8), 1, 12), UnsupportedFormat),
    ],
)
def test_what_is_no_recording_is_told(data: bytes, error: type[Exception]) -> None:
    with pytest.raises(error, match="Give a WAV file"):
        read_wav(data)


@pytest.mark.parametrize("rate", [8_000, 11_025, 24_000, 44_100, 48_000])
def test_a_tone_keeps_its_pitch_at_another_rate(rate: int) -> None:
    seconds, hertz = 0.5, 440.0
    given = np.sin(2 * np.pi * hertz * np.arange(int(rate * seconds)) / rate).astype(np.float32)
    made = resampled(given, rate, RATE)
    wanted = np.sin(2 * np.pi * hertz * np.arange(len(made)) / RATE)
    assert len(made) == pytest.approx(RATE * seconds, abs=1)
    assert made[200:-200] == pytest.approx(wanted[200:-200], abs=2e-3)


def test_what_the_lower_rate_cannot_hold_is_silent() -> None:
    high = np.sin(2 * np.pi * 11_000 * np.arange(24_000) / 48_000).astype(np.float32)
    assert np.abs(resampled(high, 48_000, RATE)[200:-200]).max() < 0.01
    assert len(resampled(high[:0], 48_000, RATE)) == 0


RATES = json.loads(
    (Path(__file__).parents[2] / "contracts" / "speech-resampling.json").read_text("utf-8")
)["cases"]


@pytest.mark.parametrize("case", RATES, ids=lambda case: f"{case['rate']} to {case['wanted']}")
def test_another_rate_as_in_the_browser(case: dict[str, Any]) -> None:
    made = resampled(np.array(case["samples"], np.float32), case["rate"], case["wanted"])
    assert made.tolist() == pytest.approx(case["made"], abs=1e-4)
