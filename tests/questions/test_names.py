"""What a page names, by the cases the extension passes too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wherein.questions.completing.names import MOST_NAMES, names_in

CASES = json.loads((Path(__file__).parents[2] / "contracts/page-names.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:30] or "nothing")
def test_names_are_found_as_they_are_written(case: dict[str, Any]) -> None:
    assert names_in(case["text"]) == case["names"]


def test_there_is_a_limit() -> None:
    text = " ".join(f"He met Anna B{chr(97 + n % 26)}{n}." for n in range(2 * MOST_NAMES))
    assert len(names_in(text)) == MOST_NAMES
