"""contracts/sentence-once.json: which of what is perhaps an answer is shown, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wherein.answering.grading.sentence_once import each_sentence_once
from wherein.core.answer import Answer
from wherein.core.span import Span

FILE = Path(__file__).resolve().parents[2] / "contracts/sentence-once.json"


def in_sentence(quote: str, place: int = 0) -> Answer:
    at = Span(place, place + len(quote))
    return Answer(quote, "d", "", at, quote, at, (), 0.3, "small")


@pytest.mark.parametrize("case", json.loads(FILE.read_text("utf-8"))["cases"])
def test_cases(case: dict[str, Any]) -> None:
    perhaps = [in_sentence(quote, place) for place, quote in enumerate(case["perhaps"])]
    kept = each_sentence_once([in_sentence(quote) for quote in case["answers"]], perhaps)
    assert [answer.span.start for answer in kept] == case["kept"]
