"""contracts/select-sentences.json: which sentences answer a request for a topic, as in TypeScript."""

from __future__ import annotations

from typing import Any

import pytest

from tests.answering.case_pages import contract, encoder, page, place, scope_of
from wherein.answering.attempts.pipeline import Pipeline
from wherein.memory.answers.judged_places import Barred
from wherein.questions.question import parse_question
from wherein.reading.topic_sentences import TopicSentences


def selected(case: dict[str, Any]) -> list[list[Any]]:
    """Each sentence with its probability; none where the stage leaves the question to the readers."""
    document = page(case)
    wrong = tuple(place(document.text, words) for words in case.get("wrong", ()))
    pipeline = Pipeline([], TopicSentences(encoder), barring=lambda question, _: Barred(wrong))
    result = pipeline.ask(parse_question(case["question"]), scope_of(document)).result()
    assert result.several is bool(result.answers)
    assert all(answer.quote == answer.text for answer in result.answers)
    assert not any(answer.evidence for answer in result.answers)
    return [[answer.text, answer.confidence] for answer in result.answers]


@pytest.mark.parametrize(
    "case", contract("select-sentences.json")["cases"], ids=lambda case: case["name"]
)
def test_the_sentences_about_a_topic(case: dict[str, Any]) -> None:
    wanted = [[text, pytest.approx(sure, abs=1e-4)] for text, sure in case["sentences"]]
    assert selected(case) == wanted
