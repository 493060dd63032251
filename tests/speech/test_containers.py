"""Recordings in other containers than WAV. The files are made here, with the library that reads them."""

from __future__ import annotations

import io

import numpy as np
import pytest

from tests.speech.model import CLIPS
from wherein.core.errors import NoText, ParseError, UnsupportedFormat
from wherein.speech.hearing import containers
from wherein.speech.hearing.containers import read_recording
from wherein.speech.hearing.containers_child import decoded
from wherein.speech.recogniser import RATE, Samples
from wherein.speech.wav import read_wav

CLIP = (CLIPS / "when-did-ada-lovelace.wav").read_bytes()


def _made(kind: str, codec: str, rate: int, samples: Samples | None = None) -> bytes:
    av = pytest.importorskip("av", reason="PyAV is not installed: pip install -e '.[speech]'")
    from wherein.speech.resampling import resampled

    sound = resampled(read_wav(CLIP) if samples is None else samples, RATE, rate)
    file = io.BytesIO()
    with av.open(file, "w", format=kind) as container:
        stream = container.add_stream(codec, rate=rate, layout="mono")
        resampler = av.AudioResampler(stream.format, "mono", rate, frame_size=stream.frame_size)
        frame = av.AudioFrame.from_ndarray((sound * 32767).astype(np.int16)[None, :], "s16", "mono")
        frame.sample_rate = rate
        for part in (*resampler.resample(frame), *resampler.resample(None)):
            container.mux(stream.encode(part))
        container.mux(stream.encode(None))
    return file.getvalue()


@pytest.mark.parametrize(
    ("kind", "codec", "rate"),
    [("flac", "flac", 16_000), ("ogg", "libopus", 48_000), ("webm", "libopus", 48_000), ("mp4", "aac", 44_100)],
)  # fmt: skip
def test_other_containers_have_the_same_sound(kind: str, codec: str, rate: int) -> None:
    wanted = read_wav(CLIP)
    found = read_recording(_made(kind, codec, rate))
    assert found.dtype == np.float32
    assert abs(len(found) - len(wanted)) < RATE / 10
    # Codecs delay the sound a little, so the best shift within 0.1 s is compared.
    length = min(len(found), len(wanted)) - 1600
    likeness = max(
        float(np.corrcoef(wanted[800 : 800 + length], found[shift : shift + length])[0, 1])
        for shift in range(0, 1600, 4)
    )
    assert likeness > 0.9


def test_a_wav_file_needs_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "find_spec", lambda name: None)
    assert np.array_equal(read_recording(CLIP), read_wav(CLIP))
    with pytest.raises(UnsupportedFormat, match=r"\[speech\]"):
        read_recording(b"OggS" + bytes(40))


def test_what_is_no_recording() -> None:
    pytest.importorskip("av", reason="PyAV is not installed: pip install -e '.[speech]'")
    whole = _made("flac", "flac", 16_000)
    for data in (b"", b"OggS" + bytes(40), b"\x00" * 1000, whole[:40], b"<html>no sound</html>"):
        with pytest.raises(ParseError):
            read_recording(data)


def test_of_a_file_that_breaks_off_the_beginning_is_taken() -> None:
    whole = _made("flac", "flac", 16_000)
    found = decoded(whole[: len(whole) // 2], 61)
    assert 0.5 * RATE < len(found) < len(read_wav(CLIP))


def test_a_film_without_sound() -> None:
    av = pytest.importorskip("av", reason="PyAV is not installed: pip install -e '.[speech]'")
    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as container:
        stream = container.add_stream("mpeg4", rate=10)
        stream.width = stream.height = 32
        frame = av.VideoFrame.from_ndarray(np.zeros((32, 32, 3), np.uint8), "rgb24")
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    with pytest.raises(NoText, match="holds no sound"):
        decoded(file.getvalue(), 61)


def test_a_long_recording_is_read_no_further_than_a_question_can_be() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, 90 * RATE).astype(np.float32)
    found = decoded(_made("flac", "flac", 16_000, noise), 61)
    assert 60 * RATE < len(found) < 62 * RATE
