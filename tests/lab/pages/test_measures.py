"""Rates of judged questions follow their definitions, under weights and in other mixtures too."""

from __future__ import annotations

import numpy as np
import pytest
from wherein_lab.metrics.calibration import auroc, calibration_error
from wherein_lab.pages.asking import JudgedSpan, PageResult
from wherein_lab.pages.measures import (
    Columns,
    figures,
    intervals,
    mixed,
    rates,
)
from wherein_lab.pages.questions import PageQuestion

from wherein.core.span import Span


def span(confidence: float, right: bool, tight: bool | None = None) -> JudgedSpan:
    return JudgedSpan(
        Span(0, 1), "x", confidence, "small", right, right if tight is None else tight
    )


def result(
    kind: str, answers: list[JudgedSpan], doubtful: list[JudgedSpan], page: str = "p"
) -> PageResult:
    accepted = () if kind == "absent" else ("x",)
    question = PageQuestion("q", page, kind, "?", accepted)
    return PageResult(question, tuple(answers), tuple(doubtful), 10.0 if answers else None, 30.0)


R, W = True, False
RESULTS = [
    result("plain", [span(0.9, R), span(0.5, W)], []),
    result("plain", [span(0.8, W), span(0.7, W), span(0.6, R, tight=W)], [span(0.1, W)]),
    result("hard", [span(0.8, W)] * 3 + [span(0.4, R)], []),  # the fourth satisfies nobody
    result("hard", [], [span(0.3, W), span(0.2, R), span(0.1, W), span(0.1, W)]),
    result("hard", [], [span(0.3, W), span(0.04, R)], page="o"),  # right, but too doubtful to show
    result("absent", [], [span(0.2, W), span(0.06, W), span(0.01, W)]),
    result("absent", [span(0.6, W)], [], page="o"),
    result("absent", [], [], page="o"),
]


def test_each_rate() -> None:
    report = figures(RESULTS, 0.05)
    expected = {
        "n": 8, "pages": 2, "absent_share": 0.375, "perhaps_bound": 0.05,
        "satisfied": 0.5, "first": 0.2, "first3": 0.4, "first_tight": 0.2, "visible": 0.6,
        "perhaps_mean": 0.6667, "absent_right": 0.6667, "marks_right": 0.3,
        "mean_confidence": 0.4875, "top_right": 0.125,
        "milliseconds_first": 10.0, "milliseconds_all": 30.0,
    }  # fmt: skip
    assert {name: report[name] for name in expected} == expected
    assert report["by_kind"]["plain"] == {
        "n": 2, "satisfied": 1.0, "first": 0.5, "first3": 1.0, "first_tight": 0.5, "visible": 1.0,
        "marks_right": 0.4,
    }  # fmt: skip
    assert report["by_kind"]["absent"] == {
        "n": 3, "satisfied": 0.6667, "perhaps_mean": 0.6667, "absent_right": 0.6667, "marks_right": 0.0,
    }  # fmt: skip


def test_a_tight_first_answer_is_one_by_f1_alone() -> None:
    report = figures([result("plain", [span(0.9, R, tight=W)], [])], 0.05)
    assert (report["first"], report["first_tight"]) == (1.0, 0.0)


def test_another_mixture_weighs_absent_questions() -> None:
    report = figures(RESULTS, 0.05, absent=0.5)
    assert report["satisfied"] == pytest.approx(0.5 * 0.4 + 0.5 * 0.6667, abs=1e-4)
    assert report["first3"] == 0.4
    by_share = {row["share"]: row for row in report["at_absent"]}
    assert list(by_share) == [0.13, 0.25, 0.5]
    assert by_share[0.5]["satisfied"] == report["satisfied"]
    assert by_share[0.13]["satisfied"] == pytest.approx(0.87 * 0.4 + 0.13 * 0.6667, abs=1e-4)


def test_a_weight_is_as_many_questions() -> None:
    columns = Columns.of(RESULTS, 0.05)
    times = np.arange(1.0, 9.0)
    again = Columns.of(
        [r for r, n in zip(RESULTS, times, strict=True) for _ in range(int(n))], 0.05
    )
    assert rates(columns, times) == pytest.approx(rates(again, np.ones(36)))
    weights = mixed(columns, 0.25, times)
    assert weights[5:].sum() / weights.sum() == pytest.approx(0.25)


def test_calibration_error_and_auroc_against_their_definitions() -> None:
    random = np.random.default_rng(0)
    sure = random.choice([0.0, 0.1, 0.35, 0.5, 0.72, 0.99, 1.0], 300)
    right = random.random(300) < sure
    ones = np.ones(300)
    bins = np.minimum((sure * 15).astype(int), 14)
    gaps = [
        abs(sure[bins == n].mean() - right[bins == n].mean()) * (bins == n).mean()
        for n in set(bins)
    ]
    assert calibration_error(sure, right, ones) == pytest.approx(sum(gaps))
    pairs = [(a > b) + (a == b) / 2 for a in sure[right] for b in sure[~right]]
    assert auroc(sure, right, ones) == pytest.approx(np.mean(pairs))
    assert auroc(sure, np.ones(300, bool), ones) is None


def test_intervals_draw_whole_pages() -> None:
    """Questions of a page with equal outcomes are as informative as one: the interval is twice as wide."""
    apart = [result("plain", [span(0.9, n % 2 == 0)], [], page=str(n)) for n in range(400)]
    together = [result("plain", [span(0.9, n % 8 < 4)], [], page=str(n // 4)) for n in range(400)]
    widths = []
    for results in (apart, together):
        spread = intervals(Columns.of(results, 0.05), None)["first"]
        assert spread is not None
        widths.append(spread[1] - spread[0])
    assert widths[0] == pytest.approx(2 * 1.96 * 0.5 / 20, rel=0.15)
    assert widths[1] / widths[0] == pytest.approx(2.0, rel=0.15)


def test_nothing_shown_is_none_and_not_0() -> None:
    report = figures([result("plain", [], [])], 0.05)
    assert report["marks_right"] is None
    assert report["absent_right"] is None
    assert report["milliseconds_first"] is None
    assert report["at_absent"] == []
