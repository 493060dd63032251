"""The features from which the tagger of follow-ups decides, by name, on one small conversation."""

from __future__ import annotations

import math

import pytest

from wherein.questions.phrases.followup_terms import (
    QUESTION_FEATURES,
    History,
    candidates,
    question_features,
)
from wherein.questions.phrases.followup_word_features import WORD_FEATURES

TURNS = (
    ("Who built the mill A of Holm?", "unknown"),
    ("When did Ada Lund sell the mills?", "In 1910 the miller sold Holm"),
)
MILLS = History("Ada Lund", "Mills of 1910", TURNS)


def word_features(word: str, question: str, history: History = MILLS) -> dict[str, float]:
    """The features of a word of the conversation that are not 0."""
    words, rows = candidates(question, history)
    values = zip(WORD_FEATURES, rows[words.index(word)], strict=True)
    return {name: value for name, value in values if value}


def feature(name: str, question: str, history: History = MILLS) -> float:
    return question_features(question, history)[QUESTION_FEATURES.index(name)]


def test_only_words_that_the_question_lacks_have_features_in_the_order_of_the_conversation() -> (
    None
):
    words, rows = candidates("Who sold the mill of Holm?", MILLS)
    assert words == ["ada", "lund", "mills", "1910", "built", "a", "when", "did", "sell", "in", "miller"]  # fmt: skip
    assert {len(row) for row in rows} == {len(WORD_FEATURES)}


def test_a_word_of_the_title_that_was_asked_too() -> None:
    assert word_features("ada", "Did she sell it?") == pytest.approx(
        {
            "title": 1, "title_first": 1, "title_length": 2 / 3, "last_question": 1, "turns_ago": 1 / 3, "places": 2 / 3,
            "times": math.log1p(2), "capital": 1, "beside_function": 1, "title_and_said": 1,
            "asked_capital": 1, "in_name": 1, "he_title": 1, "long": 3 / 6,
        }
    )  # fmt: skip


def test_a_word_of_the_last_answer() -> None:
    assert word_features("miller", "Is it old?") == pytest.approx(
        {
            "last_answer": 1, "turns_ago": 1 / 3, "places": 1 / 3, "times": math.log1p(1), "answer_place": 1 - 3 / 6,
            "answer_short": 1 / math.sqrt(6), "beside_function": 1, "after_article": 1, "answer_head": 1, "it_answer": 1,
            "long": 1,
        }
    )  # fmt: skip


def test_one_letter_is_told_from_a_word_and_a_number_from_both() -> None:
    assert "letter" in word_features("a", "Is it old?")
    assert "letter" not in word_features("in", "Is it old?")
    number = word_features("1910", "Is it old?")
    assert {"digits", "section", "section_last", "section_digit"} <= number.keys()
    assert "letter" not in number


def test_a_refused_question_leaves_no_words_of_an_answer() -> None:
    refused = History("Ada Lund", "", TURNS[:1])
    assert "unknown" not in candidates("Why?", refused)[0]
    assert "silent_title" in word_features("ada", "Why?", refused)
    assert "silent_title" not in word_features("ada", "Why?")


@pytest.mark.parametrize(
    ("question", "shared"),
    [
        ("Is it old?", 0.0),
        ("Is the mill old?", 0.5),
        ("Who built the mill of Holm?", 1.5),
        ("Who built the mill A of Holm and Ada Lund?", 2.0),
        ("Who built the mill A of Holm that Ada Lund and the miller sold?", 2.0),
    ],
)
def test_words_shared_with_the_conversation_count_up_to_four(question: str, shared: float) -> None:
    assert feature("shares_any", question) == shared
