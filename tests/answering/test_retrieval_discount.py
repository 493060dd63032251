"""The retrieval discount: a page that is read whole has none, other answers are discounted by rank and by size."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wherein.answering.grading.retrieval_discount import (
    MOST_STRENGTH,
    RetrievalDiscount,
    discount_strength,
    discounted,
)
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span

probabilities = st.floats(0.001, 0.999)


def passage(document: str, index: int = 0) -> Passage:
    return Passage(document, index, Span(0, 4), "text")


def candidate(document: str, index: int = 0) -> Candidate:
    return Candidate(passage(document, index), Span(0, 4), 1.0, 0.0)


@given(probabilities, st.integers(0, 50))
def test_what_is_read_whole_is_as_sure_as_its_reader(probability: float, rank: int) -> None:
    assert discounted(probability, rank, 1.0) == pytest.approx(probability)


@given(probabilities, st.floats(1e-9, 1.0), st.integers(0, 30))
@example(0.0078125, 1.0, 1)
def test_further_down_is_never_surer(probability: float, share: float, rank: int) -> None:
    assert discounted(probability, rank + 1, share) <= discounted(probability, rank, share)


@given(st.floats(0.001, 0.99), st.floats(1e-9, 1.0), st.integers(0, 30))
def test_a_surer_reader_stays_surer(probability: float, share: float, rank: int) -> None:
    surer = min(0.9999, probability * 1.009)
    assert discounted(surer, rank, share) >= discounted(probability, rank, share)


@given(probabilities, st.floats(1e-9, 1.0), st.integers(0, 30))
@example(0.324, 1.0, 1)
def test_it_is_never_worth_more(probability: float, share: float, rank: int) -> None:
    assert discounted(probability, rank, share) <= probability


def test_it_matters_in_a_large_collection() -> None:
    small, large = (discounted(0.6, 9, share) for share in (0.5, 0.0005))
    assert large < small < 0.6


@pytest.mark.parametrize("share", [0.0, 1e-300, 1e-9])
def test_doubt_ends_somewhere(share: float) -> None:
    assert discount_strength(share) == MOST_STRENGTH


def test_ranks_are_those_of_the_order_and_what_is_named_is_not_doubted() -> None:
    order = [passage("a"), passage("b"), passage("b", 1), passage("named")]
    chosen = RetrievalDiscount(order, 0.001, {"named"})
    candidates = [candidate("b", 1), candidate("a"), candidate("named")]
    third, first, named = chosen.probabilities(candidates, [0.7, 0.7, 0.7])
    assert third < first <= named == 0.7
    assert RetrievalDiscount(order, 1.0).probabilities(candidates, [0.7, 0.7, 0.7]) == [
        0.7,
        0.7,
        0.7,
    ]
