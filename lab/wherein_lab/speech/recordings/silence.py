"""Sounds in which nothing is said: what a recogniser must not take for a question."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wherein.speech.recogniser import RATE, Samples
from wherein_lab.speech.recordings.noise import pink

SECONDS = 3


def nothing_said(each: int, seed: int) -> Iterator[tuple[str, Samples]]:
    """`each` sounds of every kind, with its name; the same seed gives the same sounds."""
    chance = np.random.default_rng(seed)
    count = SECONDS * RATE
    at = np.arange(count) / RATE
    for _ in range(each):
        level = 10 ** chance.uniform(-3, -0.5)
        yield "silence", np.zeros(count, np.float32)
        yield "white noise", _limited(level * chance.normal(size=count))
        yield "pink noise", _limited(level * pink(count, int(chance.integers(1 << 30))))
        yield "hum", _limited(level * np.sin(2 * np.pi * chance.choice([50, 60, 100, 120]) * at))
        yield "typing", _bursts(chance, int(chance.integers(8, 40)), 150, level)
        yield "coughs", _bursts(chance, int(chance.integers(1, 3)), 2500, level)
        yield "music", _music(chance, level)


def _limited(sound: np.ndarray) -> Samples:
    limited: Samples = np.clip(sound, -1, 1).astype(np.float32)
    return limited


def _bursts(chance: np.random.Generator, count: int, fall: int, level: float) -> Samples:
    sound = np.zeros(SECONDS * RATE)
    shape = np.exp(-np.arange(4000) / fall)
    for start in chance.integers(0, SECONDS * RATE - 4000, count):
        sound[start : start + 4000] += level * chance.normal(size=4000) * shape
    return _limited(sound)


def _music(chance: np.random.Generator, level: float) -> Samples:
    """Notes of a major scale that fade, half a second each."""
    at = np.arange(RATE // 2) / RATE
    steps = chance.choice([0, 2, 4, 5, 7, 9, 11, 12], 2 * SECONDS)
    notes = [np.sin(2 * np.pi * 220 * 2 ** (step / 12) * at) * np.exp(-at * 5) for step in steps]
    return _limited(level * np.concatenate(notes))
