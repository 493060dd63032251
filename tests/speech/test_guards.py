"""What is never taken for a question, by the cases that the browser's twin passes too, and on sounds with the real model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.speech.model import CLIPS, moonshine
from wherein.speech.hearing.guards import loud_part, not_to_be_trusted, not_worth_hearing, sentences
from wherein.speech.hearing.hearing import hear
from wherein.speech.recogniser import RATE, Heard, Samples
from wherein.speech.wav import read_wav

CASES = json.loads(
    (Path(__file__).parents[2] / "contracts" / "speech-guards.json").read_text("utf-8")
)


@pytest.mark.parametrize("case", CASES["recordings"])
def test_recordings(case: dict) -> None:
    samples = np.full(round(case["seconds"] * RATE), case["level"], np.float32)
    assert not_worth_hearing(samples) == case["unheard"]


@pytest.mark.parametrize("case", CASES["loud"])
def test_the_loud_part(case: dict) -> None:
    parts = [np.full(round(seconds * RATE), level) for seconds, level in case["parts"]]
    samples = np.concatenate([*parts, np.zeros(0)]).astype(np.float32)
    assert np.array_equal(loud_part(samples), samples[case["start"] : case["end"]])


@pytest.mark.parametrize("case", CASES["heard"])
def test_what_was_heard(case: dict) -> None:
    heard = Heard(case["text"], case["confidence"], ended=case["ended"])
    assert not_to_be_trusted(heard) == case["unheard"]


class Says:
    """A recogniser that always hears the same."""

    name = "says"

    def __init__(self, text: str, confidence: float, ended: bool = True) -> None:
        self._heard = Heard(text, confidence, ended=ended, meant="When was Brae built?")

    def recognise(self, samples: Samples, names: object = ()) -> Heard:
        return self._heard


@pytest.mark.parametrize("case", CASES["recordings"] + CASES["heard"], ids=str)
def test_what_is_given_of_a_recording(case: dict) -> None:
    loud = {"seconds": 1, "level": 0.5} | case
    samples = np.full(round(loud["seconds"] * RATE), loud["level"], np.float32)
    said = {"text": "When was it built?", "confidence": 0.9, "ended": True} | case
    found = hear(Says(said["text"], said["confidence"], said["ended"]), samples)
    is_heard = case["unheard"] is None
    assert found.unheard == case["unheard"]
    assert found.text == (said["text"] if is_heard else "")
    assert found.meant == ("When was Brae built?" if is_heard else None)


def test_every_reason_has_its_sentence_and_the_next_step() -> None:
    for case in CASES["recordings"] + CASES["heard"]:
        if case["unheard"] is not None:
            what, next_step = sentences(case["unheard"])
            assert what.startswith("I didn't catch that")
            assert next_step.endswith(".")


def test_a_text_that_is_not_trusted_is_not_given() -> None:
    heard = hear(Says("the the the the the", 0.9), np.full(RATE, 0.1, np.float32))
    assert (heard.text, heard.words, heard.unheard) == ("", (), "repeated")
    assert heard.seconds == 1.0


def _made() -> dict[str, Samples]:
    """Sounds that say nothing."""
    random = np.random.default_rng(3)
    at = np.arange(3 * RATE) / RATE

    def bursts(count: int, fall: int) -> np.ndarray:
        sound = np.zeros(3 * RATE)
        shape = np.exp(-np.arange(4000) / fall)
        for start in random.integers(0, 3 * RATE - 4000, count):
            sound[start : start + 4000] += 0.3 * random.normal(0, 1, 4000) * shape
        return sound

    notes = [
        np.sin(2 * np.pi * hertz * at[: RATE // 2]) * np.exp(-at[: RATE // 2] * 5) * 0.3
        for hertz in (262, 330, 392, 523, 392, 330)
    ]
    return {
        "silence": np.zeros(3 * RATE),
        "noise": random.normal(0, 0.1, 3 * RATE),
        "music": np.concatenate(notes),
        "hum": 0.1 * np.sin(2 * np.pi * 50 * at),
        "typing": bursts(25, 150),
        "a cough": bursts(1, 2500),
        "a tenth of a second": random.normal(0, 0.1, RATE // 10),
        "ten minutes": random.normal(0, 0.1, 600 * RATE),
    }


@pytest.mark.parametrize("name", _made())
def test_no_question_is_invented(name: str) -> None:
    heard = hear(moonshine(), _made()[name].astype(np.float32))
    assert heard.text == ""
    assert heard.unheard is not None


def test_quiet_and_clipped_speech_is_heard_or_refused() -> None:
    clip = read_wav((CLIPS / "ask-what-you-can-do.wav").read_bytes())
    assert hear(moonshine(), clip * np.float32(0.01)).text.startswith("Ask what you can do")
    clipped = np.clip(clip * np.float32(2 / np.abs(clip).max()), -1, 1)
    assert "what you can do for your country" in hear(moonshine(), clipped).text
    other = read_wav((CLIPS / "when-did-ada-lovelace.wav").read_bytes())[: len(clip)]
    both = np.pad(other, (0, len(clip) - len(other))) + clip
    heard = hear(moonshine(), both.astype(np.float32))
    assert heard.unheard in ("unclear", "repeated") or heard.confidence < 0.8
