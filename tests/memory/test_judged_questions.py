"""contracts/verdicts.json: whether a verdict on one question holds for another, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wherein.memory.answers.judged_places import holds_for
from wherein.memory.store.store import Feedback, PageKey, Verdict

FILE = Path(__file__).resolve().parents[2] / "contracts/verdicts.json"


@pytest.mark.parametrize(
    "case", json.loads(FILE.read_text("utf-8"))["cases"], ids=lambda case: case["name"]
)
def test_cases(case: dict[str, Any]) -> None:
    given, asked = case["given"], case["asked"]
    page = PageKey("https://example.org/mills")
    verdict = Feedback(
        page, "Mills", given["question"], Verdict.WRONG, "Anna built it.", "Anna", 0, 0.0,
        typed=given["typed"],
    )  # fmt: skip
    assert holds_for(verdict, (asked["question"],), asked["typed"]) is case["holds"]
