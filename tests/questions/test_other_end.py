"""contracts/other-ends.json: which end of a period a question asks for and a time tells, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.answering.fakes import WordReader
from tests.answering.test_pipeline import ask, scope
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.questions.other_end import is_other_end

FILE = Path(__file__).resolve().parents[2] / "contracts/other-ends.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['question']} {c['before']}{c['answer']}")
def test_cases(case: dict[str, Any]) -> None:
    told = is_other_end(case["question"], case["before"], case["answer"], case["headers"])
    assert told == case["other"]


def test_a_beginning_is_no_more_than_a_perhaps_for_an_end() -> None:
    text = "# Contract\n\nThis agreement runs from 1 February 2025.\n"
    document = parse(Source(text.encode(), "contract.md", "contract.md"))
    reader = WordReader({"1 February 2025": 0.9})
    held = ask("When does the agreement end?", reader, where=scope(document))
    assert not held.answered
    assert [one.text for one in held.perhaps] == ["from 1 February 2025"]
    assert any("the other end of the time" in note for note in held.notes)
    given = ask("When does the agreement start?", reader, where=scope(document))
    assert [one.text for one in given.answers] == ["from 1 February 2025"]
