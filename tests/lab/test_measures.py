"""Our measures equal ir_measures' on random runs; their values print and parse."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wherein_lab.metrics.measures import Kind, Measure, standard
from wherein_lab.metrics.uncertainty import clustered_interval, interval, paired_p

from wherein.core.errors import UsageError

DOCUMENTS = [f"d{number}" for number in range(12)]
MEASURES = [m for m in standard([1, 3, 5, 10, 100]) if m.kind is not Kind.NDCG_RETRIEVED]
GAINS = {grade: 2**grade - 1 for grade in range(1, 5)}

runs = st.dictionaries(
    st.sampled_from(["q1", "q2", "q3"]),
    st.lists(st.sampled_from(DOCUMENTS), unique=True, min_size=1, max_size=12),
)
grades = st.dictionaries(
    st.sampled_from(["q1", "q2", "q3"]),
    st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(1, 4), min_size=1, max_size=6),
    min_size=1,
)


@settings(max_examples=60, deadline=None)
@given(run=runs, qrels=grades)
def test_they_equal_ir_measures(
    run: dict[str, list[str]], qrels: dict[str, dict[str, int]]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ir_measures = pytest.importorskip("ir_measures")
    theirs = {
        Kind.NDCG: lambda k: ir_measures.nDCG(gains=GAINS) @ k,
        Kind.RR: lambda k: ir_measures.RR,
        Kind.SUCCESS: lambda k: ir_measures.Success @ k,
        Kind.RECALL: lambda k: ir_measures.R @ k,
    }
    scored = {
        question: {document: float(-rank) for rank, document in enumerate(ranked)}
        for question, ranked in run.items()
    }
    for measure in MEASURES:
        oracle = ir_measures.calc_aggregate([theirs[measure.kind](measure.cutoff)], qrels, scored)
        ours = sum(measure.of(run.get(q, []), rel) for q, rel in qrels.items()) / len(qrels)
        assert ours == pytest.approx(next(iter(oracle.values())), abs=1e-6), measure


@given(run=runs, qrels=grades)
def test_the_papers_ndcg_forgives_what_was_not_retrieved(
    run: dict[str, list[str]], qrels: dict[str, dict[str, int]]
) -> None:
    for k in (1, 3, 20):
        for question, ranked in run.items():
            relevant = qrels.get(question, {})
            mild = Measure(Kind.NDCG_RETRIEVED, k).of(ranked, relevant)
            assert 0 <= Measure(Kind.NDCG, k).of(ranked, relevant) <= mild + 1e-12 <= 1 + 1e-9


def test_the_papers_ndcg_by_hand() -> None:
    # Two of three relevant documents retrieved, at ranks 1 and 3.
    value = Measure(Kind.NDCG_RETRIEVED, 5).of(["a", "x", "b"], {"a": 1, "b": 1, "c": 1})
    assert value == pytest.approx((1 + 1 / 2) / (1 + 0.6309297535714575))


@pytest.mark.parametrize("measure", standard([1, 5, 20]), ids=str)
def test_they_print_and_parse(measure: Measure) -> None:
    assert Measure.parse(str(measure)) == measure


@pytest.mark.parametrize("text", ["", "nDCG@0", "ndcg@5", "P@5", "nDCG@x"])
def test_an_unknown_measure_is_an_error(text: str) -> None:
    with pytest.raises(UsageError):
        Measure.parse(text)


def test_cases_in_groups_that_resemble_each_other_are_worth_fewer() -> None:
    alike = [(10, 10), (0, 10)] * 20
    mixed = [(5, 10)] * 40
    low, high = clustered_interval(alike)
    assert low < 0.4 < 0.5 < 0.6 < high
    assert clustered_interval(mixed) == (0.5, 0.5)
    assert clustered_interval([]) == clustered_interval([(0, 0)]) == (0.0, 1.0)


def test_interval_holds_the_mean_and_narrows() -> None:
    few, many = [0.0, 1.0] * 10, [0.0, 1.0] * 1000
    for scores in (few, many):
        low, high = interval(scores)
        assert low <= 0.5 <= high
    assert interval(many)[1] - interval(many)[0] < 0.06 < interval(few)[1] - interval(few)[0]
    assert interval([]) == (0.0, 0.0)


def test_paired_p_separates_difference_from_chance() -> None:
    assert paired_p([1.0] * 40, [0.0] * 40) < 0.01
    assert paired_p([1.0, 0.0] * 20, [0.0, 1.0] * 20) > 0.5
    assert paired_p([0.3] * 9, [0.3] * 9) == 1.0
