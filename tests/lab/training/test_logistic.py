"""The regression finds the weights that generated the data, and respects the rows' weights."""

from __future__ import annotations

import numpy as np
import pytest
from wherein_lab.training.fitting.logistic import fit_logistic, probabilities


def test_a_weight_is_as_many_rows() -> None:
    random = np.random.default_rng(0)
    values = random.normal(size=(200, 3)) * [1.0, 10.0, 0.1] + 5
    right = (random.random(200) < 0.4).astype(np.float64)
    times = random.integers(1, 5, 200)
    weighed = fit_logistic(values, right, [0, 0, 0], times.astype(np.float64))
    repeated = fit_logistic(np.repeat(values, times, 0), np.repeat(right, times), [0, 0, 0])
    assert weighed[0] == pytest.approx(repeated[0], rel=1e-6)
    assert weighed[1] == pytest.approx(repeated[1], rel=1e-6)


def test_the_mean_probability_is_the_share_of_right_rows() -> None:
    """What maximum likelihood gives with a free intercept, whatever the weights of the rows."""
    random = np.random.default_rng(1)
    values = random.normal(size=(500, 2))
    right = (random.random(500) < 0.3).astype(np.float64)
    counts = random.random(500)
    weights, intercept = fit_logistic(values, right, [0, 0], counts)
    sure = probabilities(weights, intercept, values)
    assert counts @ sure == pytest.approx(counts @ right, rel=1e-9)


def test_a_weight_against_its_sign_is_left_out() -> None:
    random = np.random.default_rng(2)
    values = random.normal(size=(2000, 2))
    right = (random.random(2000) < 1 / (1 + np.exp(values[:, 0] - values[:, 1]))).astype(np.float64)
    weights, _ = fit_logistic(values, right, [1, 1])
    assert weights[0] == 0.0
    assert weights[1] > 0.7
    assert fit_logistic(values, right, [-1, 1])[0][0] < -0.7


def test_the_ridge_can_apply_to_the_values_as_they_are() -> None:
    """A feature of small values then costs more: its weight has to be larger."""
    random = np.random.default_rng(3)
    values = random.normal(size=(300, 1)) * 0.1
    right = (random.random(300) < 1 / (1 + np.exp(-20 * values[:, 0]))).astype(np.float64)
    (standardised,), _ = fit_logistic(values, right, [0])
    (raw,), _ = fit_logistic(values, right, [0], standardised=False)
    assert 0 < raw < standardised / 2
