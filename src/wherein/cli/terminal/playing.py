"""Plays sound on the machine's loudspeaker with an installed player program. Synthesises nothing."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from wherein.core.errors import ExtraMissing
from wherein.speech.saying.synthesiser import Sound, Synthesiser
from wherein.speech.wav import write_wav

_PLAYERS = (
    ("paplay",), ("aplay", "-q"), ("afplay",), ("ffplay", "-nodisp", "-autoexit", "-loglevel", "error"),
)  # fmt: skip
"""PulseAudio's or PipeWire's, ALSA's, macOS's, FFmpeg's: each takes a WAV file and ends after it."""


def player() -> tuple[str, ...]:
    """The command that plays a WAV file. Raises ExtraMissing where there is none."""
    for command in _PLAYERS:
        if shutil.which(command[0]) is not None:
            return command
    raise ExtraMissing(
        "No program that plays sound is installed.",
        "Install pulseaudio-utils, alsa-utils or ffmpeg, or write a file: wherein speak TEXT --out FILE",
    )


def play(sounds: Iterable[Sound]) -> None:
    """Play one sound after the other. Ctrl-C ends the current one. Raises ExtraMissing."""
    command = player()
    with tempfile.TemporaryDirectory(prefix="wherein-") as folder:
        for sound in sounds:
            file = Path(folder) / "sentence.wav"
            file.write_bytes(write_wav(sound.samples, sound.rate))
            played = subprocess.run([*command, str(file)], capture_output=True, check=False)
            if played.returncode != 0:
                said = played.stderr.decode("utf-8", "replace").strip().splitlines()
                raise ExtraMissing(
                    f"The sound could not be played ({said[-1] if said else command[0]}).",
                    "Check the machine's sound output, or write a file: wherein speak TEXT --out FILE",
                )


def say_aloud(text: str, with_voice: Synthesiser | None = None) -> None:
    """Say a text with this synthesiser, or the first that is here. Raises ExtraMissing."""
    from wherein.speech.registry import synthesiser
    from wherein.speech.saying.said import as_said

    play((with_voice or synthesiser()).speak(as_said(text)))
