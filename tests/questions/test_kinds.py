"""contracts/yes-no.json: which questions yes or no would answer, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wherein.questions.kinds import is_yes_no
from wherein.questions.question import Kind, parse_question

FILE = Path(__file__).resolve().parents[2] / "contracts/yes-no.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["question"] or "nothing")
def test_a_question_that_yes_or_no_would_answer(case: dict[str, Any]) -> None:
    assert is_yes_no(case["question"]) is case["yes_no"]


def test_white_space_is_folded() -> None:
    assert parse_question("  who \n is\tit ").text == "who is it"


@pytest.mark.parametrize(
    ("text", "kind", "topic"),
    [
        ("Who is it?", Kind.FACT, None),
        ("Is it red?", Kind.YES_NO, None),
        ("Why is it red?", Kind.EXPLANATION, None),
        ("how do I fold it", Kind.EXPLANATION, None),
        ("Tell me about kites", Kind.TOPIC, "kites"),
        ("Summarise this", Kind.TOPIC, ""),
        ("Can you tell me all the facts about kites?", Kind.TOPIC, "kites"),
    ],
)
def test_a_question_has_one_kind(text: str, kind: Kind, topic: str | None) -> None:
    question = parse_question(text)
    assert (question.kind, question.topic) == (kind, topic)
