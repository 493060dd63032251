"""contracts/question-language.json: the language of a question that is not in English, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wherein.questions.spelling.spelling import Speller, question_corrections
from wherein.questions.spelling.spelling_retry import corrected_question
from wherein.questions.words.dictionary import english
from wherein.questions.words.question_language import foreign_language

ROOT = Path(__file__).resolve().parents[2]
CASES: list[dict[str, Any]] = json.loads(
    (ROOT / "contracts/question-language.json").read_text("utf-8")
)["cases"]
FOREIGN = [case["question"] for case in CASES if case["language"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["question"] or "nothing")
def test_the_language_of_a_question(case: dict[str, Any]) -> None:
    assert foreign_language(case["question"]) == case["language"]


@pytest.mark.parametrize("question", FOREIGN)
def test_a_question_in_another_language_is_left_alone(question: str) -> None:
    speller = Speller(english(), "The opera begins at eight. The open dam is old.")
    assert corrected_question(question, speller) is None
    assert question_corrections(question, speller) == []


def test_no_english_question_of_the_bench_is_in_another_language() -> None:
    rows = [
        json.loads(line)
        for name in ("misses", "reworded")
        for line in (ROOT / f"benchmarks/questions/near/{name}.jsonl")
        .read_text("utf-8")
        .splitlines()
    ]
    questions = [row[which] for row in rows for which in ("first", "second")]
    assert len(questions) > 3000
    assert [question for question in questions if foreign_language(question)] == []
