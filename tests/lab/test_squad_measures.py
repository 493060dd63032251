"""The official SQuAD measures: a table of cases and what must hold of any two strings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wherein_lab.metrics.squad_measures import exact_match, is_right, token_f1

CASES = [
    # said, golds, exact match, F1
    ("Denver Broncos", ["Denver Broncos"], 1.0, 1.0),
    ("the Denver Broncos.", ["Denver Broncos"], 1.0, 1.0),
    ("DENVER  broncos", ["Denver Broncos"], 1.0, 1.0),
    ("Broncos", ["Denver Broncos"], 0.0, 2 / 3),
    ("Broncos", ["Denver Broncos", "Broncos"], 1.0, 1.0),
    ("Carolina Panthers", ["Denver Broncos"], 0.0, 0.0),
    (
        "a b b",
        ["b b c"],
        0.0,
        4 / 5,
    ),  # "a" is an article; repeated words count as often as both have
    ("1,000", ["1000"], 1.0, 1.0),
    ("well-known", ["wellknown"], 1.0, 1.0),  # punctuation goes, nothing takes its place
    ("", [], 1.0, 1.0),
    ("something", [], 0.0, 0.0),
    ("", ["Denver Broncos"], 0.0, 0.0),
    ("the", ["an"], 1.0, 1.0),  # both are nothing once articles are gone
    ("the", ["Denver"], 0.0, 0.0),
]


@pytest.mark.parametrize(("said", "golds", "exact", "f1"), CASES)
def test_cases(said: str, golds: list[str], exact: float, f1: float) -> None:
    assert exact_match(said, golds) == exact
    assert token_f1(said, golds) == pytest.approx(f1)


@given(st.text(max_size=40), st.lists(st.text(max_size=40), max_size=3))
def test_an_exact_match_has_full_f1_and_both_are_rates(said: str, golds: list[str]) -> None:
    exact, f1 = exact_match(said, golds), token_f1(said, golds)
    assert exact in (0.0, 1.0)
    assert 0.0 <= f1 <= 1.0
    if exact:
        assert f1 == 1.0


@given(st.text(max_size=40))
def test_nothing_is_right_where_nothing_can_be(said: str) -> None:
    assert not is_right(said, [])
