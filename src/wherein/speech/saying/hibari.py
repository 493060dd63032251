"""hibari-tts, a small neural voice in onnxruntime, from its package (Apache-2.0). Downloads nothing.

Its package brings one voice; it would fetch the others by itself, so they are not offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from wherein.core.errors import ExtraMissing
from wherein.core.text.extras import extra_command
from wherein.speech.saying.sentence_sounds import checked_speed, chosen_voice, sentences_of
from wherein.speech.saying.synthesiser import Sound


class HibariVoice:
    """A `Synthesiser` with the voice in the package."""

    name = "hibari"
    voices = ("heart",)
    _SEED = 1  # the same text sounds the same

    def __init__(self, model: Any, rate: int) -> None:
        self._model = model
        self._rate = rate

    @classmethod
    def load(cls) -> HibariVoice:
        """The voice. Raises ExtraMissing where its package is not installed."""
        try:
            import hibari
        except ImportError as error:
            raise ExtraMissing(
                "The voice hibari is not installed.",
                f"Install it: {extra_command('speech')}",
            ) from error
        return cls(hibari.Hibari(cls.voices[0], threads=1), hibari.SAMPLE_RATE)

    def speak(self, text: str, voice: str | None = None, speed: float = 1.0) -> Iterator[Sound]:
        chosen_voice(voice, self.voices)
        checked_speed(speed)
        made = (
            Sound(
                sentence,
                np.asarray(self._model(sentence, speed=speed, seed=self._SEED), dtype=np.float32),
                self._rate,
            )
            for sentence in sentences_of(text)
        )
        # It makes no sound of a script that it does not know.
        return (sound for sound in made if len(sound.samples))
