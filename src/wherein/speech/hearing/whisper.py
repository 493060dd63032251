"""Whisper (Radford et al., 2022, arXiv 2212.04356) through faster-whisper: many languages, and their translation.

Part of the extra `speech`; its files are an asset by name (`whisper-base`). Nothing is fetched here. Voice
activity is found by the detector in faster-whisper's own package, so that silence gives no text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self

from wherein.core.errors import AssetDamaged, ExtraMissing
from wherein.core.text.extras import extra_command
from wherein.speech.recogniser import LEAST_SAMPLES, Heard, Samples, Word

_MOST_TOKENS = 200
"""The most tokens of a text: a question of a minute has fewer, and repetition would not end."""


class Whisper:
    """A `Recogniser` and a `Translator`. It takes no names: as a prompt they are invented where nobody says them."""

    def __init__(self, name: str, model: Any) -> None:
        self.name = name
        self._model = model

    @classmethod
    def load(cls, folder: Path, threads: int = 1) -> Self:
        """The model in `folder`, which the asset store has verified. Raises ExtraMissing, AssetDamaged."""
        try:
            from faster_whisper import WhisperModel
        except ImportError as error:
            raise ExtraMissing(
                "faster-whisper is not installed.",
                f"Install it: {extra_command('speech')}",
            ) from error
        try:
            model = WhisperModel(
                str(folder), device="cpu", compute_type="int8", cpu_threads=threads,
                local_files_only=True,
            )  # fmt: skip
        except Exception as error:  # CTranslate2 raises bare ones of several kinds
            raise AssetDamaged(
                f"The recogniser in {folder} can't be loaded.",
                f"Get it again: wherein models get {folder.name}",
            ) from error
        return cls(folder.name, model)

    def recognise(self, samples: Samples, names: Sequence[str] = ()) -> Heard:
        """The words in the language that is spoken."""
        return self._heard(samples, "transcribe")

    def translate(self, samples: Samples) -> Heard:
        """The words in English, whatever language is spoken."""
        return self._heard(samples, "translate")

    def _heard(self, samples: Samples, task: Literal["transcribe", "translate"]) -> Heard:
        if len(samples) < LEAST_SAMPLES or not samples.any():
            return Heard("", 0.0)
        segments, info = self._model.transcribe(
            samples,
            task=task,
            beam_size=1,
            temperature=0.0,
            vad_filter=True,
            condition_on_previous_text=False,
            # What is translated has no words of the recording.
            word_timestamps=task == "transcribe",
            max_new_tokens=_MOST_TOKENS,
        )
        parts = list(segments)
        text = " ".join(part.text.strip() for part in parts).strip()
        if not text:
            return Heard("", 0.0)
        tokens = sum(len(part.tokens) for part in parts) or 1
        log = sum(part.avg_logprob * len(part.tokens) for part in parts) / tokens
        words = tuple(
            Word(word.word.strip(), round(float(word.start), 2), round(float(word.end), 2))
            for part in parts
            for word in part.words or ()
        ) or tuple(Word(word) for word in text.split())
        ended = all(len(part.tokens) < _MOST_TOKENS for part in parts)
        return Heard(
            text,
            min(1.0, math.exp(log)),
            words,
            tuple(token for part in parts for token in part.tokens),
            ended,
            language=info.language,
        )
