"""Recordings in any container: WAV is read here, others by FFmpeg's libraries (PyAV) in a process of its own.

PyAV is part of the extra `speech`. Keeps no sound.
"""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np

from wherein.core.errors import ParseError, ParserKilled, UnsupportedFormat
from wherein.core.text.extras import extra_command
from wherein.documents.isolation.isolated import ParserProcess
from wherein.documents.isolation.wire import error_from
from wherein.documents.source import Source
from wherein.speech.hearing.containers_child import AGAIN
from wherein.speech.hearing.guards import MOST_SECONDS
from wherein.speech.recogniser import Samples
from wherein.speech.wav import is_wav, read_wav

SECONDS = 30.0
MEMORY_BYTES = 2 * 1024**3


def read_recording(data: bytes) -> Samples:
    """The samples of a recording, one channel at RATE; of a long one, a little more than the guards let through.

    Raises UnsupportedFormat for another container than WAV where PyAV is not installed, ParseError for what
    holds no sound.
    """
    if is_wav(data):
        return read_wav(data, MOST_SECONDS + 1)
    if find_spec("av") is None:
        raise UnsupportedFormat(
            "The recording is no WAV file.",
            f"Other containers need the extra: {extra_command('speech')}, or `ffmpeg -i"
            " RECORDING -ar 16000 -ac 1 QUESTION.wav` makes one.",
        )
    source = Source(data, "The recording", "-")
    with ParserProcess(
        seconds=SECONDS, memory_bytes=MEMORY_BYTES, module="wherein.speech.hearing.containers_child"
    ) as process:
        try:
            header, blobs = process.asked(source, {"most_seconds": MOST_SECONDS + 1})
        except ParserKilled as error:
            raise ParseError("The recording can't be read.", AGAIN) from error
    if "error" in header:
        raise error_from(header)
    return np.frombuffer(blobs[0], np.float32).copy()
