"""The machine's microphone through sounddevice (PortAudio), of the extra `speech`. Keeps no sound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np

from wherein.core.errors import ExtraMissing, MicrophoneError
from wherein.core.lifetime.closeable import Closeable
from wherein.core.text.extras import extra_command
from wherein.lexicon import lexicon
from wherein.speech.hearing.turns import FRAME_SECONDS, Turn
from wherein.speech.recogniser import RATE, Samples
from wherein.speech.resampling import resampled

_LEXICON = lexicon("speech")
# PortAudio's numbers (portaudio.h): what it says of a microphone that is there and can't be had.
_TAKEN = {-9985}  # paDeviceUnavailable
_NO_DEVICE = {-9996, -9978}  # paInvalidDevice, paHostApiNotFound
_WRONG_RATE = {-9997}  # paInvalidSampleRate


class Microphone(Closeable):
    """An open microphone. Use it as a context manager, or call `close`."""

    def __init__(self, stream: Any, rate: int, failure: type[Exception]) -> None:
        self._stream = stream
        self._rate = rate
        self._failure = failure

    @classmethod
    def open(cls) -> Self:
        """The system's own choice of a microphone. Raises ExtraMissing, MicrophoneError."""
        try:
            import sounddevice
        except ImportError as error:
            raise ExtraMissing(
                "sounddevice, which reads the microphone, is not installed.",
                f"Install it: {extra_command('speech')}, or use a recording: wherein listen --file WAV",
            ) from error
        except OSError as error:
            raise ExtraMissing(
                "PortAudio, which reads the microphone, is not installed.",
                "Install it with the system's package manager, as in: apt install libportaudio2",
            ) from error
        failure = sounddevice.PortAudioError
        try:
            device = sounddevice.query_devices(kind="input")
        except (failure, ValueError) as error:
            raise microphone_error("missing") from error
        try:
            try:
                return cls(cls._started(sounddevice, RATE), RATE, failure)
            except failure as error:
                if _number(error) not in _WRONG_RATE:
                    raise
                rate = round(device["default_samplerate"])
                return cls(cls._started(sounddevice, rate), rate, failure)
        except failure as error:
            raise microphone_error(_why(error)) from error

    @staticmethod
    def _started(sounddevice: Any, rate: int) -> Any:
        stream = sounddevice.InputStream(samplerate=rate, channels=1, dtype="float32")
        stream.start()
        return stream

    def question(self, on_begin: Callable[[], None] = lambda: None) -> Samples:
        """Wait for the next question and give it; `on_begin` is called when a person begins to speak.

        Raises MicrophoneError where the microphone is lost; what was said until then is thrown away.
        """
        turn = Turn()
        count = round(FRAME_SECONDS * self._rate)
        over = False
        while not over:
            try:
                frame, _ = self._stream.read(count)
            except self._failure as error:
                raise microphone_error("unplugged" if turn.begun else "missing") from error
            had_begun = turn.begun
            over = turn.hears(np.asarray(frame, np.float32).reshape(-1))
            if turn.begun and not had_begun:
                on_begin()
        return resampled(turn.samples(), self._rate, RATE)

    def close(self) -> None:
        """Let go of the microphone; nothing is heard any more."""
        self._stream.close()


def microphone_error(reason: str) -> MicrophoneError:
    """The error for `missing`, `refused`, `taken` or `unplugged`."""
    what, next_step = _LEXICON.lines(f"microphone_{reason}")
    return MicrophoneError(what, next_step)


def _number(error: Exception) -> int:
    """PortAudio's number of an error; 0 where it gives none."""
    number = error.args[1] if len(error.args) > 1 else 0
    return number if isinstance(number, int) else 0


def _why(error: Exception) -> str:
    said = " ".join(str(part) for part in error.args).lower()
    if "permission" in said or "denied" in said or "not permitted" in said:
        return "refused"
    if _number(error) in _TAKEN or "busy" in said:
        return "taken"
    # An error of the host's own is what systems answer with that ask a person first.
    return "missing" if _number(error) in _NO_DEVICE else "refused"
