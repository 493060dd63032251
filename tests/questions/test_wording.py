"""Which questions a verdict holds for: the cases that both languages must pass, and what holds for any text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.questions.wording import same_wording, wording_key

CASES = json.loads(
    (Path(__file__).parents[2] / "contracts/question-wording.json").read_text("utf-8")
)["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['one'][:30]} {case['why']}")
def test_the_cases(case: dict[str, Any]) -> None:
    assert same_wording(case["one"], case["other"]) is case["same"]
    assert same_wording(case["other"], case["one"]) is case["same"]


@given(st.text(max_size=60))
def test_a_question_has_the_wording_of_itself(text: str) -> None:
    assert same_wording(text, text)
    assert wording_key(text) == wording_key(f"  {text} ")
