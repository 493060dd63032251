"""Adds noise to a recording at a level below the speech. The same seed gives the same noise."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from wherein.speech.recogniser import Samples

LEVELS: Mapping[str, float | None] = {"clean": None, "20 dB": 20.0, "10 dB": 10.0}
"""How many decibels the speech is above the noise."""


def noisy(samples: Samples, decibels: float | None, seed: int) -> Samples:
    """The recording with pink noise, as of a room with a fan, `decibels` below its mean power."""
    if decibels is None:
        return samples
    noise = pink(len(samples), seed)
    power = float((samples.astype(np.float64) ** 2).mean())
    scale = np.sqrt(power / 10 ** (decibels / 10))
    heard: Samples = np.clip(samples + scale * noise, -1, 1).astype(np.float32)
    return heard


def pink(count: int, seed: int) -> np.ndarray:
    """Noise whose power falls with the frequency, of a mean power of 1."""
    white = np.fft.rfft(np.random.default_rng(seed).normal(size=count))
    shaped = np.fft.irfft(white / np.sqrt(np.maximum(np.arange(len(white)), 1)), count)
    made: np.ndarray = shaped / np.sqrt((shaped**2).mean())
    return made
