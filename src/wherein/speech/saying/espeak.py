"""Runs eSpeak NG, a program of this machine. No package includes it: a person installs it, under its own licence."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator

from wherein.core.errors import ExtraMissing
from wherein.speech.saying.sentence_sounds import checked_speed, chosen_voice, sentences_of
from wherein.speech.saying.synthesiser import Sound
from wherein.speech.wav import wav_samples

PROGRAM = "espeak-ng"
_WORDS_A_MINUTE = 165
_MOST_SECONDS = 60
# A man's voice is espeak-ng's own; of those made from it this woman's is understood best (`wherein eval speech respoken`).
_VARIANTS = {"f": "+f3", "m": ""}


class Espeak:
    """A `Synthesiser`. Its voices are accents with a man's and a woman's variant."""

    name = "espeak"
    voices = ("en-us-f", "en-us-m", "en-gb-f", "en-gb-m")

    def __init__(self, program: str) -> None:
        self._program = program

    @classmethod
    def find(cls) -> Espeak:
        """The program on this machine. Raises ExtraMissing where it is not installed."""
        program = shutil.which(PROGRAM)
        if program is None:
            raise ExtraMissing(
                "espeak-ng is not installed.",
                "Install it with the system's package manager, as in: apt install espeak-ng",
            )
        return cls(program)

    def speak(self, text: str, voice: str | None = None, speed: float = 1.0) -> Iterator[Sound]:
        accent, _, variant = chosen_voice(voice, self.voices).rpartition("-")
        rate = round(_WORDS_A_MINUTE * checked_speed(speed))
        command = [
            self._program, "--stdin", "--stdout", "-b", "1", "-s", str(rate),
            "-v", f"{accent}{_VARIANTS[variant]}",
        ]  # fmt: skip
        return (self._sound(sentence, command) for sentence in sentences_of(text))

    @staticmethod
    def _sound(sentence: str, command: list[str]) -> Sound:
        # By standard input, so that no text is taken for an option or shows among the processes. Between double brackets
        # it would read phonemes.
        text = sentence.replace("[[", "[ [")
        made = subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=_MOST_SECONDS, check=True
        )
        samples, rate = wav_samples(made.stdout)
        return Sound(sentence, samples, rate)
