"""How well confidences tell right from wrong, each weighted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BINS = 15
Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


def calibration_error(confidence: Array, right: Flags, weights: Array) -> float | None:
    """Expected calibration error over BINS bins of equal width (Guo et al., 2017), weighted."""
    total = weights.sum()
    if total <= 0:
        return None
    bins = np.minimum((confidence * BINS).astype(np.int64), BINS - 1)
    gaps = np.bincount(bins, weights * (confidence - right), BINS)
    return float(np.abs(gaps).sum() / total)


def auroc(confidence: Array, right: Flags, weights: Array) -> float | None:
    """The area under the ROC curve: how probable it is that a right span has a higher confidence than a wrong one. A tie counts as
    half; each span counts by its weight. None without spans of both kinds."""
    _, level = np.unique(confidence, return_inverse=True)
    good = np.bincount(level, weights * right)
    bad = np.bincount(level, weights * ~right)
    below = np.cumsum(bad) - bad
    pairs = float(good.sum() * bad.sum())
    return float(good @ (below + bad / 2)) / pairs if pairs > 0 else None
