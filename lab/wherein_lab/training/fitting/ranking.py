"""Conditional logistic regression (McFadden, 1974): weights by which the right one of several choices scores highest. Pure
numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wherein_lab.training.fitting.logistic import Array

RIDGE = 0.3
_STEPS, _RATE, _MEAN, _SPREAD = 300, 0.15, 0.9, 0.99
"""Adam's steps, rate and the decays of its moments; the result no longer changes in the second digit."""


def fit_ranking(choices: Sequence[tuple[Array, Array]]) -> Array:
    """The weights, one for each feature. Of each choice: (options, features) values, and (options,) whether each is right, as
    0 or 1; the likelihood is that of any right option. Choices without a right option, or with nothing else, say nothing."""
    told = [(values, right) for values, right in choices if 0 < right.sum() < len(right)]
    size = choices[0][0].shape[1] if choices else 0
    weights, mean, spread = np.zeros(size), np.zeros(size), np.zeros(size)
    for step in range(1, _STEPS + 1):
        gradient = -RIDGE * weights
        for values, right in told:
            share = _softmax(values @ weights)
            wanted = share * right
            gradient += (wanted / (wanted.sum() + 1e-12) - share) @ values
        mean = _MEAN * mean + (1 - _MEAN) * gradient
        spread = _SPREAD * spread + (1 - _SPREAD) * gradient**2
        size_of_step = np.sqrt(spread / (1 - _SPREAD**step)) + 1e-6
        weights = weights + _RATE * mean / (1 - _MEAN**step) / size_of_step
    return weights


def _softmax(scores: Array) -> Array:
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum())
