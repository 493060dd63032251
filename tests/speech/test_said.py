"""How written things are said: a table of what a person would say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.speech.saying.numerals import MOST, cardinal, ordinal, year
from wherein.speech.saying.said import as_said

CONTRACTS = Path(__file__).parents[2] / "contracts"
TABLE = json.loads((CONTRACTS / "speech-said.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize(("written", "said"), TABLE)
def test_table(written: str, said: str) -> None:
    assert as_said(written) == said


def test_the_table_is_large_enough() -> None:
    assert len(TABLE) >= 60


# What notations are made of, among all characters.
_PIECES = st.sampled_from(
    "0 1 19 2024 80 1,234 . , - – / : ' $ € % ½ ² ^ e km µg p.m. s bn th May in".split()
)


@given(st.lists(_PIECES | st.just(" ") | st.characters(), max_size=40).map("".join))
def test_no_text_breaks_it(text: str) -> None:
    as_said(text)


@pytest.mark.parametrize("piece", ["a", "1", "a.", "111,", "1-", "a@", "5 – "])
def test_the_time_is_linear(piece: str) -> None:
    # In quadratic time this takes a minute.
    as_said(piece * (50_000 // len(piece)))


@given(st.integers(0, MOST))
def test_numbers_are_words(number: int) -> None:
    for said in (cardinal(number), ordinal(number), year(number % 3000)):
        assert not any(letter.isdigit() for letter in said)
        assert said == " ".join(said.split())
