"""Which pronouns a question leaves open: none that its own words explain."""

from __future__ import annotations

import pytest

from wherein.questions.phrases.followup_open import open_pronouns


@pytest.mark.parametrize(
    "question",
    [
        "Did John Smith say that he left?",
        "Why do farmers who moved say they left?",
        "How do lighthouse keepers know when they sleep?",
        "Was a lamp lit when it burned?",
        "If the keeper left, why did he return?",
        "Does Mary like her lamp?",
    ],
)
def test_what_the_question_explains_is_not_open(question: str) -> None:
    assert open_pronouns(question) == []


@pytest.mark.parametrize(
    ("question", "word", "kind"),
    [
        ("When did he leave?", "he", "person"),
        ("When was it lit?", "it", "thing"),
        ("Where do they live?", "they", "people"),
    ],
)
def test_what_it_does_not_is(question: str, word: str, kind: str) -> None:
    assert [(one.word, one.kind) for one in open_pronouns(question)] == [(word, kind)]
