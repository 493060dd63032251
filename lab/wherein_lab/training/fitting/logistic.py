"""Ridge-regularised logistic regression on few features, by Newton's method. Pure numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

RIDGE = 1.0
_STEPS = 50
_CLOSE = 1e-8
Array = NDArray[np.float64]


def fit_logistic(
    values: Array,
    right: Array,
    signs: Sequence[int],
    weights: Array | None = None,
    standardised: bool = True,
) -> tuple[Array, float]:
    """Weights of raw features and the intercept, for (n, features) `values` and (n,) `right`.

    The ridge applies to standardised features, or to the values as they are where `standardised` is False. `signs[i]` is 1 or -1 where the weight of feature i must have that
    sign, 0 where it is free; a feature with the wrong sign gets 0 and the rest is fitted again. `weights` are the
    weights of the rows.
    """
    counts = np.ones(len(right)) if weights is None else weights
    used = np.ones(values.shape[1], bool)
    while True:
        found, intercept = _newton(values[:, used], right, counts, standardised)
        full = np.zeros(values.shape[1])
        full[used] = found
        wrong = [n for n, sign in enumerate(signs) if full[n] * sign < 0]
        if not wrong:
            return full, intercept
        used[max(wrong, key=lambda n: abs(full[n]))] = False


def probabilities(weights: Array, intercept: float, values: Array) -> Array:
    """(n,) probabilities of (n, features) values."""
    return np.asarray(1 / (1 + np.exp(-np.clip(values @ weights + intercept, -30, 30))))


def _newton(values: Array, right: Array, counts: Array, standardised: bool) -> tuple[Array, float]:
    total = counts.sum()
    mean = counts @ values / total
    spread = np.sqrt(counts @ (values - mean) ** 2 / total)
    spread = np.where(standardised & (spread > 1e-9), spread, 1.0)
    table = np.c_[(values - mean) / spread, np.ones(len(values))]
    ridge = np.diag([RIDGE] * values.shape[1] + [0.0])
    w = np.zeros(table.shape[1])
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-table @ w))
        gradient = table.T @ (counts * (p - right)) + ridge @ w
        curvature = (table * (counts * p * (1 - p))[:, None]).T @ table + ridge
        step = np.linalg.solve(curvature, gradient)
        w -= step
        if np.abs(step).max() < _CLOSE:
            break
    found = w[:-1] / spread
    return found, float(w[-1] - found @ mean)
