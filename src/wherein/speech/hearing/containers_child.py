"""The child process that decodes recordings with FFmpeg's libraries. Loads no lexicon: it runs without site packages' hooks."""

from __future__ import annotations

import os
import sys
from typing import Any

import numpy as np

from wherein.core.errors import NoText, ParseError
from wherein.documents.isolation.child import limit
from wherein.documents.isolation.wire import error_message, read_message, write_message
from wherein.speech.recogniser import RATE, Samples

AGAIN = "Record it again, as WAV, FLAC, MP3, Ogg, MP4 or WebM."


def serve() -> None:
    """Decode what standard input brings until it ends; called in the child process alone."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    while (message := read_message(sys.stdin.buffer)) is not None:
        header, (data,) = message
        limit(header["seconds"], header["memory_bytes"])
        try:
            write_message(
                answers, {}, [decoded(data, header["most_seconds"]).astype("<f4").tobytes()]
            )
        except ParseError as error:
            write_message(answers, error_message(error))


def decoded(data: bytes, most_seconds: float) -> Samples:
    """The beginning of a container's first audio stream, one channel at RATE. Raises NoText where it has none, ParseError."""
    import io

    import av

    av.logging.set_level(None)
    parts: list[Any] = []
    count = 0
    try:
        with av.open(io.BytesIO(data), "r", metadata_errors="ignore") as container:
            if not container.streams.audio:
                raise NoText("The recording holds no sound.", AGAIN)
            resampler = av.AudioResampler(format="flt", layout="mono", rate=RATE)
            for frame in container.decode(audio=0):
                for part in resampler.resample(frame):
                    parts.append(part.to_ndarray()[0])
                    count += len(parts[-1])
                if count > most_seconds * RATE:
                    break
            else:
                parts.extend(part.to_ndarray()[0] for part in resampler.resample(None))
    except (av.FFmpegError, ValueError, IndexError) as error:
        # What broke off is taken as far as it goes, as of a WAV file.
        if not count:
            raise ParseError("The recording can't be read.", AGAIN) from error
    if not parts:
        raise NoText("The recording holds no sound.", AGAIN)
    samples: Samples = np.clip(np.concatenate(parts), -1, 1).astype(np.float32)
    return samples
