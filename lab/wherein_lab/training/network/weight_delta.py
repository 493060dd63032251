"""Stores a further trained reader as a weight delta to the reader it started from: four bits for each weight.

Further training changes weights little, so that the delta can be stored coarsely: 32 weights of a row share a scale
(float16), and each is one of 15 steps of it. Vectors are stored in float16, and unchanged tensors are left out. A
reader of 45 MB in float16 takes some 6 MB.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wherein.assets.manifest import sha256_of
from wherein.core.errors import AssetDamaged, AssetMissing, UsageError
from wherein_lab.training.network.packing import halves

Weights = dict[str, NDArray[np.float32]]

BLOCK = 32
_MOST = 7  # steps on each side of zero
_STEPS, _SCALES = ".steps", ".scales"
_BASE, _SHA256 = "difference_from", "sha256"


def write_weight_delta(weights: Path, base: Path, out: Path) -> None:
    """Write to `out` the difference between `weights` and `base`; reading it needs `base` in the same folder.

    All three are safetensors files. Raises AssetMissing, AssetDamaged where the two differ in names or shapes, and
    UsageError where the base is in another folder.
    """
    from safetensors.numpy import save_file

    if base.resolve().parent != out.resolve().parent:
        raise UsageError(
            f"{base.name} is not in the folder of {out.name}.",
            "Write the difference beside its base.",
        )
    began, ended = read_weights(base), read_weights(weights)
    if {n: a.shape for n, a in began.items()} != {n: a.shape for n, a in ended.items()}:
        raise AssetDamaged(
            f"{weights.name} and {base.name} have weights of different shapes.",
            "Name the file that training started from.",
        )
    kept: dict[str, NDArray[np.uint8] | NDArray[np.float16]] = {}
    for name, before in began.items():
        change = ended[name] - before
        if not change.any():
            continue
        if change.ndim == 2 and change.shape[1] % BLOCK == 0:
            kept[name + _STEPS], kept[name + _SCALES] = _packed(change)
        else:
            kept[name] = change.astype(np.float16)
    save_file(kept, out, {_BASE: base.name, _SHA256: sha256_of(base)})


def read_weights(path: Path) -> Weights:
    """The weights in a safetensors file, float32; a difference is added to the base in its folder.

    Raises AssetMissing, and AssetDamaged where the base is not the one that the difference was taken from.
    """
    from safetensors import safe_open

    if not path.is_file():
        raise AssetMissing(f"There are no weights at {path}.", "Get them as docs/training.md says.")
    with safe_open(path, "numpy") as file:
        about = file.metadata() or {}
        stored = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 # no mapping
    if _BASE not in about:
        return {name: array.astype(np.float32) for name, array in stored.items()}
    base = path.with_name(about[_BASE])
    out = read_weights(base)
    if sha256_of(base) != about[_SHA256]:
        raise AssetDamaged(
            f"{base.name} is not the base of the difference {path.name}.", "Get both again."
        )
    for name, array in stored.items():
        if name.endswith(_SCALES):
            continue
        if name.endswith(_STEPS):
            name = name.removesuffix(_STEPS)
            out[name] += _unpacked(array, stored[name + _SCALES])
        else:
            out[name] += array.astype(np.float32)
    return out


def _packed(change: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """(rows, in / 2) with two steps per byte, the lower half first, 8 for zero; (rows, blocks) scales."""
    blocks = change.reshape(len(change), -1, BLOCK)
    scales = (np.abs(blocks).max(-1) / _MOST).astype(np.float16)
    sure = np.where(scales == 0, 1, scales).astype(np.float32)[..., None]
    steps = np.clip(np.rint(blocks / sure), -_MOST, _MOST).astype(np.int8) + 8
    halves = steps.astype(np.uint8).reshape(len(change), -1, 2)
    return halves[..., 0] | halves[..., 1] << 4, scales


def _unpacked(packed: NDArray[np.uint8], scales: NDArray[np.float16]) -> NDArray[np.float32]:
    steps = halves(packed).reshape(*scales.shape, BLOCK)
    change = (steps.astype(np.float32) - 8) * scales.astype(np.float32)[..., None]
    return np.asarray(change.reshape(len(packed), -1), np.float32)
