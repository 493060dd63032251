"""Weights for a transfer: matrices of a packed reader in four bits, other matrices in float16, vectors in float32.

Four bits are stored as they are rounded in training and in the packed graph (`network/rounding.py`), with scales in
float16, so that rounding again what was read changes no step.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Weights = dict[str, NDArray[np.float32]]

BLOCK = 32
_LOWEST, _HIGHEST = -8, 7
_STEPS, _SCALES = ".steps", ".scales"


def write_weights(
    path: Path, weights: Mapping[str, NDArray[np.float32]], four_bits: Set[str]
) -> None:
    """Write a safetensors file; the matrices named in `four_bits` have whole blocks of 32 along their rows."""
    from safetensors.numpy import save_file

    kept: dict[str, NDArray[np.generic]] = {}
    for name, array in weights.items():
        if name in four_bits:
            kept[name + _STEPS], kept[name + _SCALES] = _packed(array)
        else:
            kept[name] = np.ascontiguousarray(array, np.float16 if array.ndim > 1 else np.float32)
    save_file(kept, path)


def read_weights(data: bytes) -> Weights:
    """The weights in the bytes of such a file, float32."""
    from safetensors.numpy import load

    stored = load(data)
    out: Weights = {}
    for name, array in stored.items():
        if name.endswith(_SCALES):
            continue
        if name.endswith(_STEPS):
            name = name.removesuffix(_STEPS)
            out[name] = _unpacked(array, stored[name + _SCALES])
        else:
            out[name] = array.astype(np.float32)
    return out


def _packed(weight: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """(rows, in / 2) with two steps a byte, the lower half first, 8 for zero; (rows, blocks) scales."""
    blocks = np.asarray(weight, np.float32).reshape(len(weight), -1, BLOCK)
    highest, lowest = blocks.max(-1), blocks.min(-1)
    scales = (np.where(highest > -lowest, highest, lowest) / _LOWEST).astype(np.float16)
    sure = np.where(scales == 0, 1, scales).astype(np.float32)[..., None]
    steps = np.clip(np.rint(blocks / sure), _LOWEST, _HIGHEST).astype(np.int8) - _LOWEST
    pairs = steps.astype(np.uint8).reshape(len(weight), -1, 2)
    return pairs[..., 0] | pairs[..., 1] << 4, scales


def _unpacked(packed: NDArray[np.uint8], scales: NDArray[np.float16]) -> NDArray[np.float32]:
    steps = np.stack([packed & 15, packed >> 4], -1).reshape(*scales.shape, BLOCK)
    weight = (steps.astype(np.float32) + _LOWEST) * scales.astype(np.float32)[..., None]
    return np.asarray(weight.reshape(len(packed), -1), np.float32)
