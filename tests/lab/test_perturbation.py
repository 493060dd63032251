"""A typo changes exactly one character, in every text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wherein_lab.data.perturbation import as_typed, casual, search_words, typo


def edits(one: str, other: str) -> int:
    """Edit distance in which a swap of neighbours is one edit (optimal string alignment)."""
    rows = [
        [i + j if i * j == 0 else 0 for j in range(len(other) + 1)] for i in range(len(one) + 1)
    ]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            rows[i][j] = min(
                rows[i - 1][j] + 1,
                rows[i][j - 1] + 1,
                rows[i - 1][j - 1] + (one[i - 1] != other[j - 1]),
            )
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


@given(st.text(max_size=30), st.integers(0, 2**32 - 1))
def test_a_slip_is_exactly_one_edit(text: str, seed: int) -> None:
    slipped = typo(text, np.random.default_rng(seed))
    assert edits(text, slipped) == (1 if any(c.isalnum() for c in text) else 0)


@example("0\r", 80)
@given(st.text(max_size=30), st.integers(0, 2**32 - 1))
def test_noise_follows_from_its_seed_and_leaves_something(text: str, seed: int) -> None:
    once, again = (as_typed(text, np.random.default_rng(seed), 0.5, 0.5) for _ in range(2))
    assert once == again
    assert bool(once.strip()) or not text.strip()


def test_no_share_means_no_change() -> None:
    random = np.random.default_rng(0)
    assert as_typed("Who WAS it?", random, 0.0, 0.0) == "Who WAS it?"
    assert as_typed("Who WAS it?", random, 0.0, 1.0) == "who was it"


def test_casual_takes_one_question_mark_and_the_capitals() -> None:
    assert casual("Who was Ada Lovelace? ") == "who was ada lovelace"
    assert casual("already plain") == "already plain"


@pytest.mark.parametrize(
    ("question", "typed"),
    [
        ("What is the outgoing wire transfer fee?", "outgoing wire transfer fee"),
        ("Who designed St John's Church in 1855?", "designed st john's church 1855"),
        ("Who won?", "who won"),
        ("What is it?", "what is it"),
    ],
)
def test_a_search_box_gets_the_words_that_say_something(question: str, typed: str) -> None:
    assert search_words(question) == typed


def test_questions_are_put_in_the_ways_people_type() -> None:
    random = np.random.default_rng(0)
    asked = "What is the outgoing wire transfer fee?"
    ways = [as_typed(asked, random, 0.1, 0.3, 0.3) for _ in range(400)]
    share = {way: ways.count(way) / len(ways) for way in set(ways)}
    assert abs(share[asked] - 0.36) < 0.08
    assert abs(share["what is the outgoing wire transfer fee"] - 0.27) < 0.08
    assert abs(share["outgoing wire transfer fee"] - 0.27) < 0.08
    assert len(share) > 10  # slips
