"""Recordings in any container: WAV is read here, others by FFmpeg's libraries (PyAV) in a process of its own.

PyAV is part of the extra `speech`. Keeps no sound.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import Any

import numpy as np

from wherein.core.errors import NoText, ParseError, ParserKilled, UnsupportedFormat
from wherein.documents.child import limit
from wherein.documents.isolated import ParserProcess
from wherein.documents.source import Source
from wherein.documents.wire import error_from, error_message, read_message, write_message
from wherein.speech.guards import MOST_SECONDS
from wherein.speech.recogniser import RATE, Samples
from wherein.speech.wav import is_wav, read_wav

SECONDS = 30.0
MEMORY_BYTES = 2 * 1024**3
_AGAIN = "Record it again, as WAV, FLAC, MP3, Ogg, MP4 or WebM."


def read_recording(data: bytes) -> Samples:
    """The samples of a recording, one channel at RATE; of a long one, a little more than the guards let through.

    Raises UnsupportedFormat for another container than WAV where PyAV is not installed, ParseError for what
    holds no sound.
    """
    if is_wav(data):
        return read_wav(data)
    if find_spec("av") is None:
        raise UnsupportedFormat(
            "The recording is no WAV file.",
            "Other containers need the extra: .venv/bin/pip install -e '.[speech]', or `ffmpeg -i"
            " RECORDING -ar 16000 -ac 1 QUESTION.wav` makes one.",
        )
    source = Source(data, "The recording", "-")
    with ParserProcess(
        seconds=SECONDS, memory_bytes=MEMORY_BYTES, module="wherein.speech.containers"
    ) as process:
        try:
            header, blobs = process.asked(source, {})
        except ParserKilled as error:
            raise ParseError("The recording can't be read.", _AGAIN) from error
    if "error" in header:
        raise error_from(header)
    return np.frombuffer(blobs[0], np.float32).copy()


def serve() -> None:
    """Decode what standard input brings until it ends; called in the child process alone."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    while (message := read_message(sys.stdin.buffer)) is not None:
        header, (data,) = message
        limit(header["seconds"], header["memory_bytes"])
        try:
            write_message(answers, {}, [decoded(data).astype("<f4").tobytes()])
        except ParseError as error:
            write_message(answers, error_message(error))


def decoded(data: bytes) -> Samples:
    """The first audio stream of a container, one channel at RATE. Raises NoText where it has none, ParseError."""
    import io

    import av

    av.logging.set_level(None)
    parts: list[Any] = []
    count = 0
    try:
        with av.open(io.BytesIO(data), metadata_errors="ignore") as container:
            if not container.streams.audio:
                raise NoText("The recording holds no sound.", _AGAIN)
            resampler = av.AudioResampler(format="flt", layout="mono", rate=RATE)
            for frame in container.decode(audio=0):
                for part in resampler.resample(frame):
                    parts.append(part.to_ndarray()[0])
                    count += len(parts[-1])
                if count > (MOST_SECONDS + 1) * RATE:
                    break
            else:
                parts.extend(part.to_ndarray()[0] for part in resampler.resample(None))
    except (av.FFmpegError, ValueError, IndexError) as error:
        # What broke off is taken as far as it goes, as of a WAV file.
        if not count:
            raise ParseError("The recording can't be read.", _AGAIN) from error
    if not parts:
        raise NoText("The recording holds no sound.", _AGAIN)
    samples: Samples = np.clip(np.concatenate(parts), -1, 1).astype(np.float32)
    return samples
