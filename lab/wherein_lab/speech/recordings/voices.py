"""The voices that speak the questions of the measurement: hibari's and espeak-ng's, and flite's for the tuning half. Fetches nothing."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import numpy as np

from wherein.core.errors import ExtraMissing
from wherein.speech.recogniser import RATE, Samples
from wherein.speech.registry import synthesiser
from wherein.speech.resampling import resampled
from wherein.speech.saying.espeak import PROGRAM
from wherein.speech.wav import read_wav

Voice = Callable[[str], Samples]
"""Speaks a text as it is written; returns samples at the recognisers' rate."""
_MOST_SECONDS = 60


def _of_product(method: str, voice: str) -> Voice:
    made = cache(synthesiser)

    def say(text: str) -> Samples:
        sounds = list(made(method).speak(text, voice))
        whole = np.concatenate([sound.samples for sound in sounds])
        return resampled(whole, sounds[0].rate, RATE)

    return say


def _espeak(voice: str) -> Voice:
    def say(text: str) -> Samples:
        made = subprocess.run(
            [PROGRAM, "--stdin", "--stdout", "-b", "1", "-s", "165", "-v", voice],
            input=text.encode(), check=True, timeout=_MOST_SECONDS, capture_output=True,
        )  # fmt: skip
        return read_wav(made.stdout)

    return say


def _flite(voice: str) -> Voice:
    def say(text: str) -> Samples:
        program = shutil.which("flite")
        if program is None:
            raise ExtraMissing(
                "flite is not installed.",
                "Install it with the system's package manager, as in: apt install flite",
            )
        with tempfile.TemporaryDirectory(prefix="wherein-voice-") as folder:
            question, sound = Path(folder) / "question.txt", Path(folder) / "sound.wav"
            question.write_text(text, "utf-8")
            subprocess.run(
                [program, "-voice", voice, "-f", str(question), "-o", str(sound)],
                check=True, timeout=_MOST_SECONDS, capture_output=True,
            )  # fmt: skip
            return read_wav(sound.read_bytes())

    return say


TUNING_VOICES: Mapping[str, Voice] = {
    f"flite-{name}": _flite(name) for name in ("slt", "rms", "awb")
}
"""A woman, a man, a man with a Scottish accent: the voices of the tuning half."""

TEST_VOICES: Mapping[str, Voice] = {
    "hibari": _of_product("hibari", "heart"),
    "espeak-m": _espeak("en-us+m3"),
    "espeak-f": _espeak("en-gb+f3"),
}
"""The voices of the test half, on which figures are reported. They stay when the product's change."""

PRODUCT_VOICES: Mapping[str, Voice] = {
    "hibari": _of_product("hibari", "heart"),
    "espeak-m": _of_product("espeak", "en-us-m"),
    "espeak-f": _of_product("espeak", "en-us-f"),
}
"""A voice of hibari, and a man's and a woman's of espeak-ng, as the product speaks with them."""

VOICES: Mapping[str, Voice] = {**TUNING_VOICES, **TEST_VOICES}
