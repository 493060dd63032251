"""Index terms over scripts; what is dropped from a question, and that questions meet their texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.retrieval.by_words.words import (
    LONGEST_TERM_BYTES,
    index_terms,
    plain_words,
    question_terms,
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", []),
        ("!? — …", []),
        ("Running runners ran", ["run", "runner", "ran"]),
        ("The user’s dogs don't bark", ["the", "user", "dog", "don't", "bark"]),
        ("co-operate_now", ["co", "oper", "now"]),
        ("1,000 or 3.14 or 12,34", ["1000", "or", "3", "14", "or", "12", "34"]),
        ("Zürich ﬁne STRASSE straße", ["zurich", "fine", "strass", "strass"]),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("Ёлка ёлка", ["елка", "елка"]),
        ("日本語", ["日", "本", "語", "日本", "本語"]),
        ("コーヒー。ฉัน", ["コ", "ー", "ヒ", "ー", "コー", "ーヒ", "ヒー", "ฉ", "ั", "น", "ฉั", "ัน"]),
        ("sha " + "f" * 500, ["sha"]),
        ("猫", ["猫"]),
        ("abc中文", ["abc", "中", "文", "中文"]),
    ],
)
def test_index_terms(text: str, terms: list[str]) -> None:
    assert index_terms(text) == terms


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("", []),
        ("What is the capital of France?", ["capit", "franc"]),
        ("who is who", ["who", "is"]),
        ("To be, or not to be?", ["to", "be", "or", "not"]),
        ("dogs dog dogs'", ["dog"]),
        ("日本語は", ["日本", "本語", "語は"]),
        ("猫", ["猫"]),
    ],
)
def test_question_terms(question: str, terms: list[str]) -> None:
    assert question_terms(question) == terms


@given(st.text(max_size=200))
def test_what_a_text_says_is_found_by_saying_it(text: str) -> None:
    known = set(index_terms(text))
    asked = question_terms(text)
    assert set(asked) <= known
    assert bool(asked) == bool(known)
    assert all(
        term and not term.isspace() and len(term.encode()) <= LONGEST_TERM_BYTES for term in known
    )
    assert all(" " not in word for word in plain_words(text))


@given(st.text(max_size=100), st.text(max_size=100))
def test_a_line_break_separates(one: str, other: str) -> None:
    joined = sorted(index_terms(one + "\n" + other))
    assert joined == sorted(index_terms(one) + index_terms(other))


@given(st.text(st.characters(max_codepoint=127), max_size=80))
def test_ascii_is_cut_as_everything_else_is(text: str) -> None:
    # A letter beyond ASCII sends the question the other way.
    assert question_terms(f"{text} ж")[:-1] == question_terms(f"{text} qqqqq")[:-1]
