"""The retrieval discount: a page that is read whole has none, other answers are weighed by their document's lead and by size."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wherein.answering.grading.retrieval_discount import (
    MOST_STRENGTH,
    RetrievalDiscount,
    discount_strength,
    discounted,
    leads,
)
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span

probabilities = st.floats(0.001, 0.999)
a_lead = st.floats(-1.0, 1.0)


def passage(document: str, index: int = 0) -> Passage:
    return Passage(document, index, Span(0, 4), "text")


def candidate(document: str, index: int = 0) -> Candidate:
    return Candidate(passage(document, index), Span(0, 4), 1.0, 0.0)


@given(probabilities, a_lead)
def test_what_is_read_whole_is_as_sure_as_its_reader(probability: float, lead: float) -> None:
    assert discounted(probability, lead, 1.0) == pytest.approx(probability)


@given(probabilities, st.floats(1e-9, 1.0), a_lead, st.floats(0.0, 0.5))
def test_a_document_that_leads_by_less_is_never_surer(
    probability: float, share: float, lead: float, less: float
) -> None:
    assert discounted(probability, lead - less, share) <= discounted(probability, lead, share)


@given(st.floats(0.001, 0.99), st.floats(1e-9, 1.0), a_lead)
def test_a_surer_reader_stays_surer(probability: float, share: float, lead: float) -> None:
    surer = min(0.9999, probability * 1.009)
    assert discounted(surer, lead, share) >= discounted(probability, lead, share)


@given(probabilities, st.floats(1e-9, 1.0), a_lead)
@example(0.324, 1.0, 1.0)
def test_it_is_never_worth_more(probability: float, share: float, lead: float) -> None:
    assert discounted(probability, lead, share) <= probability


def test_it_matters_in_a_large_collection() -> None:
    small, large = (discounted(0.6, -0.2, share) for share in (0.5, 0.0005))
    assert large < small < 0.6


def test_a_document_leads_all_others_or_is_behind_the_best() -> None:
    assert leads({"a": 0.8, "b": 0.6, "c": 0.2}) == pytest.approx(
        {"a": 0.25, "b": -0.25, "c": -0.75}
    )
    assert leads({"a": 0.8, "b": 0.8}) == {"a": 0.0, "b": 0.0}


@pytest.mark.parametrize("best", [{}, {"a": 0.8}, {"a": 0.0, "b": 0.0}])
def test_nothing_leads_where_nothing_can_be_compared(best: dict[str, float]) -> None:
    assert set(leads(best).values()) <= {0.0}


@pytest.mark.parametrize("share", [0.0, 1e-300, 1e-9])
def test_doubt_ends_somewhere(share: float) -> None:
    assert discount_strength(share) == MOST_STRENGTH


def test_any_passage_of_the_leading_document_is_surer_and_what_is_named_is_not_doubted() -> None:
    order = [passage("a"), passage("b"), passage("a", 1), passage("named")]
    scores = {("a", 0): 0.9, ("b", 0): 0.3, ("a", 1): 0.2, ("named", 0): 0.1}
    chosen = RetrievalDiscount(order, 0.001, {"named"}, scores=scores)
    candidates = [candidate("b"), candidate("a"), candidate("a", 1), candidate("named")]
    behind, first, further, named = chosen.probabilities(candidates, [0.5] * 4)
    assert behind < 0.3 < first == further == named == 0.5
    assert RetrievalDiscount(order, 1.0).probabilities(candidates, [0.7] * 4) == [0.7] * 4
