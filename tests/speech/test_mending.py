"""The names to expect of a text and their way into what was heard: the cases that the browser's twins pass too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.speech.model import CLIPS, moonshine
from wherein.speech.expected import expected_names
from wherein.speech.mending import mend, mends
from wherein.speech.sounding import alikeness, sound_of
from wherein.speech.wav import read_wav

CONTRACTS = Path(__file__).parents[2] / "contracts"
CASES = json.loads((CONTRACTS / "speech-mending.json").read_text("utf-8"))
EXPECTED = json.loads((CONTRACTS / "speech-expected.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", EXPECTED)
def test_the_names_of_a_text(case: dict) -> None:
    assert expected_names(case["text"], case["headings"]) == case["names"]


def test_sounds() -> None:
    for case in CASES["sounds"]:
        assert sound_of(case["text"]) == case["sound"]
    for case in CASES["alike"]:
        one, other = sound_of(case["one"]), sound_of(case["other"])
        assert round(alikeness(one, other), 5) == case["alike"] == round(alikeness(other, one), 5)


@pytest.mark.parametrize("case", CASES["mends"])
def test_what_is_tried(case: dict) -> None:
    found = [
        [one.start, one.end, one.name, one.alike] for one in mends(case["text"], case["names"])
    ]
    assert found == case["mends"]


@pytest.mark.parametrize("case", CASES["mended"])
def test_what_the_recording_bears(case: dict) -> None:
    mended = mend(case["text"], case["names"], case["scores"].__getitem__)
    assert (mended.text, mended.meant) == (case["mended"], case["meant"])


def test_a_pages_name_is_heard_with_the_page() -> None:
    clip = read_wav((CLIPS / "when-did-ada-lovelace.wav").read_bytes())
    assert moonshine().recognise(clip).text == "When did Ada Lovely meet Charles Babbage?"
    names = expected_names("In London Ada Lovelace met Charles Babbage. Ada Lovelace was young.")
    heard = moonshine().recognise(clip, names)
    assert heard.text == "When did Ada Lovelace meet Charles Babbage?"
    other = expected_names("In Vessby the keeper is Marta Lindqvist. Marta Lindqvist has the key.")
    assert moonshine().recognise(clip, other).text == "When did Ada Lovely meet Charles Babbage?"
