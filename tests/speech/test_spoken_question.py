"""What is asked of a text that was heard, by the cases that the browser's twin passes too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wherein.speech.spoken_question import as_question

CASES = json.loads(
    (Path(__file__).parents[2] / "contracts" / "spoken-questions.json").read_text("utf-8")
)["cases"]


@pytest.mark.parametrize("case", CASES)
def test_heard_and_asked(case: dict[str, str]) -> None:
    assert as_question(case["heard"]) == case["asked"]
    assert as_question(case["asked"]) == case["asked"]
