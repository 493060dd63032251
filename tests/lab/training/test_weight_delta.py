"""A further trained reader as a small weight delta: it restores the weights, and only onto its own base."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("safetensors", reason="weights need the train extra (safetensors)")

from safetensors.numpy import save_file
from wherein_lab.training.network.weight_delta import BLOCK, read_weights, write_weight_delta

from wherein.core.errors import AssetDamaged, AssetMissing, UsageError

NUMBERS = np.random.default_rng(0)
BEFORE = {
    "layer.weight": NUMBERS.normal(0, 0.05, (24, 4 * BLOCK)).astype(np.float32),
    "layer.bias": NUMBERS.normal(0, 0.05, 24).astype(np.float32),
    "odd.weight": NUMBERS.normal(0, 0.05, (2, 5)).astype(np.float32),
    "words.weight": NUMBERS.normal(0, 0.05, (50, BLOCK)).astype(np.float32),
}
AFTER = {
    name: array if name == "words.weight" else array + NUMBERS.normal(0, 0.002, array.shape).astype(np.float32)
    for name, array in BEFORE.items()
}  # fmt: skip


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """The weights after, those before, and where the difference goes."""
    after, before = tmp_path / "elsewhere" / "after.safetensors", tmp_path / "before.safetensors"
    after.parent.mkdir()
    save_file(AFTER, after)
    save_file(BEFORE, before)
    return after, before, tmp_path / "difference.safetensors"


def test_what_was_learned_comes_back(files: tuple[Path, Path, Path]) -> None:
    after, before, out = files
    write_weight_delta(after, before, out)
    found = read_weights(out)
    assert found.keys() == AFTER.keys()
    assert np.array_equal(found["words.weight"], BEFORE["words.weight"])
    for name in ("layer.bias", "odd.weight"):
        assert np.allclose(found[name], AFTER[name], atol=1e-5)
    change = AFTER["layer.weight"] - BEFORE["layer.weight"]
    off = found["layer.weight"] - AFTER["layer.weight"]
    assert np.linalg.norm(off) < 0.12 * np.linalg.norm(change)
    # nothing is further off than half a step of its block
    steps = np.abs(change.reshape(24, -1, BLOCK)).max(-1, keepdims=True) / 7
    assert (np.abs(off.reshape(24, -1, BLOCK)) <= 0.51 * steps).all()


def test_it_is_small(files: tuple[Path, Path, Path]) -> None:
    after, before, out = files
    write_weight_delta(after, before, out)
    arrays = sum(AFTER[name].size for name in ("layer.weight", "layer.bias", "odd.weight"))
    assert out.stat().st_size < arrays + 700  # a byte a weight at most, and the header


def test_another_base_is_refused(files: tuple[Path, Path, Path]) -> None:
    after, before, out = files
    write_weight_delta(after, before, out)
    save_file(AFTER, before)
    with pytest.raises(AssetDamaged, match="is the difference from"):
        read_weights(out)
    before.unlink()
    with pytest.raises(AssetMissing):
        read_weights(out)


def test_what_cannot_be_taken_is_said(files: tuple[Path, Path, Path]) -> None:
    after, before, out = files
    with pytest.raises(UsageError, match="is not in the folder of"):
        write_weight_delta(after, before, out.parent / "elsewhere" / "out.safetensors")
    save_file({"layer.weight": BEFORE["layer.weight"]}, after)
    with pytest.raises(AssetDamaged, match="other shapes"):
        write_weight_delta(after, before, out)
