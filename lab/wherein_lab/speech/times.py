"""Seconds of recognising by the length of what is said, of speaking an answer, and the memory that both take."""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from wherein.speech.recogniser import RATE, Samples
from wherein.speech.registry import RECOGNISERS, synthesiser
from wherein_lab.speech.recordings.clips import spoken

SENTENCES = (
    "When does the last ferry leave the island?",
    "The keeper has the key of the lighthouse.",
    "She wrote down everything that she saw in the harbour.",
    "How much does it cost to bring a bicycle?",
    "The bread has to rest for an hour before it is baked.",
    "Nobody had told him that the bridge was closed.",
)
LENGTHS = (1, 3, 6)
"""The times of SENTENCES, which are spoken one after the other."""
QUESTION = "Who had the key of the lighthouse when the last ferry left the island in the harbour?"
QUESTION_SECONDS = 5
_MEGABYTE = 1024
"""Kilobytes, in which Linux counts the resident set."""


def measure(
    model: str, folder: Path, names: Sequence[str], repeat: int, voices: Sequence[str]
) -> dict[str, Any]:
    """Medians over `repeat` runs after one that warms up: wall seconds, and CPU seconds of all threads.

    `names` are expected in the rows *with names*. `first_sound` is from an answer's sentence to its sound.
    """
    clips = {"a question of 5 s": question_of_five_seconds()}
    clips |= {f"{count} sentences": said(count) for count in LENGTHS}
    before = _resident()
    rows: list[dict[str, Any]] = []
    grown = 0.0
    for threads in (1, 2):
        recogniser = RECOGNISERS[model](folder, threads)
        for clip, samples in clips.items():
            for expected in ((), tuple(names)):
                wall, cpu = _timed(partial(recogniser.recognise, samples, expected), repeat)
                rows.append(
                    {
                        "clip": clip,
                        "seconds_of_speech": round(len(samples) / RATE, 2),
                        "threads": threads,
                        "names": len(expected),
                        "seconds": round(wall, 3),
                        "cpu_seconds": round(cpu, 3),
                    }
                )
        grown = grown or _resident() - before
    return {
        "recogniser": model,
        "repeat": repeat,
        "recognising": rows,
        "memory_mb": round(grown, 1),
        "disk_mb": round(sum(file.stat().st_size for file in folder.iterdir()) / 1e6, 1),
        "first_sound": {voice: _first_sound(voice, repeat) for voice in voices},
    }


def question_of_five_seconds() -> Samples:
    """A question with the silence around it."""
    samples = spoken(QUESTION, "hibari")
    whole: Samples = np.pad(samples, (0, QUESTION_SECONDS * RATE - len(samples)))
    return whole


def said(count: int) -> Samples:
    whole: Samples = np.concatenate([spoken(one, "hibari") for one in SENTENCES[:count]])
    return whole


def _timed(call: Callable[[], object], repeat: int) -> tuple[float, float]:
    walls, cpus = [], []
    for _ in range(repeat + 1):
        wall, cpu = time.perf_counter(), time.process_time()
        call()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return statistics.median(walls[1:]), statistics.median(cpus[1:])


def _first_sound(method: str, repeat: int) -> dict[str, float]:
    made = synthesiser(method)
    seconds = []
    for sentence in (SENTENCES[0], *SENTENCES * repeat):
        began = time.perf_counter()
        next(iter(made.speak(sentence)))
        seconds.append(time.perf_counter() - began)
    warm = sorted(seconds[1:])
    return {
        "median_seconds": round(statistics.median(warm), 3),
        "slowest_seconds": round(warm[-1], 3),
    }


def _resident() -> float:
    """The greatest resident set of this process so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEGABYTE
