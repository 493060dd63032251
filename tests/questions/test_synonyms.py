"""Synonym expansion of a question by an article's words: what is replaced, and what is unchanged."""

from __future__ import annotations

import pytest

from wherein.questions.completing.synonyms import SAME_FOR, with_synonyms

LEAD = "Seine-Saint-Denis is a department. Its prefecture is Bobigny. Its films are many."


@pytest.mark.parametrize(
    ("question", "text", "worded"),
    [
        ("What is the capital of Seine-Saint-Denis?", LEAD, "What is the prefecture of Seine-Saint-Denis?"),
        ("What is the Capital of it?", LEAD, "What is the prefecture of it?"),
        ("What is her job?", "Her occupations were two.", "What is her occupation?"),
        ("What is the capital of France?", "Its capital is Paris, a prefecture.", None),
        ("What is the capital of France?", "France is a country.", None),
        ("What is the capitalism of France?", LEAD, None),
        ("Who is Bach's child?", "He was the son of a miller.", None),
        ("", LEAD, None),
        ("capital", "", None),
    ],
)  # fmt: skip
def test_what_is_asked_for_is_called_as_the_text_calls_it(
    question: str, text: str, worded: str | None
) -> None:
    assert with_synonyms(question, text) == worded


def test_nothing_is_called_by_its_own_name() -> None:
    assert all(word == word.lower() for word in SAME_FOR)
    assert all(word not in others for word, others in SAME_FOR.items())
