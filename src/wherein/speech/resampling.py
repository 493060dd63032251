"""Changes the rate of samples with a windowed sinc (Smith, "Digital Audio Resampling"). Reads no file.

`web/speech/src/resampling.ts` is the twin; `contracts/speech-resampling.json` has the cases.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

ZEROS = 16
"""Zero crossings of the sinc on each side."""
_PASSED = 0.95
"""The share of the lower rate's band that passes; the rest is the slope of the filter."""
_AT_ONCE = 1 << 15


def resampled(samples: NDArray[np.float32], rate: int, wanted: int) -> NDArray[np.float32]:
    """The samples at another rate; the sound before and after them is silence."""
    if rate == wanted or not len(samples):
        return samples
    count = max(1, round(len(samples) * wanted / rate))
    scale = min(1.0, wanted / rate) * _PASSED
    reach = math.ceil(ZEROS / scale)
    padded = np.pad(samples.astype(np.float64), reach + 1)
    offsets = np.arange(-reach, reach + 2)
    common = math.gcd(rate, wanted)
    step, phases = rate // common, wanted // common
    # A new sample is at one of this many positions between two recorded ones; each position has a filter.
    used = np.arange(min(phases, count))
    x = (offsets[None, :] - (used * step % phases / phases)[:, None]) * scale
    window = np.where(np.abs(x) < ZEROS, 0.5 + 0.5 * np.cos(np.pi * x / ZEROS), 0.0)
    filters = np.sinc(x) * window * scale
    made = np.empty(count, dtype=np.float32)
    for first in range(0, count, _AT_ONCE):
        at = np.arange(first, min(first + _AT_ONCE, count))
        near = padded[(at * step // phases)[:, None] + offsets[None, :] + reach + 1]
        made[first : first + len(at)] = np.einsum("ij,ij->i", filters[at % phases], near)
    return made
