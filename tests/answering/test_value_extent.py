"""contracts/value-extents.json: how far a value reaches beyond what a reader marks, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.answering.fakes import WordReader
from tests.answering.test_pipeline import ask, scope
from wherein.answering.grading.value_extent import whole_value
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source

FILE = Path(__file__).resolve().parents[2] / "contracts/value-extents.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["cases"]
MAIL = (
    "# Training day\n\nCancelling: up to 14 June we lose only the deposit, after that all of it.\n"
)


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['marked']} in {c['sentence']}")
def test_cases(case: dict[str, Any]) -> None:
    start = case["sentence"].index(case["marked"])
    found = whole_value(case["sentence"], Span(start, start + len(case["marked"])))
    assert found.of(case["sentence"]) == case["whole"]


def test_what_a_reader_marks_is_shown_with_its_limit() -> None:
    document = parse(Source(MAIL.encode(), "mail.md", "mail.md"))
    reader = WordReader({"14 June": 0.9})
    found = ask("When can we cancel and lose only the deposit?", reader, where=scope(document))
    assert [one.text for one in found.answers] == ["up to 14 June"]
    assert found.answers[0].confidence == pytest.approx(0.9)
