"""The names to expect of a text and their way into what was heard: the cases that the browser's twins pass too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.speech.model import CLIPS, moonshine
from wherein.speech.expected import expected_names
from wherein.speech.hearing.mending import (
    LEAST_ALIKE,
    Evidence,
    Mend,
    found_mends,
    likelihood,
    mend,
    mends,
)
from wherein.speech.hearing.sounding import alikeness, sound_of
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
    assert _rows(mends(case["text"], case["names"])) == case["mends"]


@pytest.mark.parametrize("case", CASES["found"])
def test_what_a_search_found(case: dict) -> None:
    places = [tuple(place) for place in case["places"]]
    assert _rows(found_mends(case["text"], case["names"], places)) == case["found"]


def _rows(found: list[Mend]) -> list[list]:
    return [[one.start, one.end, one.name, one.alike] for one in found]


@pytest.mark.parametrize("case", CASES["mended"])
def test_what_the_recording_bears(case: dict) -> None:
    def evidence(one: Mend) -> Evidence:
        key = f"{one.start} {one.end} {one.name}"
        return Evidence(*case["evidence"].get(key, (40, 0, 30)))

    mended = mend(case["text"], mends(case["text"], case["names"]), evidence)
    assert (mended.text, mended.meant) == (case["mended"], case["meant"])


@settings(deadline=None)
@given(
    st.text("abcdé. 'sI", max_size=30),
    st.lists(st.text("abcdé ", min_size=1, max_size=8), max_size=4),
    st.floats(-50, 50),
    st.floats(0, 50),
    st.floats(0, 500),
)
def test_a_mend_changes_its_own_place_alone(
    text: str, names: list[str], loss: float, doubt: float, rarity: float
) -> None:
    for one in mends(text, names):
        assert text[one.start : one.end].strip() == text[one.start : one.end] != ""
        assert LEAST_ALIKE - 1e-5 <= one.alike <= 1
        assert 0 <= likelihood(one, text, Evidence(loss, doubt, rarity)) <= 1
    sure = mend(text, mends(text, names), lambda one: Evidence(40, 0, 30))
    assert sure.text == text


def test_a_pages_name_is_heard_with_the_page() -> None:
    clip = read_wav((CLIPS / "when-did-ada-lovelace.wav").read_bytes())
    assert moonshine().recognise(clip).text == "When did Ada Lovely meet Charles Babbage?"
    names = expected_names("In London Ada Lovelace met Charles Babbage. Ada Lovelace was young.")
    heard = moonshine().recognise(clip, names)
    assert heard.text == "When did Ada Lovelace meet Charles Babbage?"
    other = expected_names("In Vessby the keeper is Marta Lindqvist. Marta Lindqvist has the key.")
    assert moonshine().recognise(clip, other).text == "When did Ada Lovely meet Charles Babbage?"
