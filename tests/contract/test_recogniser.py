"""Every sentence of the Recogniser Protocol, over every recogniser that is here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.speech.model import CLIPS, recogniser
from tests.speech.test_guards import Says
from wherein.speech.recogniser import RATE, Heard, Recogniser
from wherein.speech.registry import RECOGNISERS
from wherein.speech.wav import read_wav


@pytest.fixture(params=[*RECOGNISERS, "says"])
def method(request: pytest.FixtureRequest) -> Recogniser:
    if request.param == "says":
        return Says("Ask what you can do for your country.", 0.9)
    return recogniser(request.param)


def clip(name: str = "ask-what-you-can-do.wav") -> np.ndarray:
    return read_wav((Path(CLIPS) / name).read_bytes())


def test_it_hears_what_is_said(method: Recogniser) -> None:
    heard = method.recognise(clip())
    assert "what you can do for your country" in heard.text.lower()
    assert 0 < heard.confidence <= 1
    assert heard.text == heard.text.strip()
    for word in heard.words:
        assert word.text in heard.text
        times = (word.start_seconds, word.end_seconds)
        assert times == (None, None) or 0 <= times[0] <= times[1] <= 3  # type: ignore[operator]


def test_the_same_samples_give_the_same_words(method: Recogniser) -> None:
    assert method.recognise(clip()) == method.recognise(clip())


def test_a_recording_is_not_changed(method: Recogniser) -> None:
    samples = clip()
    before = samples.copy()
    method.recognise(samples, ["Ada Lovelace"])
    assert np.array_equal(samples, before)


def test_names_that_are_not_said_change_nothing(method: Recogniser) -> None:
    names = ["Vessby", "Lindqvist", "", "  ", "\n", "Ōsaka"]
    assert method.recognise(clip(), names).text == method.recognise(clip()).text


def test_nothing_said_is_no_text(method: Recogniser) -> None:
    if isinstance(method, Says):
        pytest.skip("It hears nothing but its own words.")
    for length in (0, 10, RATE):
        assert method.recognise(np.zeros(length, np.float32)) == Heard("", 0.0)


def test_it_is_named_as_its_model(method: Recogniser) -> None:
    assert method.name in {*RECOGNISERS, "says"}
