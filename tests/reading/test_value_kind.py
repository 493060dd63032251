"""contracts/value-kinds.json: the kind of value that a question asks for, and how well a text agrees, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clock import growth
from wherein.reading.value_kind import Place, agreement, asked_kind, values_in

FILE = Path(__file__).resolve().parents[2] / "contracts/value-kinds.json"
CASES = json.loads(FILE.read_text("utf-8"))["cases"]
AROUND = ("before", "after", "headers", "first")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_what_is_asked_and_what_a_text_has(case: dict[str, Any]) -> None:
    kind = asked_kind(case["question"])
    assert (kind and kind.value) == case["kind"]
    place = Place(**{name: case[name] for name in AROUND if name in case})
    assert agreement(case["question"], kind, case["text"], place) == case["agrees"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("4 chairs, $70 each", {"counted", "price"}),
        ("2 – 8 °C", {"measure"}),
        ("every 12 h", {"frequency"}),
        ("12 years old", {"age"}),
        ("12 years", {"duration"}),
        ("3 May 2024, 08:15", {"date", "time"}),
        ("in 1846", {"year"}),
        ("", set()),
    ],
)
def test_each_word_is_of_one_kind(text: str, kinds: set[str]) -> None:
    assert values_in(text) == kinds


@pytest.mark.parametrize("words", ["12 a ", "1,1.1,", "one of the ", "1-1-"])
def test_time_grows_with_the_text(words: str) -> None:
    assert growth(lambda count: values_in(words * count), 200, 1600) < 24
