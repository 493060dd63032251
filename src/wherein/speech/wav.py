"""Reads WAV recordings as samples at the recognisers' rate. Knows no other container and keeps no sound."""

from __future__ import annotations

import math
import struct

import numpy as np
from numpy.typing import NDArray

from wherein.core.errors import ParseError, UnsupportedFormat
from wherein.speech.recogniser import RATE, Samples
from wherein.speech.resampling import resampled

_MOST_OFFSET = 0.01
"""If the mean of the samples is further from zero than this, it is subtracted. Such an offset comes from the sound card and
makes the recogniser mishear."""
_CANCELLED = 0.01
"""Channels cancel each other out when their mean has less than this share of the louder one's power."""
_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_NEXT_STEP = "Give a WAV file, such as `ffmpeg -i RECORDING -ar 16000 -ac 1 QUESTION.wav` makes."


def is_wav(data: bytes) -> bool:
    """Whether the bytes begin as a WAV file does."""
    return data[:4] == b"RIFF" and data[8:12] == b"WAVE"


def read_wav(data: bytes, most_seconds: float = math.inf) -> Samples:
    """The recording in a WAV file at RATE; of a longer one, the first `most_seconds`. Raises as `wav_samples` does."""
    samples, rate = wav_samples(data)
    if len(samples) > most_seconds * rate:
        samples = samples[: int(most_seconds * rate)]
    middle = float(samples.mean())
    if abs(middle) > _MOST_OFFSET:
        samples = samples - np.float32(middle)
    return resampled(samples, rate, RATE)


def wav_samples(data: bytes) -> tuple[NDArray[np.float32], int]:
    """The samples of a WAV file, all channels in one, and how many there are a second.

    PCM of 8, 16, 24 and 32 bits and float of 32 and 64 are read; of a file that breaks off, what is there.
    Raises UnsupportedFormat for another container or coding, ParseError for a WAV file without sound.
    """
    if not is_wav(data):
        raise UnsupportedFormat("The recording is no WAV file.", _NEXT_STEP)
    form: tuple[int, int, int, int] | None = None
    at = 12
    while at + 8 <= len(data):
        kind, size = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        body = data[at + 8 : at + 8 + size]
        if kind == b"fmt " and len(body) >= 16:
            coding, channels, rate, _, _, bits = struct.unpack("<HHIIHH", body[:16])
            if coding == _EXTENSIBLE and len(body) >= 26:
                coding = int.from_bytes(body[24:26], "little")
            form = coding, channels, rate, bits
        elif kind == b"data" and form is not None:
            coding, channels, rate, bits = form
            if not channels or not 1_000 <= rate <= 768_000:
                break
            frames = _samples(body, coding, bits)
            frames = frames[: len(frames) // channels * channels].reshape(-1, channels)
            if not len(frames):
                break
            return _in_one(frames), rate
        at += 8 + size + size % 2
    raise ParseError("The WAV file holds no sound that can be read.", _NEXT_STEP)


def _in_one(frames: NDArray[np.float32]) -> NDArray[np.float32]:
    """One channel: the mean of all channels. If two channels cancel each other out, the louder one of them."""
    mean = frames.mean(axis=1, dtype=np.float32)
    powers = (frames.astype(np.float64) ** 2).mean(axis=0)
    cancelled = float((mean.astype(np.float64) ** 2).mean()) < _CANCELLED * powers.max()
    return frames[:, int(powers.argmax())] if frames.shape[1] == 2 and cancelled else mean


def _samples(body: bytes, coding: int, bits: int) -> NDArray[np.float32]:
    width = bits // 8
    whole = body[: len(body) // max(width, 1) * width]
    if coding == _PCM and bits == 8:
        return ((np.frombuffer(whole, np.uint8) - 128.0) / 128).astype(np.float32)
    if coding == _PCM and bits == 16:
        return (np.frombuffer(whole, "<i2") / 32768).astype(np.float32)
    if coding == _PCM and bits == 24:
        packed = np.frombuffer(whole, np.uint8).reshape(-1, 3)
        # As the upper three bytes of four, so that the sign is right.
        wide = np.pad(packed, ((0, 0), (1, 0))).copy().view("<i4").reshape(-1)
        return (wide / 2147483648).astype(np.float32)
    if coding == _PCM and bits == 32:
        return (np.frombuffer(whole, "<i4") / 2147483648).astype(np.float32)
    if coding == _FLOAT and bits in (32, 64):
        values = np.frombuffer(whole, f"<f{width}").astype(np.float32)
        return np.clip(np.nan_to_num(values), -1, 1).astype(np.float32)
    raise UnsupportedFormat(
        f"The WAV file has a coding ({coding}, {bits} bits) that is not read here.", _NEXT_STEP
    )


_UNKNOWN = 0xFFFFFFFF
"""The size of a file that is not finished; players read it to its end."""


def pcm(samples: NDArray[np.float32]) -> bytes:
    """Samples as 16 bits each, little end first."""
    return (np.clip(samples, -1, 1) * 32767).round().astype("<i2").tobytes()


def wav_head(rate: int, size: int | None = None) -> bytes:
    """The head of a WAV file of one channel, 16 bits, with `size` bytes of sound; None where that is not known."""
    whole, sound = (_UNKNOWN, _UNKNOWN) if size is None else (36 + size, size)
    return (
        b"RIFF" + whole.to_bytes(4, "little") + b"WAVE"
        + b"fmt " + struct.pack("<IHHIIHH", 16, _PCM, 1, rate, rate * 2, 2, 16)
        + b"data" + sound.to_bytes(4, "little")
    )  # fmt: skip


def write_wav(samples: NDArray[np.float32], rate: int) -> bytes:
    """A WAV file of one channel, 16 bits."""
    body = pcm(samples)
    return wav_head(rate, len(body)) + body
