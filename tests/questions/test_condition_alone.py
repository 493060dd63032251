"""contracts/conditions-alone.json: which answers are a condition without what holds under it, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.answering.fakes import WordReader
from tests.answering.test_pipeline import ask, scope
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.questions.condition_alone import is_condition_alone

FILE = Path(__file__).resolve().parents[2] / "contracts/conditions-alone.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['question']} {c['answer']}")
def test_cases(case: dict[str, Any]) -> None:
    told = is_condition_alone(case["question"], case["before"], case["answer"], case["behind"])
    assert told == case["alone"]


def test_a_condition_gives_way_to_what_happens() -> None:
    text = (
        "# Rotation\n\nLogs are rotated weekly if the weekday is omitted.\n\n"
        "If the count is 0, old logs are removed.\n"
    )
    document = parse(Source(text.encode(), "manual.md", "manual.md"))
    reader = WordReader({"if the weekday is omitted": 0.8, "old logs are removed": 0.7})
    found = ask("What happens when the count is 0?", reader, where=scope(document))
    assert [one.text for one in found.answers] == ["old logs are removed"]
    assert "if the weekday is omitted" in [one.text for one in found.perhaps]
    asked = ask("When are logs rotated weekly?", reader, where=scope(document))
    assert asked.answers[0].text == "if the weekday is omitted"


def test_a_condition_alone_is_no_more_than_a_perhaps() -> None:
    text = "# Cover\n\nDamage is not covered if the softener had no salt.\n"
    document = parse(Source(text.encode(), "cover.md", "cover.md"))
    reader = WordReader({"if the softener had no salt": 0.9})
    held = ask("What damage is covered?", reader, where=scope(document))
    assert not held.answered
    assert any("condition" in note for note in held.notes)
