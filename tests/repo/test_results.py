"""A result replays: each has a condition of its name, or stands in the short list of the research notes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from wherein_lab.conditions import compare, read_condition

ROOT = Path(__file__).resolve().parents[2]
RESULTS = sorted(path.stem for path in (ROOT / "benchmarks" / "results").glob("*.json"))
CONDITIONS = sorted(path.stem for path in (ROOT / "benchmarks" / "conditions").glob("*.yaml"))
NOTES = (ROOT / "docs" / "research-notes.md").read_text("utf-8")
KEPT = re.findall(r"^\| `([\w-]+)` \|", NOTES.split("## History")[0], re.M)
HISTORY = re.findall(r"^\| `([\w-]+)`, \d{4}-\d\d-\d\d \|", NOTES.split("## History")[1], re.M)
MOST_KEPT = 5


def test_each_result_has_a_condition_or_a_reason() -> None:
    assert set(RESULTS) - set(CONDITIONS) == set(KEPT)
    assert len(KEPT) <= MOST_KEPT


def test_history_is_no_longer_a_result() -> None:
    assert len(HISTORY) > 10
    assert not set(HISTORY) & (set(RESULTS) | set(CONDITIONS))


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_has_its_result(name: str) -> None:
    """And the result that is kept has every figure that the condition expects."""
    assert read_condition(ROOT / "benchmarks" / "conditions" / f"{name}.yaml").name == name
    assert name in RESULTS


@pytest.mark.parametrize("name", sorted(set(RESULTS) & set(CONDITIONS)))
def test_a_kept_result_is_within_its_condition(name: str) -> None:
    condition = read_condition(ROOT / "benchmarks" / "conditions" / f"{name}.yaml")
    output = json.loads((ROOT / "benchmarks" / "results" / f"{name}.json").read_text("utf-8"))
    assert compare(condition, output).remarks == ()
