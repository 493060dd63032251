"""Bootstrap intervals of a mean, and the paired randomisation test of two. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

SAMPLES = 2_000


def interval(
    scores: Sequence[float], level: float = 0.95, seed: int = 0, samples: int = SAMPLES
) -> tuple[float, float]:
    """Percentile bootstrap interval of the mean over questions (Efron, 1979); (0, 0) without values."""
    values = np.asarray(scores, dtype=np.float64)
    if not len(values):
        return (0.0, 0.0)
    draw = np.random.default_rng(seed)
    means = [values[draw.integers(0, len(values), len(values))].mean() for _ in range(samples)]
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def clustered_interval(
    groups: Sequence[tuple[int, int]], level: float = 0.95, seed: int = 0, samples: int = SAMPLES
) -> tuple[float, float]:
    """Percentile bootstrap interval of a rate whose cases come in groups that resemble each other; (0, 1) without cases.

    `groups` are (good, of) of each; whole groups are drawn (Davison & Hinkley, 1997, 3.8).
    """
    pairs = np.asarray([pair for pair in groups if pair[1]], dtype=np.float64)
    if not len(pairs):
        return (0.0, 1.0)
    draw = np.random.default_rng(seed)
    drawn = [pairs[draw.integers(0, len(pairs), len(pairs))].sum(axis=0) for _ in range(samples)]
    rates = [good / of for good, of in drawn]
    low, high = np.quantile(rates, [(1 - level) / 2, (1 + level) / 2])
    return round(float(low), 4), round(float(high), 4)


def mean_within(scores: Sequence[float], level: float) -> list[float]:
    """[mean, low, high] to four places; zeros without values."""
    low, high = interval(scores, level)
    return [round(sum(scores) / max(1, len(scores)), 4), round(low, 4), round(high, 4)]


def paired_p(
    one: Sequence[float], other: Sequence[float], seed: int = 0, samples: int = SAMPLES
) -> float:
    """Two-sided p-value of the difference of two systems' scores on the same questions.

    The paired randomisation test (Smucker, Allan & Carterette, 2007): signs of the differences are flipped at
    random; the observed difference counts among the samples, so p is never 0.
    """
    difference = np.asarray(one, dtype=np.float64) - np.asarray(other, dtype=np.float64)
    difference = difference[difference != 0]
    if not len(difference):
        return 1.0
    draw = np.random.default_rng(seed)
    observed = abs(difference.sum())
    extreme = 0
    for _ in range(samples):
        signs = draw.integers(0, 2, len(difference)) * 2 - 1
        extreme += bool(abs((signs * difference).sum()) >= observed - 1e-12)
    return (extreme + 1) / (samples + 1)


def wilson(good: int, of: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's score interval of a rate (1927), 95 % by default; (0, 1) for none."""
    if not of:
        return (0.0, 1.0)
    rate = good / of
    middle = rate + z * z / (2 * of)
    half = z * ((rate * (1 - rate) + z * z / (4 * of)) / of) ** 0.5
    low, high = ((middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of))
    return round(max(0.0, low), 4), round(min(1.0, high), 4)
