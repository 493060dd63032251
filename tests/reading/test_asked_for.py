"""contracts/asked-for.json: which sentences have what a question asks for, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wherein.answering.grading.grades import in_words
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.asked_for import has_what_is_asked
from wherein.reading.sentence import SENTENCE_CALIBRATION, SentenceConfidence
from wherein.reading.value_kind import is_of_the_kind

FILE = Path(__file__).resolve().parents[2] / "contracts/asked-for.json"
CASES = json.loads(FILE.read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_asked_for(case: dict[str, Any]) -> None:
    found = has_what_is_asked(case["question"], case["sentence"], case["about"])
    assert found is case["answers"]


@pytest.mark.parametrize(
    ("question", "answer", "is_one"),
    [
        ("How tall is the Golden Temple?", "Amritsar, Punjab", False),
        ("How tall is the Golden Temple?", "12 m", True),
        ("How many people were aboard?", "unmanned", True),
        ("How many treaties are there?", "None", True),
        ("How did it end?", "in fire", True),
        ("How deep is the trench?", "about 2550 km long", False),
        ("How deep is the trench?", "2,550 km long and 10,994 m deep", True),
        ("How tall is the tower?", "333 m", True),
        ("How far is it?", "12 km wide", True),
    ],
)
def test_what_is_counted_or_measured_is_a_number(question: str, answer: str, is_one: bool) -> None:
    assert is_of_the_kind(question, answer) is is_one


def test_a_sentence_without_what_is_asked_is_worth_nothing() -> None:
    text = "Wolfgang Amadeus Mozart was a composer. Mozart was born on 27 January 1756."
    passage = Passage("m", 0, Span(0, len(text)), text)
    end = text.index(".") + 1
    both = [
        Candidate(passage, Span(end + 1, len(text)), 1.6, 0.0),
        Candidate(passage, Span(0, end), 1.5, 0.0),
    ]
    confidence = SentenceConfidence(lambda document: "Wolfgang Amadeus Mozart")
    question = "When was Mozart born?"
    first, second = confidence.probabilities(question, both, 1)
    assert second == 0.0
    alone = SENTENCE_CALIBRATION.probabilities(question, both, 1)[0]
    assert in_words(alone) == "likely"
    assert alone > first >= confidence.answer_bound


def test_a_sentence_with_all_the_words_of_a_question_is_not_sure() -> None:
    text = "-n, --argfile variable-name filename:"
    passage = Passage("m", 0, Span(0, len(text)), text)
    alone = [Candidate(passage, passage.span, 2.0, 0.0)]
    assert in_words(SENTENCE_CALIBRATION.probabilities("argfile", alone, 1)[0]) == "sure"
    assert (
        in_words(SentenceConfidence(lambda document: "").probabilities("argfile", alone, 1)[0])
        == "likely"
    )
